"""The public names of `unbake.keyframes`."""

from .choose import choose_automatically as choose_automatically
from .criteria import CRITERIA as CRITERIA
from .criteria import Criterion as Criterion
from .criteria import register_criterion as register_criterion
from .error_table import ErrorTable as ErrorTable
from .layers import Layer as Layer
from .layers import three_layers as three_layers
from .rivals import RIVALS as RIVALS
from .rivals.comparison import Judge as Judge
from .rivals.comparison import compare_rivals as compare_rivals
from .rivals.rival import Rival as Rival
from .rivals.rival import RivalRequest as RivalRequest
