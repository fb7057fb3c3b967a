"""Names of joints in well-known rigs, as tables, and renaming by them."""
