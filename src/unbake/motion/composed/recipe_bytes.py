"""Recipes as bytes: JSON, compressed. A second of motion takes some sixty bytes, mostly none of them."""

from __future__ import annotations

import base64
import json
import zlib
from fractions import Fraction
from typing import Any

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.motion.composed.recipe import MOST_FRAMES, STEPS, Course, Graft, Recipe, Turn

KIND = 1
LARGEST = 400_000_000
"""Bytes of the JSON; more is hostile."""


def recipe_bytes(recipe: Recipe) -> bytes:
    """Return a recipe as bytes; equal recipes have equal bytes."""
    fields = {
        "kind": KIND,
        "rule": recipe.rule,
        "fps": str(recipe.fps),
        "base": _course_fields(recipe.base),
        "grafts": [{"joints": graft.joints, "course": _course_fields(graft.course)} for graft in recipe.grafts],
        "turns": [{"joint": turn.joint, "turns": _text(turn.turns_xyzw)} for turn in recipe.turns],
    }
    return zlib.compress(json.dumps(fields, separators=(",", ":")).encode(), 9)


def recipe_of(data: bytes) -> Recipe:
    """Return the recipe of bytes; ValueError or MotionError where they are damaged."""
    try:
        inflater = zlib.decompressobj()
        text = inflater.decompress(data, LARGEST)
        if not inflater.eof:
            raise ValueError("damaged recipe (its end is missing)")
        fields = json.loads(text)
        if fields["kind"] != KIND:
            raise ValueError("a recipe of another kind")
        grafts = tuple(
            Graft(tuple(map(str, graft["joints"])), _course_of(graft["course"])) for graft in fields["grafts"]
        )
        turns = tuple(Turn(str(turn["joint"]), _turns_of(turn["turns"])) for turn in fields["turns"])
        return Recipe(str(fields["rule"]), Fraction(fields["fps"]), _course_of(fields["base"]), grafts, turns)
    except (zlib.error, KeyError, TypeError, AttributeError, ZeroDivisionError, OverflowError, RecursionError) as error:
        raise ValueError(f"damaged recipe ({error})") from error


def _course_fields(course: Course) -> dict[str, Any]:
    """Start, first step, and by how much each further step differs from the one before, in 1/1024 frames."""
    steps = np.rint(course.instants * STEPS).astype(np.int64)
    rates = np.diff(steps)
    fields = {"source": course.source, "frames": len(steps), "start": int(steps[0])}
    if len(rates):
        fields["step"] = int(rates[0])
        changes = np.diff(rates)
        if changes.any():
            return fields | {"changes": changes.tolist()}
    return fields


def _course_of(fields: dict[str, Any]) -> Course:
    count, start, step = int(fields["frames"]), int(fields["start"]), int(fields.get("step", 0))
    if not 0 < count <= MOST_FRAMES:
        raise MotionError("a recipe needs at least one frame")
    rates = np.full(count - 1, step, dtype=np.int64)
    if "changes" in fields:
        changes = np.array(fields["changes"], dtype=np.int64)
        if changes.shape != (max(count - 2, 0),):
            raise ValueError("damaged recipe (steps that do not match)")
        rates[1:] += np.cumsum(changes)
    steps = start + np.concatenate([[0], np.cumsum(rates)])
    return Course(int(fields["source"]), steps / STEPS)


def _text(turns_xyzw: Floats) -> str:
    return base64.b64encode(turns_xyzw.astype("<f4").tobytes()).decode()


def _turns_of(text: str) -> Floats:
    return np.frombuffer(base64.b64decode(text, validate=True), dtype="<f4").reshape(-1, 4).astype(np.float64)
