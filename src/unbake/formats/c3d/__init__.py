"""C3D, read in a process of its own."""
