"""Clips that are made of others: a recipe and the clips that it numbers, in place of a motion."""
