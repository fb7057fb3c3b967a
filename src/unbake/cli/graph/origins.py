"""Frames of clips in a motion graph, and stretches of clips, by the files' own numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from unbake.cli.library.arguments import parse_place
from unbake.errors import UsageError

if TYPE_CHECKING:
    from unbake.composition.material import LibraryMaterial
    from unbake.synthesis.graphs.graph import MotionGraph


def parse_inside(found: LibraryMaterial, graph: MotionGraph, text: str, option: str) -> int:
    """Return the row of the material that ``CLIP:FRAME`` means; UsageError for one that is not in a graph."""
    material, place = found.material, parse_place(found, text, option, "graph")
    row = material.row(place)
    if graph.inside[row]:
        return row
    clip, start = place.clip, int(material.starts[place.clip])
    own = np.flatnonzero(graph.inside[start : material.starts[clip + 1]])
    there = "none of its frames is"
    if len(own):
        first, last = (found.frame_number(clip, int(frame))[1] for frame in own[[0, -1]])
        there = f"frames between {first} and {last} are"
    raise UsageError(
        f"{option}: {text} is not in the graph, {there}: choose another, or build the graph with a larger threshold",
        code="not-in-graph",
        option=option,
    )


def frame_number(found: LibraryMaterial, row: int) -> tuple[str, int]:
    """Return clip and frame number, as its file counts, of a row of the material."""
    place = found.material.place(row)
    return found.frame_number(place.clip, place.frame)


def origin_fields(found: LibraryMaterial, first: int, last: int) -> dict[str, Any]:
    """Return a stretch of a clip as programs get it."""
    (name, start), (_, end) = (frame_number(found, row) for row in (first, last))
    return {"clip": name, "first_frame": start, "last_frame": end}
