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
from .propagation.combining import Weights as Weights
from .propagation.examples import Example as Example
from .propagation.keys import on_keys as on_keys
from .propagation.model import EditModel as EditModel
from .propagation.model import learn as learn
from .propagation.options import PropagateOptions as PropagateOptions
from .propagation.propagate import Propagated as Propagated
from .propagation.propagate import apply as apply
from .propagation.propagate import propagate as propagate
from .retargeting import Retargeted as Retargeted
from .retargeting import retargeted as retargeted
