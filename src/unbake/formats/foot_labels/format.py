"""Foot labels stored beside the motion they are of: a sidecar ``walk.feet.json``, or ``extras`` of our own JSON.

Four bits a frame, one hex digit. A check of where ankles and hips are goes with them, so that labels never come to be
used for another motion of the same name. Described in docs/native-format.md.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from unbake._version import __version__
from unbake.errors import FileError, MotionError
from unbake.feet.labels import FOOT_POINTS, SOURCES, FootLabels, Plant, Source
from unbake.formats.foot_labels.check import check_places, check_record
from unbake.formats.foot_labels.of_markers import are_of_markers
from unbake.formats.foot_labels.parts import LabelledPart as LabelledPart
from unbake.formats.foot_labels.parts import numbered, plants_in_clip, whole_labels, without
from unbake.formats.native import format as native
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.ground.choices import check_choice
from unbake.ground.files.checked_json import Item, parse_json
from unbake.ground.files.whole_file import whole_file
from unbake.ground.intervals import intervals
from unbake.motion.motion import Motion

FORMAT, VERSION = "unbake-feet", 1
SUFFIX = ".feet.json"
BITS = (1, 2, 4, 8)
"""Of a frame's hex digit, the bit of each of `FOOT_POINTS`."""
MOST_FRAMES = 20_000_000


@dataclass(frozen=True, eq=False)
class StoredLabels:
    """Foot labels as a file has them, whatever motion they are of.

    Parameters
    ----------
    file : where they are.
    parts : the labelled stretches, in the order of their frames.
    n_frames, fps, first_frame : of the motion that they are of.
    check : where its ankles and hips are.
    carried_from : the clip whose labels came along with a result made of it; None for labels of a clip's own.
    """

    file: str
    parts: tuple[LabelledPart, ...]
    n_frames: int
    fps: Fraction
    first_frame: int
    check: Item
    carried_from: str | None

    def parts_of(self, motion: Motion, clip: Path | None = None) -> tuple[LabelledPart, ...]:
        """Return the stretches, numbered as the motion is, at whatever rate that is.

        As many frames at another rate are the same frames; otherwise the seconds count. Where `clip`, its file, holds
        markers, labels of these are those of the skeleton that was fitted to them.

        Raises
        ------
        FileError : another motion, or another stretch of it.
        """
        if clip is not None and self.are_of_markers(clip, motion):
            return self.parts
        ours = (motion.n_frames, motion.fps, motion.first_frame)
        apart = abs((self.n_frames - 1) / self.fps - (motion.n_frames - 1) / motion.fps)
        if self.n_frames != motion.n_frames and (self.fps == motion.fps or apart >= 1 / min(self.fps, motion.fps)):
            self.check_frames(motion)
        check_places(self.check, motion, self.n_frames, self.fps)
        return numbered(self.parts, self.n_frames, self.first_frame, ours)

    def are_of_markers(self, clip: Path, motion: Motion) -> bool:
        """Return whether a clip's file holds markers, and one is of these, the other of what was fitted to them."""
        frames = (self.first_frame, self.first_frame + self.n_frames - 1)
        return are_of_markers(clip, motion, self.check, frames, self.fps)

    def check_frames(self, motion: Motion) -> None:
        """Raise FileError unless length, rate and first frame are those of the motion."""
        try:
            FootLabels((), self.n_frames, self.fps, self.first_frame).check_of(motion)
        except MotionError as error:
            raise FileError.of(self.file, error) from error


def labels_file(path: str | os.PathLike[str]) -> Path:
    """Return where the labels of a motion's file are: a sidecar beside it, or a native JSON itself.

    The path of a sidecar stands for itself.
    """
    path = Path(path)
    if path.name.endswith(SUFFIX) or path.suffix.lower() == ".json":
        return path
    return path.with_name(path.stem + SUFFIX)


def save_labels(
    labels: FootLabels,
    motion: Motion,
    path: str | os.PathLike[str],
    by: Source | None = None,
) -> Path:
    """Write foot labels beside their motion, whole or not at all, and return the file.

    Parameters
    ----------
    labels : of the whole motion, or of a stretch of it; what was stored of other frames stays.
    motion : the whole clip, as its file has it.
    path : the motion's file; a sidecar is written beside it, or, where it is our own JSON, its `extras`. Or the path of
        the sidecar itself (``….feet.json``).
    by : who stands for these frames, the ones without plants too; by default ``hand`` where any plant is, else the
        first source there is.

    Raises
    ------
    MotionError : labels of frames that the motion does not have, or no ankles in the skeleton.
    UsageError : an unknown source.
    FileError : the file cannot be written, or holds labels of another motion that would have to be kept.
    """
    if by is not None:
        check_choice("source of foot labels", by, SOURCES)
    _check_inside(labels, motion)
    part = LabelledPart(labels, by or source_of(labels))
    is_whole = labels.n_frames == motion.n_frames
    others = () if is_whole else load_parts(path, motion)
    kept = [piece for other in others for piece in without(other, part.first_number, part.last_number)]
    return save_parts([*kept, part], motion, path)


def source_of(labels: FootLabels) -> Source:
    """Return who stands for labels of which nothing is said: a person where any plant, or none, is by hand."""
    sources = labels.sources()
    return "hand" if "hand" in sources or not sources else sources[0]


def save_parts(
    parts: Sequence[LabelledPart],
    motion: Motion,
    path: str | os.PathLike[str],
    carried_from: str | None = None,
) -> Path:
    """Write labelled stretches as all that is stored of a motion, and return the file; parameters as `save_labels`.

    `carried_from` names the clip whose labels these are where they come along with a result that was made of it.
    """
    file = labels_file(path)
    record = _record(parts, motion) | ({} if carried_from is None else {"carried_from": carried_from})
    if _is_native(file):
        _save_in_native(record, file)
        return file
    lines = ",\n".join(f' "{key}": {json.dumps(value, allow_nan=False)}' for key, value in record.items())
    with whole_file(file) as temporary:
        temporary.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return file


def load_labels(
    path: str | os.PathLike[str], motion: Motion, clip: str | os.PathLike[str] | None = None
) -> FootLabels | None:
    """Return the labels stored for a motion, None where there are none.

    Frames that nobody labelled have no plants; `load_parts` tells which those are. Labels of the markers in a C3D file
    are those of a skeleton that is fitted to them, too.

    Parameters
    ----------
    path : the motion's file, or a sidecar's.
    motion : the whole clip, as its file has it.
    clip : the motion's file, where `path` is a sidecar's; only C3D files need it.

    Raises
    ------
    FileError : labels of another motion (the message says what differs), or a file that is none of foot labels.
    """
    parts = load_parts(path, motion, clip)
    return whole_labels(parts, motion.n_frames, motion.fps, motion.first_frame) if parts else None


def load_parts(
    path: str | os.PathLike[str], motion: Motion, clip: str | os.PathLike[str] | None = None
) -> tuple[LabelledPart, ...]:
    """Return the labelled stretches of a motion in the order of their frames; parameters as `load_labels`."""
    stored = stored_labels(path)
    if stored is None:
        return ()
    if not stored.are_of_markers(Path(path if clip is None else clip), motion):
        stored.check_frames(motion)
        check_places(stored.check, motion, stored.n_frames, stored.fps)
    return stored.parts


def stored_labels(path: str | os.PathLike[str]) -> StoredLabels | None:
    """Return the labels of a motion's file or of a sidecar, whatever motion they are of; None where there are none.

    Raises
    ------
    FileError : a file that is none of foot labels.
    """
    root = _stored(labels_file(path))
    if root is None:
        return None
    _check_version(root)
    n_frames, fps = root.need("n_frames").integer(1, MOST_FRAMES), root.need("fps").rate()
    first_frame = root.need("first_frame").integer(-(2**31), 2**31)
    source = root.get("carried_from")
    return StoredLabels(
        str(root.file),
        _parts(root, n_frames, fps, first_frame),
        n_frames,
        fps,
        first_frame,
        root.need("ankles"),
        None if source is None else source.text(),
    )


def _is_native(file: Path) -> bool:
    return not file.name.endswith(SUFFIX)


def _stored(file: Path) -> Item | None:
    """The object that holds the labels; None where there is no sidecar, or none in the extras."""
    if _is_native(file):
        return native.load_extras(file).get("feet")
    try:
        return parse_json(file, file.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error


def _check_version(root: Item) -> None:
    name = root.get("format")
    if name is None or name.value != FORMAT:
        raise FileError(root.file, f'holds no foot labels; expected "format": "{FORMAT}"')
    version = root.need("version").integer(1)
    if version > VERSION:
        raise FileError(root.file, f"was written by a later Unbake (version {version}); {VERSION} is understood")


def _check_inside(labels: FootLabels, motion: Motion) -> None:
    """Refuse labels at another rate, or of frames that the motion does not have."""
    last = labels.first_frame + labels.n_frames - 1
    if labels.fps != motion.fps or labels.first_frame < motion.first_frame or last > motion.last_frame:
        labels.check_of(motion)


def _record(parts: Sequence[LabelledPart], motion: Motion) -> dict[str, Any]:
    """The object that is stored."""
    parts = sorted(parts, key=lambda part: part.first_number)
    digits = {source: np.zeros(motion.n_frames, dtype=np.uint8) for source in SOURCES}
    for part in parts:
        for plant in plants_in_clip(part.labels, motion.first_frame):
            digits[plant.source][plant.first : plant.last + 1] |= BITS[plant.point]
    shift = motion.first_frame
    return {
        "format": FORMAT,
        "version": VERSION,
        "generator": f"Unbake {__version__}",
        "n_frames": motion.n_frames,
        "fps": f"{motion.fps.numerator}/{motion.fps.denominator}",
        "first_frame": motion.first_frame,
        "ankles": check_record(motion),
        "labelled": [
            {"first": part.first_number - shift, "last": part.last_number - shift, "by": part.by} for part in parts
        ],
        "plants": {source: "".join(map("{:x}".format, row)) for source, row in digits.items() if row.any()},
    }


def _save_in_native(record: dict[str, Any], file: Path) -> None:
    animation, extras = native.load(file, ReadOptions()), native.load_extras(file)
    with whole_file(file) as temporary:
        try:
            native.save_animation(animation, temporary, WriteOptions(), {**extras.object(), "feet": record})
        except ValueError as error:
            raise FileError(file, f"has extras that cannot be written again ({error})") from error


def _parts(root: Item, n_frames: int, fps: Fraction, first_frame: int) -> tuple[LabelledPart, ...]:
    """The labelled stretches of a record; refuse what contradicts itself."""
    plants = [
        plant for source, row in root.need("plants").object().items() for plant in _plants(root, source, row, n_frames)
    ]
    try:
        labels = FootLabels(tuple(plants), n_frames, fps, first_frame)
    except MotionError as error:
        raise FileError.of(root.file, error) from error
    parts, covered = [], np.zeros(n_frames, dtype=np.bool_)
    for item in root.list_of("labelled"):
        first = item.need("first").integer(0, n_frames - 1)
        last = item.need("last").integer(first, n_frames - 1)
        if covered[first : last + 1].any():
            item.fail("frames that are listed once")
        covered[first : last + 1] = True
        parts.append(LabelledPart(labels.excerpt(first, last), _source(item.need("by"))))
    outside = np.flatnonzero(labels.planted().any(axis=1) & ~covered)
    if len(outside):
        raise FileError(
            root.file, f"has plants at frame {outside[0] + first_frame}, which it does not list as labelled"
        )
    return tuple(sorted(parts, key=lambda part: part.first_number))


def _source(item: Item) -> Source:
    for source in SOURCES:
        if item.value == source:
            return source
    item.fail("one of " + ", ".join(SOURCES))


def _plants(root: Item, source: str, row: Any, n_frames: int) -> list[Plant]:
    """The plants of one source's digits."""
    named = _source(Item(root.file, "plants", source))
    item = Item(root.file, f"plants.{source}", row)
    text = item.text()
    if len(text) != n_frames or not set(text) <= set("0123456789abcdef"):
        item.fail(f"{n_frames} hex digits")
    bits = np.frombuffer(bytes.fromhex("0" + "0".join(text)), dtype=np.uint8)
    return [
        Plant(first, last, point, named)
        for point in range(len(FOOT_POINTS))
        for first, last in intervals((bits & BITS[point]) > 0)
    ]
