"""The public names of `unbake.editing`."""

from .brush import brushed as brushed
from .brush import mirrored_influence as mirrored_influence
from .brush import part as part
from .offset_layer import OffsetLayer as OffsetLayer
from .offset_layer import apply_layers as apply_layers
from .offset_layer import pose_layer as pose_layer
from .posing import Posed as Posed
from .posing import Poser as Poser
from .posing import pose as pose
