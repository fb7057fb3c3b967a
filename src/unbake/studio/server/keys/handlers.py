"""Requests to evaluate keys and to change them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.feet.holding import capture_and_animation, evaluated
from unbake.studio.server.keys.editing import EDITS, Notes
from unbake.studio.server.keys.fitting import fitted_values
from unbake.studio.server.keys.keys import keys_of
from unbake.studio.server.keys.refitting import refitted
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.opening.open_clip import OpenClip


@handles(m.Evaluate, lane="quick", supersedes=same_type)
def evaluate(desk: Desk, message: m.Evaluate, report: Report) -> m.Evaluated:
    """Evaluate an animation at every frame."""
    clip = desk.clip(message.clip)
    _, animation = capture_and_animation(clip, message.keys)
    return m.Evaluated(evaluated(clip, message.keys, animation, message.detail, report))


@handles(*EDITS, lane="quick")
def edit(desk: Desk, message: Any, report: Report) -> m.Edited:
    """Edit whole-pose keys. Every edit counts: none is superseded."""
    clip = desk.clip(message.clip)
    _, animation = capture_and_animation(clip, message.keys)
    return _edited(clip, message, *EDITS[type(message)](animation, message))


@handles(m.Refit, lane="quick")
def refit(desk: Desk, message: m.Refit, report: Report) -> m.Edited:
    """Fit handles to the capture again."""
    clip = desk.clip(message.clip)
    excerpt, animation = capture_and_animation(clip, message.keys)
    return _edited(clip, message, *refitted(animation, message, excerpt.values, report))


@handles(m.FitValues, lane="slow")
def fit_values(desk: Desk, message: m.FitValues, report: Report) -> m.ValuesFitted:
    """Join values that are no channels of a clip."""
    return fitted_values(message, report)


def _edited(clip: OpenClip, message: Any, animation: KeyedAnimation, notes: Notes) -> m.Edited:
    keys = replace(keys_of(animation), holds=message.keys.holds)
    return m.Edited(keys, evaluated(clip, keys, animation, message.detail), notes)
