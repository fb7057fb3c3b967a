"""Feet that are planted in the capture hold in the reduced animation, while its keys stay sparse.

Three steps, each measured. The capture is cleaned up first, so that poses at keys have their feet where they are held.
The world-space match then weighs ankles and toes more while they are planted: slopes are all that it can change, so
feet still swim by some millimetres between keys. What is left is a layer of its own: turns of the legs and shifts of
the root, which the animation can be shown, or baked, with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.keyed_animation import CurveKind
from unbake.curves.layers import FEET, AnimationLayer, layer_between, with_layers
from unbake.curves.measure import MeasuredError, measure_motions
from unbake.curves.world.match import Weights, default_weights
from unbake.feet.clean.clean import CleanedFeet, clean_feet
from unbake.feet.clean.options import CleanOptions
from unbake.feet.floor import Ground
from unbake.feet.labels import FootLabels, foot_planted
from unbake.feet.legs import Legs, legs_of
from unbake.feet.skating import Skating, skating
from unbake.ground.progress import Report
from unbake.motion.motion import Motion
from unbake.motion.points import joints_of
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import Reduction, reduce_motion

PLANTED_WEIGHT = 4.0
"""How much more an ankle or a toe counts while its foot is planted. On the labelled CMU clips with a key every 20
frames, planted points then stray by 5.4 mm on average, by 6.8 mm with a weight of 1; other joints pay for it."""


@dataclass(frozen=True, eq=False)
class PlantedCapture:
    """A capture with its planted feet in place: what is reduced where feet are to hold.

    Parameters
    ----------
    capture : the motion as it was captured.
    cleaned : the same with its feet cleaned up, and what that changed.
    legs : its legs.
    """

    capture: Motion
    cleaned: CleanedFeet
    legs: Legs

    @property
    def motion(self) -> Motion:
        """The motion to choose keys of, to fit, and to measure against."""
        return self.cleaned.motion

    def options(self, options: ReduceOptions, planted_weight: float = PLANTED_WEIGHT) -> ReduceOptions:
        """Return options whose world-space match weighs ankles and toes more while their foot is planted."""
        if not options.holds_ends:
            return options
        weights = planted_weights(self.motion, self.cleaned.labels, self.legs, options, planted_weight)
        return replace(options, end_weights=weights)

    def skating(self, motion: Motion) -> Skating:
        """Return how far the planted points of a motion of these frames stray where they are held firmly."""
        return skating(motion, self.cleaned.held_part, self.legs, self.cleaned.ground, self.cleaned.sole_m)


def with_planted_feet(
    motion: Motion, labels: FootLabels, options: CleanOptions | None = None, ground: Ground | None = None
) -> PlantedCapture:
    """Return a capture with its planted feet in place; for parameters and errors see `clean_feet`."""
    legs = legs_of(motion)
    return PlantedCapture(motion, clean_feet(motion, labels, options or CleanOptions(), ground=ground, legs=legs), legs)


@dataclass(frozen=True, eq=False)
class HeldReduction:
    """A reduction whose planted feet hold.

    Parameters
    ----------
    capture : the motion that was given.
    labels : its plants as they are held, see `CleanedFeet.labels`.
    cleaned : the capture with its feet cleaned up, which was reduced.
    reduction : its result; errors are measured against the cleaned capture.
    layers : for each kind of curves what is left to hold the feet, on top of the animation.
    errors : for each kind how far the animation with its layer is from the cleaned capture.
    skating : how feet skate in the ``capture``, ``cleaned``, in the animation alone (``keys``) and with its layer
        (``layer``); of several kinds of curves, in the one whose feet stray farthest.
    """

    capture: Motion
    labels: FootLabels
    cleaned: CleanedFeet
    reduction: Reduction
    layers: Mapping[CurveKind, AnimationLayer]
    errors: Mapping[CurveKind, MeasuredError]
    skating: Mapping[str, Skating]

    def with_layer(self, kind: CurveKind) -> Motion:
        """Return the animation of a kind, detail included, with its layer on top: a key on every frame."""
        return with_layers(_sampled(self.reduction, kind), [self.layers[kind]])

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know, a sentence each."""
        notes = [f"feet of the capture: {note}" for note in self.cleaned.notes]
        changed = {kind: len(layer.changed_frames(self.capture.n_frames)) for kind, layer in self.layers.items()}
        if any(changed.values()):
            left, several = self.skating["keys"], len(changed) > 1
            frames = (f"{n:,}{f' ({kind})' if several else ''}" for kind, n in changed.items())
            notes.append(
                f"keys and handles alone let planted points stray by {left.mean_mm:.1f} mm on average, "
                f"{left.worst_mm:.1f} mm at worst; the foot layer changes {' or '.join(frames)} of "
                f"{self.capture.n_frames:,} frames"
            )
        return tuple(notes)


def hold_feet(
    motion: Motion,
    labels: FootLabels,
    options: ReduceOptions | None = None,
    *,
    clean: CleanOptions | None = None,
    ground: Ground | None = None,
    planted_weight: float = PLANTED_WEIGHT,
    report: Report | None = None,
) -> HeldReduction:
    """Reduce a motion so that its planted feet hold.

    Parameters
    ----------
    motion : the capture.
    labels : its plants.
    options : as for `reduce_motion`.
    clean, ground : as for `clean_feet`.
    planted_weight : how much more ankles and toes count while their foot is planted, in the world-space match.
    report : callback that receives the progress.

    Raises
    ------
    UsageError, MotionError : as `reduce_motion` and `clean_feet`.
    """
    how = clean or CleanOptions()
    planted = with_planted_feet(motion, labels, how, ground)
    cleaned, legs, plants = planted.cleaned, planted.legs, planted.cleaned.labels
    reduction = reduce_motion(planted.motion, planted.options(options or ReduceOptions(), planted_weight), report)
    # What stands where is told by the capture: in the keys' own motion points may move where they did not.
    kept = replace(how, lengths="kept", max_stretch=0.0, let_go_s=0.0)
    sampled = {kind: _sampled(reduction, kind) for kind in reduction.animations}

    soles = None if cleaned.ground is None else cleaned.sole_m

    def hold(one: Motion) -> Motion:
        return clean_feet(one, plants, kept, ground=cleaned.ground, sole_m=soles, legs=legs).motion

    held = {kind: hold(one) for kind, one in sampled.items()}
    layers = {kind: layer_between(sampled[kind], held[kind], FEET) for kind in sampled}
    errors = {kind: measure_motions(cleaned.motion, m) for kind, m in held.items()}

    def worst(motions: Mapping[CurveKind, Motion]) -> Skating:
        return max((planted.skating(one) for one in motions.values()), key=lambda s: s.worst_mm)

    measured = {
        "capture": planted.skating(motion),
        "cleaned": planted.skating(planted.motion),
        "keys": worst(sampled),
        "layer": worst(held),
    }
    return HeldReduction(motion, plants, cleaned, reduction, layers, errors, measured)


def planted_weights(
    motion: Motion, labels: FootLabels, legs: Legs, options: ReduceOptions, planted_weight: float = PLANTED_WEIGHT
) -> Weights:
    """Return the weights of the world-space match, those of ankles and toes raised while their foot is planted."""
    weights: dict[str | int, float | np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = {}
    for name, weight in (options.end_weights or default_weights(motion, options.tips)).items():
        weights.update(dict.fromkeys(joints_of(motion, [name]), weight))
    planted = foot_planted(labels.planted())
    for row, leg in enumerate(legs.both):
        raised = np.where(planted[:, row], planted_weight, 1.0)
        for joint in (leg.ankle, leg.toe):
            weights[joint] = weights.get(joint, 1.0) * raised
    return weights


def _sampled(reduction: Reduction, kind: CurveKind) -> Motion:
    return reduction.detailed.get(kind) or reduction.animations[kind].sample()
