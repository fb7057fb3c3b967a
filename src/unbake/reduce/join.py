"""The second step: curves through the keyframes, each channel by itself."""

from __future__ import annotations

from unbake.curves.fits.free import BREAK_WEIGHT, FREE_FITS, LONGEST_FREE
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.ground.notes import Note
from unbake.keyframes.error_table import Progress
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
    progress : told how far the work is, by the free fits, which take longest; what it raises ends the work.
    is_quick : for tries that nobody sees, see `fit_free`.
    """
    if kind == "quaternions":
        return take.fitted(selection, kind, options.fit if options.fit in CLOSED_FORMS else "hermite")
    method = channel_fit(take, options)
    weight = options.break_weight if method in FREE_FITS else BREAK_WEIGHT
    return take.fitted(selection, kind, method, weight, is_quick, progress)


def channel_fit(take: Take, options: JoinOptions) -> str:
    """Return the name of the fit that channels get."""
    return options.fit or ("hermite" if options.is_hurried(take.motion) else "free")


def join_notes(take: Take, options: JoinOptions, kinds: tuple[CurveKind, ...]) -> tuple[str, ...]:
    """Return a sentence for each other fit that was taken than the options suggest."""
    notes: list[str] = []
    if options.is_hurried(take.motion):
        steps = " and no world-space match" if options.holds_ends else ""
        text = f"the take has more than {LONGEST_FREE:,} frames: its curves have handles at thirds{steps}"
        notes.append(Note(text, "long-take"))
    if "quaternions" in kinds and options.fit not in (None, *FREE_FITS, *CLOSED_FORMS):
        notes.append(f"glTF holds handles at thirds only: its curves are fitted as 'hermite', not '{options.fit}'")
    return tuple(notes)
