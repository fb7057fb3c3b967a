"""Names of what is made of something else."""

from __future__ import annotations

LONGEST = 63
"""Bytes that Blender's names have at most, before 5.0."""


def with_suffix(name, suffix):
    """Return a name with a word behind it, shortened before that where it would be too long."""
    end = f" {suffix}"
    return name.encode()[: LONGEST - len(end.encode())].decode(errors="ignore") + end
