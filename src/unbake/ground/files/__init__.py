"""Files and folders: read as checked data, written whole or not at all, locked, and there only as long as needed."""
