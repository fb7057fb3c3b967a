"""Blends of several motions, the plants they take over, and other ways of getting from one motion to another."""
