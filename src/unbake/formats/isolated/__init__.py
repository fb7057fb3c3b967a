"""Readers that trust their files, in processes of their own: how these are started, and what limits them."""
