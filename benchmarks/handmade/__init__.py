"""Keyframe animation made by hand, baked, and how well its keys are found again."""
