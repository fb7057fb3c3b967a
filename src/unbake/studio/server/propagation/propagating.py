"""Edits carried over to a take: the result on its keys, or frame by frame, and how sure it is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from unbake.curves.layers import layers_in_keys
from unbake.curves.tangents import LOCKED
from unbake.editing.propagation.combining import Weights
from unbake.editing.propagation.examples import Example
from unbake.editing.propagation.keys import on_keys, through_keys
from unbake.editing.propagation.options import PropagateOptions
from unbake.editing.propagation.propagate import Propagated, propagate
from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Booleans
from unbake.ground.notes import written_out
from unbake.ground.progress import Report
from unbake.motion.channels import channel_values
from unbake.motion.motion import Motion
from unbake.studio.server import messages as m
from unbake.studio.server.feet.feet import labels_from
from unbake.studio.server.feet.holding import capture_and_animation, capture_of, evaluated, of_own_channels
from unbake.studio.server.keys.keys import keys_of
from unbake.studio.server.layers.stacked import Stacked
from unbake.studio.server.opening.open_clip import OpenClip, single
from unbake.studio.server.propagation.stretches import ClipOf, example_of


def propagated(clip_of: ClipOf, message: m.Propagate, report: Report) -> m.Propagated:
    """Return a take that edits were carried over to.

    Parameters
    ----------
    clip_of : returns an open clip by its number.
    message : what is asked for.
    report : callback that receives the progress.

    Raises
    ------
    UsageError, MotionError : what `unbake.editing.propagate` refuses, stretches that are no examples.
    """
    began, clip = time.perf_counter(), clip_of(message.clip)
    if message.layers and message.keys is None:
        raise UsageError("layers become part of keys, and no keys were given")
    examples = [
        example_of(clip_of, clip, stretch, warps=message.warps, layers=message.layers) for stretch in message.examples
    ]
    source = clip.motion if message.keys is None else capture_of(clip, message.keys).motion
    found = propagate(examples, source, _options(message), report, labels=_labels(message, clip, source))
    notes = (*found.notes, *layers_in_keys(layer.name for layer in message.layers))
    keys, evaluation = None, None
    if message.keys is not None:
        keys = _result_keys(found, message.keys, clip, message)
        evaluation = evaluated(clip, keys, capture_and_animation(clip, keys)[1], message.detail)
    first = found.motion.first_frame
    low = np.array(found.low, dtype=np.int32).reshape(-1, 2) + first
    return m.Propagated(
        first=first,
        values=_values(found, examples, clip) if keys is None else single(np.empty(0)),
        keys=keys,
        evaluation=evaluation,
        confidence=single(found.confidence),
        source_frames=found.source_frames + source.first_frame,
        low_first=low[:, 0].astype(np.int32),
        low_last=low[:, 1].astype(np.int32),
        notes=tuple(written_out(of_own_channels(note)) for note in notes),
        seconds=time.perf_counter() - began,
    )


def _labels(message: m.Propagate, clip: OpenClip, source: Motion) -> FootLabels | None:
    """Where a take's feet are planted, as far as somebody says so."""
    plants = message.plants or (message.keys.holds if message.keys else ())
    if not plants:
        return None
    start = clip.motion.first_frame
    return labels_from(plants, clip.motion).excerpt(source.first_frame - start, source.last_frame - start)


def _options(message: m.Propagate) -> PropagateOptions:
    if len(message.weights) not in (0, 4):
        raise UsageError(f"there are four weights, not {len(message.weights)}")
    weights = Weights(*message.weights) if message.weights else Weights()
    return PropagateOptions(weights=weights, outputs=message.outputs, predictor=message.predictor, feet=message.feet)


def _values(found: Propagated, examples: Sequence[Example], clip: OpenClip) -> m.Float32:
    """The channels (F, C) of a result without keys."""
    names = found.motion.skeleton.names
    like = [clip.skeleton, *(example.edited.skeleton for example in examples)]
    return single(channel_values(found.motion, next(one for one in like if one.names == names)))


def _result_keys(found: Propagated, before: m.Keys, clip: OpenClip, message: m.Propagate) -> m.Keys:
    """The result on the take's keys: those of its own stretches, and locked curves, stay as they are seen."""
    excerpt, animation = capture_and_animation(clip, before)
    if found.motion.skeleton.names != excerpt.skeleton.names:
        raise UsageError(
            "the edit is one of another character, which keys of this take cannot hold", code="other-character"
        )
    if found.motion.n_frames != animation.n_frames:
        raise UsageError("the edit changes how long the take lasts, which its keys cannot hold", code="other-length")
    keyed = on_keys(found, animation, excerpt.skeleton)
    after = replace(keys_of(keyed), holds=before.holds)
    is_alike = len(after.frames) == len(before.frames)  # or else keys moved in time, and two of them met
    is_inside = np.zeros((len(after.frames), 1), dtype=np.bool_)
    for stretch in message.examples:
        if stretch.edited is not None:
            is_inside[:, 0] |= (after.frames >= stretch.first) & (after.frames <= stretch.last)
    if message.layers:
        shown = Stacked.of(clip, before, m.Stack(message.layers), detail=0.0).motion
        seen = keys_of(through_keys(shown, keyed.selection, animation.fit, excerpt.skeleton))
        after = replace(after, **_mixed(seen, after, is_inside))
    elif is_alike:
        after = replace(after, **_mixed(before, after, is_inside))
    if not is_alike:
        return after
    tangents = before.tangents.reshape(len(before.frames), -1)
    is_locked = np.broadcast_to((tangents >= LOCKED).any(axis=0), tangents.shape)
    return replace(after, **_mixed(before, after, is_locked))


def _mixed(before: m.Keys, after: m.Keys, stays: Booleans) -> dict[str, Any]:
    """Values, handles and types of keys (K, C): those of before where they stay."""
    found = {}
    for name in ("values", "tangents", "left", "right"):
        old, new = (getattr(keys, name).reshape(*stays.shape, -1) for keys in (before, after))
        found[name] = np.where(stays[..., None], old, new).ravel()
    return found
