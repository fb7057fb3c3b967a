"""Points as .npy, .npz and .csv."""
