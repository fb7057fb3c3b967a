"""Bézier curves through the chosen keyframes: F-curves, keyed animations, fitting, and what was lost.

A fit never moves a keyframe: the curve passes through the captured value there.

May import: ground, compiling, motion, kinematics, keyframes.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
