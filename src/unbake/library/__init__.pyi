"""The public names of `unbake.library`."""

from .annotations import Annotations as Annotations
from .clip import Clip as Clip
from .derived import DerivedTable as DerivedTable
from .library import Library as Library
