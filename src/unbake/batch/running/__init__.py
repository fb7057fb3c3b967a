"""How clips are worked on: one after the other in each worker, here or on a cluster."""
