"""Files into a library: each once, whole, and none hindered by another."""

import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

from clips import jump_bytes, jump_clip
from data import DATA, needs_data
from library.making import end_of_process, same, told, wobble
from unbake import FileError, UsageError, load_motion, save
from unbake.feet.labels import FootLabels
from unbake.formats.clip_files import unpacked
from unbake.formats.foot_labels.format import labels_file, save_labels
from unbake.formats.registry import ReadOptions
from unbake.library.adding import add as adding
from unbake.library.adding.add import AddOptions, add_files
from unbake.library.adding.reading import ReadFile
from unbake.library.checking import problems
from unbake.library.library import Library

ONE = AddOptions(jobs=1)


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "moves.unbakelib") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path):
    """Clips in folders, and much else."""
    root = tmp_path / "clips"
    (root / "deep" / "er").mkdir(parents=True)
    save(wobble(0), root / "a.bvh")
    save(wobble(1), root / "deep" / "b.json")
    save(wobble(2), root / "deep" / "er" / "c.glb")
    (root / "notes.txt").write_text("nothing")
    (root / "broken.bvh").write_text("HIERARCHY\nROOT")
    (root / "other.json").write_text("{}")
    return root


def test_a_folder_is_added_with_all_that_is_in_it(library, folder):
    done = []
    added = add_files(library, [folder], AddOptions(tags=("new",), licence="CC0", jobs=1), lambda *n: done.append(n))
    assert [clip.name for clip in library.clips()] == ["a", "b", "c"]
    assert {clip.id for clip in library.clips()} == set(added.clips)
    assert all(clip.tags == ("new",) and clip.licence == "CC0" for clip in library.clips())
    assert library.clip("c").source == str(folder / "deep" / "er" / "c.glb")
    assert [Path(file).name for file, _ in added.broken] == ["broken.bvh"]
    assert done == [(n, 4) for n in (1, 2, 3, 4)]
    for clip, name in (("a", "a.bvh"), ("b", "deep/b.json"), ("c", "deep/er/c.glb")):
        assert same(library.motion(clip), load_motion(folder / name))


def test_a_second_time_reads_only_what_is_new(library, folder, monkeypatch):
    add_files(library, [folder], ONE)
    save(wobble(3), folder / "d.bvh")
    read = []
    monkeypatch.setattr(adding, "read_file", lambda path, _: read.append(path.name) or ReadFile(broken="not read"))
    again = add_files(library, [folder], ONE)
    assert sorted(read) == ["broken.bvh", "d.bvh"]
    assert again.known == 3


def test_the_same_motion_in_another_file_is_known(library, folder):
    add_files(library, [folder / "a.bvh"], ONE)
    shutil.copy(folder / "a.bvh", folder / "copy.bvh")
    added = add_files(library, [folder / "copy.bvh"], ONE)
    assert (added.clips, added.known) == ([], 1)


def test_files_read_otherwise_are_other_clips(library, folder):
    add_files(library, [folder / "a.bvh"], ONE)
    added = add_files(library, [folder / "a.bvh"], AddOptions(ReadOptions(frame_numbers=(2, 9)), jobs=1))
    assert len(added.clips) == 1
    assert library.clip(added.clips[0]).n_frames == 8


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_names_that_are_no_text_are_kept_as_far_as_they_are(library, folder):
    (folder / "a.bvh").rename(folder / "a\udcff.bvh")
    assert len(add_files(library, [folder], AddOptions(jobs=1)).clips) == 3
    [source] = [clip.source for clip in library.clips() if clip.source.endswith(".bvh")]
    assert source == str(folder / "a?.bvh")


def test_patterns_and_archives(library, folder, tmp_path):
    archive = tmp_path / "clips.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(folder / "a.bvh", "walks/a.bvh")
        packed.write(folder / "broken.bvh", "walks/broken.bvh")
        packed.writestr("../../escaped.bvh", (folder / "a.bvh").read_bytes())
    added = add_files(library, [archive, str(folder / "**" / "*.json"), folder / "a.bvh"], ONE)
    assert sorted(clip.source for clip in library.clips()) == [
        f"{archive}/escaped.bvh",
        str(folder / "deep" / "b.json"),
    ]
    assert [file for file, _ in added.broken] == [f"{archive}/walks/broken.bvh", str(folder / "other.json")]
    assert not (tmp_path / "escaped.bvh").exists()


def test_damaged_archives_hinder_nothing(library, folder, tmp_path):
    for name, content in (("empty", b""), ("text", b"hello"), ("cut", b"PK\x03\x04" + bytes(50))):
        (tmp_path / f"{name}.zip").write_bytes(content)
    added = add_files(library, [*sorted(tmp_path.glob("*.zip")), folder / "a.bvh"], ONE)
    assert len(added.clips) == 1
    assert [Path(file).name for file, _ in added.broken] == ["cut.zip", "empty.zip", "text.zip"]
    assert all(reason.startswith("cannot be unpacked") for _, reason in added.broken)


def test_archives_in_a_folder_count(library, folder):
    with zipfile.ZipFile(folder / "deep" / "more.zip", "w") as packed:
        packed.writestr("jump.bvh", jump_bytes())
    (folder / "broken.zip").write_bytes(b"hello")
    added = add_files(library, [folder], ONE)
    assert library.clip("jump").source == f"{folder}/deep/more.zip/jump.bvh"
    assert [Path(file).name for file, _ in added.broken] == ["broken.zip", "broken.bvh"]


def test_an_archive_that_grows_beyond_measure_is_refused(tmp_path, monkeypatch):
    archive = tmp_path / "bomb.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.bvh", bytes(3_000_000))
    monkeypatch.setattr("unbake.formats.clip_files.max", lambda *sizes: min(sizes), raising=False)
    with pytest.raises(FileError, match="far too much for its size"), unpacked(archive):
        pass


def test_places_that_lead_nowhere_are_refused(library, tmp_path):
    with pytest.raises(FileError, match="does not exist"):
        add_files(library, [tmp_path / "none"])
    with pytest.raises(FileError, match="matches no file"):
        add_files(library, [str(tmp_path / "*.bvh")])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=r"no clips there; known: \.bvh"):
        add_files(library, [tmp_path / "empty"])


def test_links_that_lead_to_no_clip_are_told(library, folder):
    gone, itself = folder / "deep" / "gone.bvh", folder / "itself.bvh"
    gone.symlink_to("elsewhere.bvh")
    itself.symlink_to("itself.bvh")
    (folder / "notes").symlink_to("elsewhere.txt")
    broken = dict(add_files(library, [folder], ONE).broken)
    assert set(broken) == {str(folder / "broken.bvh"), str(gone), str(itself)}
    assert "No such file" in broken[str(gone)]
    assert "Too many levels" in broken[str(itself)]


def test_motions_among_arrays_count_and_points_do_not(library, folder):
    np.savez(folder / "deep" / "walk.npz", poses=np.zeros((20, 66)), trans=np.zeros((20, 3)), mocap_framerate=60)
    np.savez(folder / "shape.npz", betas=np.zeros(16))
    np.savez(folder / "points.npz", points=np.zeros((20, 5, 3)))
    (folder / "damaged.npz").write_bytes(b"PK")
    added = add_files(library, [folder], ONE)
    assert [clip.name for clip in library.clips()] == ["a", "b", "c", "walk"]
    assert [Path(file).name for file, _ in added.broken] == ["broken.bvh"]


def test_a_folder_that_cannot_be_listed_is_told(library, folder, monkeypatch):
    def denied(place):
        raise PermissionError(13, "Permission denied", str(place))

    monkeypatch.setattr(Path, "iterdir", denied)
    with pytest.raises(FileError, match=r"clips: cannot be read \(Permission denied\)"):
        add_files(library, [folder], ONE)


def test_foot_labels_beside_a_clip_come_along(library, tmp_path):
    file = tmp_path / "jump.bvh"
    file.write_bytes(jump_bytes())
    motion = jump_clip()
    labels = FootLabels.from_frames(np.arange(motion.n_frames * 4).reshape(-1, 4) % 7 > 3, motion.fps, 1)
    save_labels(labels, motion, labels_file(file))
    add_files(library, [file], ONE)
    assert library.foot_labels(1) == labels


def test_labels_of_another_motion_are_left_out_and_said(library, tmp_path):
    file = tmp_path / "jump.bvh"
    file.write_bytes(jump_bytes())
    labels_file(file).write_text("{}")
    added = add_files(library, [file], ONE)
    assert library.foot_labels(1) is None
    assert len(added.notes) == 1
    assert "jump.bvh: its foot labels were left out" in added.notes[0]


def test_every_take_is_a_clip(library, folder, monkeypatch):
    from unbake.library.adding import reading

    monkeypatch.setattr(reading, "several_takes", lambda _, loaded: ("Walk", "Run"))
    monkeypatch.setattr(reading, "load_motion", lambda _, options: wobble(len(options.take or "Walk")))
    added = add_files(library, [folder / "a.bvh"], ONE)
    assert [clip.name for clip in library.clips()] == ["a Run", "a Walk"]
    assert len(added.clips) == 2


def test_a_fault_in_one_file_ends_no_run(library, folder, monkeypatch):
    from unbake.library.adding import reading

    def load(path, options):
        if path.name == "a.bvh":
            raise RuntimeError("oops")
        return load_motion(path, options)

    monkeypatch.setattr(reading, "load_motion", load)
    added = add_files(library, [folder], ONE)
    assert len(added.clips) == 2
    assert (str(folder / "a.bvh"), "a fault of Unbake's own (RuntimeError: oops)") in added.broken


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no masks of signals here")
def test_readers_hear_of_no_interrupts(library, folder, monkeypatch):
    def mask(path, options):
        return ReadFile(broken=str(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())))

    monkeypatch.setattr(adding, "read_file", mask)
    monkeypatch.setattr(adding, "FEW", 0)
    added = add_files(library, [folder], AddOptions(jobs=2))
    assert {said for _, said in added.broken} == {"True"}


@pytest.mark.slow(6)
def test_a_file_that_takes_its_reader_down_hinders_no_other(library, folder, monkeypatch):
    for seed in range(10, 14):
        save(wobble(seed), folder / f"w{seed}.bvh")
    monkeypatch.setattr(adding, "read_file", end_of_process)
    added = add_files(library, [folder], AddOptions(jobs=2))
    assert len(added.clips) == 6
    reasons = {Path(file).name: reason for file, reason in added.broken}
    assert "its reader was ended" in reasons["a.bvh"]
    assert set(reasons) == {"a.bvh", "broken.bvh"}
    assert problems(library) == []


@pytest.mark.slow
def test_many_files_are_read_on_all_cores(library, folder):
    for seed in range(10, 18):
        save(wobble(seed), folder / f"w{seed}.bvh")
    added = add_files(library, [folder], AddOptions(jobs=2))
    assert len(added.clips) == 11
    assert [Path(file).name for file, _ in added.broken] == ["broken.bvh"]
    assert same(library.motion("w12"), load_motion(folder / "w12.bvh"))


@pytest.mark.slow
def test_nobody_is_warned_of_files_that_are_left_where_the_work_ends(library, folder):
    def full(done, n_files):
        raise FileError(library.path, "cannot be written: the disk is full")

    for seed in range(10, 40):
        save(wobble(seed), folder / f"w{seed}.bvh")
    with warnings.catch_warnings(record=True) as warned, pytest.raises(FileError, match="the disk is full"):
        add_files(library, [folder], AddOptions(jobs=2), full)
    assert warned == []


@pytest.mark.slow
def test_workers_are_told_where_files_are_from_anywhere(library, folder, monkeypatch):
    """They may have been started in another folder."""
    for seed in range(10, 14):
        save(wobble(seed), folder / f"w{seed}.bvh")
    monkeypatch.chdir(folder.parent)
    monkeypatch.setattr(adding, "read_file", told)
    skeleton = Path("some.asf")
    added = add_files(library, [folder.name], AddOptions(ReadOptions(skeleton_file=skeleton), jobs=2))
    assert len(added.broken) == 8
    for shown, where in added.broken:
        assert where == f"{folder.parent / shown} {skeleton.absolute()}"


@pytest.mark.slow(6)
@pytest.mark.skipif(os.name != "posix", reason="workers look for their parent on POSIX alone")
def test_workers_end_with_the_process_that_is_killed(library, folder):
    for seed in range(10, 14):
        save(wobble(seed), folder / f"w{seed}.bvh")
    code = (
        "import sys\n"
        "from library.making import endless\n"
        "from unbake.library.adding import add as adding\n"
        "adding.read_file = endless\n"
        "adding.add_files(adding.Library.open(sys.argv[1]), [sys.argv[2]], adding.AddOptions(jobs=2))"
    )
    command = [sys.executable, "-c", code, str(library.path), str(folder)]
    paths = os.pathsep.join(path for path in sys.path if path)
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": paths}) as adder:
        readers = wait_for(lambda: [int(file.stem) for file in folder.rglob("*.reader")], lambda seen: len(seen) == 2)
        adder.kill()
    wait_for(lambda: [reader for reader in readers if Path(f"/proc/{reader}").exists()], lambda left: not left)


def wait_for(look, is_enough):
    """What is seen, as soon as it is enough; half a minute at most."""
    for _ in range(300):
        if is_enough(seen := look()):
            return seen
        time.sleep(0.1)
    raise AssertionError(seen)


def killed_after(seconds, library, folder):
    """Add a folder in a process that is killed after a while; whether it was done by then."""
    child = os.fork()
    if not child:
        try:
            with Library.open(library) as opened:
                add_files(opened, [folder], ONE)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1] == 0


def killed_again_and_again(root, count):
    """Kill a process that adds clips, again and again; each goes on where the last was killed."""
    folder, path = root / "clips", root / "moves.unbakelib"
    folder.mkdir()
    motions = {f"w{seed}": wobble(seed, frames=300, joints=20) for seed in range(40)}
    for name, motion in motions.items():
        save(motion, folder / f"{name}.bvh")
    rng = np.random.default_rng(0)
    Library.create(path).close()
    for _ in range(count):
        if killed_after(rng.uniform(0.0, 0.25), path, folder):
            path.unlink()
            Library.create(path).close()
        with Library.open(path) as library:
            assert problems(library) == []
    with Library.open(path) as library:
        add_files(library, [folder], ONE)
        assert len(library.clips()) == len(motions)
        for name in motions:
            assert same(library.motion(name), load_motion(folder / f"{name}.bvh"))
        assert problems(library) == []


@pytest.mark.slow(4)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are forked")
def test_whoever_kills_it_finds_every_clip_whole_or_absent(tmp_path):
    killed_again_and_again(tmp_path, 25)  # a thousand were seen


@needs_data
def test_real_clips_with_their_skeleton(library):
    added = add_files(library, [DATA / "cmu" / "02" / "02_01.amc", DATA / "cmu" / "02" / "02_03.amc"])
    assert len(added.clips) == 2
    assert library.clip("02_01").has_body
    assert same(library.motion("02_01"), load_motion(DATA / "cmu" / "02" / "02_01.amc"))
