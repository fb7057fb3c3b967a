"""How many transplants look human, and who can tell: labels by hand, the judge, and yields of the rules."""
