"""The public names of `unbake.composition`."""

from .material import LibraryMaterial as LibraryMaterial
from .material import library_material as library_material
from .transition_table import build_transition_table as build_transition_table
from .transition_table import kept_transition_table as kept_transition_table
from .transitions import LibraryTransition as LibraryTransition
from .transitions import Transitions as Transitions
