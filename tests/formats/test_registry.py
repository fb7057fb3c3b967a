"""Files by suffix, whole or not at all, and never over the file that is read."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from formats.figures import figure_motion
from unbake.errors import FileError, UsageError
from unbake.formats import registry
from unbake.formats.known_formats import FORMATS, format_of
from unbake.formats.registry import WriteOptions, check_distinct, check_writable, keeps_keys, load, save, several_takes
from unbake.ground.files import whole_file as whole_file_module
from unbake.ground.files.whole_file import whole_file
from unbake.keyframes.selection import Selection


@pytest.mark.parametrize("name", ["A.BVH", "a.Glb", "a.GLTF", "A.Json"])
def test_the_case_of_a_suffix_does_not_matter(tmp_path, name):
    motion, file = figure_motion(5), tmp_path / name
    save(motion, file)
    loaded = load(file)
    back = loaded if name != "A.Json" else loaded.sample()
    np.testing.assert_allclose(back.positions()[:, 0], motion.positions()[:, 0], atol=1e-5)


@pytest.mark.parametrize("suffix", [suffix for known in FORMATS for suffix in known.suffixes])
def test_every_suffix_has_one_format_in_any_case(suffix):
    known = next(known for known in FORMATS if suffix in known.suffixes)
    found = format_of(Path(f"a{suffix.upper()}"), "load" if "load" in known.holds else "animation")
    assert suffix in found.suffixes
    assert [known for known in FORMATS if suffix in known.suffixes] == [found]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
@pytest.mark.parametrize(("mask", "mode"), [("022", 0o644), ("077", 0o600), ("002", 0o664)])
def test_files_get_the_mode_that_the_users_mask_asks_for(tmp_path, mask, mode):
    """In a process of its own: the mask is asked for once, when the module is imported."""
    code = (
        "from pathlib import Path; from unbake.ground.files.whole_file import whole_file\n"
        "with whole_file(Path('out.txt')) as temporary: temporary.write_text('new')"
    )
    command = f'umask {mask}; exec "$0" -c "$1"'
    subprocess.run(["sh", "-c", command, sys.executable, code], cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == mode
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.parametrize("mode", [0o600, 0o444, 0o664])
def test_a_replaced_file_keeps_its_mode(tmp_path, mode):
    file = tmp_path / "out.txt"
    file.write_text("old")
    file.chmod(mode)
    if os.access(file, os.W_OK):
        with whole_file(file) as temporary:
            temporary.write_text("new")
        assert file.read_text() == "new"
    else:
        with pytest.raises(FileError, match="permission denied"), whole_file(file):
            pass
    assert file.stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, UsageError])
def test_a_failure_leaves_the_old_file_untouched(tmp_path, failure):
    file = tmp_path / "out.bvh"
    file.write_text("old")
    before = file.stat()

    def write():
        with whole_file(file) as temporary:
            assert (temporary.parent, temporary.suffix) == (tmp_path, ".bvh")
            temporary.write_text("half of")
            raise failure("stop")

    with pytest.raises(failure, match="stop"):
        write()
    assert file.read_text() == "old"
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in tmp_path.iterdir()] == ["out.bvh"]


def test_a_full_disk_is_an_error_about_the_file_that_was_asked_for(tmp_path):
    file = tmp_path / "out.bvh"
    with pytest.raises(FileError, match="No space left on device") as caught, whole_file(file):
        raise OSError(28, "No space left on device")
    assert caught.value.file == str(file)
    assert list(tmp_path.iterdir()) == []


def test_success_replaces_the_old_file(tmp_path):
    file = tmp_path / "out.txt"
    file.write_text("old")
    with whole_file(file) as temporary:
        temporary.write_text("new")
        assert file.read_text() == "old"
    assert file.read_text() == "new"


def test_what_is_no_motion_is_not_saved(tmp_path):
    with pytest.raises(UsageError, match="a Selection cannot be saved"):
        save(Selection((0, 9), 0.0), tmp_path / "keys.bvh")
    assert not list(tmp_path.iterdir())


def test_outputs_are_neither_the_input_nor_each_other(tmp_path, monkeypatch):
    source = tmp_path / "clip.bvh"
    source.write_text("")
    (tmp_path / "link.bvh").symlink_to(source)
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    check_distinct(source, [tmp_path / "a.bvh", Path("b.bvh")])
    same = (Path("clip.bvh"), Path("./x/../clip.bvh"), tmp_path / "link.bvh", Path("folder/clip.bvh"))
    for path in same:
        with pytest.raises(UsageError, match="would overwrite the file that is read"):
            check_distinct(source, [Path("a.bvh"), path])
        with pytest.raises(UsageError, match="would overwrite the file that is read"):
            check_distinct(path, [source])
    with pytest.raises(UsageError, match=r"^a\.bvh would overwrite another output"):
        check_distinct(source, [tmp_path / "a.bvh", Path("b.bvh"), Path("a.bvh")])
    with pytest.raises(UsageError, match="another output"):
        check_distinct(source, [Path("folder/new.bvh"), Path("new.bvh")])


def test_outputs_that_differ_in_case_alone_are_one_file_where_case_is_ignored(tmp_path, monkeypatch):
    source, another = tmp_path / "Walk.bvh", tmp_path / "walk.bvh"
    monkeypatch.setattr(registry, "IGNORES_CASE", False)
    check_distinct(source, [another])
    monkeypatch.setattr(registry, "IGNORES_CASE", True)
    with pytest.raises(UsageError, match=r"walk\.bvh would overwrite the file that is read"):
        check_distinct(source, [another])


def test_names_that_windows_does_not_have_are_refused_there(tmp_path, monkeypatch):
    with whole_file(tmp_path / "take:2.glb") as temporary:
        temporary.write_text("elsewhere it is a name like any other")
    monkeypatch.setattr(whole_file_module, "IS_WINDOWS", True)
    with pytest.raises(FileError, match=r"take:2\.glb: cannot be written: on Windows, no name has :$"):
        check_writable(tmp_path / "take:2.glb", "animation")
    with pytest.raises(FileError, match=r"no name has \* \?$"), whole_file(tmp_path / "what?*.glb"):
        pass


@pytest.mark.parametrize(
    ("name", "purpose", "kind", "message"),
    [
        ("a.xyz", "animation", UsageError, "unknown suffix '.xyz'; known: .bvh .glb .gltf .json"),
        ("a", "load", UsageError, "unknown suffix ''"),
        ("a.asf", "load", UsageError, "give the .amc file"),
        ("a.dae", "load", UsageError, "Blender up to 4.5 opens Collada and exports .glb or .usdc"),
        ("a.amc", "motion", UsageError, "cannot hold a motion; known for that: .bvh .glb .gltf .json"),
        ("a.glb", "points", UsageError, "points have no skeleton"),
        ("a.npy", "animation", UsageError, "cannot hold a keyed animation"),
        ("folder.bvh", "motion", FileError, "is a folder"),
        ("nowhere/a.bvh", "motion", FileError, "its folder does not exist"),
    ],
)
def test_what_cannot_be_written_is_known_before_any_work(tmp_path, name, purpose, kind, message):
    (tmp_path / "folder.bvh").mkdir()
    with pytest.raises(kind, match=message):
        check_writable(tmp_path / name, purpose)


@pytest.mark.parametrize(
    ("name", "usd", "keeps"),
    [
        *((f"a{suffix}", None, True) for suffix in (".json", ".glb", ".fbx", ".ma", ".anim", ".py")),
        *((f"a{suffix}", None, False) for suffix in (".bvh", ".c3d", ".usdc")),
        ("a.usda", "splines", True),
    ],
)
def test_which_files_keep_keys(name, usd, keeps):
    assert keeps_keys(name, WriteOptions(**({"usd": usd} if usd else {}))) == keeps


def test_a_file_that_says_nothing_of_other_takes_is_not_read_once_more(tmp_path, monkeypatch):
    save(figure_motion(), tmp_path / "a.glb")
    loaded = load(tmp_path / "a.glb")
    monkeypatch.setattr(registry, "takes_of", lambda _: pytest.fail("it was read again"))
    assert several_takes(tmp_path / "a.glb", loaded) == ()
