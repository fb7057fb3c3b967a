"""Rivals that look for salient frames: in components, curves, speeds."""
