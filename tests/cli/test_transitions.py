"""``unbake transitions``, as a user runs it."""

import shutil

import pytest
from tests.cli.running import run_json
from tests.synthesis.figures import placed, walker

from unbake import load_motion
from unbake.cli.main import main
from unbake.cli.transitions.make import LURCH
from unbake.formats.foot_labels.format import labels_file, stored_labels
from unbake.library.library import Library


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A library with three walks."""
    path = tmp_path_factory.mktemp("transitions") / "moves.unbakelib"
    with Library.create(path) as made:
        sources = (walker(120), walker(110, step_m=1.0, lean=0.3), placed(walker(130, turning=1.5), 2.0, (3.0, -1.0)))
        for name, source in zip(("slow", "fast", "turning"), sources, strict=True):
            clip, _ = made.add(source.motion, name)
            made.set_foot_labels(clip, source.labels)
            if name == "turning":
                made.annotate(clip, "Turn Left", 60, 120, True)
    return path


def run(capsys, *arguments):
    """Run a command; its exit code, and what it shows on both streams, without line breaks."""
    code = main(list(map(str, arguments)))
    shown = capsys.readouterr()
    return code, " ".join((shown.out + shown.err).split())


@pytest.mark.slow
def test_build_show_and_make(library, tmp_path, capsys):
    code, said = run(capsys, "transitions", "show", library)
    assert code == 2
    assert "unbake transitions build makes one" in said
    small = ("--length", "0.5s", "--clusters", "4")
    built = run_json(capsys, "transitions", "build", library, *small)
    assert built["candidates"] == 16 * 21
    assert built["candidates"] == built["excluded_by_feet"] + built["excluded_by_balance"] + built["scored"]
    assert len(built["medoids"]) == 4
    assert built["bytes"] < 5_000_000
    assert run_json(capsys, "transitions", "show", library)["medoids"] == built["medoids"]
    code, said = run(capsys, "transitions", "show", library)
    assert code == 0
    assert "336" in said

    out = tmp_path / "there.bvh"
    made = run_json(capsys, "transitions", "make", library, "slow:41", out, "--to", "turning:101")
    motion = load_motion(out)
    assert motion.n_frames == made["frames"] == 40 + made["transition_frames"] + 29
    assert made["source"] == {"clip": "slow", "frame": 41}
    assert made["target"] == {"clip": "turning", "frame": 101}
    assert stored_labels(out).carried_from == library.name
    other = tmp_path / "other.bvh"
    shutil.copy(out, other)
    assert run(capsys, "feet", "label", other, "--hand", "left-heel 5:9")[0] == 0
    kept = labels_file(other).read_bytes()
    code, said = run(capsys, "transitions", "make", library, "slow:41", tmp_path / "other.glb", "--to", "turning:101")
    assert code == 0
    assert "holds labels by hand; those of other.glb are not stored" in said
    assert labels_file(other).read_bytes() == kept
    # These walkers glide: their trunks hardly speed up or slow down, from one speed to another more than that.
    assert made["trunk_acceleration"] > LURCH
    expected = f"the trunk is accelerated {made['trunk_acceleration']:.1f} times as hard as anywhere in both clips"
    assert any(expected in note for note in made["warnings"])
    direct = run_json(capsys, "transitions", "make", library, "slow:41", out, "--to", "turning:101", "--direct")
    assert direct["between"] == []
    assert (direct["cost_m"] is None) == bool(made["between"])
    code, said = run(capsys, "transitions", "make", library, "slow:41", out, "--to", "turning:101", "--direct")
    assert code == 0
    assert ("cost of its kind" in said) == (not made["between"])
    flagged = run_json(capsys, "transitions", "make", library, "slow:41", out, "--to-flag", "turn-left", "--only")
    assert flagged["target"]["clip"] == "turning"
    assert load_motion(out).n_frames == flagged["transition_frames"]
    code, said = run(capsys, "reduce", out, "-o", tmp_path / "keys.json", "--keys", "5")
    assert code == 0, said

    for arguments, expected in (
        (("nobody:3", out, "--to", "slow:50"), "no clip 'nobody'"),
        (("slow", out, "--to", "slow:50"), "expected CLIP:FRAME"),
        (("slow:4000", out, "--to", "slow:50"), "outside of slow, 1–120"),
        (("slow:110", out, "--to", "slow:50"), "farther from the clip's ends"),
        (("slow:10", out), "either --to CLIP:FRAME or --to-flag FLAG"),
        (("slow:10", out, "--to-flag", "wave"), "no clip carries the flag 'wave'"),
        (("slow:10", tmp_path / "out.odd", "--to", "slow:50"), "out.odd"),
    ):
        code, said = run(capsys, "transitions", "make", library, *arguments)
        assert code != 0
        assert expected in said, said
    code, said = run(capsys, "transitions", "build", library, "--length", "5s")
    assert code == 2
    assert "add longer clips" in said
    code, said = run(capsys, "transitions", "build", library, "--clusters", "1")
    assert code == 2
