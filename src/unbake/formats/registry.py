"""Loading and saving by suffix."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import FileError, UsageError
from unbake.formats.known_formats import FORMATS, Format, format_of
from unbake.ground.choices import check_kind
from unbake.ground.files.whole_file import check_folder, whole_file
from unbake.ground.notes import Note
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.motion.points import Points

if TYPE_CHECKING:
    from unbake.curves.measure import MeasuredError

Loaded = Motion | KeyedAnimation | Points
UsdKind = Literal["skeleton", "splines"]

IGNORES_CASE = sys.platform in ("win32", "darwin")
"""Whether `Walk.bvh` and `walk.bvh` are one file."""


@dataclass(frozen=True)
class ReadOptions:
    """What a person may say about a file that the file does not say, or says wrongly.

    Parameters
    ----------
    fps : frame rate that overrides the file's.
    metres_per_unit : length of the file's unit in metres, for formats that have none of their own.
    skeleton_file : skeleton of an AMC file; by default the ASF file beside it.
    frame_numbers : first and last of the frames that will be used, as the file numbers them. A reader that would have
        to leave things out because of other frames (C3D) returns these frames alone; all others return the whole clip.
    roles : (role, name) of joints, or of a C3D's markers, whose names do not say what they are.
    take : name of the take that is read, where a file holds several (takes of FBX, animations of glTF, and figures of
        those, of BVH and USD); by default the first that moves.
    as_skeleton : whether markers (C3D) become the motion of a skeleton that is fitted to them instead of points. Roles
        are then those of its joints.
    """

    fps: Fraction | None = None
    metres_per_unit: float | None = None
    skeleton_file: Path | None = None
    frame_numbers: tuple[int, int] | None = None
    roles: tuple[tuple[str, str], ...] = ()
    take: str | None = None
    as_skeleton: bool = False

    def __post_init__(self) -> None:
        if self.skeleton_file is not None:
            object.__setattr__(self, "skeleton_file", Path(self.skeleton_file))  # text is taken, too


@dataclass(frozen=True)
class WriteOptions:
    """How to write a file.

    Parameters
    ----------
    metres_per_unit : overrides the unit of formats that have none (BVH).
    usd : how USD is written: ``skeleton``, with a sample on every frame, or ``splines``, with every key and handle.
    progress : callback that receives the progress, where curves have to be fitted again; what it raises ends the work.
    has_figure : whether an FBX gets a figure of bones, bound to the skeleton, so that there is something to look at.
    fbx_version : 7400 or 7500; by default the first of them that can hold the file.
    """

    metres_per_unit: float | None = None
    usd: UsdKind = "skeleton"
    progress: Progress | None = None
    has_figure: bool = False
    fbx_version: int | None = None


def load(path: str | os.PathLike[str], options: ReadOptions | None = None) -> Loaded:
    """Read a file as what it holds: a Motion, a KeyedAnimation, or Points without a skeleton.

    Parameters
    ----------
    path : the file; its suffix names the format.
    options : what to assume where the file says nothing, or to override.

    Raises
    ------
    UsageError : an unknown suffix, a role, a joint or a take that does not exist.
    FileError : a file that is missing, unreadable, or not what its suffix says.
    """
    file = _path(path)
    options = options or ReadOptions()
    check_kind(options, ReadOptions, "the options of reading")
    reader: Any = _module(format_of(file, "load"))
    with readable(file):
        if file.is_dir():
            raise FileError(file, "is a folder, not a file")
        loaded: Loaded = reader.load(file, options)
    if options.as_skeleton and isinstance(loaded, Points):
        raise FileError(file, "holds bare points, no labelled markers that a skeleton could be fitted to")
    named = dict(options.roles)
    if not named or isinstance(loaded, Points):
        return loaded
    if isinstance(loaded, Motion):
        return loaded.with_roles(named)
    return replace(loaded, skeleton=loaded.skeleton.with_roles(named))


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Turn what the system says of a file that cannot be read into a FileError."""
    try:
        yield
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error
    except MemoryError as error:
        raise FileError(file, "does not fit into memory") from error


def load_motion(path: str | os.PathLike[str], options: ReadOptions | None = None) -> Motion:
    """Read a file as a motion with a key on every frame.

    A skeleton is fitted to markers (C3D). Of a keyed animation these are the curves; where its layers are left out, one
    of the motion's warnings says so.

    Parameters
    ----------
    path : the file; its suffix names the format.
    options : what to assume where the file says nothing, or to override.

    Raises
    ------
    UsageError : an unknown suffix, a role, a joint or a take that does not exist.
    FileError : a file that is missing, unreadable, not what its suffix says, or that holds bare points.
    """
    options = options or ReadOptions()
    check_kind(options, ReadOptions, "the options of reading")
    loaded = load(path, with_skeleton(path, options))
    if isinstance(loaded, Points):
        raise FileError(path, "holds points without a skeleton, so there is no motion to turn into an animation")
    return without_layers(loaded, Path(path)) if isinstance(loaded, KeyedAnimation) else loaded


def _path(path: str | os.PathLike[str]) -> Path:
    try:
        return Path(path)
    except TypeError:
        raise UsageError(f"a file is given by its path, not by {type(path).__name__}") from None


def takes_of(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return the names of a file's takes, none for formats that hold one clip; errors as of `load`."""
    file = Path(path)
    kind = format_of(file, "load")
    reader: Any = _module(kind)
    with readable(file):
        return tuple(reader.takes(file)) if kind.has_takes else ()


def several_takes(path: str | os.PathLike[str], loaded: Loaded) -> tuple[str, ...]:
    """Return the names of a file's takes, that which was read without a name first; none where it holds one only.

    Notes of what was read tell whether there are others, so that most files are not read once more.
    """
    was_chosen = any(isinstance(note, Note) and note.code == "take-chosen" for note in loaded.warnings)
    takes = takes_of(path) if was_chosen else ()
    return takes if len(takes) > 1 else ()


def with_skeleton(path: str | os.PathLike[str], options: ReadOptions) -> ReadOptions:
    """Return the options with which a file is read as a motion: markers become a skeleton, all else is as it is."""
    suffix = _path(path).suffix.lower()
    markers = any(known.has_markers and suffix in known.suffixes for known in FORMATS)
    return replace(options, as_skeleton=True) if markers else options


def without_layers(animation: KeyedAnimation, file: Path) -> Motion:
    """Return the motion of an animation's curves; where it has layers, one of the warnings says they are left out."""
    motion = animation.sample()
    if not animation.layers:
        return motion
    return replace(motion, warnings=(*motion.warnings, layers_left_out(animation, f"{file.name}: ")))


def layers_left_out(animation: KeyedAnimation, where: str = "") -> Note:
    """Return a note that the layers of an animation are left out; `where` goes before it."""
    names = ", ".join(f"'{layer.name}'" for layer in animation.layers)
    what = f"the layer {names} is" if len(animation.layers) == 1 else f"the layers {names} are"
    return Note(f"{where}{what} left out", "layer-left-out")


def purpose_of(what: Loaded) -> str:
    """Return what a format must be able to hold: ``motion``, ``animation`` or ``points``; UsageError for others."""
    for kind, purpose in ((Motion, "motion"), (KeyedAnimation, "animation"), (Points, "points")):
        if isinstance(what, kind):
            return purpose
    raise UsageError(f"a {type(what).__name__} cannot be saved; a Motion, a KeyedAnimation or Points can")


def save(what: Loaded, path: str | os.PathLike[str], options: WriteOptions | None = None) -> MeasuredError | None:
    """Write a motion, a keyed animation or points to a file, whole or not at all.

    Where a format cannot hold the curves of a keyed animation, they are fitted again: for glTF, which has handles at
    thirds only, by `gltf_curves`, with broken tangents where smooth ones would be far off; for FBX, Maya and USD
    splines, which have Euler angles only, quaternions by `euler_curves`.

    Layers are written to our JSON only; other formats take the curves alone, or the motion that
    `KeyedAnimation.layered` returns.

    Parameters
    ----------
    what : a motion, a keyed animation, or points.
    path : the file; its suffix names the format. A file that is there is replaced.
    options : how to write it.

    Returns
    -------
    How far curves that were fitted again are from those of the animation, in metres, measured on the file;
    None where everything is in the file, to its last written digit.

    Raises
    ------
    UsageError : an unknown suffix, or a format that cannot hold what is to be saved.
    FileError : the file cannot be written.
    """
    purpose, file = purpose_of(what), _path(path)
    options = options or WriteOptions()
    check_kind(options, WriteOptions, "the options of writing")
    writer: Any = _module(format_of(file, purpose))
    with whole_file(file) as temporary:
        written = getattr(writer, f"save_{purpose}")(what, temporary, options)
        return _deviation(what, temporary, written)


def notes_before_saving(
    what: Loaded, path: str | os.PathLike[str], options: WriteOptions | None = None
) -> tuple[Note, ...]:
    """Return what a file will not keep of a motion, an animation or points, as far as its writer knows beforehand.

    Raises UsageError for an unknown suffix, or a format that cannot hold what is to be saved.
    """
    file = Path(path)
    notes = getattr(_module(format_of(file, purpose_of(what))), "notes", None)
    return tuple(notes(what, file, options or WriteOptions())) if notes else ()


def _deviation(what: Loaded, file: Path, written: KeyedAnimation | None) -> MeasuredError | None:
    """How far a written file is from an animation that its format cannot hold exactly."""
    from unbake.curves.for_gltf import is_exact_in_gltf
    from unbake.curves.measure import measure_motions

    if not isinstance(what, KeyedAnimation):
        return None
    if written is not None:
        return None if written is what else measure_motions(what.sample(), written.sample())
    if format_of(file, "animation").curves != "quaternions":
        return None
    return None if is_exact_in_gltf(what) else measure_motions(what.sample(), load_motion(file))


def keeps_keys(path: str | os.PathLike[str], options: WriteOptions | None = None) -> bool:
    """Return whether a file keeps the keys of an animation; others have it at every frame, or not at all."""
    kind = format_of(Path(path), "motion")
    is_spline = kind.package == "usd" and (options or WriteOptions()).usd == "splines"
    return "animation" in kind.holds and (kind.keeps_keys or is_spline)


def check_writable(path: str | os.PathLike[str], purpose: str = "animation") -> None:
    """Raise UsageError or FileError now if saving to `path` is bound to fail later: suffix, folder, permission."""
    file = Path(path)
    format_of(file, purpose)
    check_folder(file)


def check_distinct(source: Path, outputs: Sequence[Path]) -> None:
    """Raise UsageError where an output is the file that is read, or two outputs are one file."""
    seen = {_place(source): "the file that is read"}
    for path in outputs:
        place = _place(path)
        if place in seen:
            raise UsageError(f"{path} would overwrite {seen[place]}; choose another name")
        seen[place] = "another output"


def _place(path: Path) -> str:
    """Return a text that is the same for all names of a file."""
    place = os.path.realpath(path)
    return place.casefold() if IGNORES_CASE else place


def _module(file_format: Format) -> Any:
    return import_module(f"unbake.formats.{file_format.package}.format")
