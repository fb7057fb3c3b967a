"""Writing files whole or not at all, and locks on files."""
