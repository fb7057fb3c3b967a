"""New motion from old: distances of windows, time warps, blends, and how natural the result is.

May import: ground, compiling, motion, kinematics, feet.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
