"""Frames of clips as people name them: ``CLIP:FRAME`` by the file's own numbers, whatever its rate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from unbake.errors import UsageError
from unbake.motion.body.roles import nearest

if TYPE_CHECKING:
    from unbake.composition.material import LibraryMaterial
    from unbake.synthesis.graphs.graph import MotionGraph


def parse_place(found: LibraryMaterial, text: str, option: str) -> int:
    """Return the row of the material that ``CLIP:FRAME`` means, the nearest frame at the material's rate.

    Raises UsageError for what is no clip of the material and for frames outside of it.
    """
    match = re.fullmatch(r"(.+):(-?\d{1,9})", text, re.DOTALL)
    if match is None:
        raise UsageError(
            f"{option} '{text}' is no frame of a clip; expected CLIP:FRAME, such as walk:120", option=option
        )
    name, number = match.group(1), int(match.group(2))
    names = list(found.material.names)
    if name not in names:
        raise UsageError(f"{option}: no clip '{name}' among those of the graph{nearest(name, names)}", option=option)
    clip = names.index(name)
    source = found.clips[clip]
    if not source.first_frame <= number <= source.last_frame:
        raise UsageError(f"{option}: frame {number} is outside of {name}, {source.first_frame}–{source.last_frame}")
    frame = round((number - source.first_frame) * found.material.fps / float(source.fps))
    return int(found.material.starts[clip]) + min(frame, found.material.sources[clip].n_frames - 1)


def parse_inside(found: LibraryMaterial, graph: MotionGraph, text: str, option: str) -> int:
    """Return the row of the material that ``CLIP:FRAME`` means; UsageError for one that is not in a graph."""
    row = parse_place(found, text, option)
    if graph.inside[row]:
        return row
    material = found.material
    clip = int(material.clip_of[row])
    start = int(material.starts[clip])
    own = np.flatnonzero(graph.inside[start : material.starts[clip + 1]])
    there = "none of its frames is"
    if len(own):
        first, last = (frame_number(found, start + int(frame))[1] for frame in own[[0, -1]])
        there = f"frames between {first} and {last} are"
    raise UsageError(
        f"{option}: {text} is not in the graph, {there}: choose another, or build the graph with a larger threshold",
        code="not-in-graph",
        option=option,
    )


def frame_number(found: LibraryMaterial, row: int) -> tuple[str, int]:
    """Return clip and frame number, as its file counts, of a row of the material."""
    place = found.material.place(row)
    clip = found.clips[place.clip]
    frame = round(place.frame * float(clip.fps) / found.material.fps)
    return clip.name, clip.first_frame + min(frame, clip.n_frames - 1)


def origin_fields(found: LibraryMaterial, first: int, last: int) -> dict[str, Any]:
    """Return a stretch of a clip as programs get it."""
    name, start = frame_number(found, first)
    return {"clip": name, "first_frame": start, "last_frame": frame_number(found, last)[1]}
