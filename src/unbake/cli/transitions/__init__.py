"""``unbake transitions``: from any frame of a library to any other in a second."""
