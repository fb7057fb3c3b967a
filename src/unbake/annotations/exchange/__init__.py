"""Annotations in files: CSV and JSON for many clips, ELAN for one."""
