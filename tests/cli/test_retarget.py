"""``unbake retarget``: a file in, another character's out, one line where it cannot be."""

from dataclasses import replace

import numpy as np
import pytest

from cli.running import run_json
from editing.propagation.walks import away_m, turned, walk
from unbake.cli.main import main
from unbake.curves.fits.fit import fit
from unbake.curves.layers import AnimationLayer
from unbake.feet.labels import FootLabels, Plant
from unbake.formats.foot_labels.format import load_labels, save_labels
from unbake.formats.registry import load, load_motion, save
from unbake.keyframes.selection import Selection
from unbake.performer import Figure

LEGS = [f"{side}-{part}" for side in ("left", "right") for part in ("hip", "knee", "ankle", "toe")]


@pytest.fixture
def files(tmp_path):
    """A walk, a giant's, and one on longer shins."""
    motion = walk()
    save(motion, tmp_path / "take.bvh")
    offsets = motion.skeleton.offsets_m.copy()
    offsets[[motion.skeleton.index(name) for name in ("LeftFoot", "RightFoot")]] *= 1.3
    save(replace(motion, skeleton=replace(motion.skeleton, offsets_m=offsets)), tmp_path / "long.bvh")
    save(replace(walk(1.0), skeleton=Figure(2.6).skeleton), tmp_path / "giant.bvh")
    return tmp_path


def arguments(files, *more, source="take.bvh", to="giant.bvh", out="out.bvh"):
    return ["retarget", files / source, "--to", files / to, "-o", files / out, *more]


def test_a_giant_walks(capsys, files):
    said = run_json(capsys, *arguments(files))
    assert said["scale"] == pytest.approx(2.6 / 1.75, rel=1e-3)
    assumed = [note for note in said["warnings"] if "no unit in the file" in note]
    assert assumed[0].endswith("--unit overrides")
    assert assumed[1].startswith("giant.bvh: no unit in the file")
    assert load_motion(files / "out.bvh").height_m() == pytest.approx(2.6, rel=0.1)


def test_a_characters_joints_can_be_named(capsys, files):
    giant = load_motion(files / "giant.bvh")
    roles = {role: f"bone{giant.skeleton.roles[role]}" for role in LEGS}
    names = tuple(f"bone{n}" for n in range(len(giant.skeleton.names)))
    save(replace(giant, skeleton=replace(giant.skeleton, names=names)), files / "bones.bvh")
    assert main([str(one) for one in arguments(files, to="bones.bvh")]) == 1
    said = capsys.readouterr().err
    assert "bones.bvh: the character's skeleton has no left-hip" in said
    assert said.strip().endswith("--to-role ROLE=JOINT says which they are")
    named = [word for role, joint in roles.items() for word in ("--to-role", f"{role}={joint}")]
    assert run_json(capsys, *arguments(files, *named, to="bones.bvh"))["scale"] == pytest.approx(2.6 / 1.75, rel=1e-3)
    assert main([str(one) for one in arguments(files, "--to-role", "left-hip")]) == 2
    assert "--to-role 'left-hip': expected ROLE=JOINT" in capsys.readouterr().err


def test_feet_are_held_by_the_labels_beside_the_motion(capsys, files):
    part = ("--range", "11:140")
    run_json(capsys, *arguments(files, *part, "--feet", "none", to="long.bvh", out="loose.bvh"))
    run_json(capsys, *arguments(files, *part, to="long.bvh", out="guessed.bvh"))
    take = load_motion(files / "take.bvh")
    # Somebody looked at it, and says that one heel stands for a moment, and nothing else.
    labels = FootLabels((Plant(20, 24, 0, "hand"),), take.n_frames, take.fps, take.first_frame)
    save_labels(labels, take, files / "take.bvh")
    run_json(capsys, *arguments(files, *part, to="long.bvh"))
    loose, guessed, held = (load_motion(files / f"{name}.bvh") for name in ("loose", "guessed", "out"))
    assert np.abs(held.positions() - loose.positions())[60:].max() < 1e-4
    assert np.abs(guessed.positions() - loose.positions())[60:].max() > 0.01
    kept = load_labels(files / "out.bvh", held)
    assert [(plant.first, plant.last, plant.source) for plant in kept.plants] == [(10, 14, "hand")]


def test_a_keyed_animation_keeps_its_keys(capsys, files):
    motion = walk()
    nod = AnimationLayer("nod", [0], (5,), np.full((1, 1, 3), 0.1), (), np.zeros((1, 0, 3)))
    keys = Selection((*range(0, motion.n_frames - 1, 12), motion.n_frames - 1))
    take = replace(fit(motion, keys), layers=(nod,))
    save(take, files / "keys.json")
    said = run_json(capsys, *arguments(files, "--feet", "none", source="keys.json", out="out.json"))
    found = load(files / "out.json")
    assert said["keys"] == len(keys)
    assert found.selection.frames == keys.frames
    assert found.layers == ()
    assert any("the layer 'nod' of the take went into the keys" in note for note in said["warnings"])
    assert any(f"on the take's {len(keys)} keys, curves are up to" in note for note in said["warnings"])
    save(take.layered(), files / "frames.json")
    run_json(capsys, *arguments(files, "--feet", "none", source="frames.json", out="meant.bvh"))
    assert away_m(found.sample(), load_motion(files / "meant.bvh")) < 0.03


def test_a_range_of_a_keyed_animation_has_a_key_at_both_ends(capsys, files):
    motion = walk()
    save(fit(motion, Selection((0, 12, 24, 36, 60, motion.n_frames - 1))), files / "keys.json")
    first = motion.first_frame
    run_json(
        capsys,
        *arguments(files, "--range", f"{first + 5}:{first + 40}", source="keys.json", out="out.glb"),
    )
    assert load(files / "out.glb").key_numbers() == tuple(first + frame for frame in (5, 12, 24, 36, 40))


@pytest.mark.parametrize(
    ("part", "keys"),
    [((), (1, 31, 51, 81, 121)), (("--range", "100:121"), (1, 22)), (("--range", "40:60"), (1, 12, 21))],
)
def test_keys_that_do_not_reach_the_ends_of_a_take_are_kept(capsys, files, part, keys):
    take = fit(walk().excerpt(31, 81), Selection((0, 20, 50)))
    later = np.array([30.0, 0.0])
    curves = tuple(
        replace(curve, frames=curve.frames + 30, left=curve.left + later, right=curve.right + later)
        for curve in take.curves
    )
    moved = replace(take, curves=curves, selection=Selection((30, 50, 80)), n_frames=121, first_frame=1)
    save(moved, files / "keys.json")
    said = run_json(capsys, *arguments(files, *part, source="keys.json", out="out.json"))
    found = load(files / "out.json")
    assert tuple(frame + 1 for frame in found.selection.frames) == keys
    assert said["keys"] == len(keys)


@pytest.mark.parametrize("out", ["out.bvh", "out.c3d"])
def test_where_keys_are_lost_that_is_told(capsys, files, out):
    motion = walk()
    save(fit(motion, Selection((0, 50, 100, motion.n_frames - 1))), files / "keys.json")
    said = run_json(capsys, *arguments(files, source="keys.json", out=out))
    assert said["keys"] is None
    lost = f"{out} has a pose at every frame: the take's keys, handles and classes are left out"
    assert [note for note in said["warnings"] if "keys" in note] == [lost]


def test_rotation_orders_that_had_to_change_are_told(capsys, files):
    motion = walk()
    middle = {"x": 0, "y": 1, "z": 2}[motion.skeleton.channels[motion.skeleton.index("Head")][1][1]]
    turns = np.zeros((motion.n_frames, 3))
    turns[:, middle] = np.linspace(0.0, np.pi, motion.n_frames)
    take = fit(turned(motion, "Head", turns), Selection((0, 50, 100, motion.n_frames - 1)))
    save(replace(take, warnings=()), files / "keys.json")
    said = run_json(capsys, *arguments(files, source="keys.json", out="out.json"))
    assert any("the rotation order was changed of 'Head'" in note for note in said["warnings"])


def test_a_motion_in_our_json_stays_one(capsys, files):
    save(walk(), files / "motion.json")
    said = run_json(capsys, *arguments(files, source="motion.json", out="out.json"))
    assert said["keys"] is None
    assert not any("key on every frame" in note for note in said["warnings"])


def test_what_is_wrong_is_one_line(capsys, files):
    for given, code, said in (
        (arguments(files, out="giant.bvh"), 2, "would overwrite"),
        (arguments(files, "--labels", "a.feet.json", "--feet", "none"), 2, "--feet none holds none"),
        (arguments(files, "--labels", "a.feet.json"), 1, "a.feet.json"),
        (arguments(files, "--range", "400:500"), 2, "frame 400"),
    ):
        assert main([str(one) for one in given]) == code, said
        shown = capsys.readouterr().err.strip()
        assert said in shown
        assert "\n" not in shown
    assert not (files / "out.bvh").exists()
