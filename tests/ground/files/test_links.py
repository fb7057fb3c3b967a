"""Writing through symbolic links, and what becomes of hard links."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from formats.figures import figure_motion
from unbake.cli.main import main
from unbake.errors import FileError
from unbake.formats.registry import save
from unbake.ground.files.whole_file import check_folder, whole_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links need rights on other systems")


def write(file, text="new"):
    with whole_file(file) as temporary:
        temporary.write_text(text)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_link_stays_and_its_target_is_written(tmp_path):
    (tmp_path / "real").mkdir()
    target, link, chain = tmp_path / "real" / "walk.bvh", tmp_path / "link.bvh", tmp_path / "chain.bvh"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("real/walk.bvh")
    chain.symlink_to(link)
    write(chain)
    assert chain.is_symlink()
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path / "real") == ["walk.bvh"]
    assert names(tmp_path) == ["chain.bvh", "link.bvh", "real"]


def test_the_suffix_is_that_of_the_name_that_was_given(tmp_path):
    (tmp_path / "walk.bvh").symlink_to("stored-0017")
    save(figure_motion(5), tmp_path / "walk.bvh")
    assert (tmp_path / "stored-0017").read_text().startswith("HIERARCHY")


def test_a_link_to_nothing_makes_its_target(tmp_path):
    link = tmp_path / "link.txt"
    link.symlink_to("new.txt")
    write(link)
    assert (tmp_path / "new.txt").read_text() == "new"
    assert link.is_symlink()


def test_a_link_into_a_missing_folder_names_the_folder(tmp_path):
    link = tmp_path / "link.txt"
    link.symlink_to("nowhere/new.txt")
    with pytest.raises(FileError, match=r"the folder that its link leads to, .*nowhere, does not exist"):
        check_folder(link)


def test_a_loop_of_links_is_one_clear_line(tmp_path, capsys):
    (tmp_path / "a.glb").symlink_to("b.glb")
    (tmp_path / "b.glb").symlink_to("a.glb")
    save(figure_motion(30), tmp_path / "clip.bvh")
    assert main(["reduce", str(tmp_path / "clip.bvh"), "-o", str(tmp_path / "a.glb")]) == 1
    assert capsys.readouterr().err == (
        f"unbake: {tmp_path}/a.glb: is a symbolic link that leads back to itself; remove it or name another file\n"
    )


def test_a_link_to_another_file_system(tmp_path):
    elsewhere = Path(os.environ.get("XDG_RUNTIME_DIR", "/dev/shm"))
    if not os.access(elsewhere, os.W_OK) or elsewhere.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second file system that can be written to")
    target = elsewhere / f"unbake-test-{os.getpid()}.txt"
    try:
        (tmp_path / "link.txt").symlink_to(target)
        write(tmp_path / "link.txt", "one")
        write(tmp_path / "link.txt", "two")
        assert target.read_text() == "two"
    finally:
        target.unlink(missing_ok=True)
    assert names(tmp_path) == ["link.txt"]


def test_other_hard_links_keep_the_old_content(tmp_path):
    file, backup = tmp_path / "walk.txt", tmp_path / "backup.txt"
    file.write_text("old")
    backup.hardlink_to(file)
    write(file)
    assert (file.read_text(), backup.read_text()) == ("new", "old")


def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(FileError, match="a device or a pipe"):
        write(tmp_path / "pipe.csv")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may change owners")
def test_a_replaced_file_keeps_its_owner(tmp_path):
    file = tmp_path / "out.txt"
    file.write_text("old")
    os.chown(file, 65534, 65534)
    write(file)
    assert (file.stat().st_uid, file.stat().st_gid) == (65534, 65534)


@pytest.mark.slow
def test_an_output_that_leads_to_the_input_is_refused(tmp_path, capsys):
    save(figure_motion(30), tmp_path / "clip.bvh")
    before = (tmp_path / "clip.bvh").read_bytes()
    (tmp_path / "out.bvh").symlink_to("clip.bvh")
    command = [sys.executable, "-m", "unbake", "reduce", "clip.bvh", "-o", "out.bvh"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert run.returncode == 2
    assert "would overwrite the file that is read" in run.stderr
    assert (tmp_path / "clip.bvh").read_bytes() == before
