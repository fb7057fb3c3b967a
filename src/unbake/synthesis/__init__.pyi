"""The public names of `unbake.synthesis`."""

from .blending.blended import Blended as Blended
from .blending.blended import Blender as Blender
from .blending.momentary import dead_blended as dead_blended
from .blending.momentary import inertialised as inertialised
from .blending.multiway import BlendOptions as BlendOptions
from .blending.multiway import MultiwayBlend as MultiwayBlend
from .blending.multiway import linear_blend as linear_blend
from .blending.multiway import multiway_blend as multiway_blend
from .blending.plants import CarriedPlant as CarriedPlant
from .blending.source import BlendSource as BlendSource
from .blending.transition import transition as transition
from .distances.windows import FloorMove as FloorMove
from .distances.windows import WindowWeights as WindowWeights
from .distances.windows import best_move as best_move
from .distances.windows import distance_stripes as distance_stripes
from .distances.windows import window_distances as window_distances
from .naturalness.errors import Naturalness as Naturalness
from .naturalness.errors import naturalness as naturalness
from .naturalness.errors import zero_moment_errors_m as zero_moment_errors_m
from .naturalness.fit_masses import fitted_masses as fitted_masses
from .naturalness.segments import Masses as Masses
from .warping.time_warp import TimeWarp as TimeWarp
from .warping.time_warp import WarpLimits as WarpLimits
from .warping.time_warp import time_warp as time_warp
