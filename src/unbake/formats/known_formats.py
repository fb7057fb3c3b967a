"""The file formats: what each is called, and what it can hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from unbake.curves.keyed_animation import CurveKind
from unbake.errors import UsageError


@dataclass(frozen=True)
class Format:
    """A file format: what it is called, in which package it is read and written, and what it can hold.

    Its module `format` offers ``load(path, ReadOptions)``, ``save_motion(motion, path, WriteOptions)`` and
    ``save_animation(animation, path, WriteOptions)`` as far as `holds` says; saving functions write to the very path
    that they are given, the registry takes care that a file appears whole or not at all. Where `save_animation` has to
    write other curves, it returns these; ``notes(what, path, WriteOptions)``, where there is one, says beforehand what
    a file will not keep. Without a skeleton, what is loaded are bare points; a skeleton can be fitted to those of a
    format that `has_markers`, and files of the suffixes `figures` may hold a motion with a skeleton all the same, which
    is then called `figure_name`. A format that `has_angles_only` turns joints by Euler angles, not by quaternions; one
    that does not keep keys has an animation at every frame. A format that `takes_unit` names none in its files; one
    that `takes_axes` leaves open which way is up. Where `reads_unit`, a person may say the unit of a file; where
    `has_takes`, which of several is read, and its module has ``takes(path)``. `needs` is a module that only an extra
    installs; without it nothing can be read or written.
    """

    name: str
    suffixes: tuple[str, ...]
    package: str
    holds: frozenset[str] = field(default_factory=frozenset)
    curves: CurveKind = "channels"
    has_skeleton: bool = True
    has_angles_only: bool = False
    keeps_keys: bool = True
    takes_unit: bool = False
    takes_axes: bool = False
    reads_unit: bool = False
    has_takes: bool = False
    needs: str = ""
    has_markers: bool = False
    figures: tuple[str, ...] = ()
    figure_name: str = ""

    @property
    def is_installed(self) -> bool:
        """Whether the module that the format needs, if any, is there."""
        return not self.needs or find_spec(self.needs) is not None

    def called(self, is_figure: bool) -> str:
        """Return what a file is called that holds a motion with a skeleton, or bare points."""
        return self.figure_name if is_figure and self.figure_name else self.name


FORMATS = (
    Format(
        "BVH",
        (".bvh",),
        "bvh",
        frozenset({"load", "motion", "animation"}),
        takes_unit=True,
        takes_axes=True,
        reads_unit=True,
        has_takes=True,
        keeps_keys=False,
    ),
    Format("Acclaim ASF/AMC", (".amc",), "acclaim", frozenset({"load"})),
    Format(
        "glTF",
        (".glb", ".gltf"),
        "gltf",
        frozenset({"load", "motion", "animation"}),
        "quaternions",
        has_takes=True,
    ),
    Format("Unbake JSON", (".json",), "native", frozenset({"load", "motion", "animation"})),
    Format("Blender script", (".py",), "blender_script", frozenset({"motion", "animation"})),
    Format("FBX", (".fbx",), "fbx", frozenset({"load", "motion", "animation"}), has_angles_only=True, has_takes=True),
    Format(
        "USD",
        (".usdc", ".usda", ".usd"),
        "usd",
        frozenset({"load", "motion", "animation"}),
        reads_unit=True,
        has_takes=True,
        keeps_keys=False,
        needs="pxr",
    ),
    Format("USD package", (".usdz",), "usd", frozenset({"load"}), reads_unit=True, has_takes=True, needs="pxr"),
    Format("Maya ASCII", (".ma",), "maya", frozenset({"motion", "animation"}), has_angles_only=True),
    Format("Maya animation", (".anim",), "maya", frozenset({"motion", "animation"}), has_angles_only=True),
    Format(
        "C3D",
        (".c3d",),
        "c3d",
        frozenset({"load", "motion", "points"}),
        has_skeleton=False,
        reads_unit=True,
        has_markers=True,
    ),
    Format(
        "points",
        (".npy", ".npz", ".csv"),
        "points",
        frozenset({"load", "points"}),
        has_skeleton=False,
        takes_axes=True,
        reads_unit=True,
        figures=(".npz",),
        figure_name="SMPL motion",
    ),
)
_ELSEWHERE = {
    ".asf": " (give the .amc file; the skeleton beside it is found)",
    ".dae": " (Blender up to 4.5 opens Collada and exports .glb or .usdc)",
}
"""What to do about suffixes that people try."""
POINT_SUFFIXES = tuple(suffix for known in FORMATS if known.package == "points" for suffix in known.suffixes)


def holds_points(path: Path) -> bool:
    """Return whether the format that a path's suffix names, if any, takes points without a skeleton."""
    return any(path.suffix.lower() in known.suffixes and "points" in known.holds for known in FORMATS)


def format_of(path: Path, purpose: str) -> Format:
    """Return the format that a path's suffix names; UsageError with the known ones where none does.

    `purpose` is ``load``, ``motion``, ``animation`` or ``points``: what the format must be able to do.
    """
    suffix = path.suffix.lower()
    if purpose == "load" and not suffix and path.is_dir():
        raise UsageError(f"{path}: is a folder, not a clip", code="folder")
    known = " ".join(s for f in FORMATS if purpose in f.holds for s in f.suffixes)
    for candidate in FORMATS:
        if suffix in candidate.suffixes:
            if purpose in candidate.holds:
                return candidate
            if purpose == "load":
                raise UsageError(f"{path}: {candidate.name} cannot be read; known: {known}")
            reason = "; points have no skeleton, so they are no animation" if purpose == "points" else ""
            message = f"{candidate.name} cannot hold {_described(purpose)}{reason}"
            raise UsageError(f"{path}: {message}; known for that: {known}")
    raise UsageError(f"{path}: unknown suffix '{suffix}'{_ELSEWHERE.get(suffix, '')}; known: {known}")


def _described(purpose: str) -> str:
    return {"motion": "a motion", "animation": "a keyed animation", "points": "bare points"}[purpose]
