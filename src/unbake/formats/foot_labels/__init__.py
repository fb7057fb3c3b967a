"""Foot labels and foot layers, beside a motion or inside our own JSON."""
