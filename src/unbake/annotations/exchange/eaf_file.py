"""Annotations of one clip as ELAN's .eaf: a tier for each flag, through pympi-ling, an extra (``annotate``).

What a person said is an annotation "yes" or "no" on the tier called like the flag; guesses are on a tier of their own,
``Walk (guess)``, with their confidence: "yes 0.93". ELAN counts in milliseconds from the clip's first frame. A tier
from elsewhere may say anything: whatever is not "no" means yes.

References: Wittenburg et al., ELAN: a professional framework for multimodality research, 2006; Lubbers & Torreira,
pympi-ling, 2013.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from unbake.annotations.exchange.csv_file import read_utf8
from unbake.annotations.exchange.spans import MOST_FRAME, Span, checked_span
from unbake.errors import FileError, UsageError
from unbake.ground.files.whole_file import whole_file
from unbake.library.annotations import GUESS

UNIT = "milliseconds"
MOST_FPS = 500
"""Above, a millisecond no longer tells one frame from the next."""


def load_eaf(file: str | os.PathLike[str], fps: Fraction, first_frame: int) -> list[Span]:
    """Return the spans of a clip; tiers that only comment others are left out.

    Parameters
    ----------
    file : the .eaf.
    fps, first_frame : rate and first number of the clip that it is about; its time 0 is the first frame.

    Raises
    ------
    FileError : no file of ELAN's, a damaged one, or one that counts in other units than milliseconds.
    UsageError : pympi-ling is not installed; a frame rate above `MOST_FPS`.
    """
    file = Path(file)
    _check_rate(fps)
    document = _parsed(file)
    out = []
    if (unit := document.header.get("TIME_UNITS", UNIT)) != UNIT:
        raise FileError(file, "counts time in another unit", expected=UNIT, actual=unit)
    for tier, (aligned, *_) in document.tiers.items():
        times = _with_times_between(document.timeslots, {start: end for start, end, *_ in aligned.values()})
        for start, end, text, *_ in aligned.values():
            begin_ms, end_ms = times.get(start), times.get(end)
            if begin_ms is None or end_ms is None or begin_ms > end_ms:
                raise FileError(file, f"tier '{tier}' has an annotation without proper times")
            first, stop = (first_frame + _frame(time, fps) for time in (begin_ms, end_ms))
            # What is shorter than a frame is the frame in which it begins.
            out.append(_span(file, tier, text, first, max(first, stop - 1)))
    return sorted(out, key=lambda span: (span.flag, span.first_number))


def _with_times_between(times: Mapping[str, int | None], ends: Mapping[str, str]) -> dict[str, int | None]:
    """Return the times of slots, and where a slot has none, as within subdivisions, one evenly between those around.

    Parameters
    ----------
    times : slot → its time, or None.
    ends : first slot of each annotation of a tier → its last.
    """
    out = dict(times)
    for start in ends:
        chain = [start]
        while chain[-1] in ends and len(chain) <= len(ends):
            chain.append(ends[chain[-1]])
            if times.get(chain[-1]) is not None:
                break
        begin_ms, end_ms = times.get(chain[0]), times.get(chain[-1])
        if begin_ms is not None and end_ms is not None:
            for place, slot in enumerate(chain[1:-1], start=1):
                out[slot] = begin_ms + round(Fraction(place * (end_ms - begin_ms), len(chain) - 1))
    return out


def _span(file: Path, tier: str, text: str, first: int, last: int) -> Span:
    words = text.split()
    is_set = not words or words[0].lower() != "no"
    if not tier.endswith(GUESS):
        return checked_span(str(file), None, tier, first, last, is_set, None)
    number = words[1] if len(words) > 1 and re.fullmatch(r"[01](\.\d{1,9})?", words[1]) else "0.5"
    return checked_span(str(file), None, tier.removesuffix(GUESS), first, last, is_set, float(number))


def _frame(time_ms: int, fps: Fraction) -> int:
    if not 0 <= time_ms <= MOST_FRAME:
        return MOST_FRAME + 1
    return round(Fraction(time_ms, 1000) * fps)


def _parsed(file: Path) -> Any:
    text = read_utf8(file)
    # ELAN declares no entities: what does may grow without bounds when it is read.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise FileError(file, "declares a document type, as no file of ELAN's does")
    if "<ANNOTATION_DOCUMENT" not in text:
        raise FileError(file, "is no annotation file of ELAN's", expected="an ANNOTATION_DOCUMENT")
    elan = _elan()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return elan.Eaf(file.resolve())
    except Exception as error:  # whatever pympi stumbles over
        raise FileError(file, "is no annotation file of ELAN's, or damaged", expected="EAF") from error


def save_eaf(
    spans: Sequence[Span],
    file: str | os.PathLike[str],
    fps: Fraction,
    first_frame: int,
    flags: Sequence[str] = (),
) -> None:
    """Write the spans of one clip, whole or not at all; a tier also for flags of which they say nothing.

    The clip's first frame, of the number `first_frame`, is at time 0.

    Raises
    ------
    FileError : it cannot be written.
    UsageError : pympi-ling is not installed; a frame rate above `MOST_FPS`.
    """
    file = Path(file)
    _check_rate(fps)
    elan = _elan()
    document = elan.Eaf(author="Unbake")
    document.remove_tier("default")
    for flag in flags:
        document.add_tier(flag)
    for span in spans:
        tier = span.flag + (GUESS if span.is_guess else "")
        if tier not in document.tiers:
            document.add_tier(tier)
        text = "yes" if span.is_set else "no"
        text += f" {span.confidence:.4f}" if span.confidence is not None else ""
        start, end = (_time_ms(frame - first_frame, fps) for frame in (span.first_number, span.last_number + 1))
        document.add_annotation(tier, start, end, text)
    with whole_file(file) as temporary:
        temporary.write_bytes(elan.to_string(document, encoding="UTF-8"))


def _time_ms(frame: int, fps: Fraction) -> int:
    return round(1000 * frame / fps)


def _check_rate(fps: Fraction) -> None:
    if fps > MOST_FPS:
        raise UsageError(f"ELAN counts milliseconds: too coarse for {float(fps):g} frames a second")


def _elan() -> Any:
    try:
        from pympi import Elan  # imported late: an extra
    except ImportError as error:
        message = "ELAN's files need pympi-ling, which is not installed: pip install 'unbake[annotate]'"
        raise UsageError(message, code="no-pympi") from error
    return Elan
