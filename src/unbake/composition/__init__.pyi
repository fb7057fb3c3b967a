"""The public names of `unbake.composition`."""

from .demands.synthesize import Synthesized as Synthesized
from .demands.synthesize import synthesize as synthesize
from .demands.toml_file import DemandFile as DemandFile
from .demands.toml_file import load_demand as load_demand
from .enrichment.enrich import EnrichOptions as EnrichOptions
from .enrichment.enrich import enrich as enrich
from .live import library_engines as library_engines
from .material import LibraryMaterial as LibraryMaterial
from .material import library_material as library_material
from .motion_graph import KeptGraph as KeptGraph
from .motion_graph import build_motion_graph as build_motion_graph
from .motion_graph import kept_motion_graph as kept_motion_graph
from .transition_table import build_transition_table as build_transition_table
from .transition_table import kept_transition_table as kept_transition_table
from .transitions import LibraryTransition as LibraryTransition
from .transitions import Transitions as Transitions
