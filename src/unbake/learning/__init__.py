"""Learning from examples, whatever they show: exact nearest neighbours, decision trees, what to label next,
certainties made into decisions.

May import: ground, compiling.
"""
