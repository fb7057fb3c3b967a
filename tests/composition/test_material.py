"""The material of a library."""

from dataclasses import replace

import numpy as np
import pytest

from composition.making import walking_library
from library.making import wobble
from motion.body.scenes import within_scene
from synthesis.figures import walker
from unbake.composition import retargeted_clips
from unbake.composition.material import library_material
from unbake.errors import UsageError
from unbake.feet.skating import skating
from unbake.library.library import Library
from unbake.synthesis.blending.source import check_sources


def test_clips_come_with_their_plants_and_flags(tmp_path):
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as library:
        found = library_material(library)
    material = found.material
    assert material.names == ("left", "right", "straight")
    assert material.n_frames == 540
    assert np.array_equal(np.unique(material.clip_of[material.flag("Run")]), [1])
    assert material.flag("Walk").sum() == 360
    assert np.array_equal(material.sources[2].labels.planted(), walker(180).labels.planted())
    assert not found.notes


def test_all_is_at_one_rate(tmp_path):
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as library:
        number, _ = library.add(walker(180, lean=0.1).motion.resampled(30), "slow")
        library.annotate(number, "Wave", 30, 60, True)
        found = library_material(library)
    clip = found.material.names.index("slow")
    assert found.material.sources[clip].n_frames == 179
    rows = np.flatnonzero(found.material.flag("Wave")) - found.material.starts[clip]
    assert (rows.min(), rows.max()) == (59, 118)


@pytest.mark.parametrize("could_move", [False, True])
def test_the_root_carries_bodies_that_hang_below_one_that_stands_still(tmp_path, could_move):
    with Library.create(tmp_path / "w.unbakelib") as library:
        scenes = {
            name: within_scene(walker(90, step_m=step_m).motion, could_move=could_move)
            for name, step_m in (("slow", 0.6), ("fast", 0.9))
        }
        for name, scene in scenes.items():
            library.add(scene, name)
        found = library_material(library)
        slow = found.material.sources[found.material.names.index("slow")].motion
        assert not found.notes
        assert np.abs(slow.positions()[:, 2:] - scenes["slow"].positions()[:, 2:]).max() < 1e-9
        assert np.ptp(slow.translations_m[:, 0], axis=0).max() > 0.5
        assert np.ptp(slow.translations_m[:, 1:], axis=0).max() < 1e-9


def renamed(motion):
    """The same motion, its joints called as Mixamo calls them."""
    names = tuple(f"mixamorig:{name}" for name in motion.skeleton.names)
    return replace(motion, skeleton=replace(motion.skeleton, names=names))


@pytest.mark.slow
def test_other_proportions_are_retargeted_with_feet_held(tmp_path):
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as library:
        library.add(walker(90, stature=1.2).motion, "tall")
        library.add(renamed(walker(90, stature=0.9).motion), "mixamo")
        found = library_material(library)
    assert found.material.names == ("left", "mixamo", "right", "straight", "tall")
    assert found.notes == ("retargeted to the figure of left, with planted feet held: mixamo, tall",)
    tall, straight = (found.material.sources[found.material.names.index(name)] for name in ("tall", "straight"))
    check_sources([straight, tall])
    # As it walks with its own legs, by a fifth longer, so it walks with these.
    apart = np.linalg.norm(tall.motion.positions() - straight.motion.positions()[:90], axis=2)
    assert apart.max() < 0.05
    for source in (tall, found.material.sources[1]):
        assert source.labels.plants
        assert skating(source.motion, source.labels, legs=source.legs).mean_mm < 2.0


def test_what_was_retargeted_is_kept(tmp_path, monkeypatch):
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as library:
        library.add(walker(90, stature=1.2).motion, "tall")
        first = library_material(library).material.sources[-1].motion
        moved = []
        monkeypatch.setattr(retargeted_clips, "_moved", lambda source, figure: moved.append(source) or first)
        again = library_material(library).material.sources[-1].motion
        assert not moved
        np.testing.assert_allclose(again.positions(), first.positions(), rtol=0.0, atol=1e-12)
        number, _ = library.add(walker(90, stature=0.9).motion, "small")
        library_material(library)
        assert len(moved) == 1, "what is new, and nothing else"
        library.set_foot_labels(number, library_material(library).material.sources[2].labels.painted(0, 10, 20, True))
        library_material(library)
        assert len(moved) == 2, "other plants, other feet"


def test_what_has_no_body_is_left_out_and_named(tmp_path):
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as library:
        library.add(walker(20).motion, "short")
        library.add(wobble(0), "chain")
        found = library_material(library)
    assert found.material.names == ("left", "right", "straight")
    assert found.notes == (
        "left out, as they have no legs with toes, no root that moves or less than half a second: chain, short",
    )


def test_a_stamp_is_of_motions_and_plants(tmp_path):
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as library:
        first = library_material(library).stamp
        library.annotate(1, "Wave", 0, 10, True)
        assert library_material(library).stamp == first
        library.set_foot_labels(1, library.foot_labels(1).painted(0, 100, 120, True))
        assert library_material(library).stamp != first


def test_a_library_without_bodies_says_what_to_add(tmp_path):
    with Library.create(tmp_path / "w.unbakelib") as library:
        with pytest.raises(UsageError, match=r"has no clips yet$"):
            library_material(library)
        library.add(wobble(0), "chain")
        with pytest.raises(UsageError, match=r"no clip has legs with toes, .* half a second of motion$"):
            library_material(library)
