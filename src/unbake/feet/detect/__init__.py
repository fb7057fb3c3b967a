"""Where feet are planted: the default guess, the oracle that can be taught, thresholds to compare with."""
