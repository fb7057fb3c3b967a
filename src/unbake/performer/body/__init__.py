"""The performer's figure, limbs and controls."""
