"""The public names of the package: this list is the only one."""

from . import annotations as annotations
from . import composition as composition
from . import curves as curves
from . import editing as editing
from . import feet as feet
from . import formats as formats
from . import keyframes as keyframes
from . import library as library
from . import motion as motion
from . import search as search
from . import synthesis as synthesis
from .curves.fits.fit import fit as fit
from .curves.keyed_animation import FCurve as FCurve
from .curves.keyed_animation import KeyedAnimation as KeyedAnimation
from .curves.measure import measure as measure
from .errors import FileError as FileError
from .errors import MotionError as MotionError
from .errors import UnbakeError as UnbakeError
from .errors import UsageError as UsageError
from .feet.clean.clean import clean_feet as clean_feet
from .formats.registry import ReadOptions as ReadOptions
from .formats.registry import WriteOptions as WriteOptions
from .formats.registry import load as load
from .formats.registry import load_motion as load_motion
from .formats.registry import save as save
from .keyframes.error_table import error_table as error_table
from .keyframes.selection import Selection as Selection
from .keyframes.space import SelectionSpace as SelectionSpace
from .keyframes.space import select as select
from .motion.motion import Motion as Motion
from .motion.points import Points as Points
from .motion.points import points_of as points_of
from .motion.skeleton import Skeleton as Skeleton
from .reduce.hold_feet import hold_feet as hold_feet
from .reduce.options import ReduceOptions as ReduceOptions
from .reduce.reduction import Reduction as Reduction
from .reduce.reduction import reduce_motion as reduce_motion

__version__: str
