"""``unbake synthesize``: motions that meet demands."""
