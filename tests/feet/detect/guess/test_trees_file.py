"""Trees are kept to the bit; those that come with the package are small and fit what is looked at."""

from importlib.resources import files

import numpy as np
import pytest

from unbake.errors import FileError
from unbake.feet.detect.guess.foot_paths import foot_paths
from unbake.feet.detect.guess.traits import traits
from unbake.feet.detect.guess.trees_file import NAMES, PACKAGED, load_trees, packaged_trees, save_trees
from unbake.performer import perform


def test_what_is_written_is_read(tmp_path):
    file = tmp_path / "trees.npz"
    save_trees(packaged_trees(), file)
    for ours, theirs in zip(load_trees(file), packaged_trees(), strict=True):
        assert all(np.array_equal(getattr(ours, name), getattr(theirs, name)) for name in NAMES)
    first = file.read_bytes()
    save_trees(load_trees(file), file)
    assert file.read_bytes() == first == files("unbake.data").joinpath(PACKAGED).read_bytes()


def test_the_packaged_trees_fit_and_are_small():
    rows = traits(foot_paths(perform("walk", seconds=1.0, seed=1).motion))
    assert {trees.n_columns for trees in packaged_trees()} == {rows.shape[2]}
    assert len(files("unbake.data").joinpath(PACKAGED).read_bytes()) < 100_000


def test_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(FileError):
        save_trees(packaged_trees(), tmp_path / "nowhere" / "trees.npz")
