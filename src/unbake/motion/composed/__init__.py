"""Motions made of the limbs of others: recipes, what comes of them, and recipes as bytes."""
