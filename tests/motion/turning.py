"""Objects that turn on the spot: a camera, a propeller, a straight chain of two bones."""

from fractions import Fraction

import numpy as np

from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler
from unbake.motion.skeleton import Skeleton

TURNS = ("rz", "ry", "rx")
FRAMES = 121


def chain(names, offsets, *, ends=()):
    """A skeleton of joints in a row, all of which turn but the end sites."""
    return Skeleton(
        names=names,
        parents=tuple(range(-1, len(names) - 1)),
        offsets_m=np.array(offsets, dtype=float),
        channels=tuple(() if name in ends else TURNS for name in names),
        end_sites=tuple(name in ends for name in names),
    )


def turned(skeleton, joint, axis, angles_deg):
    """A motion in which one joint turns about one axis and nothing else moves."""
    rotations = np.zeros((len(angles_deg), len(skeleton.names), 4))
    rotations[..., 3] = 1.0
    rotations[:, skeleton.index(joint)] = quaternion_from_euler(axis, np.radians(angles_deg)[:, None])
    return Motion(skeleton, rotations, np.zeros((len(angles_deg), 0, 3)), Fraction(24))


def swung(degrees, times=2):
    """There and back, smoothly, so many times."""
    return degrees * (0.5 - 0.5 * np.cos(np.linspace(0.0, 2.0 * np.pi * times, FRAMES)))


def camera_pan():
    """A camera whose end is 1.09 m off pans by 60° and back, twice."""
    return turned(chain(("camera", "lens"), [[0, 1.6, 0], [0, 0, 1.09]], ends=("lens",)), "camera", "y", swung(60.0))


def bare_pan():
    """The same without an end."""
    return turned(chain(("camera",), [[0, 1.6, 0]]), "camera", "y", swung(60.0))


def propeller():
    """A propeller on a mast turns about its own bone; its end site lies on that axis."""
    skeleton = chain(("mast", "propeller", "nose"), [[0, 0, 0], [0, 2.0, 0], [0, 0, 0.3]], ends=("nose",))
    return turned(skeleton, "propeller", "z", swung(300.0))


def twisted_chain():
    """Two bones in one line; the first twists about that line."""
    skeleton = chain(("upper", "lower", "tip"), [[0, 1, 0], [0.3, 0, 0], [0.25, 0, 0]], ends=("tip",))
    return turned(skeleton, "upper", "x", swung(80.0))
