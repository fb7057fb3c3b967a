"""Scores of naturalness against motion that was made unnatural: ``python -m benchmarks.scores``."""
