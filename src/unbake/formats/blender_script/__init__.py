"""Blender script."""
