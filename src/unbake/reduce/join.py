"""The second step: curves through the keyframes, each channel by itself."""

from __future__ import annotations

from unbake.curves.fits.free import BREAK_WEIGHT, FREE_FITS
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.ground.notes import Note
from unbake.ground.progress import Progress
from unbake.keyframes.selection import Selection
from unbake.reduce.options import JoinOptions
from unbake.reduce.take import Take

CLOSED_FORMS = ("hermite", "broken")
"""Fits with handles at thirds, which quaternion curves are limited to."""


def join(
    take: Take,
    selection: Selection,
    kind: CurveKind,
    options: JoinOptions,
    progress: Progress | None = None,
    *,
    is_quick: bool = False,
) -> KeyedAnimation:
    """Return curves of a kind through keyframes, without the world-space match.

    Parameters
    ----------
    take : the motion.
    selection : the keyframes.
    kind : ``channels`` or ``quaternions``; the latter have handles at thirds whatever fit is asked for.
    options : the fit.
    progress : callback that receives the progress, by the free fits, which take longest; what it raises ends the work.
    is_quick : free fits in half the time, for tries before the world-space match; see `fit`.
    """
    if keeps_corners(take, selection, options):
        return take.fitted(selection, kind, "broken")
    if kind == "quaternions":
        return take.fitted(selection, kind, options.fit if options.fit in CLOSED_FORMS else "hermite")
    weight = options.break_weight if options.channel_fit in FREE_FITS else BREAK_WEIGHT
    return take.fitted(selection, kind, options.channel_fit, weight, progress, is_quick=is_quick)


def keeps_corners(take: Take, selection: Selection, options: JoinOptions) -> bool:
    """Return whether curves break at the keys as a bake did: all its corners are among them, and no fit was named."""
    return _may_break(options) and bool(take.corners) and set(take.corners) <= set(selection.frames)


def _may_break(options: JoinOptions) -> bool:
    return options.fit is None and options.break_weight == BREAK_WEIGHT


def join_notes(take: Take, selection: Selection, options: JoinOptions, kinds: tuple[CurveKind, ...]) -> tuple[str, ...]:
    """Return a sentence for each other fit that was taken than the options suggest."""
    if _may_break(options) and take.corners:
        return (_corner_note(take, keeps_corners(take, selection, options)),)
    if "quaternions" not in kinds or options.fit in (None, "free", *CLOSED_FORMS):
        return ()
    return (f"glTF holds handles at thirds only: its curves are fitted as 'hermite', not '{options.fit}'",)


def _corner_note(take: Take, is_kept: bool) -> Note:
    count = len(take.corners) + 2
    if take.steps:
        found = "the motion holds every pose until the next one"
        kept, lost = "keys stand at both ends of each", f"without all {count} keys for that, curves glide between poses"
    else:
        found = f"the motion was baked from {count} keys at which its curves have corners"
        kept, lost = "so have these", "not all of these are keys here, so corners get round"
    return Note(f"{found}; {kept if is_kept else lost}", "corners", keys=count)
