"""Takes of any length: without a table for a given error, in pieces for a given count."""
