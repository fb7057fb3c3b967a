"""Wrong usage and bad input: one line that says what and where, exit code 1 or 2, nothing written."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from clips import packaged_bytes
from unbake.cli import info as info_module
from unbake.cli.main import app, main

CASES = [
    (["info", "missing.bvh"], 1, "missing.bvh: cannot be read"),
    (["info", "folder.bvh"], 1, "is a folder"),
    (["info", "empty.bvh"], 1, "is empty"),
    (["info", "clip.xyz"], 2, "unknown suffix '.xyz'; known: .bvh .amc"),
    (["info", "."], 2, ".: is a folder, not a clip; unbake batch and unbake library add take folders"),
    (["info", "clip.bvh", "--fps", "fast"], 2, "--fps 'fast'"),
    (["info", "clip.bvh", "--unit", "ell"], 2, "--unit 'ell'"),
    (["info", "clip.bvh", "--take", "Walk"], 2, "clip.bvh: there is no figure 'Walk'; its only figure is 'Hips'"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--take", "Walk"], 2, "its only figure is 'Hips'"),
    (["convert", "clip.amc", "out.glb", "--take", "Walk"], 2, "--take is for .bvh .glb .gltf .fbx .usdc"),
    (
        ["feet", "label", "clip.bvh", "--take", "Walk"],
        2,
        "clip.bvh: there is no figure 'Walk'; its only figure is 'Hips'",
    ),
    (["info", "clip.glb", "--unit", "cm"], 2, "--unit is for .bvh .usdc .usda .usd .usdz .c3d"),
    (["info", "clip.bvh", "--skeleton", "clip.asf"], 2, "--skeleton is for .amc, not for .bvh"),
    (["info", "clip.bvh", "--as-skeleton"], 2, "--as-skeleton is for .c3d, not for .bvh"),
    (["score", "clip.bvh", "other.glb", "--skeleton", "a.asf"], 2, "--skeleton is for .amc, not for .bvh .glb"),
    (["info", "clip.bvh", "--role", "left-ankle"], 2, "ROLE=JOINT"),
    (["info", "clip.bvh", "--role", "left-ankel=LeftFoot"], 2, "did you mean 'left-ankle'"),
    (["info", "clip.bvh", "--role", "left-ankle=LeftFot"], 2, "did you mean 'LeftFoot'"),
    (["space", "clip.bvh", "--range", "1-5"], 2, "--range '1-5'"),
    (["space", "clip.bvh", "--range", "0:50"], 2, "outside the clip's 1–400"),
    (["space", "clip.bvh", "--range", "50:5000"], 2, "outside the clip's 1–400"),
    (["space", "clip.bvh", "--range", "90:50"], 2, "--range '90:50': the range 90:50 ends before it starts"),
    (
        ["reduce", "clip.bvh", "-o", "out.glb", "--range", "0:50", "--hold-feet"],
        2,
        "frame 0 is outside the clip's 1–400",
    ),
    (["feet", "label", "clip.bvh", "--frames-a-row", "50"], 2, "--frames-a-row is about the picture; add --picture"),
    (["feet", "label", "clip.bvh", "--blank", "--oracle", "packaged"], 2, "leave out --oracle, or --blank"),
    (
        ["annotate", "set", "moves.unbakelib", "walk", "1"],
        2,
        "comes before the command: unbake annotate moves.unbakelib set",
    ),
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
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "1"], 2, "1 key asked for"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "many"], 2, "--keys"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "9", "--error", "2cm"], 2, "not for both"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--auto", "--keys", "9"], 2, "--auto"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--bound"], 2, "add --error"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--nudge"], 2, "add --keys"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--nudge", "--error", "2cm"], 2, "add --keys"),
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
    (["info", "loop.bvh"], 1, "loop.bvh: cannot be read (Too many levels of symbolic links)"),
    (["info", f"{300 * 'n'}.bvh"], 1, ".bvh: cannot be read (File name too long)"),
    (["convert", "clip.bvh", f"{300 * 'n'}.glb"], 1, "File name too long"),
    (["space", "clip.bvh", "--plot", f"{300 * 'n'}.png"], 1, "File name too long"),
    (["convert", "clip.bvh", "out.bvh", "--out-unit", "foo"], 2, "--out-unit 'foo' is no unit of length"),
    (["convert", "clip.bvh", "out.glb", "--figure"], 2, "--figure is for .fbx"),
    (["convert", "clip.bvh", "out.glb", "--usd", "splines"], 2, "--usd is for .usdc .usda .usd"),
    (["convert", "clip.bvh", "out.usda", "--usd", "curves"], 2, "expected skeleton or splines"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--usd", "splines"], 2, "--usd is for"),
    (["convert", "clip.dae", "out.bvh"], 2, "Blender up to 4.5 opens Collada"),
    (["convert", "clip.bvh", "out.glb", "--out-unit", "cm"], 2, ".glb has a unit of its own"),
    (["feet", "clean", "clip.bvh", "-o", "out.glb", "--out-unit", "cm"], 2, ".glb has a unit of its own"),
    (["reduce", "clip.bvh", "-o", "out.glb", "--lead", 3000 * "x"], 2, "unknown joint"),
]


@pytest.mark.parametrize(("arguments", "code", "message"), CASES, ids=[" ".join(case[0])[:80] for case in CASES])
def test_one_line_and_nothing_written(capsys, monkeypatch, tmp_path, arguments, code, message):
    (tmp_path / "clip.bvh").write_bytes(packaged_bytes())
    (tmp_path / "empty.bvh").write_bytes(b"")
    (tmp_path / "clip.xyz").write_bytes(b"?")
    (tmp_path / "folder.bvh").mkdir()
    (tmp_path / "loop.bvh").symlink_to("loop.bvh")
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
    assert len(lines[0]) <= 700
    assert contents(tmp_path) == before


FOR_PROGRAMS = [
    (["info", "missing.bvh"], 1, "file", {"file": "missing.bvh"}),
    (["info", "cut.json"], 1, "file", {"file": "cut.json", "line": 1}),
    (["info", "clip.bvh", "--unit", "ell"], 2, "request", {"option": "--unit"}),
    (["convert", "clip.bvh", "out.bvh", "--out-unit", "ell"], 2, "request", {"option": "--out-unit"}),
    (["reduce", "clip.bvh", "-o", "out.glb", "--keys", "many"], 2, "request", {"option": "--keys"}),
    (["reduce", "clip.bvh", "-o", "out.glb", "--nonsense"], 2, "request", {"option": "--nonsense"}),
    (["reduce", "clip.bvh", "-o", "out.glb", "--lead", "left-hnd"], 2, "request", {"joint": "left-hnd"}),
    (["reduce", "clip.bvh", "-o", "out.glb", "--pin", "401"], 2, "request", {"frame": 401}),
]


@pytest.mark.parametrize(("arguments", "exit_code", "code", "about"), FOR_PROGRAMS)
def test_for_programs_an_error_is_an_object(capsys, monkeypatch, tmp_path, arguments, exit_code, code, about):
    (tmp_path / "clip.bvh").write_bytes(packaged_bytes())
    (tmp_path / "cut.json").write_text('{"format": ')
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, "--json"]) == exit_code
    captured = capsys.readouterr()
    error = json.loads(captured.out)["error"]
    assert (error["code"], error["about"] | about) == (code, error["about"])
    assert captured.err == f"unbake: {error['text']}\n"


def test_a_file_without_permission_is_said_like_a_missing_one(capsys, monkeypatch, tmp_path):
    clip = tmp_path / "clip.bvh"
    clip.write_bytes(packaged_bytes())

    def refused(self):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr("os.access", lambda *_, **__: False)
    monkeypatch.setattr(Path, "read_bytes", refused)
    assert main(["info", str(clip)]) == 1
    assert capsys.readouterr().err == f"unbake: {clip}: cannot be read (Permission denied)\n"


def test_a_full_disk_is_said_of_the_plot_that_was_asked_for(capsys, monkeypatch, tmp_path):
    clip, plot = tmp_path / "clip.bvh", tmp_path / "space.png"
    clip.write_bytes(packaged_bytes())

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    assert main(["space", str(clip), "--range", "1:20", "--plot", str(plot)]) == 1
    assert capsys.readouterr().err.endswith(f"unbake: {plot}: cannot be written (No space left on device)\n")


def test_an_error_of_the_system_names_its_file(capsys, monkeypatch):
    assert failing(monkeypatch, OSError(28, "No space left on device", "/somewhere/cache")) == 1
    assert capsys.readouterr().err == "unbake: /somewhere/cache: No space left on device\n"


def path_parameters(group, above=""):
    """Every parameter of every command that takes a path, by command and name."""
    for sub in group.registered_groups:
        yield from path_parameters(sub.typer_instance, f"{sub.name or sub.typer_instance.info.name} ")
    for command in group.registered_commands:
        for name, hint in get_type_hints(command.callback, include_extras=True).items():
            if "Path" in str(hint):
                yield f"{above}{command.callback.__name__} {name}", next(iter(hint.__metadata__))


def test_whether_a_file_can_be_read_is_for_the_reader_to_say():
    """Typer would end with 2 and a sentence of its own."""
    found = dict(path_parameters(app))
    assert {"info file", "reduce output", "convert target", "feet clean labels", "studio file"} <= set(found)
    assert [name for name, parameter in found.items() if parameter.readable] == []


@pytest.mark.parametrize(
    ("command", "options"), [("reduce", ["error", "floor"]), ("feet clean", ["floor", "max_move"])]
)
def test_help_says_what_a_bare_length_means(command, options):
    group = app if " " not in command else app.registered_groups[0].typer_instance
    callback = next(c.callback for c in group.registered_commands if c.callback.__name__ == command.split()[-1])
    hints = get_type_hints(callback, include_extras=True)
    assert all("a bare" in hints[option].__metadata__[0].help for option in options)


def contents(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.slow
def test_an_interrupted_run_leaves_nothing(capsys, monkeypatch, tmp_path):
    from unbake.formats.gltf import format as gltf

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


def test_a_keyed_animation_is_cut_within_its_frames(capsys, tmp_path):
    clip, keyed = tmp_path / "clip.bvh", tmp_path / "keyed.json"
    clip.write_bytes(packaged_bytes())
    assert main(["reduce", str(clip), "-o", str(keyed), "--keys", "5", "--fit", "hermite", "--range", "1:60"]) == 0
    capsys.readouterr()
    cut = tmp_path / "cut.json"
    assert main(["convert", str(keyed), str(cut), "--range", "5:70"]) == 2
    assert "frames 5–70 are no part of the animation's 1–60" in capsys.readouterr().err
    assert not cut.exists()
    assert main(["convert", str(keyed), str(cut), "--range", "1:60"]) == 0
    assert cut.exists()


def failing(monkeypatch, fault):
    """Run ``unbake info`` with a fault inside; `main` runs as it does for users."""

    def fail(*arguments):
        raise fault

    monkeypatch.delenv("UNBAKE_TRACEBACK", raising=False)
    monkeypatch.setattr(info_module, "load", fail)
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
        (
            OSError(12, "Cannot allocate memory"),
            "not enough memory for a clip of this length; choose a shorter --range",
        ),
        (OSError(24, "Too many open files"), "the system refuses something that is needed (Too many open files)"),
        (OSError("a library is\nmissing"), "the system refuses something that is needed (a library is missing)"),
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

    monkeypatch.setattr(info_module, "load", fail)
    with pytest.raises(ZeroDivisionError):
        main(["info", "clip.bvh"])


@pytest.mark.slow
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
