"""Wrong usage and bad input: one line that says what and where, exit code 1 or 2, nothing written."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clips import packaged_bytes
from unbake.cli import info as info_module
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
    (["reduce", "clip.bvh", "-o", "out.json", "--breaks", "-1"], 2, "at least 0, not -1"),
    (["reduce", "clip.bvh", "-o", "out.json", "--breaks", "nan"], 2, "at least 0, not nan"),
    (["reduce", "clip.bvh", "-o", "out.json", "--breaks", "0.5", "--fit", "hermite"], 2, "not 'hermite'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--breaks", "0.5"], 2, "glTF cannot hold"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--weight", "feet"], 2, "--weight 'feet'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--weight", "feet=-1"], 2, "--weight 'feet=-1'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--weight", "feet=nan"], 2, "--weight 'feet=nan'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--weight", "foot=2"], 2, "did you mean"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--weight", "feet=2", "--no-world"], 2, "--no-world"),
    (["convert", "clip.bvh", "out.xyz"], 2, "unknown suffix"),
    (["convert", "points.csv", "out.glb"], 2, "points have no skeleton"),
    (["convert", "clip.bvh", "clip.bvh"], 2, "would overwrite the file that is read"),
    (["convert", "clip.bvh", "./folder.bvh/../clip.bvh"], 2, "would overwrite the file that is read"),
    (["reduce", "clip.bvh", "-o", "clip.bvh"], 2, "would overwrite the file that is read"),
    (["reduce", "clip.bvh", "-o", "out.glb", "-o", "./out.glb"], 2, "would overwrite another output"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--report", "out.glb"], 2, "reports are written as .html"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--report", "out.pdf"], 2, "out.pdf: reports are written as .html"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--report", "nowhere/r.html"], 1, "its folder does not exist"),
    *(
        (["reduce", "clip.bvh", "-o", "out.glb", *auto, name, value], 2, f"{name} goes with --keys or --error")
        for auto in ((), ("--auto",))
        for name, value in (("--metric", "pose"), ("--compose", "sum"), ("--method", "optimal"))
    ),
    *(
        (["reduce", "clip.bvh", "-o", "out.glb", *asked, name, value], 2, f"{name} is about the three layers")
        for asked in (("--keys", "9"), ("--error", "2cm"))
        for name, value in (("--layers", "thesis"), ("--accuracy", "9"), ("--significance", "9"), ("--floor", "1cm"))
    ),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "9", "--metric", "foot"], 2, "--metric 'foot'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "9", "--compose", "mean"], 2, "--compose 'mean'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "9", "--method", "magic"], 2, "--method 'magic'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "9", "--method", "bounded"], 2, "needs an error to keep"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--error", "9cm", "--method", "pieces"], 2, "takes a number of keys"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--floor", "1cm,2cm"], 2, "--floor '1cm,2cm'"),
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
    before = contents(tmp_path)
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = [line for line in captured.err.splitlines() if not line.startswith("Compiling")]
    assert len(lines) == 1
    assert message in lines[0]
    assert re.match("unbake: ", lines[0])
    assert contents(tmp_path) == before


def contents(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


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


def test_a_keyed_animation_is_not_cut(capsys, tmp_path):
    clip, keyed = tmp_path / "clip.bvh", tmp_path / "keyed.json"
    clip.write_bytes(packaged_bytes())
    assert main(["reduce", str(clip), "-o", str(keyed), "--keys", "5", "--fit", "hermite", "--range", "1:60"]) == 0
    capsys.readouterr()
    cut = tmp_path / "cut.json"
    assert main(["convert", str(keyed), str(cut), "--range", "5:20"]) == 2
    assert "--range cuts captures" in capsys.readouterr().err
    assert not cut.exists()
    assert main(["convert", str(keyed), str(cut), "--range", "1:60"]) == 0
    assert cut.exists()


def failing(monkeypatch, fault):
    """Run ``unbake info`` with a fault inside; `main` runs as it does for users."""

    def fail(*arguments):
        raise fault

    monkeypatch.delenv("UNBAKE_TRACEBACK", raising=False)
    monkeypatch.setattr(info_module, "load_clip", fail)
    return main(["info", "clip.bvh"])


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (
            ZeroDivisionError("by zero\nand two lines"),
            "a fault of Unbake's own (ZeroDivisionError: by zero and two lines); "
            "please report it, UNBAKE_TRACEBACK=1 shows where",
        ),
        (MemoryError(), "not enough memory for a clip of this length; choose a shorter --range"),
        (OSError(28, "No space left on device"), "cannot write to standard output (No space left on device)"),
    ],
)
def test_a_fault_is_one_line(capsys, monkeypatch, fault, message):
    assert failing(monkeypatch, fault) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"unbake: {message}\n")


def test_a_closed_pipe_is_not_worth_a_word(capsys, monkeypatch):
    assert failing(monkeypatch, BrokenPipeError()) == 1
    assert capsys.readouterr() == ("", "")


def test_a_fault_is_raised_for_those_who_ask(monkeypatch):
    def fail(*arguments):
        raise ZeroDivisionError

    monkeypatch.setattr(info_module, "load_clip", fail)
    with pytest.raises(ZeroDivisionError):
        main(["info", "clip.bvh"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
@pytest.mark.parametrize("arguments", [["info", "clip.bvh"], ["info", "clip.bvh", "--json"], ["--version"], ["--help"]])
def test_a_full_device_is_one_line(tmp_path, arguments):
    (tmp_path / "clip.bvh").write_bytes(packaged_bytes())
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(
            [sys.executable, "-c", "from unbake.cli.main import run; run()", *arguments],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    lines = [line for line in run.stderr.splitlines() if not line.startswith("note: ")]
    assert lines == ["unbake: cannot write to standard output (No space left on device)"]
    assert run.returncode == 1
