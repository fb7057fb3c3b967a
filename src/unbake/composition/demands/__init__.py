"""Motions on demand from a library: the file, the frames of the library, the search, several actors, the report."""
