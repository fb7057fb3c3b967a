"""Acclaim's ASF and AMC."""
