"""Rivals that search by chance: genetic algorithms, particle swarms, clusters."""
