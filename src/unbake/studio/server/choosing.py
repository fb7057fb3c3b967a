"""From what a person asked for to keys: at once with a quick fit, then as well as can be."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from unbake.curves.choosing import by_error, choose_by_layers
from unbake.curves.fit import fit
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.makers import held, is_held
from unbake.curves.reduce_options import ReduceOptions, check_options
from unbake.curves.reduction import Ends
from unbake.keyframes.request import Stopwatch
from unbake.keyframes.selection import Selection
from unbake.studio.server.command import command_line
from unbake.studio.server.evaluating import evaluate
from unbake.studio.server.keys import keys_of
from unbake.studio.server.messages import Choice, Choose, Chosen, Joining, Settings
from unbake.studio.server.open_clip import Excerpt, OpenClip, layer_from
from unbake.studio.server.spaces import Reported, Space, find_space, options_from

QUICK_FIT = "hermite"
"""The fit of previews, in closed form."""


def space_of(clip: OpenClip, settings: Settings, told: Reported) -> Space:
    """Return the selection space for some settings, made now or before."""
    known = clip.spaces.get(settings)
    if known is None:
        known = find_space(clip.excerpt(settings.first, settings.last).motion, settings, told)
        clip.keep(settings, known)
    return known


def choose(clip: OpenClip, asked: Choose, told: Reported) -> Chosen:
    """Return the keys that were asked for.

    Parameters
    ----------
    clip : the clip.
    asked : what is wanted; a preview is joined by the quick fit, without the last step in the world, and for a
        promised error takes the count that the criterion alone would.
    told : told how far the work is; what it raises ends the work.
    """
    started = time.perf_counter()
    excerpt = clip.excerpt(asked.settings.first, asked.settings.last)
    options = _options(asked.settings, asked.choice, asked.joining)
    selection, layers, notes, error_cm = _selection(clip, excerpt, asked, options, told)
    told("fit", 0.0)
    animation, ends = _joined(excerpt, selection, options, is_preview=asked.is_preview, told=told)
    return Chosen(
        keys=keys_of(animation),
        evaluation=evaluate(excerpt.motion, animation, asked.detail),
        is_preview=asked.is_preview,
        criterion_error_cm=error_cm,
        layers=np.array(layers, dtype=np.uint8),
        ends_before_cm=ends and ends[0],
        ends_after_cm=ends and ends[1],
        command=command_line(clip, asked, len(selection)),
        notes=notes,
        seconds=time.perf_counter() - started,
    )


def _options(settings: Settings, choice: Choice, joining: Joining) -> ReduceOptions:
    return replace(
        options_from(settings),
        layers=tuple(layer_from(layer) for layer in choice.layers),
        fit=None if joining.fit == "free" else joining.fit,
        break_weight=joining.break_weight,
        holds_ends=joining.holds_ends,
        end_weights={str(joint): weight for joint, weight in joining.end_weights.items()} or None,
    )


def _selection(
    clip: OpenClip, excerpt: Excerpt, asked: Choose, options: ReduceOptions, told: Reported
) -> tuple[Selection, tuple[int, ...], tuple[str, ...], float | None]:
    """The keyframes, the layer of each, notes, and their error by the criterion."""
    choice, motion = asked.choice, excerpt.motion
    if choice.by == "layers":
        blocking = choose_by_layers(motion, options, told)
        return blocking.selection, blocking.layer_of, (), None
    space = space_of(clip, asked.settings, told)
    if choice.by == "error" and not asked.is_preview:
        wanted = replace(options, error_m=choice.error_cm / 100.0)
        check_options(motion, wanted)
        found = by_error(motion, wanted, told, Stopwatch())
        return found.selection, (), found.notes, None
    if choice.by == "error":
        count = space.fewest(choice.error_cm / 100.0)
    elif choice.by == "auto":
        count = space.automatic(choice.accuracy, choice.significance)
    else:
        count = space.nearest(choice.keys)
    return space.selection(count), (), (), 100.0 * space.error_m(count)


def _joined(
    excerpt: Excerpt, selection: Selection, options: ReduceOptions, *, is_preview: bool, told: Reported
) -> tuple[KeyedAnimation, tuple[float, float] | None]:
    """The animation, and the largest distance of hands, feet, toes and head before and after the last step."""
    motion = excerpt.motion
    name = QUICK_FIT if is_preview else options.fit or "free"
    weight = options.break_weight if name == "free" else 1.0
    animation = fit(
        motion,
        selection,
        name,
        skeleton=excerpt.skeleton,
        rotation_orders="source",
        break_weight=weight,
        values=excerpt.values,
    )
    if is_preview or not is_held(motion, options):
        return animation, None
    told("fit", 0.5)
    finished = held(motion, animation, options, options.roles)
    ends = Ends.of(motion, animation, finished, options)
    return finished, (ends.before.max_cm, ends.after.max_cm)
