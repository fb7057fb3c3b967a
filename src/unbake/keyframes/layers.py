"""Three layers of selection, each within the segments of the one before it (thesis chapter 4).

By default they are the knots of baked curves, the extremes of the motion, and breakdowns where curves between these
would miss it; as the thesis has them, they are segments, keyposes and breakdowns by three criteria.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError, shorten
from unbake.ground.choices import check_choice
from unbake.ground.progress import Progress
from unbake.keyframes.choose import automatic_count, check_thresholds, normalised_errors
from unbake.keyframes.criteria import Metric, check_objective, criterion_named
from unbake.keyframes.error_table import checked_gaps, checked_pins, error_table
from unbake.keyframes.fillers import without_trend
from unbake.keyframes.long.bounded import fewest_keys
from unbake.keyframes.pick import pick_method
from unbake.keyframes.selection import KeyClass, Selection
from unbake.keyframes.space import SelectionSpace, select
from unbake.motion.points import Points, Space

MOMENTS = ("knots", "extremes")
"""What a layer can take besides criteria: see `unbake.keyframes.moments`, `knots` and `extremes`."""


@dataclass(frozen=True)
class Layer:
    """How one layer selects within each segment that the layers before it made.

    Parameters
    ----------
    criterion, metric : the objective function; or `knots` or `extremes`, which are moments of the motion: they are
        taken as they are, wherever a curve from end to end of the segment misses by more than `floor_m`.
    lead : whether it sees the leading part only, or all points.
    space : the points in the world, or in the body's space (the hips' horizontal travel taken out).
    accuracy : largest error, as a part of the largest distance between two poses of the segment.
    significance : least relative gain over one key less.
    floor_m : errors below this length always count as accurate, so that a pose held almost still gets no keys.
    floor_scales : whether that is meant for figures as large as people, and is less for a face and more for a giant.
    """

    criterion: str
    metric: Metric
    lead: bool
    space: Space
    accuracy: float
    significance: float = 0.1
    floor_m: float = 0.0
    floor_scales: bool = False

    def __post_init__(self) -> None:
        if not self.is_moments:
            criterion_named(self.criterion)
        check_objective(self.metric, None)
        check_choice("space", self.space, ("world", "body"))
        check_thresholds(self.accuracy, self.significance)

    @property
    def is_moments(self) -> bool:
        """Whether the layer takes moments of the motion, and has no use for metric, space and thresholds."""
        return self.criterion in MOMENTS


THESIS_LAYERS = (
    Layer("line-max", "pose", lead=True, space="world", accuracy=0.2),
    Layer("line-sum", "pose", lead=True, space="world", accuracy=0.2),
    Layer("curve-max", "pose", lead=False, space="world", accuracy=0.01),
)
"""Thesis 4.3.1–4.3.3 with the thresholds of 4.4.1, the leading part in the world."""

EXTREMES_LAYERS = (
    Layer("knots", "joint", lead=False, space="world", accuracy=1.0, significance=0.0),
    Layer(
        "extremes", "joint", lead=True, space="world", accuracy=1.0, significance=0.0, floor_m=0.01, floor_scales=True
    ),
    Layer("curve-max", "joint", lead=False, space="world", accuracy=0.03, floor_m=0.03, floor_scales=True),
)
"""The default. Where curves were keyed and baked, their knots are the keys; elsewhere the extremes of the body, or of
the leading part, are, and breakdowns where a curve between them would be off by 3 cm, and by 3 % of the way that joints
go there.

Both were chosen on the pieces of `benchmarks.handmade` that are for tuning. Keys that the animator made, found with
precision / recall: 0.69 / 0.95 at 1 cm and 1 %, 0.77 / 0.91 at 2, 0.86 / 0.90 at 3; beyond, nothing changes."""

LEAD = ("hips",)
"""The leading part of the other layers by default: in walking, the action starts with the hips (thesis 4.3, after
Lasseter)."""

BLOCKING_LAYERS = (
    Layer("lerp-max", "pose", lead=True, space="body", accuracy=0.15, floor_m=0.005, floor_scales=True),
    Layer("lerp-max", "pose", lead=True, space="body", accuracy=0.15, floor_m=0.005, floor_scales=True),
    Layer("curve-max", "joint", lead=False, space="world", accuracy=0.01, floor_m=0.01, floor_scales=True),
)
"""Led by one part. In the world a walk's travel drowns its steps, and a line does not see a swing along itself; in the
body's space and against time the extremes of the hips are contacts, passing poses, the crouch, the apex, the landing.

Tuned on 27 walks, 12 jumps and 22 runs of the CMU database: 95 % of the walks' contacts and 98 % of the highs and lows
of the hips in all of them have a keypose within 1/20 s. With `lerp-sum` in the second layer (as the thesis has it) a
third of the jumps' lows are missed, with 20 % a tenth; without the floor of 5 mm noise earns keys, with 10 mm a third
of the walks' contacts is lost. The feet as leading part find every contact but few passing poses."""

LEAST_GAP_S = 0.05

LAYER_PRESETS: dict[str, tuple[Layer, ...]] = {
    "extremes": EXTREMES_LAYERS,
    "blocking": BLOCKING_LAYERS,
    "thesis": THESIS_LAYERS,
}

PointsFor = Callable[[Layer], Points]
"""Gives the points that a layer looks at: the leading part or everything, in the world or the body's space."""
MomentsFor = Callable[[Layer], Sequence[int]]
"""Gives the frames, from 0, that a layer of moments takes."""


def _no_moments(layer: Layer) -> Sequence[int]:
    raise UsageError(f"layers of {layer.criterion} need a motion, not points alone")


@dataclass(frozen=True, eq=False)
class Blocking:
    """What the three layers chose.

    Parameters
    ----------
    selection : all keys; those of the first two layers and pins are keyposes, those of the third breakdowns; so are
        knots that are no extremes.
    layer_of : for each key the layer that chose it, 1 to 3; the ends of the clip and pins belong to layer 1,
        or to layer 2 where knots are the first.
    segments : for each layer the (first, last) frames of the segments it divided.
    """

    selection: Selection
    layer_of: tuple[int, ...]
    segments: tuple[tuple[tuple[int, int], ...], ...]


def three_layers(
    points_for: PointsFor,
    layers: Sequence[Layer] = BLOCKING_LAYERS,
    *,
    moments_for: MomentsFor = _no_moments,
    settled: NDArray[np.bool_] | None = None,
    pinned: Sequence[int] = (),
    cuts: Sequence[int] = (),
    min_gap: int | None = None,
    max_gap: int | None = None,
    progress: Progress | None = None,
) -> Blocking:
    """Select keyposes and breakdowns automatically: each layer divides the segments that the one before it left.

    Parameters
    ----------
    points_for : gives each layer its points, all over the same frames.
    layers : segmenting, keyposes, breakdowns.
    moments_for : gives layers of moments their frames.
    settled : (F,) whether the way from each frame to the next lies between keys that are known to be all there are: a
        segment of such ways is divided by the first layer alone, and where it is longer than the largest gap.
    pinned : frames from 0 that are always keyposes.
    cuts : frames from 0 that are keyposes however near each other they are; where a least gap was asked for, or a pin
        is nearer than that, they are not.
    min_gap : least frames from a key to the next; by default `LEAST_GAP_S` (less where pins are closer), because an
        animator works at film rate and two keys on neighbouring frames of it are one.
    max_gap : most frames from a key to the next.
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : not three layers, the last without a criterion; pins or gaps that cannot be kept; a maximum gap below
        twice the minimum less one, which segments of some lengths could not keep.

    References
    ----------
    Roberts, Converting Motion Capture Into Editable Keyframe Animation, 2018, section 4.3.
    """
    if not callable(points_for):
        raise UsageError("three layers need a function from a layer to its points: lambda layer: points_of(motion)")
    check_layers(layers)
    if len(layers) != 3:
        raise UsageError(f"blocking takes three layers, not {len(layers)}")
    if layers[-1].is_moments:
        raise UsageError(f"the last layer needs a criterion, not {layers[-1].criterion}")
    seen = points_for(layers[0])
    frames = seen.n_frames
    fixed = sorted({0, frames - 1, *checked_pins(pinned, frames, seen.first_frame)})
    least = _least_gap(min_gap, max_gap, fixed, float(seen.fps))
    checked_gaps(least, max_gap, frames, tuple(fixed), seen.first_frame)
    is_gap_kept = min_gap is not None and min_gap > 1
    cuts = [c for c in cuts if not is_gap_kept and all(pin in cuts or abs(c - pin) >= least for pin in pinned)]
    # Nobody keyed the ends of a capture: they are no knots.
    fixing = 2 if layers[0].criterion == "knots" else 1
    chosen: dict[int, int] = dict.fromkeys((0, frames - 1, *pinned, *cuts), fixing)
    divided = []
    for number, layer in enumerate(layers, start=1):
        points = points_for(layer)
        segments = tuple(pairwise(sorted({0, frames - 1, *cuts} if number == 1 else chosen)))
        divided.append(segments)
        moments = moments_for(layer) if layer.is_moments else ()
        for first, last in segments:
            inside = [p for p in pinned if first < p < last]
            if _is_settled(settled, first, last, number, max_gap):
                found = []
            elif layer.is_moments:
                found = _moments_inside(points, first, last, layer, inside, least, moments)
            else:
                # The gap between keys is a promise about the result, so the last layer keeps it.
                longest = max_gap if number == len(layers) else None
                found = _divide(points, first, last, layer, inside, least, longest)
            for frame in found:
                chosen.setdefault(frame, number)
            if progress:
                progress((number - 1 + (last / max(frames - 1, 1))) / len(layers))
    keys = sorted(chosen)
    classes: tuple[KeyClass, ...] = tuple("breakdown" if chosen[k] == 3 else "keypose" for k in keys)
    return Blocking(Selection(tuple(keys), classes=classes), tuple(chosen[k] for k in keys), tuple(divided))


def check_layers(layers: Sequence[Layer]) -> None:
    """Raise UsageError for what is no sequence of layers."""
    if not isinstance(layers, Sequence) or not all(isinstance(layer, Layer) for layer in layers):
        raise UsageError(f"layers are a sequence of Layer, not {shorten(repr(layers))}")


def _is_settled(settled: NDArray[np.bool_] | None, first: int, last: int, number: int, max_gap: int | None) -> bool:
    is_short = max_gap is None or last - first <= max_gap
    return number > 1 and settled is not None and is_short and bool(settled[first:last].all())


def _least_gap(min_gap: int | None, max_gap: int | None, fixed: Sequence[int], fps: float) -> int:
    if min_gap is None:
        closest = min((b - a for a, b in pairwise(fixed)), default=1)
        splittable = closest if max_gap is None else (max_gap + 1) // 2
        return max(1, min(math.ceil(fps * LEAST_GAP_S), closest, splittable))
    if max_gap is not None and max_gap < 2 * min_gap - 1:
        raise UsageError(f"with gaps of at least {min_gap} frames, the largest must be {2 * min_gap - 1} or more here")
    return min_gap


def _moments_inside(
    points: Points, first: int, last: int, layer: Layer, pinned: Sequence[int], min_gap: int, moments: Sequence[int]
) -> list[int]:
    """Return the moments inside a segment that are far enough from its ends, pins and each other; none in a segment
    that is near enough to one cubic of time."""
    away = replace(points, values=without_trend(points.values[first : last + 1]))
    if np.linalg.norm(away.positions(), axis=2).max() <= layer.floor_m:
        return []
    fixed, taken = sorted([first, *pinned, last]), first
    found = []
    for frame in sorted(moments):
        if not first < frame < last:
            continue
        place = bisect(fixed, frame)
        if min(frame - taken, frame - fixed[place - 1], fixed[place] - frame) >= min_gap:
            found.append(frame)
            taken = frame
    return [*fixed, *found]


def _divide(
    points: Points, first: int, last: int, layer: Layer, pinned: Sequence[int], min_gap: int, max_gap: int | None
) -> list[int]:
    """Return the frames that a layer chooses in one segment, its ends and pins included."""
    if last - first < 2 * min_gap:
        return [first, last]
    pinned = [pin - first for pin in pinned]
    part = replace(points, values=points.values[first : last + 1], first_frame=points.first_frame + first)
    criterion = criterion_named(layer.criterion)
    longest = len(part.values) if max_gap is None else max_gap
    pick = pick_method(len(part.values), longest, criterion, layer.metric, counts=len(part.values), for_error=True)
    if pick.method == "bounded" and criterion.total == "max":
        # On a very long segment: the fewest keys that are accurate enough; significance would need the whole space.
        return [first + frame for frame in _fewest_accurate(part, layer, pinned, min_gap, max_gap).frames]
    table = error_table(part, layer.criterion, metric=layer.metric, pinned=pinned, min_gap=min_gap, max_gap=max_gap)
    space = select(table)
    errors = _thresholded_errors(space, part, layer)
    return [first + frame for frame in space.frames(automatic_count(errors, layer.accuracy, layer.significance))]


def _fewest_accurate(part: Points, layer: Layer, pinned: Sequence[int], min_gap: int, max_gap: int | None) -> Selection:
    """Return the fewest keys that are accurate enough; where the gaps forbid that, within twice what they allow."""
    extent = _extent(part, layer)
    allowed = max(layer.accuracy * extent, layer.floor_m)
    while True:
        try:
            return fewest_keys(
                part, allowed, layer.criterion, metric=layer.metric, pinned=pinned, min_gap=min_gap, max_gap=max_gap
            ).selection
        except UsageError:
            # A jump within the least gap misses any bound below its height; nobody asked for that gap, so go on.
            if allowed > 4.0 * extent:
                raise
            allowed *= 2.0


def _thresholded_errors(space: SelectionSpace, part: Points, layer: Layer) -> dict[int, float]:
    """Normalised errors of the segment, with errors below the floor counted as none."""
    extent = _extent(part, layer)
    errors = normalised_errors(space, extent)
    least = layer.floor_m / extent if extent > 0.0 else 0.0
    return {k: 0.0 if e <= least else e for k, e in errors.items()}


def _extent(part: Points, layer: Layer) -> float:
    return part.pose_range() if layer.metric == "pose" else part.point_range()
