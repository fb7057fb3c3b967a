"""``unbake library``, as a user runs it."""

import json
import sys

import pytest

from cli.running import run_json
from clips import jump_bytes
from library.making import wobble
from unbake import load_motion, save
from unbake.cli.main import main
from unbake.formats.foot_labels.format import labels_file
from unbake.library.library import Library


def run(capsys, *arguments):
    """Run a command; its exit code, and what it shows on both streams, without line breaks."""
    code = main(list(map(str, arguments)))
    shown = capsys.readouterr()
    return code, " ".join((shown.out + shown.err).split())


@pytest.mark.parametrize(
    ("words", "lacks"),
    [
        ("transitions build empty.unbakelib", "no clips yet"),
        ("graph build empty.unbakelib", "no clips yet"),
        ("live empty.unbakelib --record script.toml -o live.bvh", "no clips yet"),
        ("synthesize empty.unbakelib demand.toml -o made.bvh", "a third of a second"),
    ],
)
def test_who_needs_clips_says_how_they_get_in(tmp_path, monkeypatch, capsys, words, lacks):
    monkeypatch.chdir(tmp_path)
    Library.create("empty.unbakelib").close()
    (tmp_path / "script.toml").write_text("seed = 1\n")
    (tmp_path / "demand.toml").write_text("length = 2\n")
    code, text = run(capsys, *words.split())
    assert code == 2
    assert text.endswith(f"{lacks}; unbake library add adds clips")


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "clips"
    root.mkdir()
    (root / "jump.bvh").write_bytes(jump_bytes())
    save(wobble(0), root / "wobble.bvh")
    save(wobble(1), root / "wave.bvh")
    return root


@pytest.fixture
def path(tmp_path, folder, capsys):
    """A library with three clips."""
    file = tmp_path / "moves.unbakelib"
    run_json(capsys, "library", "create", file)
    said = run_json(capsys, "library", "add", file, folder, "--tag", "mine", "--licence", "CC0", "--jobs", "1")
    assert sorted(said["added"]) == ["jump", "wave", "wobble"]
    return file


def test_create_with_flags_of_ones_own(tmp_path, capsys):
    code, text = run(capsys, "library", "create", tmp_path / "a.unbakelib", "--flags", "Hop, Skip")
    assert code == 0
    assert "Hop, Skip" in text
    assert run(capsys, "library", "create", tmp_path / "a.unbakelib") == (
        1,
        f"unbake: {tmp_path}/a.unbakelib: is there already",
    )
    code, text = run(capsys, "library", "create", tmp_path / "b.unbakelib", "--flags", "Hop,hop")
    assert code == 2
    assert not (tmp_path / "b.unbakelib").exists()


def test_adding_says_what_was_known_and_broken(path, folder, capsys):
    (folder / "bad.bvh").write_text("nonsense")
    code, text = run(capsys, "library", "add", path, folder)
    assert code == 1
    assert "added 0 clips" in text
    assert "3 were there already" in text
    assert "1 could not be read" in text
    assert "bad.bvh" in text
    (folder / "bad.bvh").unlink()
    assert run(capsys, "library", "add", path, folder)[0] == 0


def test_listing(path, capsys):
    code, text = run(capsys, "library", "list", path)
    assert code == 0
    assert "jump" in text
    assert "3 clips" in text
    listed = run_json(capsys, "library", "list", path, "w*", "--tag", "MINE")
    assert [clip["name"] for clip in listed["clips"]] == ["wave", "wobble"]
    code, text = run(capsys, "library", "list", path, "wavy")
    assert (code, "did you mean 'wave'" in text) == (2, True)
    code, text = run(capsys, "library", "list", path, "--tag", "yours")
    assert (code, "none of these clips has the tag 'yours'" in text) == (2, True)


def test_showing(path, capsys):
    shown = run_json(capsys, "library", "show", path)
    assert (shown["clips"], shown["bodies"], shown["skeletons"], shown["licences"]) == (3, 1, 2, ["CC0"])
    code, text = run(capsys, "library", "show", path, "jump")
    assert code == 0
    assert "140 frames" in text
    clip = run_json(capsys, "library", "show", path, "jump")
    with Library.open(path) as library:
        library.annotate(clip["id"], "jump", 10, 30, True)
    assert run_json(capsys, "library", "show", path, "jump")["flags"]["Jump"] == {"frames": 20, "by_person": 20}


def test_tagging_and_renaming(path, capsys):
    run_json(capsys, "library", "tag", path, "w*", "--add", "odd", "--remove", "mine", "--licence", "mine")
    clips = {clip["name"]: clip for clip in run_json(capsys, "library", "list", path)["clips"]}
    assert (clips["wave"]["tags"], clips["jump"]["tags"]) == (["odd"], ["mine"])
    assert clips["wave"]["licence"] == "mine"
    assert run(capsys, "library", "rename", path, "wave", "greet") == (0, "wave is now greet")
    assert run(capsys, "library", "rename", path, "greet", "jump")[0] == 2
    assert run(capsys, "library", "tag", path, "jump")[0] == 2


def test_removing_several_must_be_meant(path, capsys, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    code, text = run(capsys, "library", "remove", path, "w*")
    assert (code, "--yes says that this is meant" in text) == (2, True)
    assert run(capsys, "library", "remove", path)[0] == 2
    assert run(capsys, "library", "remove", path, "jump") == (0, "removed 1 clip")
    assert sorted(run_json(capsys, "library", "remove", path, "w*", "--yes")["removed"]) == ["wave", "wobble"]
    assert run(capsys, "library", "list", path)[0] == 0


def test_exporting(path, folder, tmp_path, capsys):
    run_json(capsys, "feet", "label", folder / "jump.bvh", "--accept")
    again = tmp_path / "again.unbakelib"
    run_json(capsys, "library", "create", again)
    run_json(capsys, "library", "add", again, folder)
    out = tmp_path / "out"
    files = run_json(capsys, "library", "export", again, out, "--to", "json")["files"]
    assert len(files) == 3
    exported = load_motion(out / "jump.json")
    assert abs(exported.positions() - load_motion(folder / "jump.bvh").positions()).max() < 1e-9
    code, text = run(capsys, "library", "export", again, out, "jump", "--to", "json")
    assert (code, "--overwrite replaces it" in text) == (1, True)
    run_json(capsys, "library", "export", again, out, "jump", "--to", ".bvh", "--mirrored")
    assert labels_file(out / "jump_mirrored.bvh").exists()
    assert run(capsys, "library", "export", again, out, "--to", "nonsense")[0] == 2
    hand = labels_file(folder / "jump.bvh").read_bytes()
    code, text = run(capsys, "library", "export", again, folder, "jump", "--to", "glb")
    assert (code, "those of jump.glb are not stored" in text) == (0, True)
    assert labels_file(folder / "jump.bvh").read_bytes() == hand


def test_a_damaged_clip_hinders_no_other(path, tmp_path, capsys):
    with Library.open(path) as library:
        library.database.change("UPDATE clip SET rotations = x'00' WHERE name = 'jump'")
    code, text = run(capsys, "library", "export", path, tmp_path / "out")
    assert code == 1
    assert "2 files in" in text
    assert "jump was left out: clip 'jump' is damaged" in text
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["wave.bvh", "wobble.bvh"]


def test_a_damaged_file_says_what_can_be_done_and_merging_does_it(path, tmp_path, capsys):
    data = bytearray(path.read_bytes())
    # The last page of a table that every clip needs, and the pages of clips themselves.
    with Library.open(path) as library:
        root = library.database.row("SELECT rootpage FROM sqlite_schema WHERE name = 'clip'")[0]
    data[(root - 1) * 16384 : root * 16384] = bytes(16384)
    path.write_bytes(data)
    code, text = run(capsys, "library", "list", path)
    assert (code, text) == (
        1,
        f"unbake: {path}: is damaged; unbake library merge takes what can still be read into a new one",
    )
    run_json(capsys, "library", "create", tmp_path / "new.unbakelib")
    code, text = run(capsys, "library", "merge", tmp_path / "new.unbakelib", path)
    assert (code, text) == (1, f"unbake: {path}: is damaged: not even the list of its clips can be read")
    code, text = run(capsys, "library", "check", path)
    assert code == 1
    assert "the file is damaged" in text
    assert "***" not in text


def test_checking(path, capsys):
    assert run(capsys, "library", "check", path) == (0, "3 clips, all whole")
    with Library.open(path) as library:
        library.database.change("UPDATE clip SET fps_numerator = 7 WHERE name = 'jump'")
    code = main(["library", "check", str(path), "--json"])
    assert code == 1
    assert json.loads(capsys.readouterr().out)["problems"] == ["clip 'jump': its motion is not what was stored"]


def test_merging(path, tmp_path, capsys):
    other = tmp_path / "other.unbakelib"
    run_json(capsys, "library", "create", other)
    code, text = run(capsys, "library", "merge", other, path)
    assert (code, "3 new clips, 0 known" in text) == (0, True)
    assert run(capsys, "library", "merge", other, other)[0] == 2
    assert run(capsys, "library", "merge", other, tmp_path / "none.unbakelib")[0] == 1


@pytest.mark.parametrize("command", ["add", "list", "show", "tag", "remove", "export", "check", "merge", "rename"])
def test_what_is_no_library_is_one_line(command, tmp_path, capsys):
    file = tmp_path / "no.unbakelib"
    more = {"add": ["x"], "tag": ["--add", "x"], "remove": ["x"], "export": [tmp_path], "rename": ["a", "b"]}
    more["merge"] = [tmp_path / "y.unbakelib"]
    code, text = run(capsys, "library", command, file, *more.get(command, []))
    assert code == 1
    assert text == f"unbake: {file}: does not exist; unbake library create makes one"
    file.write_text("hello")
    code, text = run(capsys, "library", command, file, *more.get(command, []))
    assert (code, text) == (1, f"unbake: {file}: is no library, or damaged")
