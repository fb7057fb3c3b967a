"""Marker trials: gaps filled, forces of the ground."""
