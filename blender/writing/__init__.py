"""Chosen keys written into actions."""
