"""Areas under curves on small cases, corruptions that do what they say, and files of hand labels."""

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.scores.clips import REPORTED
from benchmarks.scores.corruptions import KINDS, LEAN_DEG, Place, lean, limb_phase, natural, slide, time_scale
from benchmarks.scores.hand_labels import PASSES, agreement, read_labels
from benchmarks.scores.random_blends import BLENDS, HALVES, ITEMS, captures
from benchmarks.scores.rocs import area, area_by_clip, curve
from tests.synthesis.figures import jump, walker

from unbake.errors import FileError


def test_area_is_how_often_the_worse_one_scores_more():
    rng = np.random.default_rng(0)
    scores, flags = rng.integers(0, 6, 60).astype(float), rng.uniform(size=60) < 0.4
    bad, good = scores[flags][:, None], scores[~flags][None]
    expected = ((bad > good) + 0.5 * (bad == good)).mean()
    assert area(scores, flags) == pytest.approx(expected)
    across, up = curve(scores, flags)
    assert np.trapezoid(up, across) == pytest.approx(expected)
    assert (across[0], up[0], across[-1], up[-1]) == (0.0, 0.0, 1.0, 1.0)


def test_bounds_hold_the_area_and_widen_with_fewer_clips():
    rng = np.random.default_rng(1)
    flags = np.arange(120) % 2 == 1
    by_clip = rng.normal(size=6)
    clips = [str(n % 6) for n in range(0, 240, 2)]
    scores = rng.normal(size=120) + flags + by_clip[[int(c) for c in clips]]
    few, many = area_by_clip(scores, flags, clips), area_by_clip(scores, flags, [str(n) for n in range(120)])
    assert few.low < few.value < few.high
    assert many.low < many.value < many.high


def place(source=None, start=20):
    whole = source or walker(200)
    return Place(whole, start, [whole])


def test_natural_is_the_excerpt():
    made = natural(place(), np.random.default_rng(0))
    assert np.array_equal(made.motion.positions(), walker(200).motion.positions()[20:110])


def test_a_slide_goes_on_at_its_speed():
    made, own = (kind(place(), np.random.default_rng(3)).motion.positions() for kind in (slide, natural))
    away = np.linalg.norm(made - own, axis=2)
    assert np.ptp(away, axis=1).max() < 1e-9
    speeds = np.diff(away[:, 0]) * 60.0
    assert np.ptp(speeds) < 1e-6
    assert 0.1 <= speeds[0] <= 0.6


def test_a_lean_turns_the_upper_body_alone():
    made, own = (kind(place(), np.random.default_rng(4)).motion for kind in (lean, natural))
    roles = own.skeleton.roles
    legs = [roles[f"{side}-{part}"] for side in ("left", "right") for part in ("hip", "knee", "ankle")]
    assert np.abs((made.positions() - own.positions())[:, legs]).max() < 1e-9
    spine, neck = roles.get("spine", roles.get("chest")), roles["neck"]
    ways = [m.positions()[:, neck] - m.positions()[:, spine] for m in (made, own)]
    cosine = (ways[0] * ways[1]).sum(axis=1) / np.prod([np.linalg.norm(w, axis=1) for w in ways], axis=0)
    angle = np.degrees(np.arccos(cosine))
    assert LEAN_DEG[0] - 1e-6 <= angle.max() <= LEAN_DEG[1] + 1e-6


def test_time_runs_faster_or_slower():
    made = time_scale(place(), np.random.default_rng(5)).motion
    own = walker(200).motion
    ways = [float(np.linalg.norm(np.diff(m.translations_m[:, 0], axis=0), axis=1).mean()) for m in (made, own)]
    factor = ways[0] / ways[1]
    assert 0.5 <= factor <= 0.7 or 1.5 <= factor <= 2.0


def test_only_one_limb_is_late():
    made, own = (kind(place(), np.random.default_rng(6)).motion for kind in (limb_phase, natural))
    moved = np.abs(made.rotations_xyzw - own.rotations_xyzw).max(axis=(0, 2)) > 1e-9
    names = [name for name, is_moved in zip(own.skeleton.names, moved, strict=True) if is_moved]
    assert 1 <= len(names) <= 4
    assert len({name[:4] for name in names}) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_makes_something_else_of_a_real_clip(kind):
    whole = jump()
    some = Place(whole, 10, [whole, replace(whole)])
    made = KINDS[kind](some, np.random.default_rng(7))
    again = KINDS[kind](some, np.random.default_rng(7))
    assert made.motion.n_frames >= 60
    assert np.array_equal(made.motion.positions(), again.motion.positions())
    own = natural(some, np.random.default_rng(7)).motion.positions()
    assert made.motion.positions().shape != own.shape or np.abs(made.motion.positions() - own).max() > 0.01
    assert made.knowing.n_frames >= 2


def test_hand_labels_are_read(tmp_path):
    file = tmp_path / "pass_a.csv"
    file.write_text("blend,natural,reason\n0,yes,\n7,no,slide\n")
    assert read_labels(file) == {0: False, 7: True}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "columns"),
        ("blend,label\n", "columns"),
        ("blend,natural,reason\n0,good,\n", "no label"),
        ("blend,natural,reason\n0,yes\n", "no label"),
        (f"blend,natural,reason\n{ITEMS},yes,\n", "unknown"),
        ("blend,natural,reason\n1,yes,\n1,yes,\n", "twice"),
    ],
)
def test_damaged_labels_are_refused(tmp_path, text, said):
    file = tmp_path / "pass_a.csv"
    file.write_text(text)
    with pytest.raises(FileError, match=said):
        read_labels(file)


def test_kept_labels_are_of_all_strips_and_halves_share_no_clip():
    for path in (path for path in PASSES if path.exists()):
        assert set(read_labels(path)) == set(range(ITEMS))
    assert len(captures()) == ITEMS - BLENDS
    assert not set(HALVES[0]) & set(HALVES[1])
    assert not set(HALVES[0]) & set(REPORTED)


def test_agreement_beyond_chance():
    first = np.array([1, 1, 0, 0, 1, 0], dtype=bool)
    assert agreement(first, first) == (1.0, 1.0)
    same, kappa = agreement(first, ~first)
    assert (same, kappa) == (0.0, -1.0)
