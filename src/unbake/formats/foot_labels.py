"""Foot labels stored beside the motion they are of: a sidecar ``walk.feet.json``, or ``extras`` of our own JSON.

Four bits a frame, one hex digit. A check of where the ankles are goes with them, so that labels never come to be used
for another motion of the same name. Described in docs/native-format.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

import unbake
from unbake.errors import FileError, MotionError
from unbake.feet.labels import FOOT_POINTS, SOURCES, FootLabels, Plant, Source, intervals
from unbake.formats import native
from unbake.formats.checked_json import Item, parse_json
from unbake.formats.registry import ReadOptions, WriteOptions, whole_file
from unbake.motion.motion import Motion
from unbake.motion.roles import find_roles
from unbake.motion.rotations import Floats

FORMAT, VERSION = "unbake-feet", 1
SUFFIX = ".feet.json"
CHECK_FRAMES = 16
"""How many frames the check looks at, evenly spaced; fewer in shorter clips."""
SAME_WITHIN_M = 0.03
"""Ankles may differ by this: other programs' rounding, a reduction; not another take."""
BITS = (1, 2, 4, 8)
"""Of a frame's hex digit, the bit of each of `FOOT_POINTS`."""
MOST_FRAMES = 20_000_000


@dataclass(frozen=True)
class LabelledPart:
    """Labels of a stretch of a clip.

    Parameters
    ----------
    labels : of the stretch; `first_frame` says where it starts, as the clip's file numbers frames.
    by : who stands for all of it, frames without plants too: ``hand`` once a person has looked at every boundary.
    """

    labels: FootLabels
    by: Source


def labels_file(path: Path) -> Path:
    """Return where the labels of a motion's file are: a sidecar beside it, or a native JSON itself.

    The path of a sidecar stands for itself.
    """
    if path.name.endswith(SUFFIX) or path.suffix.lower() == ".json":
        return path
    return path.with_name(path.stem + SUFFIX)


def save_labels(
    labels: FootLabels,
    motion: Motion,
    path: Path,
    by: Source | None = None,
    roles: Mapping[str, int] | None = None,
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
    roles : role → joint where the names do not say it.

    Raises
    ------
    MotionError : labels of frames that the motion does not have, or no ankles in the skeleton.
    FileError : the file cannot be written, or holds labels of another motion that would have to be kept.
    """
    _check_inside(labels, motion)
    file = labels_file(path)
    sources = labels.sources()
    part = LabelledPart(labels, by or ("hand" if "hand" in sources or not sources else sources[0]))
    is_whole = labels.n_frames == motion.n_frames
    others = () if is_whole else load_parts(path, motion, roles)
    kept = [piece for other in others for piece in _without(other, labels)]
    record = _record([*kept, part], motion, roles)
    if _is_native(file):
        _save_in_native(record, file)
        return file
    lines = ",\n".join(f' "{key}": {json.dumps(value, allow_nan=False)}' for key, value in record.items())
    with whole_file(file) as temporary:
        temporary.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return file


def load_labels(path: Path, motion: Motion, roles: Mapping[str, int] | None = None) -> FootLabels | None:
    """Return the labels stored for a motion, None where there are none.

    Frames that nobody labelled have no plants; `load_parts` tells which those are.

    Parameters
    ----------
    path : the motion's file, or a sidecar's.
    motion : the whole clip, as its file has it.
    roles : role → joint where the names do not say it.

    Raises
    ------
    FileError : labels of another motion (the message says what differs), or a file that is none of foot labels.
    """
    parts = load_parts(path, motion, roles)
    plants = [plant for part in parts for plant in _in_clip(part.labels, motion.first_frame)]
    return FootLabels(_joined(plants), motion.n_frames, motion.fps, motion.first_frame) if parts else None


def load_parts(path: Path, motion: Motion, roles: Mapping[str, int] | None = None) -> tuple[LabelledPart, ...]:
    """Return the labelled stretches of a motion in the order of their frames; parameters as `load_labels`."""
    root = _stored(labels_file(path))
    if root is None:
        return ()
    _check_version(root)
    stored = (
        root.need("n_frames").integer(1, MOST_FRAMES),
        root.need("fps").rate(),
        root.need("first_frame").integer(-(2**31), 2**31),
    )
    try:
        FootLabels((), *stored).check_of(motion)
    except MotionError as error:
        raise FileError(root.file, str(error)) from error
    _check_ankles(root.need("ankles"), motion, roles)
    return _parts(root, *stored)


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
        raise FileError(file, f"cannot be read ({error.strerror or error})") from error


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


def _check_ankles(item: Item, motion: Motion, roles: Mapping[str, int] | None) -> None:
    """Refuse a motion whose ankles are elsewhere than where the labels have them."""
    frames = [frame.integer(0, motion.n_frames - 1) for frame in item.need("frames").items()]
    if not 1 <= len(frames) <= 4 * CHECK_FRAMES:
        item.need("frames").fail(f"1 to {4 * CHECK_FRAMES} frames")
    stored = np.stack([item.need(f"{side}_mm").numbers(len(frames), 3) for side in ("left", "right")], axis=1) / 1000.0
    apart = np.linalg.norm(_ankles_m(motion, frames, roles) - stored, axis=-1)
    if apart.max() > SAME_WITHIN_M:
        row, side = divmod(int(apart.argmax()), 2)
        place = f"at frame {frames[row] + motion.first_frame} the {('left', 'right')[side]} ankle"
        raise FileError(
            item.file,
            f"the foot labels are of another motion: {place} is {100.0 * apart.max():.1f} cm from where they have it",
        )


def _ankles_m(motion: Motion, frames: Iterable[int], roles: Mapping[str, int] | None) -> Floats:
    """Both ankles (n, 2, 3) relative to the hips."""
    found = dict(roles) if roles is not None else find_roles(motion.skeleton)
    if "left-ankle" not in found or "right-ankle" not in found:
        raise MotionError(
            "the skeleton has no left-ankle and right-ankle, so foot labels cannot be told apart (--role)"
        )
    at = motion.positions()[list(frames)]
    return np.asarray(at[:, [found["left-ankle"], found["right-ankle"]]] - at[:, [found.get("hips", 0)]])


def _without(part: LabelledPart, labels: FootLabels) -> list[LabelledPart]:
    """What is left of a part outside the frames of other labels."""
    first, last = part.labels.first_frame, part.labels.first_frame + part.labels.n_frames - 1
    pieces = ((first, min(last, labels.first_frame - 1)), (max(first, labels.first_frame + labels.n_frames), last))
    return [
        replace(part, labels=part.labels.excerpt(begin - first, end - first)) for begin, end in pieces if begin <= end
    ]


def _in_clip(labels: FootLabels, first_frame: int) -> list[Plant]:
    """The plants with frames counted from the clip's first."""
    shift = labels.first_frame - first_frame
    return [replace(plant, first=plant.first + shift, last=plant.last + shift) for plant in labels.plants]


def _joined(plants: Iterable[Plant]) -> tuple[Plant, ...]:
    """Plants of one source that follow each other without a gap made one: stretches may meet inside a plant."""
    out: list[Plant] = []
    for plant in sorted(plants, key=lambda p: (p.point, p.source, p.first)):
        last = out[-1] if out else None
        if last and (last.point, last.source, last.last + 1) == (plant.point, plant.source, plant.first):
            out[-1] = replace(last, last=plant.last)
        else:
            out.append(plant)
    return tuple(out)


def _record(parts: list[LabelledPart], motion: Motion, roles: Mapping[str, int] | None) -> dict[str, Any]:
    """The object that is stored."""
    parts = sorted(parts, key=lambda part: part.labels.first_frame)
    checked = np.unique(np.linspace(0, motion.n_frames - 1, CHECK_FRAMES).round().astype(int)).tolist()
    ankles = np.round(1000.0 * _ankles_m(motion, checked, roles), 1)
    digits = {source: np.zeros(motion.n_frames, dtype=np.uint8) for source in SOURCES}
    for part in parts:
        for plant in _in_clip(part.labels, motion.first_frame):
            digits[plant.source][plant.first : plant.last + 1] |= BITS[plant.point]
    shift = motion.first_frame
    return {
        "format": FORMAT,
        "version": VERSION,
        "generator": f"Unbake {unbake.__version__}",
        "n_frames": motion.n_frames,
        "fps": f"{motion.fps.numerator}/{motion.fps.denominator}",
        "first_frame": motion.first_frame,
        "ankles": {"frames": checked, "left_mm": ankles[:, 0].tolist(), "right_mm": ankles[:, 1].tolist()},
        "labelled": [
            {"first": p.labels.first_frame - shift, "last": p.labels.first_frame - shift + p.labels.n_frames - 1}
            | {"by": p.by}
            for p in parts
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
        raise FileError(root.file, str(error)) from error
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
    return tuple(sorted(parts, key=lambda part: part.labels.first_frame))


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
