"""Where feet are planted, guessed by default: trees on what feet look like, and bounds that no guess may cross."""
