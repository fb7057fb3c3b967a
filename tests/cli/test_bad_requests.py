"""Wrong usage and bad input: one line that says what and where, exit code 1 or 2, nothing written."""

import re

import pytest

from clips import packaged_bytes
from unbake.cli.main import main

CASES = [
    (["info", "missing.bvh"], 1, "missing.bvh: cannot be read"),
    (["info", "folder.bvh"], 1, "is a folder"),
    (["info", "empty.bvh"], 1, "is empty"),
    (["info", "clip.xyz"], 2, "unknown suffix '.xyz'; known: .bvh .amc"),
    (["info", "clip.bvh", "--fps", "fast"], 2, "--fps 'fast'"),
    (["info", "clip.bvh", "--unit", "ell"], 2, "--unit 'ell'"),
    (["info", "clip.bvh", "--role", "left-ankle"], 2, "ROLE=JOINT"),
    (["info", "clip.bvh", "--role", "left-ankel=LeftFoot"], 2, "did you mean 'left-ankle'"),
    (["info", "clip.bvh", "--role", "left-ankle=LeftFot"], 2, "did you mean 'LeftFoot'"),
    (["space", "clip.bvh", "--range", "1-5"], 2, "--range '1-5'"),
    (["space", "clip.bvh", "--range", "0:50"], 2, "outside the clip's 1–400"),
    (["space", "clip.bvh", "--range", "50:5000"], 2, "outside the clip's 1–400"),
    (["space", "clip.bvh", "--range", "90:50"], 2, "ends before it starts"),
    (["space", "clip.bvh", "--criterion", "line-mux"], 2, "line-mux"),
    (["space", "clip.bvh", "--metric", "foot"], 2, "--metric 'foot'"),
    (["space", "clip.bvh", "--method", "magic"], 2, "--method 'magic'"),
    (["space", "clip.bvh", "--keys-max", "1"], 2, "--keys-max 1"),
    (["space", "clip.bvh", "--plot", "space.gif"], 2, ".png"),
    (["space", "clip.bvh", "--csv", "nowhere/space.csv"], 1, "its folder does not exist"),
    (["reduce", "clip.bvh"], 2, "output"),
    (["reduce", "clip.bvh", "-o", "out.xyz"], 2, "unknown suffix '.xyz'"),
    (["reduce", "clip.bvh", "-o", "out.amc"], 2, "cannot hold a keyed animation"),
    (["reduce", "clip.bvh", "-o", "out.csv"], 2, "cannot hold a keyed animation"),
    (["reduce", "clip.bvh", "-o", "nowhere/out.glb"], 1, "its folder does not exist"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "401"], 2, "401 keys"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "1"], 2, "1 keys"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "many"], 2, "--keys"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "9", "--error", "2cm"], 2, "not for both"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--auto", "--keys", "9"], 2, "--auto"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--error", "2 parsec"], 2, "no length"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--error", "0cm"], 2, "larger than zero"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--pin", "401"], 2, "pin 401 is outside"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--pin", "x"], 2, "--pin 'x'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--lead", "left-hnd"], 2, "did you mean 'left-hand'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--fit", "spline"], 2, "spline"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--detail", "2"], 2, "the detail to put back, 2,"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--layers", "four"], 2, "--layers 'four'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--accuracy", "a"], 2, "--accuracy 'a'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--significance", "100"], 2, "significance threshold"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--criterion", "line-max"], 2, "--criterion goes with"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--min-gap", "9", "--max-gap", "10"], 2, "must be 17 or more"),
    (["convert", "clip.bvh", "out.xyz"], 2, "unknown suffix"),
    (["convert", "points.csv", "out.glb"], 2, "points have no skeleton"),
    (["nonsense"], 2, "nonsense"),
]


@pytest.mark.parametrize(("arguments", "code", "message"), CASES, ids=[" ".join(case[0]) for case in CASES])
def test_one_line_and_nothing_written(capsys, monkeypatch, tmp_path, arguments, code, message):
    (tmp_path / "clip.bvh").write_bytes(packaged_bytes())
    (tmp_path / "empty.bvh").write_bytes(b"")
    (tmp_path / "clip.xyz").write_bytes(b"?")
    (tmp_path / "folder.bvh").mkdir()
    (tmp_path / "points.csv").write_text("a,b\n1,2\n3,4\n")
    monkeypatch.chdir(tmp_path)
    before = sorted(p.name for p in tmp_path.iterdir())
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = [line for line in captured.err.splitlines() if not line.startswith("Compiling")]
    assert len(lines) == 1
    assert message in lines[0]
    assert re.match("unbake: ", lines[0])
    assert sorted(p.name for p in tmp_path.iterdir()) == before


def test_an_interrupted_run_leaves_nothing(capsys, monkeypatch, tmp_path):
    from unbake.formats import gltf

    def interrupted(*arguments):
        arguments[1].write_bytes(b"half of a file")
        raise KeyboardInterrupt

    clip = tmp_path / "clip.bvh"
    clip.write_bytes(packaged_bytes())
    monkeypatch.setattr(gltf, "save_animation", interrupted)
    out = tmp_path / "out.glb"
    assert main(["reduce", str(clip), "-o", str(out), "--keys", "5", "--fit", "hermite"]) == 130
    assert capsys.readouterr().err.strip().endswith("interrupted")
    assert [p.name for p in tmp_path.iterdir()] == ["clip.bvh"]
