"""The material of demands: clips of all figures, moved by one."""

from dataclasses import replace

import numpy as np
import pytest

from composition.making import walking_library
from motion.body.scenes import within_scene
from synthesis.figures import walker
from unbake.composition.demands.material import material_of
from unbake.composition.demands.synthesize import synthesize
from unbake.errors import UsageError
from unbake.library.library import Library
from unbake.motion.motion import Motion
from unbake.synthesis.blending.source import check_sources
from unbake.synthesis.demands.demand import Demand, KeyPose
from unbake.synthesis.demands.search import SearchOptions


@pytest.fixture
def library(tmp_path):
    """Three walks of one figure, one of a taller, one whose joints have other names, one that stays where it is."""
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as library:
        library.add(walker(150, stature=1.2).motion, "tall")
        small = walker(150, stature=0.9).motion
        names = tuple(f"mixamorig:{name}" for name in small.skeleton.names)
        library.add(replace(small, skeleton=replace(small.skeleton, names=names)), "mixamo")
        library.add(walker(10).motion, "short")
        yield library


def test_clips_of_other_figures_are_retargeted(library):
    material = material_of(library)
    names = [clip.name for clip in material.clips]
    assert (sorted(names), material.left_out) == (["left", "mixamo", "right", "straight", "tall"], ("short",))
    sources = [material.source(number) for number in range(len(names))]
    check_sources(sources)
    straight, tall = (sources[names.index(name)].motion.positions()[:150] for name in ("straight", "tall"))
    # As it walks with its own legs, by a fifth longer, so it walks with these.
    assert np.linalg.norm(tall - straight, axis=2).max() < 0.05


@pytest.mark.slow
def test_a_motion_goes_over_from_one_figure_to_another(library):
    poses = (KeyPose(at_s=0.2, clip="mixamo", number=30), KeyPose(at_s=2.0, clip="straight", number=120))
    made = synthesize(library, Demand(length_s=2.2, poses=poses), options=SearchOptions(sweeps=4))
    assert {made.material.clips[run.clip].name for run in made.runs} >= {"mixamo", "straight"}
    lengths = np.linalg.norm(made.motion.skeleton.offsets_m, axis=1)
    assert np.allclose(lengths, np.linalg.norm(walker(9).motion.skeleton.offsets_m, axis=1))
    assert any("short" in note for note in made.notes)


def rooted(motion):
    """The same motion, its root without channels to move it."""
    channels = list(motion.skeleton.channels)
    channels[0] = tuple(name for name in channels[0] if "rotation" in name)
    skeleton = replace(motion.skeleton, channels=tuple(channels))
    return Motion(skeleton, motion.rotations_xyzw, np.zeros((motion.n_frames, 0, 3)), motion.fps)


def test_a_figure_that_cannot_travel_is_refused(library):
    library.add(rooted(walker(60).motion), "rooted")
    assert "rooted" in material_of(library).left_out
    with pytest.raises(UsageError, match="'rooted'"):
        material_of(library, figure="rooted")


def test_clips_without_toes_are_left_out(library):
    toeless = walker(150).motion
    names = tuple(name.replace("ToeBase", "Spur") for name in toeless.skeleton.names)
    library.add(replace(toeless, skeleton=replace(toeless.skeleton, names=names)), "toeless")
    assert "toeless" in material_of(library).left_out
    with pytest.raises(UsageError, match="'toeless' has no legs with toes"):
        material_of(library, figure="toeless")


def test_a_figure_below_a_still_root_is_moved_by_that(tmp_path):
    with Library.create(tmp_path / "s.unbakelib") as scenes:
        for name, motion in (("slow", walker(90).motion), ("tall", walker(90, stature=1.2).motion)):
            scenes.add(within_scene(motion), name)
        material = material_of(scenes, figure="slow")
        assert not material.left_out
        sources = [material.source(number) for number in range(2)]
    check_sources(sources)
    assert min(np.ptp(source.motion.translations_m[:, 0], axis=0).max() for source in sources) > 0.5
