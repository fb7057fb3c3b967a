"""The public names of `unbake.motion`."""

from . import rotations as rotations
from .body.roles import GROUPS as GROUPS
from .body.roles import ROLES as ROLES
from .delivery.axes import turn_to as turn_to
from .delivery.axes import turned as turned
from .delivery.rigs.rename import renamed as renamed
from .delivery.rigs.table import NameTable as NameTable
from .delivery.rigs.table import name_table as name_table
from .delivery.travel import in_place as in_place
from .delivery.travel import with_root_motion as with_root_motion
