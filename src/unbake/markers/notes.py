"""What people should know of a fit: what was recognised and left out, what is missing, and how near the markers are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.ground.intervals import intervals
from unbake.ground.notes import Note
from unbake.ground.wording import frame_range, listed
from unbake.markers.model import SEGMENT_OF, MarkerModel
from unbake.markers.sets import SIDES, Labelling

_PARTS = {
    "spine": ("Spine1", ("c7", "jugular-notch", "t10")),
    "head": ("Head", ("left-head-front", "right-head-front", "left-head-back", "right-head-back")),
    **{
        f"{side} arm": (
            f"{side.capitalize()}Arm",
            (f"{side}-acromion", f"{side}-elbow-lateral", f"{side}-wrist-thumb", f"{side}-wrist-little"),
        )
        for side in SIDES
    },
}
_HEADS = ("left-head", "right-head", "head-front")
_FAR_M = 0.04
"""Markers farther off than this are wrong: those on skin that slides by 5 mm stay within half of it."""


def fit_notes(
    labels: Sequence[str],
    labelling: Labelling,
    model: MarkerModel,
    known: Booleans,
    distances_m: Floats,
    first_frame: int,
) -> tuple[str, ...]:
    """Return a sentence for each: the fit, parts without markers, unused points, markers far off, frames in between."""
    used = {labelling.places[landmark] for landmark in model.landmarks}
    unused = [label for number, label in enumerate(labels) if number not in used]
    notes = [_fit_note(labelling, model, distances_m), *_missing_parts(labelling, model)]
    if unused:
        text = f"{len(unused)} points are not among the markers that were fitted: {listed(unused)}"
        notes.append(Note(text, "markers-unused"))
    return (*notes, *_far(labelling, model, distances_m, first_frame), *_unseen(model, known, first_frame))


def _fit_note(labelling: Labelling, model: MarkerModel, distances_m: Floats) -> Note:
    millimetres = 1000.0 * distances_m
    usual = np.array([_median(millimetres[:, marker]) for marker in range(len(model.on))])
    worst = int(np.argmax(usual))
    label = labelling.marker_set.labels[model.landmarks[worst]]
    text = (
        f"a skeleton was fitted to {len(model.on)} markers of {labelling.marker_set.name}; they are "
        f"{_median(millimetres):.0f} mm from it as a median, {label} {usual[worst]:.0f} mm"
    )
    return Note(text, "skeleton-fitted")


def _median(values: Floats) -> float:
    known = values[np.isfinite(values)]
    return float(np.median(known)) if len(known) else 0.0


def _missing_parts(labelling: Labelling, model: MarkerModel) -> Iterable[Note]:
    known = labelling.marker_set.labels
    for part, (joint, landmarks) in _PARTS.items():
        if joint in model.names:
            continue
        wanted = landmarks if part != "head" or landmarks[0] in known else _HEADS
        missing = labelling.missing([landmark for landmark in wanted if landmark in known])
        reason = f"there are no markers {', '.join(missing)}" if missing else "its markers are never seen together"
        if part != "spine" and "Spine1" not in model.names and not missing:
            reason = "there is no spine that it hangs from"
        yield Note(f"the skeleton has no {part}: {reason}", "part-missing", part=part)


def _far(labelling: Labelling, model: MarkerModel, distances_m: Floats, first_frame: int) -> Iterable[Note]:
    """Say which markers are where no marker of the body can be, and when: the farthest first."""
    with np.errstate(invalid="ignore"):
        far = distances_m > _FAR_M
    farthest = np.where(far, distances_m, 0.0).max(axis=0, initial=0.0)
    parts = []
    for marker in np.argsort(-farthest, kind="stable")[: np.count_nonzero(farthest)]:
        label = labelling.marker_set.labels[model.landmarks[marker]]
        centimetres = f"{100.0 * farthest[marker]:.0f} cm"
        parts.append(f"{label} ({_frames(far[:, marker], first_frame)}, up to {centimetres})")
    if parts:
        what = f"markers are more than {100.0 * _FAR_M:.0f} cm from where the skeleton has them"
        yield Note(f"{what}, as when labels are swapped: {listed(parts)}", "markers-far")


def _unseen(model: MarkerModel, known: Booleans, first_frame: int) -> Iterable[Note]:
    """Say which segments turn as between other frames, and when."""
    shown = [joint for joint in model.turning if model.names[joint] in SEGMENT_OF.values()]
    parts = []
    for joint in shown:
        if not known[:, joint].all():
            parts.append(f"{model.names[joint]} ({_frames(~known[:, joint], first_frame)})")
    if parts:
        text = f"too few markers are seen to tell how these turn, so they follow the frames around: {listed(parts)}"
        yield Note(text, "markers-hidden")


def _frames(where: Booleans, first_frame: int) -> str:
    """Return the first runs of frames, and how many more there are."""
    runs = [(a + first_frame, b + first_frame) for a, b in intervals(where)]
    each = ", ".join(frame_range(a, b) for a, b in runs[:3])
    word = "frame" if len(runs) == 1 and runs[0][0] == runs[0][1] else "frames"
    return f"{word} {each}" + (f" and {len(runs) - 3} more stretches" if len(runs) > 3 else "")
