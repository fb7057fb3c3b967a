from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from data import DATA, needs_data
from unbake.errors import UsageError
from unbake.keyframes.layers import BLOCKING_LAYERS, THESIS_LAYERS, three_layers
from unbake.motion.points import Points, points_of


def bouncing(frames=241, fps=120):
    """Two points: a hip that bounces twice on the spot and a hand that waves faster."""
    time = np.arange(frames) / fps
    hip = np.stack([0 * time, 1.0 + 0.1 * np.cos(2 * np.pi * time), 0 * time], axis=1)
    hand = hip + np.stack([0 * time, 0.2 * np.sin(8 * np.pi * time), 0.3 + 0 * time], axis=1)

    def points_for(layer):
        columns = [hip] if layer.lead else [hip, hand]
        return Points(np.concatenate(columns, axis=1), ("hip", "hand")[: len(columns)])

    return points_for


def test_keyposes_are_the_extremes_of_the_leading_part():
    blocking = three_layers(bouncing())
    assert set(blocking.selection.keyposes) >= {0, 240}
    for extreme in (60, 120, 180):
        assert min(abs(extreme - frame) for frame in blocking.selection.keyposes) <= 3
    assert len(blocking.selection.breakdowns) >= 4
    assert all(n == 3 for n, c in zip(blocking.layer_of, blocking.selection.classes, strict=True) if c == "breakdown")


def test_each_layer_divides_the_segments_of_the_one_before():
    blocking = three_layers(bouncing())
    first, second, third = blocking.segments
    assert first == ((0, 240),)
    for inner, outer in ((second, first), (third, second)):
        ends = {end for segment in inner for end in segment}
        assert ends >= {end for segment in outer for end in segment}
    assert set(blocking.selection.frames) >= {end for segment in third for end in segment}


def test_pins_are_keyposes_and_gaps_are_kept():
    blocking = three_layers(bouncing(), pins=[31, 90], min_gap=8, max_gap=20)
    assert {31, 90} <= set(blocking.selection.keyposes)
    gaps = np.diff(blocking.selection.frames)
    assert gaps.min() >= 8
    assert gaps.max() <= 20


def test_by_default_no_two_keys_fall_into_one_film_frame():
    noisy = bouncing()
    rng = np.random.default_rng(0)

    def points_for(layer):
        points = noisy(layer)
        return replace(points, values=points.values + rng.normal(size=points.values.shape) * 0.02)

    assert np.diff(three_layers(points_for).selection.frames).min() >= 5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layers": BLOCKING_LAYERS[:2]}, "three layers"),
        ({"min_gap": 10, "max_gap": 12}, "must be 19 or more"),
        ({"pins": [3], "min_gap": 10}, "no selection keeps"),
    ],
)
def test_requests_that_make_no_sense(options, message):
    with pytest.raises(UsageError, match=message):
        three_layers(bouncing(), **options)


@pytest.mark.parametrize("frames", [1, 2, 3, 6])
def test_very_short_clips(frames):
    selection = three_layers(bouncing(frames)).selection
    assert (selection.frames[0], selection.frames[-1]) == (0, frames - 1)


def test_a_still_clip_has_two_keyposes():
    still = Points(np.ones((50, 3)), ("hip",))
    assert three_layers(lambda layer: still).selection.frames == (0, 49)


def test_a_jump_has_its_crouch_apex_and_landing():
    """The packaged clip: two jumps; the lowest and highest hips of each are keyposes within 1/24 s."""
    motion = packaged_clip()

    def points_for(layer):
        return points_of(motion, ["hips"] if layer.lead else None, space=layer.space)

    keyposes = np.array(three_layers(points_for).selection.keyposes)
    height = points_of(motion, ["hips"]).values[:, 1]
    crouch, apex, landing = 50, 100, 140  # roughly; the exact extremes are looked up
    for around, pick in ((crouch, np.argmin), (apex, np.argmax), (landing, np.argmin)):
        window = slice(around - 30, around + 30)
        extreme = window.start + int(pick(height[window]))
        assert np.abs(keyposes - extreme).min() <= 5


@needs_data
@pytest.mark.parametrize(("clip", "keyposes", "keys"), [("walk", 2, 5), ("jump", 2, 7)])
def test_the_thesis_layers_find_few_keyposes(clip, keyposes, keys):
    """Measured before by independent code: with the hips leading in the world, a walk looks like one segment."""
    values = np.load(DATA / "points" / f"{clip}.npy").astype(float)

    def points_for(layer):
        columns = values[:, :3] if layer.lead else values
        return Points(columns, tuple(f"p{n}" for n in range(columns.shape[1] // 3)))

    selection = three_layers(points_for, THESIS_LAYERS, min_gap=1).selection
    assert (len(selection.keyposes), len(selection)) == (keyposes, keys)
