"""What a command asks where feet are planted, and where labels may be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from unbake.errors import FileError, UsageError
from unbake.feet.detect.guess.guess import FootGuess, guess_feet
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import load_oracle, packaged_oracle
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import SUFFIX, labels_file
from unbake.formats.known_formats import POINT_SUFFIXES
from unbake.learning.smoothing import hysteresis
from unbake.motion.motion import Motion

PACKAGED = Path("packaged")
"""The name by which the packaged oracle is asked, by the method of the thesis and nothing else."""


def the_oracle(file: Path | None) -> Oracle:
    """Return the oracle of a file, or the one that comes with the package."""
    return packaged_oracle() if file is None or _is_packaged(file) else load_oracle(file)


def guesser(oracle: Path | None) -> Callable[[Motion], FootGuess]:
    """Return what guesses where feet are planted: by default, by an oracle's file, or by the packaged oracle alone."""
    if oracle is None:
        return guess_feet
    if _is_packaged(oracle):
        return guess_of_thesis
    return lambda motion: guess_feet(motion, load_oracle(oracle))


def _is_packaged(file: Path) -> bool:
    return file == PACKAGED and not file.exists()


def guesser_by(oracle: Oracle) -> Callable[[Motion], FootGuess]:
    """Return what guesses by an oracle that was taught; by default where it is but the packaged one."""
    taught = None if oracle is packaged_oracle() else oracle
    return lambda motion: guess_feet(motion, taught)


def guess_of_thesis(motion: Motion) -> FootGuess:
    """Return what the packaged oracle says by itself."""
    certainty = packaged_oracle().certainty(motion)
    labels = FootLabels.from_frames(hysteresis(certainty), motion.fps, motion.first_frame, source="oracle")
    return FootGuess(certainty, labels)


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
    if file.suffix.lower() in POINT_SUFFIXES:
        raise UsageError(f"{file}: bare points have no names, so no foot can be found among them; known: .c3d")
