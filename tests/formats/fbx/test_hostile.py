"""Files that are cut, damaged or no FBX at all: a valid result, or one line."""

import tempfile
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ufbx", reason="needs the extra fbx (ufbx)")

from formats.fbx.fbx_maker import FbxTake, chain, turning, write_fbx
from formats.figures import figure_motion, keyed
from unbake import FileError, UnbakeError, UsageError, load, load_motion, save
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import MotionError
from unbake.formats.fbx import scene

ASSIMP = Path("/usr/share/assimp/models/FBX")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Both kinds of files: text, and binary as we write it."""
    folder = tmp_path_factory.mktemp("whole")
    curves = [*turning("Hips", [0.0, 0.2, 0.4], 1), *turning("Spine", [0.0, 0.1, 0.4], 2)]
    write_fbx(folder / "text.fbx", chain(), [FbxTake("Take 001", 0.0, 0.4, curves)])
    save(keyed(figure_motion(30), (0, 9, 29)), folder / "binary.fbx")
    return folder


def assert_ends_well(path):
    """Load a file as something valid, and return whether it is; or see it end in one line, without a crash."""
    try:
        loaded = load_motion(path)
    except UnbakeError as error:
        said = str(error)
    else:
        assert np.isfinite(loaded.positions()).all()
        return True
    assert "\n" not in said
    assert said.startswith(f"{path}: ")
    assert "crashed" not in said
    return False


NO_FBX = [b"", b"\0" * 100, b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", b"; FBX 7.4.0\n", b"solid"]


@pytest.mark.parametrize("data", NO_FBX)
def test_what_is_no_fbx(tmp_path, data):
    (tmp_path / "a.fbx").write_bytes(data)
    with pytest.raises(FileError) as caught:
        load(tmp_path / "a.fbx")
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["text.fbx", "binary.fbx"])
def test_cut_files(folder, tmp_path, name):
    whole = (folder / name).read_bytes()
    for part in (0.001, 0.1, 0.5, 0.9, 0.999):
        (tmp_path / name).write_bytes(whole[: int(part * len(whole))])
        assert_ends_well(tmp_path / name)
    (tmp_path / name).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError):
        load(tmp_path / name)


def test_curves_that_lead_beyond_all_positions_are_refused(folder, monkeypatch):
    """Keys can be sound where a handle between them is not."""

    def sample(animation):
        raise MotionError("translations of joint 'Hips' at frame 2 are not finite or too large to be a position")

    monkeypatch.setattr(KeyedAnimation, "sample", sample)
    with pytest.raises(FileError, match=r"binary\.fbx: .*too large to be a position"):
        load(folder / "binary.fbx")


def test_without_the_extra(folder, monkeypatch):
    monkeypatch.setattr("unbake.formats.isolated.process.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"reading FBX needs ufbx, which is not installed: pip install unbake\[fbx\]"):
        load(folder / "text.fbx")


@pytest.mark.slow
def test_a_process_that_crashes_or_brings_nothing(folder, tmp_path, monkeypatch):
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    (tmp_path / "odd_fbx_child.py").write_text("import os, signal\nos.kill(os.getpid(), int(os.environ['ODD_SIGNAL']))")
    monkeypatch.setattr(scene, "CHILD", "odd_fbx_child")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("ODD_SIGNAL", "11")
    with pytest.raises(FileError, match="ufbx crashed on it, SIGSEGV"):
        load(folder / "text.fbx")
    monkeypatch.setenv("ODD_SIGNAL", "0")
    with pytest.raises(FileError, match="the scene did not come back from ufbx"):
        load(folder / "text.fbx")
    (tmp_path / "odd_fbx_child.py").write_text("import time\ntime.sleep(60)")
    monkeypatch.setattr(scene, "LONGEST_S", 0.5)
    with pytest.raises(FileError, match="was not done after"):
        load(folder / "text.fbx")
    assert list(place.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(not ASSIMP.is_dir(), reason="needs Debian's assimp-testmodels")
def test_files_of_other_makers():
    files = [path for path in sorted(ASSIMP.rglob("*")) if path.suffix.lower() == ".fbx"]
    assert len(files) > 10
    found = {path.name for path in files if assert_ends_well(path)}
    assert found == {"animation_with_skeleton.fbx", "huesitos.fbx"}


def test_no_input_is_changed(folder):
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    for path in before:
        load(path)
    assert before == {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
