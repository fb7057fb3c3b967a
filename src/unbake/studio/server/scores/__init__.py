"""How natural open clips are."""
