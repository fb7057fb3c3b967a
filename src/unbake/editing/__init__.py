"""Edits of a clip by hand: dragging joints into poses, offsets of pose and time as layers, edits learnt from
examples and carried over to whole takes, and motions on other characters.

May import: ground, learning, motion, keyframes, kinematics, curves, feet, synthesis.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
