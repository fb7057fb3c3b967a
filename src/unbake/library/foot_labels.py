"""Foot labels as a library keeps them: JSON, so that any program can read them."""

from __future__ import annotations

import json
from pathlib import Path

from unbake.errors import FileError, MotionError
from unbake.feet.labels import FOOT_POINTS, FootLabels, Plant
from unbake.library.clip import Clip


def labels_text(labels: FootLabels, clip: Clip) -> str:
    """Return a clip's foot labels as JSON; MotionError for labels of another length or rate."""
    if (labels.n_frames, labels.fps) != (clip.n_frames, clip.fps):
        raise MotionError(f"labels of {labels.n_frames} frames for a clip of {clip.n_frames}, or at another rate")
    plants = [[FOOT_POINTS[plant.point], plant.first, plant.last, plant.source] for plant in labels.plants]
    return json.dumps({"plants": plants})


def parse_labels(file: Path, text: str, clip: Clip) -> FootLabels:
    """Return a clip's foot labels; FileError where the text is damaged."""
    try:
        rows = json.loads(text)["plants"]
        plants = tuple(Plant(first, last, FOOT_POINTS.index(point), source) for point, first, last, source in rows)
        return FootLabels(plants, clip.n_frames, clip.fps, clip.first_frame)
    except (ValueError, KeyError, TypeError, MotionError) as error:
        raise FileError(file, f"the foot labels of clip '{clip.name}' are damaged ({error})") from error
