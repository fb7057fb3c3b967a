"""Edits of a clip by hand: dragging joints into poses, and offsets of pose and time as layers.

May import: ground, motion, kinematics, curves.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
