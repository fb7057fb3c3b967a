"""What moves in the scene, as Unbake understands it: joints, their channels, and where these come from."""
