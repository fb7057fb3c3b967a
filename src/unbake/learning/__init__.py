"""Learning from examples, whatever they show: exact nearest neighbours, and certainties made into decisions.

May import: ground, compiling.
"""
