"""Clips that are opened: where from, what was opened lately, what is kept of them."""
