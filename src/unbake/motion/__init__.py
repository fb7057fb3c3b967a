"""What a motion is: skeleton, rotations and translations over time, joint roles, points.

Inside: metres, seconds, radians, right-handed, Y up, quaternions x y z w,
float64, frames counted from 0. Towards people a frame has the number its file gives it (`Motion.first_frame`).

May import: ground, compiling.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
