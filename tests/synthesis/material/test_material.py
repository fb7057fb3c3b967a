"""Material: clips as one row of frames."""

import numpy as np
import pytest

from synthesis.figures import walker
from synthesis.material.walkers import walkers
from unbake.errors import MotionError, UsageError
from unbake.synthesis.blending.tracks import travelled
from unbake.synthesis.material.material import Material, Place


def test_rows_and_places_belong_together():
    material = walkers()
    assert material.n_frames == 540
    for row in (0, 179, 180, 539):
        assert material.row(material.place(row)) == row
    assert material.place(181) == Place(1, 1)
    assert material.left[[0, 179, 180]].tolist() == [179, 0, 179]


def test_steps_and_turns_lead_from_frame_to_frame():
    material = walkers()
    steps, turns = material.steps
    places, headings = material.ways
    for clip in range(3):
        rows = slice(180 * clip, 180 * (clip + 1))
        way, heading = travelled(places[180 * clip], float(headings[180 * clip]), steps[rows][1:], turns[rows][1:])
        assert np.allclose(way, places[rows], atol=1e-9)
        assert np.allclose(heading, headings[rows], atol=1e-9)


def test_planted_points_lead_to_where_they_stand():
    """In the world, a planted point plus the way to its plant is the same place throughout the plant."""
    material = walkers()
    _, headings = material.ways
    plant = material.sources[1].labels.plants[3]
    rows = 180 + np.arange(plant.first, plant.last + 1)
    sine, cosine = np.sin(headings[rows]), np.cos(headings[rows])
    left, ahead = material.to_plants_m[rows, plant.point].T
    ways = np.stack([cosine * left + sine * ahead, cosine * ahead - sine * left], axis=1)
    points = material.foot_points_m[rows, plant.point][:, [0, 2]]
    assert np.ptp(points, axis=0).max() > 0.05
    assert np.allclose(points + ways, points.mean(axis=0), atol=1e-9)


def test_flags_are_found_however_they_are_written():
    material = walkers()
    assert material.flag("wALK").sum() == 360
    with pytest.raises(UsageError, match="no clip carries the flag 'Wave': annotate or add clips that do"):
        material.flag("Wave")
    with pytest.raises(UsageError, match="carried: Walk, Run"):
        material.flag("Fly")


def test_material_needs_clips_of_one_skeleton():
    with pytest.raises(UsageError, match="add clips"):
        Material((), (), {})
    with pytest.raises(MotionError, match="same bones"):
        Material(("a", "b"), (walker(), walker(stature=1.1)), {})
    with pytest.raises(UsageError, match="not of these clips"):
        Material(("a",), (walker(),), {"Walk": np.zeros(3, dtype=bool)})
