"""The oracle that a command asks, and where labels may be written."""

from __future__ import annotations

from pathlib import Path

from unbake.errors import FileError, UsageError
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import load_oracle, packaged_oracle
from unbake.formats.foot_labels.format import SUFFIX, labels_file
from unbake.formats.registry import FORMATS

_BARE = tuple(suffix for form in FORMATS if form.name == "points" for suffix in form.suffixes)


def the_oracle(file: Path | None) -> Oracle:
    """Return the oracle of a file, or the one that comes with the package."""
    return packaged_oracle() if file is None else load_oracle(file)


def check_labels_file(output: Path, clip: Path) -> None:
    """Raise UsageError where labels would be written over something else."""
    if not output.name.endswith(SUFFIX) and output.resolve() != labels_file(clip).resolve():
        raise UsageError(f"{output}: foot labels are written as {SUFFIX}, such as {clip.stem}{SUFFIX}")


def check_named_labels(file: Path) -> None:
    """Raise where a file that was named as one of labels cannot be one: another kind, or not there."""
    if file.suffix.lower() != ".json":
        raise UsageError(f"{file}: foot labels are read from {SUFFIX}, or from our own .json")
    if not file.exists():
        raise FileError(file, "does not exist")


def check_walker(file: Path) -> None:
    """Raise UsageError for files of points that have no names, in which no foot can be found."""
    if file.suffix.lower() in _BARE:
        raise UsageError(f"{file}: bare points have no names, so no foot can be found among them; known: .c3d")
