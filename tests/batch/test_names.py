"""Results are mirrored, and no two lie in one place."""

from hypothesis import given
from hypothesis import strategies as st

from unbake.batch.names import output_stems, unique_names


def test_folders_are_mirrored():
    assert output_stems(["a/walk.bvh", "b/walk.bvh"], {}) == {"a/walk.bvh": "a/walk", "b/walk.bvh": "b/walk"}


def test_clips_that_differ_in_suffix_or_case_alone_keep_apart():
    stems = output_stems(["walk.bvh", "walk.fbx", "Walk.amc", "run.bvh", "run.v2.bvh"], {})
    assert stems["walk.bvh"] == "walk.bvh"
    assert stems["walk.fbx"] == "walk.fbx"
    assert stems["Walk.amc"] == "Walk.amc"
    assert (stems["run.bvh"], stems["run.v2.bvh"]) == ("run", "run.v2")


def test_the_summary_keeps_its_name():
    assert output_stems(["batch-reduce.bvh"], {}) == {"batch-reduce.bvh": "batch-reduce.bvh"}


def test_an_archive_that_grows_keeps_its_names():
    before = output_stems(["walk.bvh"], {})
    after = output_stems(["walk.bvh", "walk.fbx"], before)
    assert (after["walk.bvh"], after["walk.fbx"]) == ("walk", "walk.fbx")


NAMES = st.lists(
    st.builds(
        "{}{}".format, st.sampled_from(["a", "A", "a.bvh", "b/a", "a-2"]), st.sampled_from([".bvh", ".fbx", ".BVH"])
    ),
    unique=True,
)


@given(NAMES, st.integers(0, 4))
def test_no_two_results_are_one(names, n_before):
    before = output_stems(names[:n_before], {})
    stems = output_stems(names, before)
    assert set(stems) == set(names)
    assert len({stem.casefold() for stem in stems.values()}) == len(names)
    assert all(stems[name] == stem for name, stem in before.items())


def test_names_become_paths():
    assert unique_names(["a:b", "a_b", "..", "x/../y"]) == ["a_b", "a_b-2", "_", "x/_/y"]
