"""What commands on feet say of themselves: the error's reference, layers left out, files that are none of labels."""

import json
import subprocess
import sys

import numpy as np
import pytest

from unbake.cli.main import main
from unbake.curves.measure import measure_motions
from unbake.feet.labels import FootLabels
from unbake.formats.foot_labels.format import save_labels
from unbake.formats.registry import load_motion, save
from unbake.motion.delivery.travel import in_place
from unbake.performer import perform, with_drift

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def clip(tmp_path):
    """A walk that slides, and its labels beside it."""
    done = perform("walk", seconds=2, seed=1, fps=60)
    file = tmp_path / "walk.bvh"
    save(with_drift(done.motion, 1.0, 0.03, seed=3), file)
    read = load_motion(file)
    save_labels(FootLabels.from_frames(done.contacts, read.fps, read.first_frame, "hand"), read, file)
    return file


def told(capsys, *arguments):
    code = main([*map(str, arguments), "--json"])
    out = capsys.readouterr()
    assert code == 0, out.err
    return json.loads(out.out)


@pytest.mark.slow
@pytest.mark.parametrize("layer", [(), ("--foot-layer",)])
def test_the_error_is_told_against_the_file_too(clip, capsys, tmp_path, layer):
    """`--error` promises against the capture with its feet cleaned up; what the file itself is away is said."""
    out = tmp_path / "out.bvh"
    words = ("reduce", clip, "-o", out, "--error", "1cm", "--hold-feet", *layer)
    fields = told(capsys, *words)
    away = measure_motions(load_motion(clip), load_motion(out))
    assert fields["feet"]["error_capture_max_cm"] == pytest.approx(away.max_cm, abs=1e-3)
    assert fields["feet"]["error_capture_mean_cm"] == pytest.approx(away.mean_cm, abs=1e-3)
    assert fields["feet"]["error_capture_max_cm"] > 1.0
    assert main([*map(str, words)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"against the capture {away.max_cm:.2f} cm at worst" in shown
    assert "error's reference the capture with its feet cleaned up" in shown


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "has_breaks"), [(".json", True), (".glb", False)])
def test_no_option_is_advised_that_the_file_cannot_take(clip, capsys, tmp_path, suffix, has_breaks):
    words = ("reduce", clip, "-o", tmp_path / f"out{suffix}", "--keys", 12, "--hold-feet")
    (note,) = (text for text in told(capsys, *words)["warnings"] if "--foot-layer" in text)
    assert ("--breaks 0" in note) is has_breaks
    assert (main([*map(str, words), "--breaks", "0"]) == 0) is has_breaks


@pytest.mark.slow
def test_a_layer_that_is_left_out_is_named(clip, capsys, tmp_path):
    layered = tmp_path / "walk.json"
    told(capsys, "reduce", clip, "-o", layered, "--keys", 12, "--hold-feet", "--foot-layer")
    for words in (
        ("feet", "clean", layered, "-o", tmp_path / "a.bvh"),
        ("feet", "show", layered),
        ("feet", "label", layered, "--hand", "lh 1:3"),
        ("reduce", layered, "-o", tmp_path / "b.bvh", "--keys", 12),
        ("info", layered),
    ):
        warnings = told(capsys, *words)["warnings"]
        assert sum("the layer 'feet' is left out" in warning for warning in warnings) == 1, (
            words,
            warnings,
        )


def test_points_without_names_have_no_feet(capsys, tmp_path):
    np.save(tmp_path / "points.npy", np.zeros((5, 6)))
    assert main(["feet", "show", str(tmp_path / "points.npy")]) == 2
    assert "bare points have no names" in capsys.readouterr().err
    assert main(["feet", "label", "--help"]) == 0
    assert ".npy" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["clean", "show"])
def test_labels_are_the_file_that_was_named(clip, capsys, tmp_path, command):
    """Nothing beside another name is read in its place."""
    other = tmp_path / "other.notes"
    other.write_text("none of ours", encoding="utf-8")
    clip.with_suffix(".feet.json").rename(tmp_path / "other.feet.json")
    output = ("-o", str(tmp_path / "out.bvh")) if command == "clean" else ()
    assert main(["feet", command, str(clip), *output, "--labels", str(other)]) == 2
    assert "other.notes: foot labels are read from .feet.json" in capsys.readouterr().err


def test_rows_of_too_few_frames_store_nothing(clip, capsys, tmp_path):
    before = clip.with_suffix(".feet.json").read_bytes()
    for number in ("-5", "0", "1"):
        words = ["feet", "label", str(clip), "--again", "--blank", "--picture", str(tmp_path / "a.png")]
        assert main([*words, "--frames-a-row", number]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert clip.with_suffix(".feet.json").read_bytes() == before
    assert not (tmp_path / "a.png").exists()


def test_interrupted_while_it_starts(tmp_path):
    """Whoever presses Ctrl-C before the command has been read sees a line, no traceback."""
    code = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'unbake.cli.reduce':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from unbake.__main__ import start\n"
        "start()\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "unbake: interrupted\n")


@pytest.mark.slow
def test_python_runs_the_package(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "unbake", "--version"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0
    assert run.stdout.startswith("unbake ")


def test_labels_that_cannot_be_read_are_named_once(clip, capsys):
    labels = clip.with_suffix(".feet.json")
    labels.write_text("{", encoding="utf-8")
    assert main(["feet", "label", str(clip), "--hand", "left-heel 2:9"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"unbake: {labels}:1: is not valid JSON")
    assert said.count(str(labels)) == 1
    assert "--again stores new ones" in said


def test_without_plants_nobody_is_told_of_a_layer(clip, capsys, tmp_path):
    motion = load_motion(clip)
    none = FootLabels.from_frames(np.zeros((motion.n_frames, 4)), motion.fps, motion.first_frame)
    save_labels(none, motion, clip, "hand")
    fields = told(capsys, "reduce", clip, "-o", tmp_path / "out.bvh", "--keys", 5, "--hold-feet")
    assert any("no foot is planted" in warning for warning in fields["warnings"])
    assert not any("layer" in warning for warning in fields["warnings"])


def test_a_clip_that_goes_in_place_is_said_to(clip, capsys, tmp_path):
    file = tmp_path / "treadmill.bvh"
    save(in_place(load_motion(clip)), file)
    assert [note for note in told(capsys, "feet", "label", file)["warnings"] if "as on a treadmill" in note]
    walk = told(capsys, "feet", "label", clip, "-o", tmp_path / "other.feet.json")
    assert not [note for note in walk["warnings"] if "as on a treadmill" in note]
