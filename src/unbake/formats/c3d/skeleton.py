"""A skeleton fitted to the markers of a C3D file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unbake.errors import FileError, MotionError
from unbake.formats.c3d.trial import Trial, filled_notes, read_trial
from unbake.formats.registry import ReadOptions
from unbake.ground.wording import frame_range, listed
from unbake.markers.fit import FittedSkeleton, fit_skeleton
from unbake.markers.measures import Measures
from unbake.motion.motion import Motion


def load_skeleton(path: Path, options: ReadOptions) -> Motion:
    """Read the markers of a C3D file as the motion of a skeleton that is fitted to them, in metres, Y up.

    The whole trial is fitted, whatever frames the options name. Widths of joints that the file has for Plug-in Gait
    (``PROCESSING:LKneeWidth`` …) are used.

    Raises
    ------
    UsageError : ezc3d is not installed.
    FileError : a file that is damaged or no C3D file; markers that no skeleton can be fitted to, in one line that lists
        what is missing.
    """
    trial = read_trial(path, replace(options, roles=()))
    return fitted(trial).motion


def fitted(trial: Trial) -> FittedSkeleton:
    """Return a skeleton fitted to a trial; its motion's warnings begin with those of the trial."""
    measures = Measures(trial.widths_m)
    try:
        found = fit_skeleton(
            trial.positions_m, trial.labels, trial.fps, first_frame=trial.first_frame, measures=measures
        )
    except MotionError as error:
        raise FileError.of(trial.file, error) from error
    used = {found.labelling.places[landmark] for landmark in found.model.landmarks}
    gaps = [gap for gap in trial.gaps if gap.marker in used]
    notes = (*filled_notes(gaps, trial.labels), *_hidden(trial, used))
    warnings = (*trial.warnings, *notes, *found.motion.warnings)
    return replace(found, motion=replace(found.motion, warnings=warnings))


def _hidden(trial: Trial, used: set[int]) -> list[str]:
    """Say which markers are not seen for too long to be filled, and when."""
    runs: dict[str, list[str]] = {}
    for gap in trial.gaps:
        if gap.method == "none" and gap.marker in used:
            frames = gap.first + trial.first_frame, gap.last + trial.first_frame
            runs.setdefault(trial.labels[gap.marker], []).append(frame_range(*frames))
    each = listed(f"{label} (frames {listed(where)})" for label, where in runs.items())
    return [f"markers are not seen for too long to be filled, the others place the body there: {each}"] if runs else []
