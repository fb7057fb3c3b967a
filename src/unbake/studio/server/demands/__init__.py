"""Motion on demand in the studio: demands read, written and checked, and searches that can be ended early."""
