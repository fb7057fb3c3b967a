"""Scores learnt from examples alone, to compare with: an ensemble of hidden Markov models, a support vector machine."""
