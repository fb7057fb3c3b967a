"""From what a person asked for to keys: at once with a quick fit, then with the full one."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.fits.free import FREE_FITS
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.ground.notes import written_out
from unbake.ground.progress import Report
from unbake.keyframes.selection import Selection
from unbake.keyframes.short_segments import are_shortened
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion
from unbake.reduce.at_corners import with_corners
from unbake.reduce.by_layers import classed
from unbake.reduce.choose import Chosen as ChosenKeys
from unbake.reduce.choose import choose as choose_keys
from unbake.reduce.choose import key_notes
from unbake.reduce.finish import Ends, changed_weights, finish
from unbake.reduce.join import join, join_notes, keeps_corners
from unbake.reduce.options import ReduceOptions, check_options
from unbake.studio.server.choosing.command import command_line
from unbake.studio.server.choosing.spaces import Space, find_space, is_slow, options_from
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
class Made:
    """What was made for a choice.

    Parameters
    ----------
    selection : the keyframes.
    animation : the curves through them.
    layers : for each key the layer that chose it, 1 to 3; empty where layers did not choose.
    error_cm : what the criterion says of the keyframes, as a length; None where no selection space was asked.
    ends : how far the ends of limbs are; None where the world-space match was left out, or there are none.
    notes : what a person should know.
    """

    selection: Selection
    animation: KeyedAnimation
    layers: tuple[int, ...] = ()
    error_cm: float | None = None
    ends: Ends | None = None
    notes: tuple[str, ...] = ()


def space_of(clip: OpenClip, settings: Settings, report: Report) -> Space:
    """Return the selection space for some settings, made now or before."""
    with clip.known.making_space.taken(report) as progress:
        known = clip.known.spaces.get(settings)
        if known is None:
            known = find_space(clip.excerpt(settings.first, settings.last).motion, settings, progress)
            clip.known.keep(settings, known)
        return known


def preview_space(clip: OpenClip, settings: Settings, report: Report) -> Space:
    """Return the selection space where it is known or made in a moment, otherwise that of the take in pieces."""
    motion = clip.excerpt(settings.first, settings.last).motion
    if settings in clip.known.spaces or not is_slow(motion, settings):
        return space_of(clip, settings, report)
    with clip.known.making_preview.taken(report) as progress:
        known = clip.known.preview
        if known is None or known[0] != settings:
            clip.known.preview = known = (settings, find_space(motion, settings, progress, is_preview=True))
        return known[1]


def layered(clip: OpenClip, excerpt: Excerpt, request: Choose, options: ReduceOptions, report: Report) -> ChosenKeys:
    """Return the keyframes of the three layers, chosen now or before: how they are joined does not change them."""
    with clip.known.layering.taken(report) as progress:
        key = ("layers", request.settings, request.choice.layers)
        known: ChosenKeys | None = clip.known.finished(key)
        if known is None:
            known = choose_keys(excerpt, options, progress)
            clip.known.keep_finished(key, known)
        return known


def choose(clip: OpenClip, request: Choose, report: Report, oracle: OracleGiven = packaged_oracle) -> Chosen:
    """Return the keys that were asked for.

    Parameters
    ----------
    clip : the clip.
    request : what is wanted; a preview is joined by the quick fit, without the world-space match, and for a
        promised error takes the count that the criterion alone would. Where the same was made with the full fit
        before, a preview shows that: so it does not change back while detail is put back or a change is undone.
        Of more than `AT_ONCE` frames it has no evaluation.
    report : callback that receives the progress; what it raises ends the work.
    oracle : gives the one that says when feet are planted, where they are to hold and nobody has labelled them.
    """
    started = time.perf_counter()
    source = source_of(clip, request.settings, request.joining.holds_feet, request.plants, oracle)
    excerpt = source.clip.excerpt(request.settings.first, request.settings.last)
    key = (*finished_key(request), source.plants)
    made = clip.known.finished(key)
    if made is None:
        made = _made(source, excerpt, request, report)
        if not request.is_preview:
            clip.known.keep_finished(key, made)
    ends = None if request.detail else made.ends
    keys = replace(keys_of(made.animation), holds=source.plants)
    is_late = request.is_preview and excerpt.motion.n_frames > AT_ONCE
    return Chosen(
        keys=keys,
        evaluation=None if is_late else evaluated(clip, keys, made.animation, request.detail),
        is_preview=request.is_preview,
        criterion_error_cm=made.error_cm,
        layers=np.array(made.layers, dtype=np.uint8),
        ends=ends.title if ends else "",
        ends_before_cm=ends and ends.before and ends.before.max_cm,
        ends_after_cm=ends and ends.after.max_cm,
        feet=None if request.is_preview else _feet(source, made.animation, request.detail),
        command=command_line(clip, request, len(made.selection), source.held, oracle),
        notes=(*made.notes, *_feet_notes(source, request.joining)),
        seconds=time.perf_counter() - started,
    )


def finished_key(request: Choose) -> tuple[object, ...]:
    """Return all that keys and curves depend on: what waits in the choice, and detail, are not among it."""
    choice, joining = request.choice, request.joining
    used: object = {
        "layers": choice.layers,
        "count": (choice.keys, choice.nudges),
        "error": (choice.error_cm, choice.tips),
        "auto": (choice.accuracy, choice.significance),
    }[choice.by]
    weights = tuple(joining.end_weights.items())
    return request.settings, choice.by, used, joining.fit, joining.break_weight, joining.holds_ends, weights


def reduce_options(motion: Motion, settings: Settings, choice: Choice, joining: Joining) -> ReduceOptions:
    """Return the library's options for what is asked, all but the number of keys.

    Settings that another one makes void count as not given, as they are not in the command line either: breaks with
    a fit that is not free, weights without the world-space match.
    """
    changes = joining.end_weights if joining.holds_ends else {}
    tips = choice.by == "error" and choice.tips
    return replace(
        options_from(settings),
        layers=tuple(layer_from(layer) for layer in choice.layers),
        fit=None if joining.fit == "free" else joining.fit,
        break_weight=joining.break_weight if joining.fit in FREE_FITS else 1.0,
        holds_ends=joining.holds_ends,
        end_weights=changed_weights(motion, changes, tips=tips) if changes else None,
        tips=tips,
    )


def _feet(source: Source, animation: KeyedAnimation, detail: float) -> FeetHeld | None:
    if source.held is None:
        return None
    return source.held.reached(shown_motion(source.held.planted.motion, animation, detail))


def _feet_notes(source: Source, joining: Joining) -> tuple[str, ...]:
    if source.held is not None:
        return source.held.notes
    return ("No foot is planted, so none is held.",) if joining.holds_feet else ()


def _made(source: Source, excerpt: Excerpt, request: Choose, report: Report) -> Made:
    """Choose keys, join them, and finish the curves."""
    motion = excerpt.motion
    options = reduce_options(motion, request.settings, request.choice, request.joining)
    if source.held is not None:
        options = source.held.options(options)
    check_options(motion, options)
    chosen, error_cm, notes = _chosen(source.clip, excerpt, request, options, report)
    layers = chosen.blocking.layer_of if chosen.blocking else ()
    report("fit", 0.0)
    if request.is_preview:
        has_corners = keeps_corners(excerpt, chosen.selection, options)
        quick = join(excerpt, chosen.selection, "channels", options if has_corners else replace(options, fit=QUICK_FIT))
        return Made(chosen.selection, quick, layers, error_cm, notes=notes)
    lacking = (
        *key_notes(excerpt, chosen.selection, options),
        *join_notes(excerpt, chosen.selection, options, options.curves),
    )
    notes = (*notes, *_sentences(lacking))
    joined, finished = None, chosen.animations.get("channels")
    if finished is None:
        joined = join(excerpt, chosen.selection, "channels", options, lambda part: report("fit", 0.5 * part))
        finished = finish(excerpt, joined, options, lambda part: report("fit", 0.5 + 0.5 * part))
    if not options.holds_ends:
        return Made(chosen.selection, finished, layers, error_cm, notes=notes)
    ends = Ends.of(motion, joined, finished)
    return Made(chosen.selection, finished, layers, error_cm, ends if ends.kinds else None, notes)


def _chosen(
    clip: OpenClip, excerpt: Excerpt, request: Choose, options: ReduceOptions, report: Report
) -> tuple[ChosenKeys, float | None, tuple[str, ...]]:
    """The keyframes by one of the four ways to choose, the criterion's error in centimetres, and notes."""
    choice = request.choice
    if choice.by == "layers":
        return layered(clip, excerpt, request, options, report), None, ()
    # The whole space of a long take is under way in another lane: what can do without it does not wait for it.
    options = replace(options, wants_space=False)
    if choice.by == "error" and not request.is_preview:
        # As the command line reads centimetres, to the last bit.
        wanted = replace(options, error_m=choice.error_cm * 0.01)
        check_options(excerpt.motion, wanted)
        # What tips do is not in the space that is known.
        known = None if wanted.tips else clip.known.spaces.get(request.settings)
        whole = known.found if known and isinstance(known.found, SelectionSpace) else None
        chosen = choose_keys(excerpt, wanted, report, space=whole)
        return chosen, None, _sentences(chosen.notes)
    by_count, space = choice.by == "count", preview_space(clip, request.settings, report)
    is_alone = by_count and choice.keys in space.counts and are_shortened(options)
    if space.is_preview and not request.is_preview and not is_alone:
        space = space_of(clip, request.settings, report)
    count = _count(space, choice)
    notes = space.why_not(choice.keys) if by_count else ()
    nudges = by_count and choice.nudges
    if not request.is_preview and (nudges or space.is_preview or space.needs_longer_pieces(count)):
        whole = space.found if isinstance(space.found, SelectionSpace) else None
        chosen = choose_keys(excerpt, replace(options, keys=count, nudge=nudges), report, space=whole)
        error_cm = 100.0 * chosen.selection.error if space.is_preview and not nudges else None
        return chosen, error_cm, (*_sentences(chosen.notes), *notes)
    selection = space.selection(count)
    selection = classed(excerpt, with_corners(excerpt, selection, options) if by_count else selection, options)
    return ChosenKeys(selection), 100.0 * space.error_m(count), notes


def _count(space: Space, choice: Choice) -> int:
    if choice.by == "error":
        return space.fewest(choice.error_cm * 0.01)
    if choice.by == "auto":
        return space.automatic(choice.accuracy, choice.significance)
    return space.nearest(choice.keys)


def _sentences(notes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(written_out, filter(None, notes)))
