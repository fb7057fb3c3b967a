"""Puts this folder on the import path, so that tests share `data` and their references (`keyframes.naive`, …)."""
