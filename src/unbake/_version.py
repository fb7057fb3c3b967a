"""The version, for everyone."""

__version__ = "0.1.0"
