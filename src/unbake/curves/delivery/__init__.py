"""Keyed animations as engines and other programs expect them: rates, travel on a root, axes, names of joints."""
