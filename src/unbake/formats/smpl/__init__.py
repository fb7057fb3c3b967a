"""Motions in the joints of the SMPL body models, as researchers keep them in NumPy's archives (AMASS)."""
