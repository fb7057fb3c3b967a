"""Motion graphs of libraries: built once, kept in the library, and made again when its clips or plants have changed."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

import numpy as np

from unbake.composition.material import LibraryMaterial
from unbake.errors import FileError, UsageError
from unbake.ground.progress import Progress
from unbake.library.library import Library
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.synthesis.graphs.candidates import GraphOptions, GraphTransitions, candidates
from unbake.synthesis.graphs.graph import MotionGraph, graph_of

NAME = "motion-graph"
VERSION = "local minima, tapered windows; 1"


@dataclass(frozen=True)
class KeptGraph:
    """A graph as a library keeps it.

    Parameters
    ----------
    graph : the graph.
    options : it was built with.
    build_s : how long that took, in seconds.
    """

    graph: MotionGraph
    options: GraphOptions
    build_s: float


def build_motion_graph(
    library: Library,
    found: LibraryMaterial,
    options: GraphOptions | None = None,
    report: Progress = lambda part: None,
) -> KeptGraph:
    """Build the motion graph of a library's clips and keep it in place of the one before.

    Parameters
    ----------
    library : where it is kept.
    found : its material, all of it; a graph is known by the material's stamp.
    options : see `GraphOptions`.
    report : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : clips between which nothing leads round.
    """
    options = options or GraphOptions()
    started = time.perf_counter()
    transitions = candidates(found.material, options, report)
    graph = graph_of(found.material, options, transitions)
    kept = KeptGraph(graph, options, time.perf_counter() - started)
    library.keep(NAME, _stamp(found), _packed(transitions, kept))
    return kept


def kept_motion_graph(library: Library, found: LibraryMaterial) -> KeptGraph:
    """Return the graph that a library keeps.

    Raises
    ------
    UsageError : it keeps none, or clips or plants have changed since.
    FileError : what is kept is damaged.
    """
    data = library.kept(NAME, _stamp(found))
    if data is None:
        raise UsageError(f"{library.path}: no motion graph of these clips is kept", code="graph-not-built")
    try:
        return _unpacked(data, found)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise FileError(library.path, f"the motion graph is damaged ({error})", code="damaged-graph") from error


def _stamp(found: LibraryMaterial) -> str:
    return f"{VERSION}; {found.stamp}"


def _packed(transitions: GraphTransitions, kept: KeptGraph) -> bytes:
    options = kept.options
    facts = {
        "window_s": options.window_s,
        "threshold_m": options.threshold_m,
        "thresholds_m": dict(options.thresholds_m),
        "build_s": kept.build_s,
    }
    return packed_tables(
        {
            "sources": transitions.sources.astype(np.int32),
            "targets": transitions.targets.astype(np.int32),
            "distances_m": transitions.distances_m,
            "facts": np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8),
        }
    )


def _unpacked(data: bytes, found: LibraryMaterial) -> KeptGraph:
    tables = unpacked_tables(data)
    facts = json.loads(tables["facts"].tobytes())
    options = GraphOptions(float(facts["window_s"]), float(facts["threshold_m"]), dict(facts["thresholds_m"]))
    sources, targets = (np.asarray(tables[name], dtype=np.int64) for name in ("sources", "targets"))
    distances = np.asarray(tables["distances_m"], dtype=np.float32)
    rows = np.concatenate([sources, targets])
    if not sources.shape == targets.shape == distances.shape or (
        len(rows) and not 0 <= rows.min() <= rows.max() < found.material.n_frames
    ):
        raise ValueError("transitions of other clips")
    graph = graph_of(found.material, options, GraphTransitions(sources, targets, distances))
    return KeptGraph(graph, options, float(facts["build_s"]))
