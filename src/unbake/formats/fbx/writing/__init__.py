"""FBX, written by this package alone, as binary files of version 7.4 or 7.5."""
