"""Foot plants: where they are (labels, the default guess, the oracle), and how they are held (clean-up).

May import: ground, motion, kinematics, learning.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
