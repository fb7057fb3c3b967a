"""How well annotations are learnt: one experiment a file."""
