"""The public names of `unbake.curves`."""

from .baked import baked_animation as baked_animation
from .delivery.axes import turned as turned
from .delivery.frame_rate import resampled as resampled
from .delivery.rename import renamed as renamed
from .delivery.travel import in_place as in_place
from .delivery.travel import with_root_motion as with_root_motion
from .detail import carried_detail as carried_detail
from .detail import residual as residual
from .detail import with_detail as with_detail
from .editing.cut import cut as cut
from .editing.edit import change_pose as change_pose
from .editing.edit import delete_key as delete_key
from .editing.edit import delete_keys as delete_keys
from .editing.edit import insert_key as insert_key
from .editing.retime import move_key as move_key
from .editing.retime import move_keys as move_keys
from .editing.retime import retime as retime
from .for_euler import euler_curves as euler_curves
from .for_gltf import gltf_curves as gltf_curves
from .layers import AnimationLayer as AnimationLayer
from .measure import MeasuredError as MeasuredError
from .world.match import hold_ends as hold_ends
