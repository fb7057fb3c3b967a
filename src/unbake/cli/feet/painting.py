"""Foot labels as people write them: ``left-heel 12:45 60:90 left-toe off 46:50 right-heel = 30:71``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from unbake.errors import UsageError
from unbake.feet.labels import FOOT_POINTS, FootLabels
from unbake.formats.foot_labels.format import LabelledPart
from unbake.motion.body.roles import nearest

SHORT = {"lh": 0, "lt": 1, "rh": 2, "rt": 3}
EXPECTED = f"expected {', '.join(FOOT_POINTS)}, each followed by frames such as 12:45, 'off 46:50' or '= 12:45'"


@dataclass(frozen=True)
class Stroke:
    """Frames of one point that are set or lifted; `first` and `last` as the file numbers them, None for all."""

    point: int
    first: int | None
    last: int | None
    is_planted: bool


def parse_painting(text: str, what: str = "--hand") -> tuple[Stroke, ...]:
    """Return the strokes of a text: a point's name, then the frames where it is planted.

    ``A:B`` plants it from A to B, both included, ``A`` on one frame; ``off A:B`` lifts it; ``=`` lifts it everywhere
    first, so that what follows is all there is. Short names are ``lh lt rh rt``; from ``#`` to the end of a line is a
    remark.

    Raises
    ------
    UsageError : anything else.
    """
    strokes: list[Stroke] = []
    point, lifts = -1, False
    for word in _words(text):
        if (named := _point_named(word)) is not None:
            _check_word(not lifts, what, "off", "has no frames")
            point = named
        elif re.match(r"[a-z]", word) and word != "off":
            raise UsageError(f"{what} '{word}' is no point of a foot{nearest(word, FOOT_POINTS)}; {EXPECTED}")
        else:
            _check_word(point >= 0, what, word, "comes before any point")
            if word == "off":
                lifts = True
            elif word == "=":
                strokes.append(Stroke(point, None, None, False))
            else:
                strokes.append(Stroke(point, *_frames(word, what), not lifts))
                lifts = False
    _check_word(bool(strokes) and not lifts, what, text.strip()[:40], "names no frames")
    return tuple(strokes)


def _words(text: str) -> Iterator[str]:
    for line in text.lower().splitlines():
        yield from re.findall(r"=|[^\s,;=]+", line.partition("#")[0])


def _point_named(word: str) -> int | None:
    if word in SHORT:
        return SHORT[word]
    return FOOT_POINTS.index(word) if word in FOOT_POINTS else None


def _frames(word: str, what: str) -> tuple[int, int]:
    match = re.fullmatch(r"(-?\d{1,9})(?::(-?\d{1,9}))?", word)
    if match is None:
        raise UsageError(f"{what} '{word}' is no frames; {EXPECTED}")
    first, last = int(match[1]), int(match[2] or match[1])
    _check_word(first <= last, what, word, "ends before it starts")
    return first, last


def _check_word(is_right: bool, what: str, word: str, wrong: str) -> None:
    if not is_right:
        raise UsageError(f"{what} '{word}' {wrong}; {EXPECTED}")


def painted(labels: FootLabels, strokes: tuple[Stroke, ...]) -> FootLabels:
    """Return labels with strokes painted over them, by hand; UsageError for frames outside."""
    start, end = labels.first_frame, labels.first_frame + labels.n_frames - 1
    for stroke in strokes:
        first = start if stroke.first is None else stroke.first
        last = end if stroke.last is None else stroke.last
        if not start <= first <= last <= end:
            raise UsageError(f"frames {first}:{last} of the {FOOT_POINTS[stroke.point]} are outside {start}:{end}")
        labels = labels.painted(stroke.point, first - start, last - start, stroke.is_planted)
    return labels


def overlaid(labels: FootLabels, part: LabelledPart) -> FootLabels:
    """Return a clip's labels with those of a stretch in place of its own."""
    start = part.labels.first_frame - labels.first_frame
    for point in range(len(FOOT_POINTS)):
        labels = labels.painted(point, start, start + part.labels.n_frames - 1, False)
    plants = (replace(p, first=p.first + start, last=p.last + start) for p in part.labels.plants)
    return replace(labels, plants=(*labels.plants, *plants))
