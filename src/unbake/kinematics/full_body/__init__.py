"""Whole bodies that reach for places: joints nearest to where they are wished, on bones of constant length."""
