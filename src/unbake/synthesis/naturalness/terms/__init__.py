"""What unnatural motion does, one kind a module: each measured frame by frame in a unit of its own."""
