"""``unbake feet label``, ``show``, ``train`` and ``next`` as a person runs them, on a library of small clips."""

from __future__ import annotations

import json
import os
from fractions import Fraction

import numpy as np
import pytest

import unbake
from clips import packaged_bytes
from unbake.cli.feet.painting import Stroke, painted, parse_painting
from unbake.cli.main import main
from unbake.errors import UsageError
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import load_oracle, save_oracle
from unbake.feet.labels import FOOT_POINTS, FootLabels, Plant
from unbake.formats.foot_labels.format import load_labels, load_parts, save_labels
from unbake.performer import perform
from unbake.reports.pictures import foot_picture

pytestmark = pytest.mark.usefixtures("one_thread")


def truth(performance):
    motion = performance.motion
    return FootLabels.from_frames(performance.contacts, motion.fps, motion.first_frame, "performer")


@pytest.fixture(scope="module")
def oracle_file(tmp_path_factory):
    """An oracle that knows one walk."""
    walk = perform("walk", seconds=3, fps=60, seed=5)
    path = tmp_path_factory.mktemp("oracle") / "walk.oracle"
    save_oracle(Oracle().with_examples(walk.motion, truth(walk), "walk"), path)
    return path


@pytest.fixture
def clip(tmp_path):
    """A walk of the performer as a file, and what is true of it."""
    performance = perform("walk", seconds=2, fps=60, seed=1)
    unbake.save(performance.motion, tmp_path / "walk.bvh")
    return tmp_path / "walk.bvh", performance


def run_json(capsys, *arguments):
    assert main([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def failed(capsys, *arguments):
    """The exit code and the only line of a command that fails."""
    code = main([*map(str, arguments)])
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1, lines
    return code, lines[0]


def stored(path):
    return load_labels(path, unbake.load_motion(path))


@pytest.mark.slow
def test_the_guess_is_stored_beside_the_clip(capsys, clip, oracle_file, tmp_path):
    path, performance = clip
    fields = run_json(capsys, "feet", "label", path, "--oracle", oracle_file, "--picture", tmp_path / "a.png")
    assert list(fields) == ["labels", "frames", "labelled", "plants", "unsure", "file", "picture", "warnings"]
    assert (fields["labels"], fields["frames"]) == (str(tmp_path / "walk.feet.json"), [1, 121])
    assert fields["labelled"] == [[1, 121, "oracle"]]
    labels = stored(path)
    assert labels == unbake.feet.guess_feet(unbake.load_motion(path), load_oracle(oracle_file)).labels
    assert (labels.planted() == performance.contacts).mean() > 0.9
    for point, name in enumerate(FOOT_POINTS):
        assert fields["plants"][name] == [[p.first + 1, p.last + 1, "oracle"] for p in labels.of_point(point)]
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_the_guess_is_the_default_one_and_the_thesis_can_be_asked(capsys, clip):
    path, _ = clip
    motion = unbake.load_motion(path)
    run_json(capsys, "feet", "label", path)
    assert stored(path) == unbake.feet.guess_feet(motion).labels
    run_json(capsys, "feet", "label", path, "--oracle", "packaged", "--again")
    assert stored(path) == unbake.feet.packaged_oracle().label(motion)


def test_the_packaged_oracle_and_clip(capsys, tmp_path):
    path = tmp_path / "clip.bvh"
    path.write_bytes(packaged_bytes())
    assert main(["feet", "label", str(path), "--range", "101:200"]) == 0
    shown = capsys.readouterr()
    assert "frames 101–200 labelled 101–200 by the oracle" in " ".join(shown.out.split())
    assert [p.labels.n_frames for p in load_parts(path, unbake.load_motion(path))] == [100]


def test_corrections_are_painted_over_the_guess(capsys, clip, oracle_file):
    path, _ = clip
    run_json(capsys, "feet", "label", path, "--oracle", oracle_file)
    guess = stored(path)
    fields = run_json(capsys, "feet", "label", path, "--hand", "left-heel 1:5 off 30:40", "--hand", "rt = 7:9")
    assert (fields["labelled"], fields["unsure"]) == ([[1, 121, "hand"]], [])  # what is stored needs no oracle
    labels = stored(path)
    expected = guess.planted()
    expected[:5, 0], expected[29:40, 0], expected[:, 3] = True, False, False
    expected[6:9, 3] = True
    assert np.array_equal(labels.planted(), expected)
    assert labels.of_point(3) == (Plant(6, 8, 3, "hand"),)
    assert labels.of_point(2) == guess.of_point(2)  # untouched: still the oracle's


def test_only_painted_frames_are_a_persons(capsys, clip, oracle_file):
    path, _ = clip
    run_json(capsys, "feet", "label", path, "--oracle", oracle_file)
    guess = stored(path)
    fields = run_json(capsys, "feet", "label", path, "--hand", "left-heel 12:14 off 50", "--hand", "rt 15:20")
    parts = [[1, 11, "oracle"], [12, 20, "hand"], [21, 49, "oracle"], [50, 50, "hand"], [51, 121, "oracle"]]
    assert fields["labelled"] == parts
    expected = guess.planted()
    expected[11:14, 0], expected[49, 0], expected[14:20, 3] = True, False, True
    assert np.array_equal(stored(path).planted(), expected)
    run_json(capsys, "feet", "label", path, "--hand", "lt off 100:121")
    assert load_parts(path, unbake.load_motion(path))[-1].by == "hand"


@pytest.mark.slow
def test_accepting_makes_a_guess_a_persons(capsys, clip, oracle_file):
    path, _ = clip
    motion = unbake.load_motion(path)
    run_json(capsys, "feet", "label", path, "--oracle", oracle_file)
    guess = stored(path)
    run_json(capsys, "feet", "label", path, "--range", "1:60", "--accept")
    assert stored(path) == guess
    assert [p.by for p in load_parts(path, motion)] == ["hand", "oracle"]
    code, line = failed(capsys, "feet", "label", path, "--oracle", oracle_file)
    assert code == 2
    assert "frames 1–60 are labelled (hand) already; --hand corrects them, --again labels them anew" in line
    run_json(capsys, "feet", "label", path, "--oracle", oracle_file, "--range", "61:121")  # only a guess before
    run_json(capsys, "feet", "label", path, "--oracle", oracle_file, "--again")
    assert [p.by for p in load_parts(path, motion)] == ["oracle"]


def test_corrections_from_a_file_and_from_other_labels(capsys, clip, tmp_path):
    path, performance = clip
    text = tmp_path / "mine.txt"
    text.write_text("# first look\nleft-heel = 3:9, 20:30\nlh off 25 # a hop\n\nright-toe 1:121\n", encoding="utf-8")
    run_json(capsys, "feet", "label", path, "--blank", "--from", text)
    labels = stored(path)
    assert [(p.first, p.last) for p in labels.of_point(0)] == [(2, 8), (19, 23), (25, 29)]
    assert [(p.first, p.last) for p in labels.of_point(3)] == [(0, 120)]
    theirs = save_labels(truth(performance), performance.motion, tmp_path / "theirs.feet.json")
    run_json(capsys, "feet", "label", path, "--from", theirs, "--range", "1:50")
    expected = labels.planted()
    expected[:50] = performance.contacts[:50]
    assert np.array_equal(stored(path).planted(), expected)


@pytest.mark.slow
def test_elsewhere_than_beside_the_clip(capsys, clip, tmp_path):
    path, _ = clip
    target = tmp_path / "labels" / "walk.feet.json"
    target.parent.mkdir()
    run_json(capsys, "feet", "label", path, "-o", target, "--blank", "--hand", "lh 1:5")
    assert not (tmp_path / "walk.feet.json").exists()
    fields = run_json(capsys, "feet", "show", path, "--labels", target, "--picture", tmp_path / "a.png")
    assert fields["plants"] == {"left-heel": [[1, 5, "hand"]], "left-toe": [], "right-heel": [], "right-toe": []}
    assert (tmp_path / "a.png").exists()


def test_a_picture_whose_rows_are_too_long_to_read_is_said_to_be(capsys, clip, tmp_path, monkeypatch):
    path, _ = clip
    monkeypatch.setattr(foot_picture, "foot_picture_png", lambda *_, **__: None)
    picture = ["--picture", tmp_path / "a.png", "--frames-a-row"]
    run_json(capsys, "feet", "label", path, "--blank", "--hand", "lh 1:5")
    for row, said in ((1_000, []), (2_000, ["a.png has 2,000 frames in a row, too many to see where plants end; "])):
        for command in (["label", path, "--accept"], ["show", path]):
            notes = run_json(capsys, "feet", *command, *picture, row)["warnings"]
            assert [note.partition("--range")[0] for note in notes if "a row" in note] == said


def test_our_own_json_keeps_its_labels_itself(capsys, clip, tmp_path):
    path = tmp_path / "walk.json"
    unbake.save(clip[1].motion, path)
    fields = run_json(capsys, "feet", "label", path, "--blank", "--hand", "rh 5:9")
    assert fields["labels"] == str(path)
    assert [(p.first, p.last) for p in stored(path).plants] == [(4, 8)]
    assert main(["info", str(path)]) == 0


def test_refusals_are_one_line(capsys, clip, oracle_file, tmp_path):
    path, _ = clip
    (tmp_path / "empty.oracle").write_bytes(b"")
    (tmp_path / "walk.txt").write_text("left-hel 1:5", encoding="utf-8")
    np.save(tmp_path / "points.npy", np.zeros((5, 6)))
    for arguments, code, words in (
        (["label", path, "--hand", "left-hel 1:5"], 2, "did you mean 'left-heel'"),
        (["label", path, "--from", tmp_path / "walk.txt"], 2, "walk.txt"),
        (["label", path, "--from", tmp_path / "none.txt"], 1, "cannot be read"),
        (["label", path, "--from", tmp_path / "none.feet.json"], 1, "holds no foot labels"),
        (["label", path, "--hand", "lh 100:122", "--blank"], 2, "outside 1:121"),
        (["label", path, "--range", "100:300"], 2, "outside the clip's"),
        (["label", path, "-o", tmp_path / "walk.json"], 2, "written as .feet.json"),
        (["label", path, "-o", tmp_path / "no" / "a.feet.json"], 1, "folder does not exist"),
        (["label", path, "--picture", tmp_path / "a.gif"], 2, ".png"),
        (["label", path, "--picture", path], 2, "would overwrite"),
        (["label", path, "--oracle", tmp_path / "empty.oracle"], 1, "empty.oracle"),
        (["label", path, "--oracle", tmp_path / "none.oracle"], 1, "none.oracle"),
        (["label", tmp_path / "points.npy"], 1, "no marker for left-pelvis-front, right-pelvis-front, left-knee"),
        (["show", path], 1, "holds no foot labels"),
        (["show", oracle_file.with_name("none.oracle")], 1, "cannot be read"),
        (["train", tmp_path, "-o", tmp_path / "my.oracle"], 2, "none of the clips is labelled"),
        (["train", tmp_path / "none", "-o", tmp_path / "my.oracle"], 1, "does not exist"),
        (["train", path, "-o", tmp_path / "my.bvh"], 2, "written as .oracle"),
        (["next", path, "--labels", tmp_path / "none"], 1, "is no folder"),
        (["next", path, "--picture", tmp_path / "a.gif"], 2, ".png"),
    ):
        found, line = failed(capsys, "feet", *arguments)
        assert (found, words in line) == (code, True), line
    assert not (tmp_path / "walk.feet.json").exists()
    assert not (tmp_path / "my.oracle").exists()


def test_labels_of_another_take_are_refused(capsys, clip, tmp_path):
    path, _ = clip
    run_json(capsys, "feet", "label", path, "--blank", "--hand", "lh 1:5")
    unbake.save(perform("walk", seconds=2, fps=60, seed=1, speed_m_s=1.9).motion, path)
    code, line = failed(capsys, "feet", "label", path, "--hand", "lh 1:5")
    assert code == 1
    assert "of another motion: at frame" in line


@pytest.fixture
def library(tmp_path):
    """Two walks and a jump, in a folder within a folder, among files that are none of ours."""
    folder = tmp_path / "library"
    (folder / "more").mkdir(parents=True)
    clips = {
        "a": perform("walk", seconds=4, fps=60, seed=1),
        "b": perform("walk", seconds=4, fps=60, seed=2),
        "more/c": perform("jump", fps=60, seed=3),
    }
    for name, performance in clips.items():
        unbake.save(performance.motion, folder / f"{name}.bvh")
    (folder / "package.json").write_text('{"name": "theirs"}', encoding="utf-8")
    (folder / "notes.txt").write_text("nothing", encoding="utf-8")
    return folder, clips


@pytest.mark.slow
def test_training_learns_from_what_people_looked_at(capsys, library, tmp_path):
    folder, clips = library
    for name, by in (("a", "hand"), ("b", "oracle"), ("more/c", "performer")):
        path = folder / f"{name}.bvh"
        save_labels(truth(clips[name]), unbake.load_motion(path), path, by)
    output = tmp_path / "my.oracle"
    facts = run_json(capsys, "feet", "train", folder, "-o", output)
    assert [piece["name"] for piece in facts["pieces"]] == ["a 1–241", f"more/c 1–{len(clips['more/c'].contacts)}"]
    assert [piece["source"] for piece in facts["pieces"]] == ["hand", "performer"]
    assert 0.0 < facts["left_out_agreement"] < 1.0
    oracle = load_oracle(output)
    assert np.array_equal(oracle.examples[0].planted, clips["a"].contacts)
    everything = run_json(capsys, "feet", "train", folder, "-o", tmp_path / "all.oracle", "--with-guesses")
    assert len(everything["pieces"]) == 3
    more = run_json(capsys, "feet", "train", folder / "b.bvh", "-o", tmp_path / "more.oracle", "--start", output,
                    "--with-guesses")  # fmt: skip
    assert [piece["name"].split()[0] for piece in more["pieces"]] == ["a", "more/c", "b"]
    assert main(["feet", "train", str(folder), "-o", str(output)]) == 0
    shown = capsys.readouterr()
    assert "1 guess was left out" in " ".join(shown.err.split())
    assert run_json(capsys, "feet", "show", output)["examples"] == oracle.n_examples


def test_stretches_of_one_clip(capsys, library, tmp_path):
    """Only what is labelled is learnt, not the frames around it."""
    folder, clips = library
    path = folder / "a.bvh"
    motion = unbake.load_motion(path)
    for first, last in ((20, 79), (120, 169)):
        save_labels(truth(clips["a"]).excerpt(first, last), motion, path)
    facts = run_json(capsys, "feet", "train", path, "-o", tmp_path / "my.oracle")
    assert [(piece["name"], piece["frames"]) for piece in facts["pieces"]] == [("a 21–80", 60), ("a 121–170", 50)]
    assert facts["left_out_agreement"] is None  # of a single clip nothing is left
    assert np.array_equal(load_oracle(tmp_path / "my.oracle").examples[1].planted, clips["a"].contacts[120:170])


@pytest.mark.slow
def test_the_active_loop(capsys, library, oracle_file, tmp_path, monkeypatch):
    """What is least like the examples comes next; once it is accepted, something else does, until all is labelled."""
    folder, clips = library
    monkeypatch.chdir(tmp_path)
    seen, drawn = [], []
    for _ in range(10):
        fields = run_json(capsys, "feet", "next", folder, "--oracle", oracle_file)
        if fields["is_labelled"]:
            break
        first, last = fields["frames"]
        assert first <= fields["frame"] <= last
        assert last - first < 200
        assert (tmp_path / "next.png").exists()
        # Each picture takes a second; of those that follow it is enough that they are asked for.
        monkeypatch.setattr(
            foot_picture, "foot_picture_png", lambda *_, frame_numbers, **__: drawn.append(frame_numbers)
        )
        part = load_parts(folder / os.path.relpath(fields["file"], folder), unbake.load_motion(fields["file"]))
        assert "oracle" in {p.by for p in part}
        seen.append((os.path.relpath(fields["file"], folder), first, last, fields["distance"]))
        run_json(capsys, "feet", "label", fields["file"], "--range", f"{first}:{last}", "--accept")
    assert fields["is_labelled"]
    assert [(first, last) for _, first, last, _ in seen[1:]] == drawn[: len(seen) - 1]
    assert len(drawn) == len(seen)
    assert seen[0][0] == "more/c.bvh"  # the oracle knows walks, no jumps
    assert len({place[:3] for place in seen}) == len(seen)
    distances = [place[3] for place in seen]
    assert distances == sorted(distances, reverse=True)
    assert sum(last - first + 1 for _, first, last, _ in seen) == sum(len(p.contacts) for p in clips.values())


@pytest.mark.slow
def test_clips_without_legs_are_left_out(capsys, library, oracle_file, tmp_path):
    from formats.figures import figure_motion

    folder, _ = library
    unbake.save(figure_motion(30), folder / "prop.bvh")
    fields = run_json(capsys, "feet", "next", folder, "--oracle", oracle_file, "--picture", tmp_path / "a.png")
    assert len(fields["warnings"]) == 1
    assert "prop.bvh was left out: the skeleton has no" in fields["warnings"][0]
    code, line = failed(capsys, "feet", "next", folder / "prop.bvh", "--picture", tmp_path / "b.png")
    assert (code, "left-toe" in line) == (2, True)


@pytest.mark.slow
def test_what_to_do_next_is_said(capsys, library, oracle_file, tmp_path):
    folder, _ = library
    labels = tmp_path / "labels"
    labels.mkdir()
    arguments = ["feet", "next", str(folder), "--oracle", str(oracle_file), "--labels", str(labels)]
    assert main([*arguments, "--picture", str(tmp_path / "look.png")]) == 0
    told = capsys.readouterr().err
    assert f"unbake feet label {folder / 'more' / 'c.bvh'} --range 1:" in told
    assert f"-o {labels / 'c.feet.json'}" in told
    assert "--accept" in told
    assert not list(folder.rglob("*.feet.json"))


def test_strokes():
    assert parse_painting("left-heel 12:45 off 46:50 rt=-3") == (
        Stroke(0, 12, 45, True),
        Stroke(0, 46, 50, False),
        Stroke(3, None, None, False),
        Stroke(3, -3, -3, True),
    )
    assert parse_painting("LH = ;left-toe 1:2,4:5 # remark 9:9\n") == (
        Stroke(0, None, None, False),
        Stroke(1, 1, 2, True),
        Stroke(1, 4, 5, True),
    )


@pytest.mark.parametrize(
    "text", ["", "left-heel", "12:45", "left-heel off", "lh off rh 1:2", "lh 5:1", "lh 1:2:3", "lh 1-2", "heel 1:2",
             "lh off = ", "# lh 1:2", "lh 1:99999999999"]
)  # fmt: skip
def test_no_strokes(text):
    with pytest.raises(UsageError, match="expected left-heel, left-toe"):
        parse_painting(text)


def test_painting_stays_inside():
    labels = FootLabels((), 10, Fraction(60), 5)
    assert painted(labels, parse_painting("lh 5:14")).plants == (Plant(0, 9, 0),)
    for text in ("lh 4:6", "lh 13:15"):
        with pytest.raises(UsageError, match="outside 5:14"):
            painted(labels, parse_painting(text))


def test_labels_of_a_motion_among_arrays_are_shown(tmp_path, capsys):
    file = tmp_path / "walk.npz"
    np.savez(file, poses=np.zeros((40, 66)), trans=np.zeros((40, 3)), mocap_framerate=60)
    run_json(capsys, "feet", "label", file, "--blank", "--hand", "left-heel 5:20")
    assert run_json(capsys, "feet", "show", file)["plants"]["left-heel"] == [[5, 20, "hand"]]
