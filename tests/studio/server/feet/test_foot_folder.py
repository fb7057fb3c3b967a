"""The next sequence to label, among all clips of the folder that the open one came from."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from studio.server.serving import desk_in, quietly
from unbake.cli.main import main
from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import save_labels
from unbake.formats.registry import load_motion, save
from unbake.performer.perform import perform
from unbake.studio.server import messages as m
from unbake.studio.server.link.work import Stopped

pytestmark = pytest.mark.usefixtures("one_thread")


@cache
def performed(name):
    """Four seconds of a motion, with its contacts."""
    return perform(name, seconds=4, fps=60, seed=3)


@pytest.fixture
def folder(tmp_path):
    """Three clips, among other things; the first is open."""
    place = tmp_path / "clips"
    (place / "deeper").mkdir(parents=True)
    for name in ("walk", "run", "jump"):
        save(performed(name).motion, place / f"{name}.bvh")
    save(performed("jump").motion, place / "deeper" / "other.bvh")
    (place / "broken.bvh").write_text("HIERARCHY")
    (place / "alone.amc").write_text(":FULLY-SPECIFIED")
    (place / "notes.json").write_text("{}")
    (place / "points.csv").write_text("a,b\n1,2\n")
    return place


@pytest.fixture
def desk(folder, tmp_path):
    desk = desk_in(tmp_path)
    desk.startup = folder / "walk.bvh"
    return desk


def ask(desk, message):
    return desk.answer(message, quietly)


def find(desk, oracle="own"):
    clip = ask(desk, m.Open("startup")).clip.id
    return ask(desk, m.FindSequence(clip, oracle, in_folder=True))


@pytest.mark.slow
def test_the_sequence_is_the_one_that_the_command_finds(desk, folder, tmp_path, capsys):
    found = find(desk)
    clips = [str(folder / f"{name}.bvh") for name in ("jump", "run", "walk")]
    assert main(["feet", "next", *clips, "--picture", str(tmp_path / "next.png"), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [found.first, found.last, found.farthest] == [*said["frames"], said["frame"]]
    assert found.distance == pytest.approx(said["distance"])
    assert (found.path or str(folder / "walk.bvh")) == said["file"]
    assert {text.partition(" ")[0] for text in found.left_out} == {"broken.bvh", "alone.amc"}
    assert all("/" not in text.partition(" was ")[0] for text in found.left_out)


def test_what_is_labelled_beside_the_clips_is_known(desk, folder):
    ask(desk, m.BeginOracle("nothing"))
    for name in ("walk", "run"):
        motion = load_motion(folder / f"{name}.bvh")
        labels = FootLabels.from_frames(performed(name).contacts, motion.fps, motion.first_frame)
        save_labels(labels, motion, folder / f"{name}.bvh")
    found = find(desk)
    assert found.path == str(folder / "jump.bvh")
    assert np.isfinite(found.distance)


@pytest.mark.slow
def test_what_ones_own_oracle_has_learnt_is_known(desk, folder):
    ask(desk, m.BeginOracle("nothing"))
    for name in ("run", "jump"):
        desk.startup = folder / f"{name}.bvh"
        clip = ask(desk, m.Open("startup")).clip
        ask(desk, m.LearnFeet(clip.id, (), clip.first_frame, clip.last_frame))
    assert find(desk).path == str(folder / "walk.bvh")
    desk.startup = folder / "walk.bvh"
    assert find(desk).path is None, "it is the open one"


def test_the_clip_that_was_found_can_be_opened_and_no_other(desk, folder):
    ask(desk, m.BeginOracle("nothing"))
    for name in ("walk", "run"):
        desk.startup = folder / f"{name}.bvh"
        clip = ask(desk, m.Open("startup")).clip
        ask(desk, m.LearnFeet(clip.id, (), clip.first_frame, clip.last_frame))
    with pytest.raises(UsageError, match="opened before"):
        ask(desk, m.Open("recent", str(folder / "jump.bvh")))
    found = find(desk)
    opened = ask(desk, m.Open("recent", found.path))
    assert opened.clip.path == found.path == str(folder / "jump.bvh")
    assert opened.clip.first_frame <= found.first <= found.farthest <= found.last <= opened.clip.last_frame
    with pytest.raises(UsageError, match="opened before"):
        ask(desk, m.Open("recent", str(folder / "deeper" / "other.bvh")))
    assert ask(desk_in(folder.parent), m.Hello()).recent[0].path == found.path


def test_a_clip_from_no_folder_has_none_to_look_through(desk):
    clip = ask(desk, m.Open("packaged")).clip.id
    with pytest.raises(UsageError, match="not opened from a folder"):
        ask(desk, m.FindSequence(clip, "own", in_folder=True))
    assert ask(desk, m.FindSequence(clip, "own")).path is None


def test_it_can_be_stopped_between_two_clips(desk):
    clip = ask(desk, m.Open("startup")).clip.id
    told = []

    def stop(step, part):
        told.append((step, part))
        if part > 0.6:
            raise Stopped

    with pytest.raises(Stopped):
        desk.answer(m.FindSequence(clip, "own", in_folder=True), stop)
    assert told[-1][0] == "Reading the clips of the folder"
    assert told[-1][1] < 1.0


@pytest.mark.slow
def test_the_rate_that_was_said_is_that_of_all(desk, folder):
    opened = ask(desk, m.Open("startup", fps=30.0))
    clip = desk.clip(opened.clip.id)
    found = ask(desk, m.FindSequence(opened.clip.id, "own", in_folder=True))
    assert found.last - found.first + 1 <= 100, "200 frames at 60 a second are 100 at 30"
    clip.options = replace(clip.options, fps=None)
    assert ask(desk, m.FindSequence(opened.clip.id, "own", in_folder=True)).last - found.first + 1 > 100
