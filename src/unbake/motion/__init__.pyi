"""The public names of `unbake.motion`."""

from . import rotations as rotations
from .body.roles import GROUPS as GROUPS
from .body.roles import ROLES as ROLES
