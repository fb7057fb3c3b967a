"""Clips are found in folders, zips and libraries, with what belongs to them."""

import zipfile

import numpy as np
import pytest

from clips import jump_bytes, jump_clip
from unbake.batch.clips.archive import inside
from unbake.batch.clips.open import open_archive
from unbake.errors import FileError, UsageError
from unbake.formats.clip_files import unpacked
from unbake.formats.registry import load_motion
from unbake.library import Library


def fill(folder):
    """Clips with companions, and files that are none."""
    (folder / "sub").mkdir(parents=True)
    (folder / "walk.bvh").write_bytes(jump_bytes())
    (folder / "walk.feet.json").write_text("{}")
    (folder / "notes.txt").write_text("no clip")
    (folder / ".hidden.bvh").write_text("no clip")
    for name in ("02_01.amc", "02.asf", "05.asf", "07_01.amc", "data.bin", "unused.bin"):
        (folder / "sub" / name).write_text(name)
    (folder / "sub" / "run.gltf").write_text('{"buffers": [{"uri": "data.bin"}, {"uri": "data:abc"}]}')


def zipped(folder, file):
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder))
        archive.writestr("__MACOSX/._walk.bvh", b"")
    return file


EXPECTED = {
    "sub/02_01.amc": ("sub/02.asf",),
    "sub/07_01.amc": ("sub/02.asf", "sub/05.asf"),
    "sub/run.gltf": ("sub/data.bin",),
    "walk.bvh": ("walk.feet.json",),
}


def test_a_folder_and_its_zip_have_the_same_clips(tmp_path):
    fill(tmp_path / "in")
    folder = open_archive(tmp_path / "in", tmp_path / "out", with_labels=True)
    packed = open_archive(zipped(tmp_path / "in", tmp_path / "in.zip"), tmp_path / "out", with_labels=True)
    found = folder.clips()
    assert {clip.name: clip.companions for clip in found} == EXPECTED
    assert packed.clips() == found
    for clip in found:
        assert folder.fingerprint(clip) == packed.fingerprint(clip)
        with folder.at_hand(clip) as here, packed.at_hand(clip) as there:
            assert here.read_bytes() == there.read_bytes()
            assert all((there.parent / name.split("/")[-1]).is_file() for name in clip.companions)
        assert not there.exists()


def test_what_lies_beside_a_clip_counts(tmp_path):
    fill(tmp_path / "in")
    archive = open_archive(tmp_path / "in", tmp_path / "out", with_labels=True)
    before = {clip.name: archive.fingerprint(clip) for clip in archive.clips()}
    (tmp_path / "in" / "sub" / "02.asf").write_text("another skeleton")
    after = {clip.name: archive.fingerprint(clip) for clip in archive.clips()}
    assert {name for name in before if before[name] != after[name]} == {"sub/02_01.amc", "sub/07_01.amc"}


def test_a_link_to_a_clip_that_is_gone_hinders_no_other(tmp_path):
    fill(tmp_path / "in")
    for name in ("gone.bvh", "gone.gltf"):
        (tmp_path / "in" / name).symlink_to(f"elsewhere-{name}")
    folder = open_archive(tmp_path / "in", tmp_path / "out", with_labels=True)
    found = folder.clips()
    assert {clip.name for clip in found} == {*EXPECTED, "gone.bvh", "gone.gltf"}
    for clip in found:
        if clip.name.startswith("gone"):
            with pytest.raises(FileError, match="cannot be read"):
                folder.fingerprint(clip)


def test_motions_among_arrays_count_in_folders_and_zips(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    np.savez(folder / "walk.npz", poses=np.zeros((20, 66)), trans=np.zeros((20, 3)))
    np.savez(folder / "shape.npz", betas=np.zeros(16))
    (folder / "damaged.npz").write_bytes(b"PK")
    for place in (folder, zipped(folder, tmp_path / "in.zip")):
        archive = open_archive(place, tmp_path / "out", with_labels=True)
        assert [clip.name for clip in archive.clips()] == ["walk.npz"]


def test_labels_that_will_be_made_do_not_count(tmp_path):
    fill(tmp_path / "in")
    archive = open_archive(tmp_path / "in", tmp_path / "in", with_labels=False)
    assert {clip.name: clip.companions for clip in archive.clips()} == EXPECTED | {"walk.bvh": ()}


def test_results_are_no_clips(tmp_path):
    fill(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "walk.bvh").write_bytes(jump_bytes())
    found = open_archive(tmp_path, tmp_path / "out", with_labels=True).clips()
    assert {clip.name for clip in found} == set(EXPECTED)


@pytest.mark.parametrize("results", ["in", "."])
def test_results_never_lie_over_clips(tmp_path, results):
    fill(tmp_path / "in")
    with pytest.raises(UsageError):
        open_archive(tmp_path / "in", tmp_path / results, with_labels=True)


def test_a_library_gives_its_clips_as_they_are(tmp_path):
    motion = jump_clip()
    with Library.create(tmp_path / "moves.unbakelib") as library:
        for name in ("walk: slow", "walk? slow"):
            library.add(motion if name == "walk: slow" else motion.excerpt(1, 50), name)
    archive = open_archive(tmp_path / "moves.unbakelib", tmp_path / "out", with_labels=True)
    clips = archive.clips()
    assert [clip.name for clip in clips] == ["walk_ slow.json", "walk_ slow-2.json"]
    assert [archive.titled(clip.name) for clip in clips] == ["walk_ slow", "walk_ slow-2"]
    with archive.at_hand(clips[0]) as file:
        there = load_motion(file)
    assert np.abs(there.positions() - motion.positions()).max() < 1e-9  # our files have angles, rounded once
    assert (there.first_frame, there.fps) == (motion.first_frame, motion.fps)
    assert archive.fingerprint(clips[0]) != archive.fingerprint(clips[1])


@pytest.mark.parametrize("name", ["../out.bvh", "/etc/out.bvh", "a/../../b.bvh", "c:out.bvh", "a\\b.bvh"])
def test_names_that_lead_out_are_refused(tmp_path, name):
    with pytest.raises(FileError, match="leads out"):
        inside(name)
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr(name, b"x")
    if name != "a\\b.bvh":  # the writer changes it
        with pytest.raises((FileError, UsageError)):
            open_archive(tmp_path / "in.zip", tmp_path / "out", with_labels=True).clips()


def test_folders_that_backslashes_part_are_folders(tmp_path):
    archive = tmp_path / "windows.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for name in ("walks\\slow.bvh", "walks\\"):
            member = zipfile.ZipInfo()
            member.filename = name  # which the constructor would change in Windows
            made.writestr(member, jump_bytes() if name.endswith("bvh") else b"")
    opened = open_archive(archive, tmp_path / "out", with_labels=True)
    (clip,) = opened.clips()
    assert clip.name == "walks/slow.bvh"
    with opened.at_hand(clip) as file:
        assert file.parts[-2:] == ("walks", "slow.bvh")
    with unpacked(archive) as folder:
        assert (folder / "walks" / "slow.bvh").is_file()


def test_hostile_zips_are_one_line(tmp_path):
    fill(tmp_path / "in")
    whole = zipped(tmp_path / "in", tmp_path / "whole.zip").read_bytes()
    for number, data in enumerate([b"", b"PK", whole[: len(whole) // 2], whole[:-10]]):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(data)
        with pytest.raises(FileError):
            open_archive(file, tmp_path / "out", with_labels=True).clips()
    at = whole.index(b"HIERARCHY") if b"HIERARCHY" in whole else len(whole) // 3
    file = tmp_path / "flipped.zip"
    file.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
    archive = open_archive(file, tmp_path / "out", with_labels=True)
    [walk] = [clip for clip in archive.clips() if clip.name == "walk.bvh"]
    with pytest.raises(FileError, match=r"walk\.bvh"):
        archive.files_of(walk)


@pytest.mark.parametrize("name", ["missing", "clip.bvh", "empty.zip"])
def test_what_is_no_archive_is_refused(tmp_path, name):
    (tmp_path / "clip.bvh").write_bytes(jump_bytes())
    zipfile.ZipFile(tmp_path / "empty.zip", "w").close()
    with pytest.raises((FileError, UsageError)):
        open_archive(tmp_path / name, tmp_path / "out", with_labels=True).clips()
