"""Footskate clean-up after Kovar, Schreiner and Gleicher, 2002."""
