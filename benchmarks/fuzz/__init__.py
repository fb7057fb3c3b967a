"""Damaged files by the ten thousand, for every reader: ``python -m benchmarks.fuzz``.

A sound file of each kind is damaged at random and read in a process of its own, which says how that ended; time and
memory are what the system counts for that process.

May import: everything of the package.
"""
