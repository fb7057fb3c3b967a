"""Which frames of motions correspond: time warps and their composition."""
