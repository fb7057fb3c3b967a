"""Criteria: how far a segment between two keyframes is from the motion that it replaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from unbake.errors import UsageError
from unbake.ground.choices import check_choice, check_kind
from unbake.ground.notes import Note
from unbake.motion.body.roles import nearest

Composition = Literal["max", "sum"]
Metric = Literal["pose", "joint"]
SegmentError = Callable[[Any], float]


@dataclass(frozen=True)
class Criterion:
    """An objective function over pairs of frames.

    Parameters
    ----------
    name : what it is called.
    shape : what joins the two keys: ``line`` (the frame's nearest point of the line through both poses; blind to the
        timing along it), ``lerp`` (the time-linear point), ``curve`` (the best cubic of Roberts' appendix A at the
        same instant), or ``own`` for a user's function.
    total : ``max`` for the largest distance in the segment, in metres; ``sum`` for the sum of squares, in m².
    compose : how segments add up to a selection by default: maxima by max, sums by sum. The other way round, sums of
        maxima leave whole stretches of motion without a key.
    function : a user's function from the segment's points (n+1, D) to its error.
    """

    name: str
    shape: Literal["line", "lerp", "curve", "own"]
    total: Literal["max", "sum"]
    compose: Composition
    function: SegmentError | None = None

    @property
    def unit(self) -> str:
        """Unit of its errors: ``m``, ``m²``, or empty for a user's function."""
        if self.shape == "own":
            return ""
        return "m" if self.total == "max" else "m²"


CRITERIA: dict[str, Criterion] = {
    "line-max": Criterion("line-max", "line", "max", "max"),
    "line-sum": Criterion("line-sum", "line", "sum", "sum"),
    "lerp-max": Criterion("lerp-max", "lerp", "max", "max"),
    "lerp-sum": Criterion("lerp-sum", "lerp", "sum", "sum"),
    "curve-max": Criterion("curve-max", "curve", "max", "max"),
    "curve-sum": Criterion("curve-sum", "curve", "sum", "sum"),
}
"""Roberts, Converting Motion Capture Into Editable Keyframe Animation, 2018: line-max eq. 4.1, line-sum eq. 4.2,
curve-max eq. 4.3 and appendix A (but at the same instant, so that timing counts; the thesis takes the curve's nearest
point); Nghiem, Salient Poses: Quick Notes, 2019, section 1.5: lerp-max."""

COMPOSITIONS, METRICS = ("max", "sum"), ("pose", "joint")

SHAPES = {"line": 0, "lerp": 1, "curve": 2}
"""The numbers that the kernels know the shapes by: `LINE`, `LERP` and `CURVE` of `kernels.reach`."""

DEFAULT_CRITERION = "curve-max"
DEFAULT_METRIC: Metric = "joint"


def criterion_named(name: str) -> Criterion:
    """Return the criterion called `name`; UsageError with the nearest names where there is none."""
    check_kind(name, str, "the criterion", "'curve-max', for one")
    if name not in CRITERIA:
        raise UsageError(f"unknown criterion '{name}'{nearest(name, list(CRITERIA))}; known: {', '.join(CRITERIA)}")
    return CRITERIA[name]


def check_objective(metric: Metric, compose: Composition | None) -> None:
    """Raise UsageError for a metric or a composition that there is not."""
    check_choice("metric", metric, METRICS)
    if compose is not None:
        check_choice("composition", compose, COMPOSITIONS)


def composition_notes(criterion: Criterion, compose: Composition | None) -> tuple[Note, ...]:
    """Say what it does where the errors of segments add up in another way than suits a criterion."""
    if compose in (None, criterion.compose) or criterion.shape == "own":
        return ()
    if compose == "sum":
        what = "largest distances are added up, so that whole stretches may go without a key for smaller ones elsewhere"
    else:
        what = "only the segment with the largest sum counts, however far off the others are"
    return (Note(f"{criterion.name} composed by {compose}: {what}; {criterion.compose} suits it", "composition"),)


def register_criterion(name: str, function: SegmentError, compose: Composition = "max") -> Criterion:
    """Make a function of one's own available as a criterion, and return it.

    Parameters
    ----------
    name : what to call it; must not be taken.
    function : takes the points (n+1, D) of a segment, both keys included, n ≥ 1, and returns its error ≥ 0. A function
        compiled with ``numba.njit`` runs compiled, any other is called from Python once a pair.
    compose : how the errors of segments make the error of a selection.

    Raises
    ------
    UsageError : the name is taken, no function, or an unknown composition.
    """
    check_choice("composition", compose, COMPOSITIONS)
    if not callable(function):
        raise UsageError(f"criterion '{name}' needs a function from points to an error, not {function!r}")
    if name in CRITERIA:
        raise UsageError(f"there is a criterion called '{name}' already")
    CRITERIA[name] = Criterion(name, "own", compose, compose, function)
    return CRITERIA[name]
