"""Messages about edits: changes of keys, and edits of stretches that are carried over to a take."""
