"""A library of motions in one file: clips as they were captured, and all that is known and computed about them.

Storage alone: what is learnt or found in it lies in the packages above.

May import: ground, motion, feet, formats.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
