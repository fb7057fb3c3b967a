"""Edits of a short example carried over to longer motions: features, predictors, and how they are combined."""
