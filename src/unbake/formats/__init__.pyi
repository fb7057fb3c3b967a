"""The public names of `unbake.formats`."""

from .c3d.format import load_forces as load_forces
from .delivery import Delivery as Delivery
from .delivery import delivered as delivered
from .foot_labels.format import load_labels as load_labels
from .foot_labels.format import save_labels as save_labels
from .native.layer_file import load_layers as load_layers
from .native.layer_file import save_layers as save_layers
