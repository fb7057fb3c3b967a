"""The public names of `unbake.library`."""

from .adding.add import Added as Added
from .adding.add import AddOptions as AddOptions
from .adding.add import add_files as add_files
from .annotations import Annotations as Annotations
from .checking import problems as problems
from .clip import Clip as Clip
from .derived import DerivedTable as DerivedTable
from .library import Library as Library
from .merging import merge as merge
