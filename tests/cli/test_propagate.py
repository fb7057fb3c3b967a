"""``unbake propagate``: files in, files out, one line where it cannot be."""

import json
from dataclasses import replace

import numpy as np
import pytest

from cli.running import run_json
from editing.propagation.walks import away_m, slowed, swinging, turned, walk
from unbake.cli.main import main
from unbake.curves.baked import BAKED
from unbake.curves.fits.fit import fit
from unbake.curves.layers import FEET, AnimationLayer
from unbake.feet.labels import FootLabels, Plant
from unbake.formats.foot_labels.format import load_labels, save_labels
from unbake.formats.registry import load, load_motion, save
from unbake.keyframes.selection import Selection


@pytest.fixture
def files(tmp_path):
    """A take, its edit, and a longer one."""
    names = {"take": walk(), "edit": swinging(walk()), "long": walk(8.0, seed=3)}
    for name, motion in names.items():
        save(motion, tmp_path / f"{name}.bvh")
    return tmp_path


def arguments(files, *more, edit="edit.bvh", to="long.bvh", out="out.bvh"):
    return [
        "propagate",
        "--from",
        files / "take.bvh",
        "--edited",
        files / edit,
        "--to",
        files / to,
        "-o",
        files / out,
        *more,
    ]


@pytest.mark.slow
def test_two_files(capsys, files):
    said = run_json(capsys, *arguments(files, "--feet", "none", "--strip", files / "strip.png"))
    assert (said["frames"], said["keys"], said["examples"], said["low"]) == (241, None, 1, [])
    assert len(said["confidence"]) == len(said["source_frames"]) == 241
    assert min(said["confidence"]) > 0.8
    found, other = load_motion(files / "out.bvh"), walk(8.0, seed=3)
    assert away_m(found, swinging(other)) < 0.1 * away_m(other, swinging(other))
    assert (files / "strip.png").read_bytes().startswith(b"\x89PNG")


def test_layers_and_corrections(capsys, files):
    nod = {"name": "nod", "frames": [1, 60], "turns_rad": {"Head": [[0.4, 0, 0], [0.4, 0, 0]]}}
    (files / "nod.json").write_text(json.dumps({"format": "unbake layers", "version": 1, "layers": [nod]}))
    more = ["--from", files / "long.bvh", "--edited", files / "nodded.bvh", "--range", "1:150", "--range", "10:60"]
    save(turned(walk(8.0, seed=3), "Head", [0.4, 0.0, 0.0]), files / "nodded.bvh")
    said = run_json(capsys, *arguments(files, *more, "--feet", "none", edit="nod.json"))
    assert said["examples"] == 2
    truth = turned(walk(8.0, seed=3), "Head", [0.4, 0.0, 0.0])
    assert away_m(load_motion(files / "out.bvh"), truth) < 0.1 * away_m(walk(8.0, seed=3), truth)


@pytest.mark.slow
def test_a_reduced_take_with_changed_keys_comes_back_on_its_keys(capsys, files):
    motion = walk(6.0)
    take = fit(motion, Selection((*range(0, motion.n_frames - 1, 6), motion.n_frames - 1)))
    rotations = motion.rotations_xyzw.copy()
    rotations[36:80] = swinging(motion).rotations_xyzw[36:80]
    changed = fit(replace(motion, rotations_xyzw=rotations), take.selection)
    save(take, files / "take.json")
    save(changed, files / "changed.json")
    pair = ["--from", files / "take.json", "--edited", files / "changed.json", "--to", files / "take.json"]
    said = run_json(capsys, "propagate", *pair, "-o", files / "out.json", "--feet", "none")
    assert said["keys"] == len(take.selection)
    assert any("learnt from frames" in note for note in said["warnings"])
    assert not any("layer" in note for note in said["warnings"])
    found = load(files / "out.json")
    assert found.selection.frames == take.selection.frames
    keys = [frame for frame in take.selection.frames if not 36 <= frame < 80]
    truth, own, before = (one.positions()[keys] for one in (swinging(motion), found.layered(), motion))
    off, was = (float(np.sqrt(((one - truth) ** 2).sum(axis=2).mean())) for one in (own, before))
    assert off < 0.25 * was


def test_lengths_that_differ(capsys, files):
    save(slowed(swinging(walk()), 1.3)[0], files / "slow.bvh")
    said = run_json(capsys, *arguments(files, "--feet", "none", edit="slow.bvh"))
    assert any("time warp" in note for note in said["warnings"])
    assert said["frames"] == pytest.approx(1.3 * 241, rel=0.05)


def test_what_is_wrong_is_one_line(capsys, files):
    save(slowed(walk(), 4.0)[0], files / "slow.bvh")
    (files / "text.json").write_text("no json")
    for given, code, said in (
        (arguments(files, edit="take.bvh"), 2, "changes nothing"),
        (arguments(files, edit="slow.bvh"), 1, "slow.bvh: the source lasts 5.00 s and its edit 20.00 s"),
        (arguments(files, edit="none.bvh"), 1, "none.bvh"),
        (arguments(files, edit="text.json"), 1, "text.json"),
        (arguments(files, "--range", "1:500"), 2, "500"),
        (arguments(files, "--range", "1:3"), 1, "at least 0.25 s"),
        (arguments(files, "--edited", files / "edit.bvh"), 2, "come in pairs"),
        (arguments(files, "--weights", "1,2"), 2, "expected four numbers"),
        (arguments(files, "--predictor", "magic"), 2, "gp or mls"),
        (arguments(files, "--predictor", "mls", "--ard"), 2, "--ard is about Gaussian processes"),
        (arguments(files, "--predictor", "mls", "--kernels", "separate"), 2, "--kernels is about Gaussian processes"),
        (arguments(files, "--labels", "a.feet.json", "--feet", "none"), 2, "--feet none holds none"),
        (arguments(files, "--take", "Walk"), 2, "there is no figure 'Walk'"),
        (arguments(files, "--strip", files / "a.svg"), 2, "writes a .png"),
        (arguments(files, out="take.bvh"), 2, "would overwrite"),
        (arguments(files, out="out.xyz"), 2, ".xyz"),
    ):
        assert main([str(one) for one in given]) == code, said
        shown = capsys.readouterr().err.strip()
        assert said in shown
        assert "\n" not in shown
    assert not (files / "out.bvh").exists()


def test_without_feet_it_says_so(capsys, files):
    skeleton = walk().skeleton
    names = tuple(name.replace("ToeBase", "Pad") for name in skeleton.names)
    for name, motion in (("take", walk()), ("edit", swinging(walk())), ("long", walk(8.0, seed=3))):
        save(replace(motion, skeleton=replace(skeleton, names=names)), files / f"{name}.bvh")
    said = run_json(capsys, *arguments(files))
    assert any("feet were not held: the skeleton has no left-toe" in note for note in said["warnings"])


@pytest.mark.parametrize("command", ["propagate", "feet clean"])
def test_where_keys_are_lost_that_is_told(capsys, files, command):
    motion = walk()
    save(fit(motion, Selection((*range(0, motion.n_frames - 1, 12), motion.n_frames - 1))), files / "keyed.json")
    words = {"propagate": arguments(files, to="keyed.json")[:-2], "feet clean": ["feet", "clean", files / "keyed.json"]}
    said = run_json(capsys, *words[command], "-o", files / "out.bvh")
    lost = "out.bvh has a pose at every frame: the take's keys, handles and classes are left out"
    assert [note.partition(";")[0] for note in said["warnings"] if "keys" in note] == [lost]
    assert said.get("keys") is None


def test_what_becomes_of_a_takes_layers_is_told(capsys, files):
    motion = walk()
    nod = AnimationLayer("nod", [0], (5,), np.full((1, 1, 3), 0.1), (), np.zeros((1, 0, 3)))
    feet = replace(nod, name=FEET)
    take = fit(motion, Selection((*range(0, motion.n_frames - 1, 12), motion.n_frames - 1)))
    save(replace(take, layers=(nod, feet)), files / "take.json")
    pair = ["propagate", "--from", files / "take.bvh", "--edited", files / "edit.bvh", "--to", files / "take.json"]
    for name, kept, told in (
        ("out.json", (FEET,), "the layer 'nod' of the take"),
        ("out.glb", (), "'feet' is left out"),
    ):
        notes = run_json(capsys, *pair, "-o", files / name)["warnings"]
        assert any(told in note for note in notes)
        found = load(files / name)
        assert [layer.name for layer in getattr(found, "layers", ())] == list(kept)
    notes = run_json(capsys, *pair, "-o", files / "out.json", "--feet", "none")["warnings"]
    assert any("the layers 'nod', 'feet' of the take went into the keys" in note for note in notes)
    assert load(files / "out.json").layers == ()


def test_a_motion_in_our_json_comes_back_as_a_motion(capsys, files):
    save(walk(8.0, seed=3), files / "long.json")
    said = run_json(capsys, *arguments(files, "--feet", "none", to="long.json", out="out.json"))
    assert said["keys"] is None
    assert load(files / "out.json").fit == BAKED


def test_feet_are_held_by_the_labels_beside_the_take(capsys, files):
    save(turned(walk(), "LeftUpLeg", [0.15, 0.0, 0.0]), files / "edit.bvh")
    run_json(capsys, *arguments(files, "--feet", "none", out="loose.bvh"))
    run_json(capsys, *arguments(files, out="guessed.bvh"))
    take = load_motion(files / "long.bvh")
    # Somebody looked at it, and says that one heel stands for a moment, and nothing else.
    labels = FootLabels((Plant(20, 24, 0, "hand"),), take.n_frames, take.fps, take.first_frame)
    save_labels(labels, take, files / "long.bvh")
    run_json(capsys, *arguments(files))
    loose, guessed, held = (load_motion(files / f"{name}.bvh") for name in ("loose", "guessed", "out"))
    assert np.abs(held.positions() - loose.positions())[60:].max() < 1e-4
    assert np.abs(guessed.positions() - loose.positions())[60:].max() > 0.01
    kept = load_labels(files / "out.bvh", held)
    assert [(plant.first, plant.last, plant.source) for plant in kept.plants] == [(20, 24, "hand")]


def test_labels_of_a_take_whose_time_changes_stay_behind(capsys, files):
    save(slowed(swinging(walk()), 1.3)[0], files / "slow.bvh")
    take = load_motion(files / "long.bvh")
    save_labels(FootLabels((), take.n_frames, take.fps, take.first_frame), take, files / "long.bvh")
    said = run_json(capsys, *arguments(files, edit="slow.bvh"))
    assert "the foot labels of long.bvh are not stored with out.bvh: the edit changes time" in said["warnings"]
    assert not (files / "out.feet.json").exists()
