"""Numbers and names as people read them."""

from __future__ import annotations

from unbake.keyframes.criteria import Criterion

CRITERION_IN_WORDS = {
    "line": "distance from the straight line between two keys, whatever the timing along it",
    "lerp": "distance from the straight, evenly timed way between two keys",
    "curve": "distance from the best cubic curve between two keys",
    "own": "a criterion of your own",
}


def in_picture(name: str) -> str:
    """Return a file's or a joint's name as matplotlib can draw it: without formulas, and "?" for what is no text."""
    return name.encode(errors="replace").decode().replace("$", r"\$")


def centimetres(metres: float) -> str:
    """Return a length as centimetres with about two digits: ``12.3 cm``, ``0.35 cm``, ``0.012 cm``."""
    return f"{short(100.0 * metres)}\u00a0cm"


def short(value: float) -> str:
    """Return a number with one decimal from 1 upwards and about two digits below: ``12.3``, ``0.35``, ``0.0042``."""
    size = abs(value)
    if size < 5e-5:
        return "0"
    if size >= 0.995:
        return f"{value:,.1f}"
    return f"{value:.2f}" if size >= 0.0995 else f"{value:.2g}"


def percent(part: float) -> str:
    """Return a part of one as a percentage: ``5.1 %``, ``100 %``."""
    value = 100.0 * part
    digits = 0 if value >= 10.0 or value == round(value) else 1 if value >= 1.0 else 2
    return f"{value:.{digits}f}\u00a0%"


def criterion_sentence(criterion: Criterion, metric: str) -> str:
    """Return what a criterion measures, in words."""
    what = "of the worst joint" if metric == "joint" else "of the whole pose"
    how = "the largest" if criterion.total == "max" else "the sum of squares of the"
    if criterion.shape == "own":
        return CRITERION_IN_WORDS["own"]
    return f"{how} {CRITERION_IN_WORDS[criterion.shape]}, {what}"
