"""The two ways of forward kinematics are one: with arrays, and in a kernel."""

import subprocess
import sys

import numpy as np
import pytest

from unbake.ground.arrays import sealed
from unbake.motion.forward import by_arrays, by_kernel
from unbake.motion.rotations import normalised


@pytest.mark.parametrize(("n_frames", "n_joints"), [(1, 1), (1, 7), (200, 31)])
def test_arrays_and_kernel_agree_to_the_last_bit(n_frames, n_joints):
    rng = np.random.default_rng(n_joints)
    parents = np.array([-1, *(int(rng.integers(0, joint)) for joint in range(1, n_joints))], dtype=np.int64)
    rotations = normalised(rng.normal(size=(n_frames, n_joints, 4)))
    translations = rng.normal(size=(n_frames, n_joints, 3))
    before = rotations.copy(), translations.copy()
    for ours, theirs in zip(
        by_arrays(parents, rotations, translations),
        by_kernel(parents, sealed(rotations), sealed(translations)),
        strict=True,
    ):
        np.testing.assert_array_equal(ours, theirs)
        assert ours.flags.c_contiguous
    np.testing.assert_array_equal(rotations, before[0])
    np.testing.assert_array_equal(translations, before[1])


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["reduce", "--help"], ["info", "clip.bvh"]])
def test_what_compiles_nothing_imports_no_compiler(tmp_path, arguments):
    from clips import packaged_bytes

    (tmp_path / "clip.bvh").write_bytes(packaged_bytes())
    code = (
        "import sys; from unbake.cli.main import main; code = main(sys.argv[1:])\n"
        "print([m for m in ('numba', 'scipy', 'matplotlib') if m in sys.modules], code)"
    )
    run = subprocess.run([sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout.splitlines()[-1] == "[] 0"
