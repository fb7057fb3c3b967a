"""Judging transplants and blends of the open library, pass by pass."""
