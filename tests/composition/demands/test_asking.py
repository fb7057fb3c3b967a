"""A demand over a library: flags that must, must not and may hold, and what no library can do."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tests.composition.demands.acted import FLAGS, filled

from unbake.cli.shared.remedies import with_remedy
from unbake.composition.demands.asking import asked_of, fastest_m_s, flag_costs, wanted_flags
from unbake.composition.demands.material import material_of
from unbake.errors import UsageError
from unbake.motion.composed.recipe import Course, Recipe
from unbake.synthesis.demands.demand import Demand, FlagStretch, FloorPath, KeyPose, Spot


def refused(acted, **parts):
    with pytest.raises(UsageError) as error:
        asked_of(Demand(**({"length_s": 4.0} | parts)), acted)
    return str(error.value)


def test_flags_cost_what_is_wrong_of_them():
    columns = np.array([[1, 0, -1], [0, 0, 0], [-1, 1, 1]], dtype=np.int8)
    values = np.array([[1, 0, -1, 1], [0, 1, 1, -1], [0, 1, 0, -1]], dtype=np.int8)

    def one(wanted, value):
        if wanted == 0 or wanted == (1 if value == 1 else -1 if value == 0 else 0):
            return 0.0
        return 0.5 if value < 0 else 1.0

    slow = [[sum(map(one, column, values[:, f])) for f in range(4)] for column in columns]
    assert flag_costs(columns, values).tolist() == slow


def test_negation_and_what_may_hold():
    stretches = (
        FlagStretch(start_s=0.0, stop_s=2.0, must=("walk",), must_not=("Turn Left",)),
        FlagStretch(start_s=2.0, stop_s=4.0, must=("Run",), others="must-not", may=("Turn-Right",)),
    )
    wanted = wanted_flags(Demand(length_s=4.0, stretches=stretches), FLAGS)
    assert wanted[:, 0].tolist() == [1, 0, 0, -1, 0, 0]
    assert wanted[:, 119].tolist() == wanted[:, 0].tolist()
    assert wanted[:, 120].tolist() == [-1, 1, -1, -1, 0, -1]
    assert wanted[:, 240].tolist() == wanted[:, 120].tolist()


@pytest.mark.slow
def test_flags_that_no_frame_has_name_the_stretch_and_the_nearest(acted):
    said = refused(acted, stretches=(FlagStretch(start_s=1.0, stop_s=3.0, must=("Crouch",)),))
    assert "from 1 to 3 s" in said
    assert "'Crouch'" in said
    assert "the nearest has" in said
    assert "clip '" in said
    said = refused(acted, stretches=(FlagStretch(start_s=0.0, stop_s=3.0, must=("Run", "Turn Left")),))
    assert "Run and Turn Left" in said
    assert "1 wrong" in said
    said = refused(acted, stretches=(FlagStretch(start_s=0.0, stop_s=3.0, must=("Jump",)),))
    assert "unknown flag 'Jump'" in said


@pytest.mark.slow
def test_two_stretches_together_may_be_impossible(acted):
    both = (
        FlagStretch(start_s=0.0, stop_s=3.0, must=("Run",), line=4),
        FlagStretch(start_s=2.0, stop_s=4.0, must=("Stand",), line=8),
    )
    said = refused(acted, stretches=both, file="d.toml")
    assert "d.toml:4: " in said
    assert "Run and Stand" in said


def test_places_out_of_reach(acted):
    fastest = fastest_m_s(acted.pool) * acted.leg_m
    assert 1.5 < fastest < 6.0
    said = refused(acted, spots=(Spot(at_s=1.0, place_m=(0.0, 20.0)),))
    assert "20.0 m away" in said
    assert f"{fastest:.1f} m/s" in said
    near = Demand(length_s=4.0, spots=(Spot(at_s=4.0, place_m=(0.0, 0.9 * 4.0 * fastest)),))
    assert asked_of(near, acted).problem.targets.frames.tolist() == [240]
    path = FloorPath(points_m=((0.0, 0.0), (0.0, 30.0), (0.0, 0.0)), start_s=0.0, stop_s=4.0)
    assert "the end of the path" in refused(acted, path=path)


def test_a_path_ends_at_its_last_point_where_only_the_heading_is_asked_for(acted):
    path = FloorPath(points_m=((0.0, 0.0), (0.0, 3.0)), start_s=1.0, stop_s=4.0)
    turned = Demand(
        length_s=4.0, spots=(Spot(at_s=4.0, heading_deg=90.0), Spot(at_s=1.0, place_m=(1.0, 1.0))), path=path
    )
    targets = asked_of(turned, acted).problem.targets
    assert targets.frames.tolist() == [60, 240]
    assert targets.places_m.tolist() == [[1.0, 1.0], [0.0, 3.0]]
    assert targets.headings_rad[1] == pytest.approx(np.pi / 2.0)


def test_what_nobody_labelled_is_not_called_wrong(acted):
    unknown = acted.values.copy()
    unknown[FLAGS.index("Run")] = -1
    stretch = FlagStretch(start_s=0.0, stop_s=3.0, must=("Walk",), must_not=("Run",))
    partly = replace(acted)
    partly.__dict__["values"] = unknown
    said = refused(partly, stretches=(stretch,))
    assert "is known to have Walk without Run" in said
    assert "the nearest has Walk, nobody said whether it has Run: clip" in said


def test_poses_of_no_clip(acted):
    assert "no clip 'wlak-1'" in refused(acted, poses=(KeyPose(at_s=1.0, clip="wlak-1", number=1),))
    assert "has frames 1 to " in refused(acted, poses=(KeyPose(at_s=1.0, clip="walk-1", number=999),))
    asked = asked_of(Demand(length_s=4.0, poses=(KeyPose(at_s=1.0, clip="run-1", number=11),)), acted)
    frame = int(asked.problem.fixed[60])
    assert acted.clips[acted.pool.clip_of[frame]].name == "run-1"
    assert frame - acted.pool.first[frame] == 10


@pytest.mark.slow
def test_a_library_without_annotations_is_refused(tmp_path):
    with filled(tmp_path / "plain.unbakelib", annotated=False) as library:
        material = material_of(library)
        said = refused(material, stretches=(FlagStretch(start_s=0.0, stop_s=3.0, must=("Walk",)),))
        assert "is annotated" in said
        assert "train --apply" in with_remedy(said, "not-annotated", {})
        # Who asks for no flags needs none.
        asked_of(Demand(length_s=2.0), material)


@pytest.mark.slow
def test_material_is_kept_for_the_next_time(tmp_path):
    with filled(tmp_path / "kept.unbakelib", annotated=False) as library:
        first = material_of(library)
        again = material_of(library)
        assert np.array_equal(first.pool.features, again.pool.features)
        assert first.leg_m == again.leg_m
        library.remove(library.clip("run-1").id)
        assert len(material_of(library).clips) == len(first.clips) - 1


@pytest.mark.slow
def test_joins_of_captured_clips_cost_the_same_in_an_enriched_library(tmp_path):
    with filled(tmp_path / "enriched.unbakelib", annotated=False) as library:
        before = material_of(library).pool
        backwards = Recipe("test", Fraction(60), Course(0, np.arange(150.0)[::-1]), ())
        library.add_composed(backwards, [library.clip("walk-1").id], "backwards")
        after = material_of(library)
        captured = [n for n, clip in enumerate(after.clips) if not clip.is_composed]
        assert len(captured) == len(after.clips) - 1
        assert np.array_equal(after.pool.chosen(captured).features, before.features)
