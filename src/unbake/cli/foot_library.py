"""Clips and their foot labels among files and folders; and the oracle that a command asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from unbake.errors import FileError, UsageError
from unbake.feet.oracle import Oracle
from unbake.feet.oracle_file import load_oracle, packaged_oracle
from unbake.formats.foot_labels import SUFFIX, labels_file
from unbake.formats.native import load_extras
from unbake.formats.registry import FORMATS
from unbake.motion.motion import Motion
from unbake.motion.roles import find_roles

# Markers in C3D count, for a figure is made of them (`load_walker`).
CLIP_SUFFIXES = tuple(suffix for f in FORMATS if "load" in f.holds and f.name != "points" for suffix in f.suffixes)


def the_oracle(file: Path | None) -> Oracle:
    """Return the oracle of a file, or the one that comes with the package."""
    return packaged_oracle() if file is None else load_oracle(file)


def roles_of(motion: Motion, overrides: dict[str, str]) -> dict[str, int] | None:
    """Return role → joint where a person said some; None leaves it to the names."""
    return find_roles(motion.skeleton, overrides) if overrides else None


def clips_in(library: Sequence[Path]) -> list[Path]:
    """Return the clips of files and folders, folders with all that is in them, each once and in order.

    Raises UsageError where there are none, FileError for a path that does not exist.
    """
    found: list[Path] = []
    for place in library:
        if place.is_dir():
            found += sorted(file for file in place.rglob("*") if _is_clip(file))
        elif place.exists():
            found.append(place)
        else:
            raise FileError(place, "does not exist")
    clips = list({file.resolve(): file for file in found}.values())
    if not clips:
        raise UsageError(f"{_listed(library)}: no clips there; known: {' '.join(CLIP_SUFFIXES)}")
    return clips


def _listed(paths: Iterable[Path]) -> str:
    return ", ".join(map(str, paths))


def _is_clip(file: Path) -> bool:
    suffix = file.suffix.lower()
    if suffix not in CLIP_SUFFIXES or file.name.startswith(".") or not file.is_file():
        return False
    return suffix != ".json" or _is_native(file)


def _is_native(file: Path) -> bool:
    """Whether a JSON is an animation of ours: folders are full of others."""
    try:
        return not file.name.endswith(SUFFIX) and load_extras(file) is not None
    except FileError:
        return False


def labels_beside(clip: Path, folder: Path | None) -> Path:
    """Return where a clip's labels are kept: beside it, or in a folder of their own."""
    return labels_file(clip) if folder is None else folder / (clip.stem + SUFFIX)


def check_labels_file(output: Path, clip: Path) -> None:
    """Raise UsageError where labels would be written over something else."""
    if not output.name.endswith(SUFFIX) and output.resolve() != labels_file(clip).resolve():
        raise UsageError(f"{output}: foot labels are written as {SUFFIX}, such as {clip.stem}{SUFFIX}")
