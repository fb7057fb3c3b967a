"""What can be found exactly: the optimum in small pools, bounds in large ones, the best way over a motion graph."""
