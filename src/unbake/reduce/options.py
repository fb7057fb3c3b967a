"""What a person asks of a reduction: which keyframes, and how they are joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self, get_args

import numpy as np

from unbake.curves.fits.fit import FIT_METHODS
from unbake.curves.fits.free import BREAK_WEIGHT, FREE_FITS
from unbake.curves.keyed_animation import CurveKind
from unbake.curves.world.match import Weights
from unbake.errors import UsageError
from unbake.ground.choices import check_choice, check_kind, check_number, check_whole
from unbake.ground.wording import counted
from unbake.keyframes.criteria import check_objective, criterion_named
from unbake.keyframes.layers import EXTREMES_LAYERS, Layer, check_layers
from unbake.keyframes.request import SelectOptions, check_limits
from unbake.motion.motion import Motion, check_motion


@dataclass(frozen=True, kw_only=True)
class JoinOptions:
    """How keyframes are joined.

    Parameters
    ----------
    fit : name of the fit; None for ``free``. Quaternion curves have handles at thirds whatever is asked for.
    break_weight : for ``free`` and ``tightest``: a tangent breaks where that takes away more than this part of the
        squared error nearby; 1 and above never, 0 wherever it helps at all.
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

    def of_frames(self, rows: Sequence[int]) -> Self:
        """Return what they are for some frames of a motion, from 0: weights for each frame are those of these."""
        if self.end_weights is None:
            return self
        own = {joint: np.asarray(w)[list(rows)] if np.ndim(w) else w for joint, w in self.end_weights.items()}
        return replace(self, end_weights=own)

    @property
    def channel_fit(self) -> str:
        """Name of the fit that channels get."""
        return self.fit or "free"

    @property
    def weighs_bending(self) -> bool:
        """Whether channels get smooth curves that may bend more, or less, for their nearness."""
        return self.channel_fit == "free" and self.break_weight == BREAK_WEIGHT


@dataclass(frozen=True, kw_only=True)
class ReduceOptions(SelectOptions, JoinOptions):
    """How keyframes are chosen and joined; those of `SelectOptions` and `JoinOptions`, and:

    Parameters
    ----------
    keys : exactly this many keyframes; or
    error_m : few whose result stays within this distance at every frame and default joint, with `tips` at every
        joint and end site; with neither, three layers choose. `criterion`, `metric` and `compose` are for `keys` and
        `error_m`; the leading part is what the first two layers see, or for `keys` and `error_m` what selection sees.
    bound : for `error_m`: find out how few keys would do if every segment were fitted on its own, see `promised.alone`.
    nudge : for `keys`: move them by a few frames where the finished curves then come nearer, see `unbake.reduce.nudge`.
    layers : the three layers.
    method : how keys are selected, see `keyframes.pick`; ``auto`` goes by the length of the take.
    curves : which curves are wanted; for a promised error all of them are held to it.
    detail : part of the lost detail to put back, 0 to 1; above 0 what comes out has a key on every frame.
    wants_space : make the selection space even where the three layers choose, for a report to show; False: nobody looks
        at it, so a count or an error may be found without most of it, the same in a fraction of the time.
    """

    keys: int | None = None
    error_m: float | None = None
    bound: bool = False
    nudge: bool = False
    layers: tuple[Layer, ...] = EXTREMES_LAYERS
    method: Literal["auto", "optimal", "bounded", "pieces"] = "auto"
    curves: tuple[CurveKind, ...] = ("channels",)
    detail: float = 0.0
    wants_space: bool | None = None


def check_options(motion: Motion, options: ReduceOptions) -> None:
    """Raise UsageError for options that make no sense, or not for this motion; and for what is no motion."""
    check_motion(motion)
    check_kind(options, ReduceOptions, "the options", "ReduceOptions(keys=12), for one")
    for part, what in ((options.error_m, "the error in metres"), (options.detail, "the part of the detail")):
        check_number(0.0 if part is None else part, what)
    check_number(options.break_weight, "the break weight")
    check_limits(options)
    check_layers(options.layers)
    if options.keys is not None and options.error_m is not None:
        raise UsageError("ask for a number of keys or for an error, not for both")
    if options.bound and options.error_m is None:
        raise UsageError("only a promised error has a bound of its keys: ask for an error")
    if options.nudge and options.keys is None:
        raise UsageError("only keys that were chosen by count are nudged: ask for a number of keys")
    if options.keys is not None:
        check_whole(options.keys, "a number of keys")
    if options.keys is not None and not 2 <= options.keys <= motion.n_frames and motion.n_frames > 1:
        raise UsageError(
            f"{counted(options.keys, 'key')} asked for; a clip of {motion.n_frames} frames takes 2 to {motion.n_frames}"
        )
    check_objective(options.metric, options.compose)
    criterion_named(options.criterion)
    check_choice("method", options.method, ("auto", "optimal", "bounded", "pieces"))
    if not options.curves or not options.layers:
        raise UsageError("a reduction needs one kind of curves or more, and one layer or more")
    for kind in options.curves:
        check_choice("kind of curves", kind, get_args(CurveKind))
    if options.fit is not None:
        check_kind(options.fit, str, "the fit", "'free', for one")
    if options.fit is not None and options.fit not in FIT_METHODS:
        raise UsageError(f"unknown fit '{options.fit}'; known: {', '.join(FIT_METHODS)}")
    if not 0.0 <= options.break_weight < float("inf"):
        raise UsageError(f"the break weight must be a finite number of at least 0, not {options.break_weight:g}")
    if options.break_weight != BREAK_WEIGHT and options.fit not in (None, *FREE_FITS):
        raise UsageError(f"only the free fits weigh whether to break a tangent, not '{options.fit}'")
    if options.error_m is not None and not 0.0 < options.error_m < float("inf"):
        raise UsageError("the error must be a length larger than zero")
    if not 0.0 <= options.detail <= 1.0:
        raise UsageError(f"the part of the detail to put back, {options.detail:g}, is outside 0 to 1")
