"""How natural a motion is by its feet and its balance."""
