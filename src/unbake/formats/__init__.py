"""Files: one module a format, and a registry by suffix.

Imports `motion` and `curves`. A reader names the file, the line and what it expected when it cannot go on; a writer
makes the whole file or none.
"""
