"""One file read into what is stored, in whatever process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from unbake.errors import FileError, UnbakeError, one_line
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import labels_file, load_parts
from unbake.formats.foot_labels.parts import labelled_frames, whole_labels
from unbake.formats.registry import ReadOptions, load_motion, several_takes
from unbake.library.stored import StoredMotion
from unbake.motion.motion import Motion


@dataclass(frozen=True)
class ReadClip:
    """A clip of a file: what it is called, its motion, the foot labels beside it, and what a person should know."""

    name: str
    motion: StoredMotion
    labels: FootLabels | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadFile:
    """What became of a file: its clips, or why there are none."""

    clips: tuple[ReadClip, ...] = ()
    broken: str = ""


def read_file(path: Path, options: ReadOptions) -> ReadFile:
    """Return the clips of a file, one for each take; what is wrong with it is no error but part of the answer."""
    try:
        return ReadFile(tuple(_clips(path, options)))
    except FileError as error:
        return ReadFile(broken=error.message)
    except UnbakeError as error:
        return ReadFile(broken=str(error))
    except MemoryError:
        return ReadFile(broken="does not fit into memory")
    except OSError as error:
        return ReadFile(broken=one_line(f"cannot be read ({error.strerror or error})"))
    except Exception as error:  # one file must not end the work on thousands
        return ReadFile(broken=one_line(f"a fault of Unbake's own ({type(error).__name__}: {error})"))


def _clips(path: Path, options: ReadOptions) -> Iterator[ReadClip]:
    motion = load_motion(path, options)
    takes = several_takes(path, motion)
    yield _clip(path, motion, f"{path.stem} {takes[0]}" if takes else path.stem, options)
    for take in takes[1:]:
        yield _clip(path, load_motion(path, replace(options, take=take)), f"{path.stem} {take}", options)


def _clip(path: Path, motion: Motion, name: str, options: ReadOptions) -> ReadClip:
    if options.frame_numbers is not None:
        motion = motion.excerpt(*options.frame_numbers)
    labels, notes = _labels(path, motion)
    name = "".join(letter if letter.isprintable() else " " for letter in name).lstrip("# ")[:200] or "clip"
    return ReadClip(name, StoredMotion.of(motion), labels, notes)


def _labels(path: Path, motion: Motion) -> tuple[FootLabels | None, tuple[str, ...]]:
    """The foot labels beside a clip, if they are of all its frames."""
    try:
        parts = load_parts(labels_file(path), motion, path)
    except UnbakeError as error:
        return None, (f"{path.name}: its foot labels were left out ({error})",)
    if not parts:
        return None, ()
    if not labelled_frames(parts, motion.n_frames, motion.first_frame).all():
        return None, (f"{path.name}: its foot labels were left out, as they are not of all frames",)
    return whole_labels(parts, motion.n_frames, motion.fps, motion.first_frame), ()
