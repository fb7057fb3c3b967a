"""Keys chosen and joined, as the page asks for it; kernels warmed up for it."""
