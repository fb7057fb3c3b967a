"""The public names of `unbake.motion`."""

from . import rotations as rotations
from .body.roles import find_roles as find_roles
