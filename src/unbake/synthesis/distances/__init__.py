"""How far windows of two motions are from each other, wherever on the floor they are."""
