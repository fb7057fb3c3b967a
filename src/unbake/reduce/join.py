"""The second step: curves through the keyframes, each channel by itself."""

from __future__ import annotations

from unbake.curves.fits.free import BREAK_WEIGHT, FREE_FITS
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
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
    if kind == "quaternions":
        return take.fitted(selection, kind, options.fit if options.fit in CLOSED_FORMS else "hermite")
    weight = options.break_weight if options.channel_fit in FREE_FITS else BREAK_WEIGHT
    return take.fitted(selection, kind, options.channel_fit, weight, progress, is_quick=is_quick)


def join_notes(options: JoinOptions, kinds: tuple[CurveKind, ...]) -> tuple[str, ...]:
    """Return a sentence for each other fit that was taken than the options suggest."""
    if "quaternions" not in kinds or options.fit in (None, "free", *CLOSED_FORMS):
        return ()
    return (f"glTF holds handles at thirds only: its curves are fitted as 'hermite', not '{options.fit}'",)
