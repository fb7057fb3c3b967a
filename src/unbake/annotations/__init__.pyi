"""The public names of `unbake.annotations`."""

from .exchange.csv_file import load_csv as load_csv
from .exchange.csv_file import save_csv as save_csv
from .exchange.eaf_file import load_eaf as load_eaf
from .exchange.eaf_file import save_eaf as save_eaf
from .exchange.json_file import load_json as load_json
from .exchange.json_file import save_json as save_json
from .exchange.spans import Span as Span
from .exchange.spans import spans_of as spans_of
from .exchange.spans import take_spans as take_spans
from .in_library import Next as Next
from .in_library import apply_machines as apply_machines
from .in_library import machines_of as machines_of
from .in_library import next_stretch as next_stretch
from .in_library import train_library as train_library
from .machines import FlagMachines as FlagMachines
from .queries import rule_named as rule_named
from .training import TrainingOptions as TrainingOptions
from .windows import WindowShape as WindowShape
