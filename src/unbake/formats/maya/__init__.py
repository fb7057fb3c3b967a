"""Maya."""
