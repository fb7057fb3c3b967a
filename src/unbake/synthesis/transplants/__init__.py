"""Limbs of one motion on the body of another: rules that propose transplants, and what is measured at once."""
