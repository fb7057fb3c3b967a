"""What people should know of a fit: what was recognised and left out, what is missing, and how near the markers are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.ground.intervals import intervals
from unbake.ground.listing import listed
from unbake.ground.notes import Note
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


def fit_notes(
    labels: Sequence[str],
    labelling: Labelling,
    model: MarkerModel,
    known: Booleans,
    distances_m: Floats,
    first_frame: int,
) -> tuple[str, ...]:
    """Return a sentence for each: the fit, parts without markers, points that were not used, frames in between."""
    used = {labelling.places[landmark] for landmark in model.landmarks}
    unused = [label for number, label in enumerate(labels) if number not in used]
    notes = [_fit_note(labelling, model, distances_m), *_missing_parts(labelling, model)]
    if unused:
        text = f"{len(unused)} points are not among the markers that were fitted: {listed(unused)}"
        notes.append(Note(text, "markers-unused"))
    return (*notes, *_unseen(model, known, first_frame))


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


def _unseen(model: MarkerModel, known: Booleans, first_frame: int) -> Iterable[Note]:
    """Say which segments turn as between other frames, and when."""
    shown = [joint for joint in model.turning if model.names[joint] in SEGMENT_OF.values()]
    parts = []
    for joint in shown:
        runs = [(a + first_frame, b + first_frame) for a, b in intervals(~known[:, joint])]
        if runs:
            each = ", ".join(f"{a}–{b}" if b > a else f"{a}" for a, b in runs[:3])
            more = f" and {len(runs) - 3} more stretches" if len(runs) > 3 else ""
            parts.append(f"{model.names[joint]} (frames {each}{more})")
    if parts:
        text = f"too few markers are seen to tell how these turn, so they follow the frames around: {listed(parts)}"
        yield Note(text, "markers-hidden")
