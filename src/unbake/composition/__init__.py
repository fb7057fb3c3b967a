"""New motion made from a library: transition tables, motion graphs, enrichment, demands.

May import: ground, motion, feet, synthesis, learning, library, annotations.
"""
