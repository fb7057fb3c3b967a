"""Changes to many clips or flags at once, and what would be lost by them."""
