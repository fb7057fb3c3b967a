"""Windows against joint by joint, whatever the place and heading; mirror images."""

import numpy as np
import pytest

from annotations import naive
from annotations.acted import clip
from unbake.annotations.queries import mirror_of
from unbake.annotations.windows import WindowShape
from unbake.errors import UsageError
from unbake.motion.body.body_path import BodyPath


@pytest.mark.parametrize("every", [1, 5, 15])
def test_windows_joint_by_joint(every):
    _, path, _ = clip(2)
    shape, centres = WindowShape(every), np.array([0, 7, 75, path.n_instants - 1])
    rows = shape.rows(path, centres)
    assert rows.shape == (4, shape.n_columns)
    offsets = range(-30, 31, every)
    np.testing.assert_allclose(rows, [naive.window(path, c, offsets) for c in centres], atol=1e-5)


def test_the_thesis_has_61_instants_of_17_joints():
    assert WindowShape().n_columns == 61 * 17 * 3


def test_no_part_is_lost_between_batches(monkeypatch):
    _, path, _ = clip(0)
    centres = np.arange(25)
    whole = WindowShape(15).rows(path, centres)
    monkeypatch.setattr("unbake.annotations.windows.BATCH", 7)
    np.testing.assert_array_equal(WindowShape(15).rows(path, centres), whole)


def test_place_and_heading_change_nothing():
    _, path, _ = clip(0)
    s, c = np.sin(0.7), np.cos(0.7)
    turned = path.positions @ np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]], dtype=np.float32) + np.float32([3, 0, -2])
    moved = BodyPath(turned.astype(np.float32), path.leg_m)
    centres = np.arange(0, 90, 10)
    np.testing.assert_allclose(WindowShape(5).rows(moved, centres), WindowShape(5).rows(path, centres), atol=1e-4)


def test_mirror_columns_are_those_of_a_mirrored_body():
    _, path, _ = clip(2)
    shape, centres = WindowShape(15), np.arange(0, 90, 10)
    columns, signs = mirror_of(shape.n_columns)
    np.testing.assert_allclose(
        shape.rows(path, centres)[:, columns] * signs, shape.rows(path.mirrored(), centres), atol=1e-5
    )


@pytest.mark.parametrize("every", [0, -1, 4, 31, 60])
def test_windows_keep_their_middle(every):
    with pytest.raises(UsageError):
        WindowShape(every)
