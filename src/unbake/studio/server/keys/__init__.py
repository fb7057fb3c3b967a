"""Keyed animations as rows: evaluated, edited, refitted."""
