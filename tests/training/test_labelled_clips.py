"""Libraries of clips: what is left out is said, corrections count, every clip has a name and roles of its own."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

import unbake
from cli.running import run_json
from clips import packaged_bytes
from unbake.cli.feet.next import _what_to_do
from unbake.cli.main import main
from unbake.feet.detect.active import ActiveTraining
from unbake.feet.detect.features import leg_paths
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import load_oracle, save_oracle
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.formats.clip_files import clips_in
from unbake.formats.foot_labels.format import load_parts, save_labels
from unbake.formats.registry import ReadOptions
from unbake.motion.body.roles import ROLES
from unbake.performer import perform
from unbake.training import labelled_clips as foot_library
from unbake.training.labelled_clips import Library

pytestmark = pytest.mark.usefixtures("one_thread")


def walk(seed):
    return perform("walk", seconds=2, fps=60, seed=seed)


def labelled(path, performance, by="hand"):
    motion = unbake.load_motion(path)
    labels = FootLabels.from_frames(performance.contacts, motion.fps, motion.first_frame)
    return save_labels(labels, motion, path, by)


@pytest.fixture(scope="module")
def oracle_file(tmp_path_factory):
    done = perform("walk", seconds=3, fps=60, seed=5)
    path = tmp_path_factory.mktemp("oracle") / "walk.oracle"
    labels = FootLabels.from_frames(done.contacts, done.motion.fps)
    save_oracle(Oracle().with_examples(done.motion, labels, "theirs"), path)
    return path


@pytest.fixture
def folder(tmp_path):
    """Two clips of one file name, both labelled."""
    (tmp_path / "lib" / "sub").mkdir(parents=True)
    for place, seed in (("walk.bvh", 1), ("sub/walk.bvh", 2)):
        unbake.save(walk(seed).motion, tmp_path / "lib" / place)
        labelled(tmp_path / "lib" / place, walk(seed))
    return tmp_path / "lib"


@pytest.mark.slow
def test_corrected_labels_take_the_place_of_the_old(capsys, folder, tmp_path):
    file, first, second = folder / "walk.bvh", tmp_path / "a.oracle", tmp_path / "b.oracle"
    run_json(capsys, "feet", "train", file, "-o", first)
    run_json(capsys, "feet", "label", file, "--hand", "lh off 1:121")
    facts = run_json(capsys, "feet", "train", file, "-o", second, "--start", first)
    assert facts["new_pieces"] == 1
    (piece,) = load_oracle(second).examples
    assert piece.planted[:, 0].sum() == 0
    assert np.array_equal(piece.planted[:, 1:], walk(1).contacts[:, 1:])
    assert run_json(capsys, "feet", "train", file, "-o", first, "--start", second)["new_pieces"] == 0


@pytest.mark.slow
def test_clips_of_one_file_name_are_two_clips(capsys, folder, tmp_path):
    first = tmp_path / "a.oracle"
    run_json(capsys, "feet", "train", folder / "walk.bvh", "-o", first)
    facts = run_json(capsys, "feet", "train", folder, "-o", tmp_path / "b.oracle", "--start", first)
    assert sorted(piece["name"] for piece in facts["pieces"]) == ["sub/walk 1–121", "walk 1–121"]
    assert facts["new_pieces"] == 1
    assert 0.5 < facts["left_out_agreement"] < 1.0  # of two clips, each by the other
    apart = Library(clips_in([folder / "walk.bvh", folder / "sub" / "walk.bvh"]))
    assert len(set(apart.names.values())) == 2
    assert len(set(Library([folder / "walk.bvh", folder / "walk.glb"], places=[folder]).names.values())) == 2


@pytest.mark.slow
def test_clips_of_one_file_name_have_labels_of_their_own(capsys, folder, oracle_file, tmp_path):
    labels = tmp_path / "labels"
    labels.mkdir()
    seen = set()
    for _ in range(4):
        fields = run_json(capsys, "feet", "next", folder, "--labels", labels, "--oracle", oracle_file, "--picture",
                          tmp_path / "n.png")  # fmt: skip
        if fields["is_labelled"]:
            break
        seen.add(fields["labels"])
        run_json(capsys, "feet", "label", fields["file"], "-o", fields["labels"], "--accept")
    assert seen == {str(labels / "walk.feet.json"), str(labels / "sub" / "walk.feet.json")}


def spoiled(folder):
    """Files that cannot be read, and labels of another motion, among the clips; returns how many."""
    (folder / "cut.bvh").write_bytes(packaged_bytes()[:20_000])
    (folder / "alone.amc").write_text("#!OML:ASF\n:FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n", encoding="utf-8")
    unbake.save(walk(7).motion, folder / "stale.bvh")
    shutil.copy(folder / "walk.feet.json", folder / "stale.feet.json")
    return 3


@pytest.mark.slow
def test_a_bad_file_does_not_stop_the_library(capsys, folder, oracle_file, tmp_path):
    bad = spoiled(folder)
    fields = run_json(capsys, "feet", "next", folder, "--oracle", oracle_file, "--picture", tmp_path / "n.png")
    assert len(fields["warnings"]) == bad
    for name in ("cut.bvh", "alone.amc", "stale.bvh"):
        assert sum(f"{name} was left out: " in warning for warning in fields["warnings"]) == 1, fields["warnings"]
    assert any("of another motion" in warning for warning in fields["warnings"])
    facts = run_json(capsys, "feet", "train", folder, "-o", tmp_path / "a.oracle")
    assert [piece["name"] for piece in facts["pieces"]] == ["sub/walk 1–121", "walk 1–121"]
    assert len(facts["warnings"]) == 1
    assert "stale.bvh was left out" in facts["warnings"][0]
    for words in (("next", folder / "cut.bvh"), ("train", folder / "stale.bvh", "-o", tmp_path / "b.oracle")):
        assert main(["feet", *map(str, words), *(["--picture", str(tmp_path / "n.png")] if words[0] == "next" else [])])
        assert "was left out" in capsys.readouterr().err


def test_a_folder_without_a_good_clip_says_how_many_are_bad(capsys, tmp_path):
    (tmp_path / "a.bvh").write_text("", encoding="utf-8")
    (tmp_path / "b.bvh").write_text("HIERARCHY", encoding="utf-8")
    assert main(["feet", "next", str(tmp_path), "--picture", str(tmp_path / "a.png")]) == 2
    said = capsys.readouterr().err
    assert said == f"unbake: no clip can be used: {tmp_path / 'a.bvh'} was left out: is empty (and 1 more)\n"
    assert not (tmp_path / "a.png").exists()


def test_the_command_that_next_proposes_stays_inside(folder):
    """Where the frame is near the end of its sequence, the plant of the example ends with it."""
    for at, last in ((481, 481), (475, 481), (410, 419)):
        assert f"--hand 'left-heel {at}:{last}'" in _what_to_do(folder / "walk.bvh", (401, 481), None, False, at)


def test_the_proposed_command_runs(capsys, folder, monkeypatch):
    text = _what_to_do(folder / "walk.bvh", (101, 121), None, False, 121)
    line = next(line for line in text.splitlines() if "--hand" in line).split("  (and")[0].strip()
    import shlex

    assert main(shlex.split(line)[1:]) == 0
    assert capsys.readouterr().err.count("outside") == 0


@pytest.mark.slow
def test_roles_are_those_of_each_clip(folder, monkeypatch):
    """Skeletons whose toes are called alike, at other numbers: each clip's own legs are looked at."""
    (folder / "theirs.bvh").write_bytes(packaged_bytes())
    files = [folder / "walk.bvh", folder / "theirs.bvh"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        for side in ("Left", "Right"):
            text = text.replace(f"{side}ToeBase", f"{side}Xyz")
        file.write_text(text, encoding="utf-8")
        file.with_suffix(".feet.json").unlink(missing_ok=True)
    asked = {}

    class Watched(ActiveTraining):
        def __init__(self, library, oracle):
            asked.update({name: motion.skeleton.roles for name, motion in library.items()})
            super().__init__(library, oracle)

    monkeypatch.setattr(foot_library, "ActiveTraining", Watched)
    roles = (("left-toe", "LeftXyz"), ("right-toe", "RightXyz"))
    Library(files, options=ReadOptions(roles=roles)).farthest(Oracle(), lambda part: None)
    for file in files:
        assert asked[str(file)] == unbake.load_motion(file).with_roles(dict(roles)).skeleton.roles
    assert asked[str(files[0])] != asked[str(files[1])]


def test_training_looks_at_each_motions_own_legs():
    motion = walk(1).motion
    names = motion.skeleton.names
    other = {role: role.replace("left", "x").replace("right", "left").replace("x", "right") for role in ROLES}
    swapped = motion.with_roles({other[role]: names[joint] for role, joint in motion.skeleton.roles.items()})
    training = ActiveTraining({"a": motion, "b": swapped})
    for name, clip in (("a", motion), ("b", swapped)):
        expected = leg_paths(clip, legs_of(clip)).positions_m
        assert np.array_equal(training._paths[name].positions_m, expected)
    assert not np.array_equal(training._paths["a"].positions_m, training._paths["b"].positions_m)


@pytest.mark.slow
def test_guesses_that_next_stores_teach_nothing(capsys, folder, oracle_file, tmp_path):
    """What next guessed around a person's frames is learnt by nobody; the person's frames are."""
    file = folder / "sub" / "walk.bvh"
    file.with_suffix(".feet.json").unlink()
    run_json(capsys, "feet", "label", file, "--range", "1:60", "--blank", "--hand", "lh 1:9")
    run_json(capsys, "feet", "next", file, "--oracle", oracle_file, "--picture", tmp_path / "n.png")
    assert [part.by for part in load_parts(file, unbake.load_motion(file))] == ["hand", "oracle"]
    facts = run_json(capsys, "feet", "train", file, "-o", tmp_path / "a.oracle")
    assert [(piece["name"], piece["frames"]) for piece in facts["pieces"]] == [("walk 1–60", 60)]


@pytest.mark.slow
def test_labels_that_came_along_teach_nothing_twice(capsys, folder, tmp_path):
    """A result in the folder of its clip is the same motion again; by itself it is a clip like any other."""
    run_json(capsys, "feet", "clean", folder / "walk.bvh", "-o", folder / "still.bvh")
    facts = run_json(capsys, "feet", "train", folder, "-o", tmp_path / "a.oracle")
    assert [piece["name"] for piece in facts["pieces"]] == ["sub/walk 1–121", "walk 1–121"]
    alone = run_json(capsys, "feet", "train", folder / "still.bvh", "-o", tmp_path / "b.oracle")
    assert [piece["name"] for piece in alone["pieces"]] == ["still 1–121"]
