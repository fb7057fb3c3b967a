"""What a glTF file says of Blender: its importer rounds corners, which only a bake of lines or held poses has."""

import pytest
from benchmarks.handmade.lines import held, joined_by_lines

from clips import packaged_clip
from unbake.formats.gltf.format import notes
from unbake.formats.registry import WriteOptions
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion

KEYS = (0, 9, 16, 25, 34, 41, 52, 60)


@pytest.fixture(scope="module")
def acted():
    return packaged_clip().resampled(30).excerpt(11, 71)


def codes(what, tmp_path):
    return [note.code for note in notes(what, tmp_path / "clip.glb", WriteOptions())]


@pytest.mark.parametrize("bake", [held, joined_by_lines])
def test_curves_with_corners_do_not_come_back_in_blender(acted, bake, tmp_path):
    result = reduce_motion(bake(acted, KEYS), ReduceOptions(curves=("channels", "quaternions")))
    assert [codes(animation, tmp_path) for animation in result.animations.values()] == [["gltf-in-blender"]] * 2


def test_smooth_curves_and_motions_have_no_such_note(acted, tmp_path):
    assert codes(acted, tmp_path) == codes(reduce_motion(acted, ReduceOptions(keys=6)).animation, tmp_path) == []
