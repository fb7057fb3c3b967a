"""Annotations as spans: what files hold of a clip, whichever their format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from unbake.errors import FileError, UsageError
from unbake.ground.intervals import intervals
from unbake.library.annotations import NO, YES, Annotations, flag_index, plain_name
from unbake.library.clip import Clip
from unbake.library.library import Library

MOST_FRAME = 10**9


@dataclass(frozen=True)
class Span:
    """A flag that holds, or does not, over some frames.

    Parameters
    ----------
    flag : its name.
    first_number, last_number : frames as the clip's file numbers them, both included.
    is_set : whether it holds.
    confidence : of a classifier, 0 to 1, the mean of the frames; None where a person said so.
    place : file and line that it was read from.
    """

    flag: str
    first_number: int
    last_number: int
    is_set: bool = True
    confidence: float | None = None
    place: str = field(default="", compare=False)

    @property
    def is_guess(self) -> bool:
        """Whether a classifier said so."""
        return self.confidence is not None


Spans = dict[str, list[Span]]
"""Clip → its spans."""


def spans_of(annotations: Annotations, first_frame: int, *, with_guesses: bool = False) -> list[Span]:
    """Return what a person said of a clip as spans, and where nobody did, what was guessed.

    The clip's first frame has the number `first_frame`.
    """
    out = []
    for row, flag in enumerate(annotations.flags):
        for by_person in (True, False) if with_guesses else (True,):
            for value in (YES, NO):
                where = (annotations.values[row] == value) & (annotations.by_person[row] == by_person)
                for start, end in intervals(where):
                    mean = float(np.mean(annotations.confidence[row, start : end + 1]))
                    confidence = None if by_person else round(mean, 4)
                    out.append(Span(flag, start + first_frame, end + first_frame, value == YES, confidence))
    return sorted(out, key=lambda span: (annotations.flags.index(span.flag), span.first_number))


def check_spans(library: Library, spans: Mapping[str, Sequence[Span]], *, new_flags: bool = False) -> None:
    """Refuse spans that a library cannot take, before anything is changed.

    Raises
    ------
    UsageError : unknown clips, flags that are not in the vocabulary unless `new_flags`, frames outside a clip, a flag
        that is both set and cleared on a frame.
    """
    for name, own in spans.items():
        with _told_where(next((span.place for span in own), "")):
            clip = library.clip(name)
        for span in own:
            with _told_where(span.place):
                _check_span(library, clip, span, new_flags)
        _check_agreement(clip, [span for span in own if not span.is_guess])


def _check_span(library: Library, clip: Clip, span: Span, new_flags: bool) -> None:
    if not new_flags:
        flag_index(library.vocabulary, span.flag)
    if not clip.first_frame <= span.first_number <= span.last_number <= clip.last_frame:
        raise UsageError(
            f"{clip.name}: frames {span.first_number} to {span.last_number} of {span.flag} are not inside the clip's "
            f"{clip.first_frame} to {clip.last_frame}"
        )


@contextmanager
def _told_where(place: str) -> Iterator[None]:
    """Put file and line before what is wrong with a span that was read from there."""
    try:
        yield
    except UsageError as error:
        if not place:
            raise
        raise UsageError(f"{place}: {error}", code=error.code, **error.about) from error


def _check_agreement(clip: Clip, spans: Sequence[Span]) -> None:
    for flag in {plain_name(span.flag): span.flag for span in spans}.values():
        said = np.zeros((2, clip.n_frames), dtype=np.bool_)
        for span in spans:
            if plain_name(span.flag) == plain_name(flag):
                said[
                    int(span.is_set), span.first_number - clip.first_frame : span.last_number - clip.first_frame + 1
                ] = True
        if (both := said.all(axis=0)).any():
            frame = int(both.argmax()) + clip.first_frame
            raise UsageError(f"{clip.name}: {flag} is both set and cleared on frame {frame}")


def take_spans(
    library: Library, spans: Mapping[str, Sequence[Span]], *, new_flags: bool = False, complete: bool = False
) -> tuple[int, int]:
    """Store what persons said as labels, all or nothing, and return how many spans, and how many guesses were left out.

    Labels of other frames stay, unless the spans are `complete`: then no flag holds where none of them says so, on all
    frames of their clips. Guesses are no labels: whoever imports them as such would teach a classifier itself.

    Raises
    ------
    UsageError : as `check_spans`; guesses among complete labels.
    """
    check_spans(library, spans, new_flags=new_flags)
    guess = next((span for own in spans.values() for span in own if span.is_guess), None)
    if complete and guess is not None:
        with _told_where(guess.place):
            raise UsageError(
                f"{guess.flag} is only guessed, and complete labels would say no there; leave guesses out of the file"
            )
    taken = guesses = 0
    with library.database.transaction():
        for name, own in spans.items():
            clip = library.clip(name)
            said = [span for span in own if not span.is_guess]
            guesses += len(own) - len(said)
            for span in said:
                _add_flag(library, span.flag)
            for flag in library.vocabulary if complete else ():
                library.annotate(clip.id, flag, 0, clip.n_frames, False)
            for span in said:
                start, stop = span.first_number - clip.first_frame, span.last_number - clip.first_frame + 1
                library.annotate(clip.id, span.flag, start, stop, span.is_set)
                taken += 1
    return taken, guesses


def _add_flag(library: Library, flag: str) -> None:
    try:
        flag_index(library.vocabulary, flag)
    except UsageError:
        library.set_vocabulary([*library.vocabulary, flag])


def checked_span(
    file: str, line: int | None, flag: str, first: int, last: int, is_set: bool, confidence: float | None
) -> Span:
    """Return a span that was read; FileError where it is none."""
    if not flag.strip() or len(flag) > 200:
        raise FileError(file, "a span names no flag", line=line)
    if not -MOST_FRAME <= first <= last <= MOST_FRAME:
        raise FileError(file, f"frames {first} to {last} are no span", line=line)
    if confidence is not None and not 0.0 <= confidence <= 1.0:
        raise FileError(file, f"a confidence of {confidence:g}", line=line, expected="0 to 1")
    place = file if line is None else f"{file}:{line}"
    return Span(flag.strip(), first, last, is_set, confidence, place)
