"""Stretches of motion that are like another: windows, their codes, exact nearest neighbours, time warping."""
