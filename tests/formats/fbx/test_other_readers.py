"""three.js' FBXLoader and assimp read what we write; both keep rotations on keys and lose the tangents."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import unbake
from formats.fbx.odd_rigs import odd_skeleton
from formats.figures import figure_motion
from unbake.formats.registry import WriteOptions

ROOT = Path(unbake.__file__).parents[2]
THREE = ROOT / "src" / "unbake" / "studio" / "web" / "node_modules" / "three"
HERE = Path(__file__).parent
pytestmark = pytest.mark.slow(1.0)


def test_three_has_joints_where_they_are(tmp_path):
    node = shutil.which("node")
    if node is None or not THREE.exists():
        pytest.skip("three.js is asked under Node: run python hatch_build.py first")
    # With a figure, three.js (0.187) turns two ends of the odd rig that no curve moves by another angle; ufbx does not.
    for skeleton, has_figure in ((None, True), (odd_skeleton(), False)):
        motion = figure_motion(20, skeleton=skeleton, first_frame=4)
        file = tmp_path / "baked.fbx"
        unbake.save(motion, file, WriteOptions(has_figure=has_figure))
        times = json.dumps([(frame + 4) / 60.0 for frame in range(20)])
        command = [node, HERE / "three_child.mjs", THREE, file, times]
        answer = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
        theirs = 0.01 * np.array([[row[name] for name in motion.skeleton.names] for row in answer["rows"]])
        assert np.linalg.norm(theirs - motion.positions(), axis=2).max() < 1e-4
        shapes = [(name, corners % 24) for name, _, corners in answer["meshes"]]
        assert shapes == ([("Figure", 0)] if has_figure else [])


def test_assimp_has_joints_where_they_are(tmp_path):
    """assimp turns the file into glTF, which our reader knows.

    Only without fixed rotations: where a node has these, assimp 5.2 animates a node of its own at the end of the chain
    on top of the resting ones, whoever wrote the file.
    """
    assimp = shutil.which("assimp")
    if assimp is None:
        pytest.skip("assimp is not installed (tests/install_extras.sh)")
    motion = figure_motion(20, first_frame=1)
    unbake.save(motion, tmp_path / "baked.fbx")
    command = [assimp, "export", tmp_path / "baked.fbx", tmp_path / "baked.glb", "-fglb2"]
    subprocess.run(command, capture_output=True, check=True, timeout=60)
    read = unbake.load_motion(tmp_path / "baked.glb")
    joints = [read.skeleton.index(name) for name in motion.skeleton.names]
    places = 0.01 * read.positions()[-20:][:, joints]  # glTF has no units; assimp leaves centimetres
    assert np.linalg.norm(places - motion.positions(), axis=2).max() < 1e-4
