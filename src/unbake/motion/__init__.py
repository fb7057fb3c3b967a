"""What a motion is: skeleton, rotations and translations over time, joint roles, points.

Inside: metres, seconds, radians, right-handed, Y up, quaternions x y z w,
float64, frames counted from 0. Towards people a frame has the number its file gives it (`Motion.first_frame`).

May import: ground, compiling.
"""
