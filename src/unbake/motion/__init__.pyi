"""The public names of `unbake.motion`."""

from . import rotations as rotations
