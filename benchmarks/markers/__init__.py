"""How well a skeleton is fitted to markers: ``python -m benchmarks.markers``."""
