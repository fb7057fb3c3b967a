"""How well foot plants are found and held: one experiment a file."""
