"""Flags that say what a body does: learnt from stretches that a person labelled, what to label next, exchange files.

May import: ground, motion, learning, library.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
