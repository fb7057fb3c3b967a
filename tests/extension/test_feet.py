"""Feet that are held while a walk is reduced, as Blender evaluates them (`tests/blender/feet_scenes.py`)."""

import pytest

from data import needs_data

pytestmark = [pytest.mark.slow(60), needs_data]

HELD_MM = 3.0


def test_held_feet_hardly_slide(answer):
    found = answer("held_walk")
    assert len(found["held_mm"]) == 4
    assert max(found["held_mm"]) < HELD_MM
    assert found["held_keys"] == 16


def test_feet_that_are_not_held_slide_as_in_the_capture(answer):
    found = answer("held_walk")
    assert found["free_keys"] == 16
    for name in ("capture_mm", "free_mm"):
        assert max(found[name]) > 2.0 * HELD_MM
