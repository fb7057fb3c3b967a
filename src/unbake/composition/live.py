"""Live characters made of a library: engines by name, over one material."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, get_args

from unbake.composition.material import LibraryMaterial
from unbake.composition.motion_graph import kept_motion_graph
from unbake.composition.table_engine import TableTransitions
from unbake.composition.transitions import Transitions
from unbake.library.library import Library
from unbake.synthesis.live.engine import Engine
from unbake.synthesis.live.features import Features
from unbake.synthesis.live.matching import MotionMatching
from unbake.synthesis.live.wandering import GraphWandering

EngineName = Literal["matching", "graph", "table"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)


def library_engines(
    library: Library, found: LibraryMaterial, names: Collection[EngineName] = ENGINES, seed: int = 0
) -> dict[str, Engine]:
    """Return engines over the material of a library.

    Parameters
    ----------
    library : where a motion graph or a transition table is kept, if one is asked for.
    found : its material.
    names : which engines: ``matching`` needs nothing but the clips, ``graph`` a graph that was built, ``table``
        a transition table that was built.
    seed : of chance, where an engine leaves something to it.

    Raises
    ------
    UsageError : no motion graph or transition table of these clips is kept; clips that are too short.
    FileError : a damaged graph or table.
    """
    features = Features.of(found.material)
    makers: dict[EngineName, Callable[[], Engine]] = {
        "matching": lambda: MotionMatching(found.material, features),
        "graph": lambda: GraphWandering(kept_motion_graph(library, found).graph, features, seed),
        "table": lambda: TableTransitions(Transitions(library, found), features),
    }
    return {name: make() for name, make in makers.items() if name in names}
