"""A motion graph: the frames from which all others can be reached, and the transitions between them.

Every frame is a node here: the next frame of its clip follows it, and transitions lead from some to others. What people
call the graph's nodes are the frames at which there is a choice, and its edges the transitions and what lies between.

Reference: L. Kovar, M. Gleicher and F. Pighin, Motion graphs, 2002, section 3.4: what is not in the largest strongly
connected component leads into dead ends, or is never reached again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Indices
from unbake.ground.progress import Progress
from unbake.synthesis.graphs.candidates import GraphOptions, GraphTransitions, candidates
from unbake.synthesis.material.material import Material

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, eq=False)
class MotionGraph:
    """Frames that can all be reached from each other, and the transitions between them.

    Parameters
    ----------
    material : the clips.
    window : frames of a transition, its first and last included.
    transitions : those inside the component.
    inside : (N,) which frames are in it.
    n_candidates : transitions before pruning.
    """

    material: Material
    window: int
    transitions: GraphTransitions
    inside: Booleans
    n_candidates: int

    @cached_property
    def edges(self) -> csr_array:
        """How many frames it takes from each frame to those that follow it, (N, N)."""
        return _edges(self.material, self.window, self.transitions, self.inside)

    @cached_property
    def nodes(self) -> Indices:
        """The frames (K,) at which a transition begins or ends."""
        return np.unique(np.concatenate([self.transitions.sources, self.transitions.targets]))

    @property
    def n_edges(self) -> int:
        """Transitions, and stretches of clips from one node to the next."""
        inside = self.inside.astype(np.int64)
        gone = np.concatenate([[0], np.cumsum(1 - inside)])
        first, second = self.nodes[:-1], self.nodes[1:]
        same = self.material.clip_of[first] == self.material.clip_of[second]
        return len(self.transitions) + int((same & (gone[second] == gone[first])).sum())

    def staying(self, holds: Booleans) -> Booleans:
        """Return the frames (N,) of the largest component in which a flag (N,) never ends; none where there is none."""
        allowed = self.inside & holds
        if not allowed.any():
            return allowed
        keep = allowed[self.transitions.sources] & allowed[self.transitions.targets]
        chosen = self.transitions.where(np.flatnonzero(keep))
        return _largest(_edges(self.material, self.window, chosen, allowed), allowed, chosen)

    def within(self, frames: Booleans) -> MotionGraph:
        """Return the graph of some of its frames (N,), which should be a component; see `staying`."""
        keep = frames[self.transitions.sources] & frames[self.transitions.targets]
        chosen = self.transitions.where(np.flatnonzero(keep))
        return MotionGraph(self.material, self.window, chosen, frames, self.n_candidates)


def build_graph(
    material: Material, options: GraphOptions | None = None, report: Progress = lambda part: None
) -> MotionGraph:
    """Return the motion graph of some clips; parameters are those of `candidates`.

    Raises
    ------
    UsageError : clips between which nothing leads round, so that there is no graph.
    """
    options = options or GraphOptions()
    return graph_of(material, options, candidates(material, options, report))


def graph_of(material: Material, options: GraphOptions, found: GraphTransitions) -> MotionGraph:
    """Return the graph that transitions make: its largest strongly connected component, in frames.

    Raises
    ------
    UsageError : there is none.
    """
    window = options.n_frames(material.fps)
    everywhere = np.ones(material.n_frames, dtype=np.bool_)
    inside = _largest(_edges(material, window, found, everywhere), everywhere, found)
    if not inside.any():
        raise UsageError(
            f"no motion leads back to where it came from below {100.0 * options.threshold_m:g} cm: raise the "
            "threshold, or add longer clips that repeat themselves (walks, runs)",
            code="no-graph",
        )
    keep = inside[found.sources] & inside[found.targets]
    return MotionGraph(material, window, found.where(np.flatnonzero(keep)), inside, len(found))


def _edges(material: Material, window: int, transitions: GraphTransitions, inside: Booleans) -> csr_array:
    from scipy.sparse import csr_array  # imported here: who knows motion graphs need not walk through one

    frames = np.flatnonzero(inside[:-1] & inside[1:] & (material.clip_of[:-1] == material.clip_of[1:]))
    rows = np.concatenate([frames, transitions.sources])
    columns = np.concatenate([frames + 1, transitions.targets])
    cost = np.concatenate([np.ones(len(frames)), np.full(len(transitions), window - 1.0)])
    return csr_array((cost, (rows, columns)), shape=(material.n_frames, material.n_frames))


def _largest(edges: csr_array, allowed: Booleans, transitions: GraphTransitions) -> Booleans:
    """The frames of the largest strongly connected component among some; none where no transition is inside."""
    from scipy.sparse.csgraph import connected_components

    _, labels = connected_components(edges, directed=True, connection="strong")
    same = labels[transitions.sources] == labels[transitions.targets]
    if not same.any():
        return np.zeros_like(allowed)
    sizes = np.bincount(labels[allowed])
    chosen = np.unique(labels[transitions.sources[same]])
    return np.asarray((labels == chosen[sizes[chosen].argmax()]) & allowed)
