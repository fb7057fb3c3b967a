"""The take: one animation stack with one layer, a curve node for each property that is animated, a curve a channel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.fbx.writing.binary import Long, Node, named, node, packed
from unbake.formats.fbx.writing.curves import cubic_curve, straight_curve
from unbake.formats.fbx.writing.models import CM_A_M, Ids, link
from unbake.formats.fbx.writing.properties import properties, row, time_row
from unbake.formats.fbx.writing.times import tick, ticks
from unbake.motion.skeleton import TRANSLATIONS

TAKE = "Unbake"
CLASSES, NUMBERS = "unbake_key_classes", "unbake_key_frames"


@dataclass(frozen=True)
class Take:
    """The objects of a take and their connections."""

    objects: tuple[Node, ...]
    links: tuple[Node, ...]


def take_of(animation: KeyedAnimation, ids: Ids, first_id: int) -> Take:
    """Return the take of an animation whose rotations are Euler channels; `first_id` is the first that is free."""
    stack, layer = first_id, first_id + 1
    objects, links = [_stack(animation, stack), _layer(layer)], [link(layer, stack)]
    numbers = np.array(animation.key_numbers(), dtype=np.int64)
    times = packed(ticks(numbers, animation.fps))
    free = first_id + 2
    for joint, kind, places in _animated(animation):
        group, free = free, free + 1
        resting = np.zeros(3) if kind == "Lcl Rotation" else CM_A_M * animation.skeleton.offsets_m[joint]
        unit = _unit(kind)
        links += [link(group, layer), link(group, ids.model(joint), kind)]
        for place in places:
            curve = animation.curves[place]
            axis = curve.channel.name[1]
            resting["xyz".index(axis)] = unit * curve.values[0]
            if animation.fit == BAKED:
                objects.append(straight_curve(free, times, unit * curve.values))
            else:
                objects.append(cubic_curve(free, times, curve, unit, animation.fps))
            links.append(link(free, group, f"d|{axis.upper()}"))
            free += 1
        rows = [row(f"d|{axis}", "animated", float(value)) for axis, value in zip("XYZ", resting, strict=True)]
        name = named(kind[4], "AnimCurveNode")
        objects.append(node("AnimationCurveNode", Long(group), name, "", children=(properties(rows),)))
    return Take(tuple(objects), tuple(links))


def time_span(animation: KeyedAnimation) -> tuple[int, int]:
    """Return when an animation begins and ends, in ticks."""
    return tick(animation.first_frame, animation.fps), tick(animation.last_frame, animation.fps)


def _unit(kind: str) -> float:
    return CM_A_M if kind == "Lcl Translation" else float(np.rad2deg(1.0))


def _animated(animation: KeyedAnimation) -> Iterator[tuple[int, str, list[int]]]:
    """Yield joint, property, and which curves animate it."""
    groups: dict[tuple[int, str], list[int]] = {}
    for place, curve in enumerate(animation.curves):
        kind = "Lcl Translation" if curve.channel.name in TRANSLATIONS else "Lcl Rotation"
        groups.setdefault((curve.channel.joint, kind), []).append(place)
    for (joint, kind), places in groups.items():
        yield joint, kind, places


def _stack(animation: KeyedAnimation, identifier: int) -> Node:
    """The stack with its time span; classes and numbers of sparse keys are properties of our own."""
    begin, end = time_span(animation)
    rows = [
        time_row(name, value)
        for name, value in (
            ("LocalStart", begin),
            ("LocalStop", end),
            ("ReferenceStart", begin),
            ("ReferenceStop", end),
        )
    ]
    if animation.fit != BAKED:
        rows.append(row(CLASSES, "own text", "".join(kind[0] for kind in animation.key_classes())))
        rows.append(row(NUMBERS, "own text", " ".join(map(str, animation.key_numbers()))))
    return node("AnimationStack", Long(identifier), named(TAKE, "AnimStack"), "", children=(properties(rows),))


def _layer(identifier: int) -> Node:
    return node("AnimationLayer", Long(identifier), named("BaseLayer", "AnimLayer"), "")
