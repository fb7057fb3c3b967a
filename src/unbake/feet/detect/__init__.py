"""Where feet are planted: features, examples, the oracle, thresholds to compare with, what to label next."""
