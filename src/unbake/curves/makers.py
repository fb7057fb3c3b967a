"""From keyframes to an animation of each kind, as a reduction asks for it: fitted, then held in the world."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from unbake.curves.fits.fit import fit
from unbake.curves.fits.free import BREAK_WEIGHT
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import measure
from unbake.curves.world.match import Weights, default_weights, hold_ends
from unbake.keyframes.error_table import Progress
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion

Maker = Callable[[Selection], KeyedAnimation]

LONGEST_FREE = 8_000
"""Where no fit is asked for, takes longer than this get the closed form alone, and no world-space match. On a CMU
take with a key every 20 frames, both together took 10 s for 5,400 frames and 24 s for 10,000, on two busy cores."""

FAR_OFF = 4.0
"""A fit that misses a promised error by more than this factor is not held: on the thesis clips and the packaged one,
from 3 to 40 keys, the last step left between 0.26 and 1 times the largest error."""

CLOSED_FORMS = ("hermite", "broken")


@dataclass(frozen=True, kw_only=True)
class FitOptions:
    """How keyframes are joined.

    Parameters
    ----------
    fit : name of the fit; None for ``free``. Quaternion curves have handles at thirds whatever is asked for. Takes of
        more than `LONGEST_FREE` frames get ``hermite`` and no last step, unless ``free``, breaks or weights are given.
    break_weight : for ``free``: a tangent breaks where that takes away more than this part of the squared error nearby;
        1 and above never, 0 wherever it helps at all.
    holds_ends : whether slopes are changed in the end to bring hands, feet and head nearer to the capture in the world.
    end_weights : joint (index, name, role or group) → weight there, see `hold_ends`; None for the default.
    tips : whether tips (hands, fingers, toes and their ends) count like every other joint: in what selection sees, in
        the world-space match, and in a promised error.
    """

    fit: str | None = None
    break_weight: float = BREAK_WEIGHT
    holds_ends: bool = True
    end_weights: Weights | None = None
    tips: bool = False


def plain_maker(motion: Motion, kind: CurveKind, options: FitOptions, progress: Progress | None = None) -> Maker:
    """Return the fit of each channel, without the world-space match."""
    if kind == "quaternions":
        return _quaternion_maker(motion, options.fit if options.fit in CLOSED_FORMS else "hermite")
    name = _channel_fit(motion, options)
    if name == "free":
        weight = options.break_weight
        return lambda selection: fit(motion, selection, "free", break_weight=weight, progress=progress)
    return lambda selection: fit(motion, selection, name)


def held(
    motion: Motion,
    animation: KeyedAnimation,
    options: FitOptions,
    progress: Progress | None = None,
) -> KeyedAnimation:
    """Return the animation after the world-space match, where that is wanted."""
    if not is_held(motion, options):
        return animation
    weights = default_weights(motion, options.tips) if options.end_weights is None else options.end_weights
    return hold_ends(motion, animation, weights, progress=progress)


def promise_makers(
    motion: Motion, kinds: tuple[CurveKind, ...], options: FitOptions, error_m: float
) -> tuple[dict[CurveKind, Maker], dict[CurveKind, Maker]]:
    """Return the makers of each kind for a promised error, and closed forms that foretell what they reach.

    Quaternion curves break their tangents where smooth ones do not keep the error, unless the fit is ``hermite``.
    Where the maker is the closed form itself, both are the same object.
    """

    def finished(plain: Maker) -> Maker:
        if not is_held(motion, options):
            return plain

        def make(selection: Selection) -> KeyedAnimation:
            found = plain(selection)
            is_hopeless = measure(motion, found).promised_m(options.tips) > FAR_OFF * error_m
            return found if is_hopeless else held(motion, found, options)

        return make

    makers: dict[CurveKind, Maker] = {}
    quick: dict[CurveKind, Maker] = {}
    for kind in kinds:
        plain = plain_maker(motion, kind, options)
        makers[kind], quick[kind] = finished(plain), plain
        if kind == "quaternions" and options.fit not in CLOSED_FORMS:
            quick[kind] = _quaternion_maker(motion, "broken")
            makers[kind] = _nearer(motion, makers[kind], finished(quick[kind]), options.tips, error_m)
        elif kind == "channels" and _channel_fit(motion, options) not in CLOSED_FORMS:
            quick[kind] = plain_maker(motion, kind, FitOptions(fit="broken"))
    return makers, quick


def _channel_fit(motion: Motion, options: FitOptions) -> str:
    return options.fit or ("hermite" if is_hurried(motion, options) else "free")


def is_held(motion: Motion, options: FitOptions) -> bool:
    """Return whether the last step is taken: where it is wanted, unless the take is long and nobody insisted."""
    return options.holds_ends and not is_hurried(motion, options)


def is_hurried(motion: Motion, options: FitOptions) -> bool:
    """Return whether the take is so long that it gets the closed form alone, because nothing else was asked for."""
    insists = options.fit == "free" or options.break_weight != BREAK_WEIGHT or options.end_weights is not None
    return motion.n_frames > LONGEST_FREE and not insists


def _quaternion_maker(motion: Motion, method: str) -> Maker:
    skeleton = motion.skeleton.with_quaternion_channels()
    return lambda selection: fit(motion, selection, method, skeleton=skeleton)


def _nearer(motion: Motion, smooth: Maker, broken: Maker, tips: bool, error_m: float) -> Maker:
    """The smooth curves if they keep the error, otherwise the broken ones."""

    def make(selection: Selection) -> KeyedAnimation:
        found = smooth(selection)
        return found if measure(motion, found).promised_m(tips) <= error_m else broken(selection)

    return make
