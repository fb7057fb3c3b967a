"""From what a person asked for to keys: at once with a quick fit, then as well as can be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.fits.fit import fit
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.makers import LONGEST_FREE, held, is_held, is_hurried
from unbake.curves.world.match import Weights, default_weights
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.keyframes.error_table import Progress
from unbake.keyframes.request import Stopwatch
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.motion.points import joints_of
from unbake.reduce.choosing import by_count, by_error, choose_by_layers
from unbake.reduce.options import ReduceOptions, check_options
from unbake.reduce.reduction import Ends
from unbake.studio.server.choosing.command import command_line
from unbake.studio.server.choosing.spaces import Reported, Space, find_space, options_from
from unbake.studio.server.feet.holding import OracleGiven, Source, evaluated, source_of
from unbake.studio.server.keys.evaluating import shown_motion
from unbake.studio.server.keys.keys import keys_of
from unbake.studio.server.messages import Choice, Choose, Chosen, FeetHeld, Joining, Settings
from unbake.studio.server.opening.open_clip import Excerpt, OpenClip, layer_from

QUICK_FIT = "hermite"
"""The fit of previews, in closed form."""

AT_ONCE = 1500
"""Frames up to which a preview comes with its evaluation. Of 5,423 frames that takes some 115 ms of a core, the keys
themselves 15: on takes that are longer than this the page gets the keys, and asks for their evaluation next."""


@dataclass(frozen=True, eq=False)
class Picked:
    """The keyframes that were asked for.

    Parameters
    ----------
    selection : the keyframes.
    layers : for each key the layer that chose it, 1 to 3; empty otherwise.
    error_cm : what the criterion says of them, as a length.
    notes : what a person should know of them.
    animation : the animation that was measured where an error was promised.
    """

    selection: Selection
    layers: tuple[int, ...] = ()
    error_cm: float | None = None
    notes: tuple[str, ...] = ()
    animation: KeyedAnimation | None = None


@dataclass(frozen=True, eq=False)
class Joined:
    """Keyframes with the curves through them, and how far the ends of limbs were before and after the last step."""

    picked: Picked
    animation: KeyedAnimation
    ends_cm: tuple[float, float] | None = None


@contextmanager
def alone(clip: OpenClip, told: Reported) -> Iterator[None]:
    """Wait until no other lane selects: both are asked for the same at nearly the same time, and one can do it."""
    while not clip.selecting.acquire(timeout=0.1):
        told("select", 0.0)
    try:
        yield
    finally:
        clip.selecting.release()


def space_of(clip: OpenClip, settings: Settings, told: Reported) -> Space:
    """Return the selection space for some settings, made now or before."""
    with alone(clip, told):
        known = clip.spaces.get(settings)
        if known is None:
            known = find_space(clip.excerpt(settings.first, settings.last).motion, settings, told)
            clip.keep(settings, known)
        return known


def layered(clip: OpenClip, motion: Motion, asked: Choose, options: ReduceOptions, told: Reported) -> Picked:
    """Return the keyframes of the three layers, chosen now or before: how they are joined does not change them."""
    with alone(clip, told):
        key = ("layers", asked.settings, asked.choice.layers)
        known: Picked | None = clip.finished(key)
        if known is None:
            blocking = choose_by_layers(motion, options, told)
            known = Picked(blocking.selection, blocking.layer_of)
            clip.keep_finished(key, known)
        return known


def choose(clip: OpenClip, asked: Choose, told: Reported, oracle: OracleGiven = packaged_oracle) -> Chosen:
    """Return the keys that were asked for.

    Parameters
    ----------
    clip : the clip.
    asked : what is wanted; a preview is joined by the quick fit, without the world-space match, and for a
        promised error takes the count that the criterion alone would. Where the same was made as well as can be
        before, a preview shows that: so it does not change back while detail is put back or a change is undone.
        Of more than `AT_ONCE` frames it has no evaluation.
    told : told how far the work is; what it raises ends the work.
    oracle : gives the one that says when feet are planted, where they are to hold and nobody has labelled them.
    """
    started = time.perf_counter()
    source = source_of(clip, asked.settings, asked.joining.holds_feet, asked.plants, oracle)
    excerpt = source.clip.excerpt(asked.settings.first, asked.settings.last)
    key = (*finished_key(asked), source.plants)
    made = clip.finished(key)
    if made is None:
        made = _joined(source, excerpt, asked, told)
        if not asked.is_preview:
            clip.keep_finished(key, made)
    picked, ends = made.picked, None if asked.detail else made.ends_cm
    keys = replace(keys_of(made.animation), holds=source.plants)
    is_late = asked.is_preview and excerpt.motion.n_frames > AT_ONCE
    return Chosen(
        keys=keys,
        evaluation=None if is_late else evaluated(clip, keys, made.animation, asked.detail),
        is_preview=asked.is_preview,
        criterion_error_cm=picked.error_cm,
        layers=np.array(picked.layers, dtype=np.uint8),
        ends_before_cm=ends and ends[0],
        ends_after_cm=ends and ends[1],
        feet=None if asked.is_preview else _feet(source, made.animation, asked.detail),
        command=command_line(clip, asked, len(picked.selection), source.held, oracle),
        notes=(*picked.notes, *_feet_notes(source, asked.joining)),
        seconds=time.perf_counter() - started,
    )


def finished_key(asked: Choose) -> tuple[object, ...]:
    """Return all that keys and curves depend on: what waits in the choice, and detail, are not among it."""
    choice, joining = asked.choice, asked.joining
    used: object = {
        "layers": choice.layers,
        "count": choice.keys,
        "error": choice.error_cm,
        "auto": (choice.accuracy, choice.significance),
    }[choice.by]
    weights = tuple(joining.end_weights.items())
    return asked.settings, choice.by, used, joining.fit, joining.break_weight, joining.holds_ends, weights


def reduce_options(motion: Motion, settings: Settings, choice: Choice, joining: Joining) -> ReduceOptions:
    """Return the library's options for what is asked, all but the number of keys.

    Settings that another one makes void count as not given, as they are not in the command line either: breaks with
    another fit than the free one, weights without the last step.
    """
    is_free = joining.fit == "free"
    return replace(
        options_from(settings),
        layers=tuple(layer_from(layer) for layer in choice.layers),
        fit=None if is_free else joining.fit,
        break_weight=joining.break_weight if is_free else 1.0,
        holds_ends=joining.holds_ends,
        end_weights=_weights(motion, joining) if joining.holds_ends and joining.end_weights else None,
    )


def _weights(motion: Motion, joining: Joining) -> Weights:
    """The weight of each joint in the last step: the default, and what differs from it, as on the command line."""
    weights = default_weights(motion)
    for joint, weight in joining.end_weights.items():
        weights.update(dict.fromkeys(joints_of(motion, [joint]), float(weight)))
    return weights


def _feet(source: Source, animation: KeyedAnimation, detail: float) -> FeetHeld | None:
    if source.held is None:
        return None
    return source.held.reached(shown_motion(source.held.cleaned.motion, animation, detail))


def _feet_notes(source: Source, joining: Joining) -> tuple[str, ...]:
    if source.held is not None:
        return source.held.notes
    return ("No foot is planted, so none is held.",) if joining.holds_feet else ()


def _joined(source: Source, excerpt: Excerpt, asked: Choose, told: Reported) -> Joined:
    """Choose keys and join them."""
    motion = excerpt.motion
    options = reduce_options(motion, asked.settings, asked.choice, asked.joining)
    if source.held is not None:
        options = source.held.options(options)
    check_options(motion, options)
    picked = _picked(source.clip, excerpt, asked, options, told)
    told("fit", 0.0)
    if asked.is_preview:
        return Joined(picked, _fitted(excerpt, picked.selection, QUICK_FIT))
    picked = replace(picked, notes=(*picked.notes, *_fit_notes(motion, options)))
    made, finished = _finished(excerpt, picked, options, told)
    if not is_held(motion, options):
        return Joined(picked, finished)
    ends = Ends.of(motion, made, finished, options)
    return Joined(picked, finished, (ends.before.max_cm, ends.after.max_cm))


def _finished(
    excerpt: Excerpt, picked: Picked, options: ReduceOptions, told: Reported
) -> tuple[KeyedAnimation, KeyedAnimation]:
    """The animation before and after the world-space match."""
    motion, measured = excerpt.motion, picked.animation
    if measured is not None and measured.skeleton != excerpt.skeleton:
        measured = None
    # What was made to keep a promise may have another fit than the one that curves of this length have.
    name = measured.fit if measured else options.fit or (QUICK_FIT if is_hurried(motion, options) else "free")
    weight = options.break_weight if name == "free" else 1.0
    plain = _fitted(excerpt, picked.selection, name, weight, lambda part: told("fit", 0.5 * part))
    told("fit", 0.5)
    return plain, measured or held(motion, plain, options, lambda part: told("fit", 0.5 + 0.5 * part))


def _fitted(
    excerpt: Excerpt,
    selection: Selection,
    name: str,
    break_weight: float = 1.0,
    progress: Progress | None = None,
) -> KeyedAnimation:
    return fit(
        excerpt.motion,
        selection,
        name,
        skeleton=excerpt.skeleton,
        rotation_orders="source",
        break_weight=break_weight,
        values=excerpt.values,
        progress=progress,
    )


def _picked(clip: OpenClip, excerpt: Excerpt, asked: Choose, options: ReduceOptions, told: Reported) -> Picked:
    """The keyframes, by one of the four ways to choose."""
    choice, motion = asked.choice, excerpt.motion
    if choice.by == "layers":
        return layered(clip, motion, asked, options, told)
    if choice.by == "error" and not asked.is_preview:
        # As the command line reads centimetres, to the last bit.
        wanted = replace(options, error_m=choice.error_cm * 0.01)
        check_options(motion, wanted)
        found = by_error(motion, wanted, told, Stopwatch())
        return Picked(found.selection, notes=_said(found.notes), animation=(found.animations or {}).get("channels"))
    space = space_of(clip, asked.settings, told)
    if choice.by == "error":
        count = space.fewest(choice.error_cm * 0.01)
    elif choice.by == "auto":
        count = space.automatic(choice.accuracy, choice.significance)
    else:
        count = space.nearest(choice.keys)
    if not asked.is_preview and space.needs_longer_pieces(count):
        found = by_count(motion, replace(options, keys=count), told, Stopwatch())
        return Picked(found.selection, notes=_said(found.notes))
    notes = space.why_not(choice.keys) if choice.by == "count" else ()
    return Picked(space.selection(count), (), 100.0 * space.error_m(count), notes)


def _said(notes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{note[0].upper()}{note[1:]}." for note in notes if note)


def _fit_notes(motion: Motion, options: ReduceOptions) -> tuple[str, ...]:
    if not is_hurried(motion, options):
        return ()
    last = ", and no world-space match" if options.holds_ends else ""
    return (f"The take has more than {LONGEST_FREE:,} frames: its curves have handles at thirds{last}.",)
