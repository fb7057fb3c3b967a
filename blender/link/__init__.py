"""The pipe to an Unbake that is installed outside Blender."""
