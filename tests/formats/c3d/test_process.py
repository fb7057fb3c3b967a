"""ezc3d in a process of its own: whatever becomes of that, this one goes on, with one line of error."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

ezc3d = pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from benchmarks.fuzz.c3d_entries import assembled, entries  # noqa: E402

from data import DATA, needs_data  # noqa: E402
from formats.c3d.c3d_maker import write_trial  # noqa: E402
from unbake.errors import FileError, UsageError  # noqa: E402
from unbake.formats.c3d import process as c3d_process  # noqa: E402
from unbake.formats.c3d.recording import read_recording  # noqa: E402
from unbake.formats.c3d.sections import check_sections  # noqa: E402
from unbake.formats.registry import load  # noqa: E402

TESTS = str(Path(__file__).parents[2])


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path_factory, monkeypatch):
    """However a process ends, its folder goes."""
    place = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.setenv("TMPDIR", str(place))
    yield
    assert list(place.iterdir()) == []


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "trial.c3d"
    write_trial(path)
    return path


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("crash", "ezc3d crashed on it, SIGSEGV; the file is probably damaged"),
        ("memory", "needs more memory than there is"),
        ("error", "ezc3d: over two lines"),
        ("nothing", "positions did not come back"),
        ("garbage", "positions did not come back"),
        ("objects", "positions did not come back"),
        ("short", r"its positions were read as something else than it says; expected \(12, 5, 3\), found"),
        ("single", "found 'float32"),
    ],
)
def test_whatever_the_process_does_is_one_line(file, monkeypatch, kind, message):
    monkeypatch.setattr(c3d_process, "CHILD", "formats.c3d.odd_c3d_child")
    monkeypatch.setenv("ODD_CHILD", kind)
    with pytest.raises(FileError, match=message) as caught:
        load(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_process_that_takes_too_long(file, tmp_path, monkeypatch):
    monkeypatch.setattr(c3d_process, "CHILD", "formats.c3d.odd_c3d_child")
    monkeypatch.setattr(c3d_process, "LONGEST_S", 3.0)
    monkeypatch.setenv("ODD_CHILD", "sleep")
    monkeypatch.setenv("ODD_CHILD_PID", str(tmp_path / "pid"))
    with pytest.raises(FileError, match="was not done after 3 seconds"):
        load(file)
    assert has_ended(int((tmp_path / "pid").read_text()))


def test_an_ezc3d_that_cannot_be_loaded(file, monkeypatch):
    monkeypatch.setattr(c3d_process, "CHILD", "formats.c3d.odd_c3d_child")
    monkeypatch.setenv("ODD_CHILD", "extra")
    with pytest.raises(UsageError, match=r"ezc3d, which cannot be loaded \(libezc3d\.so: no such file\)"):
        load(file)


def test_a_crash_on_windows_is_one(file, monkeypatch):
    """There a process ends with the exception's number: 0xC0000005 where it read what is not its own."""

    def crashed(command, **options):
        return subprocess.CompletedProcess(command, 0xC0000005, stderr=b"")

    monkeypatch.setattr(subprocess, "run", crashed)
    with pytest.raises(FileError, match="ezc3d crashed on it, error 0xc0000005; the file is probably damaged"):
        load(file)


def test_no_process_can_be_started(file, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/python")
    with pytest.raises(FileError, match="could not be started: No such file"):
        load(file)


def has_ended(process, seconds=10.0):
    """Whether a process ends soon: one that was killed is there until somebody asks how it ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is a signal on POSIX")
def test_ctrl_c_ends_both_processes(file, tmp_path):
    code = (
        "import signal, sys\nfrom unbake.formats.c3d import process as c3d_process\n"
        "from unbake.formats.registry import load\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background jobs ignore it
        "c3d_process.CHILD = 'formats.c3d.odd_c3d_child'\n"
        "try:\n    load(sys.argv[1])\nexcept KeyboardInterrupt:\n    sys.exit(42)\n"
    )
    pid = tmp_path / "pid"
    environment = {**os.environ, "PYTHONPATH": TESTS, "ODD_CHILD": "sleep", "ODD_CHILD_PID": str(pid)}
    with subprocess.Popen([sys.executable, "-c", code, str(file)], env=environment) as parent:
        while not (pid.exists() and pid.read_text()):
            assert parent.poll() is None
            time.sleep(0.02)
        parent.send_signal(signal.SIGINT)
        assert parent.wait(60.0) == 42
    assert has_ended(int(pid.read_text()))


@pytest.mark.slow
def test_from_many_threads_at_once(file):
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(load, [file] * 4))
    for points in found[1:]:
        np.testing.assert_array_equal(points.values, found[0].values)


@pytest.mark.slow
def test_from_a_plain_script_after_kernels_have_run(file, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nfrom unbake.performer import perform\nfrom unbake import load\n"
        "perform('walk', seconds=1, fps=30, seed=1).motion.positions()\n"
        "print(load(sys.argv[1]).n_frames)\n"
    )
    done = subprocess.run([sys.executable, script, str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "12\n", "")


def test_nothing_is_imported_from_the_working_folder(file, tmp_path, monkeypatch):
    """Nor do warnings count as errors there, nor is anything left behind."""
    (tmp_path / "numpy.py").write_text("raise SystemExit('the wrong numpy')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    assert load(file).n_frames == 12
    assert list(temporary.iterdir()) == []


def test_the_process_imports_little(file):
    code = (
        "import sys\nfrom pathlib import Path\nfrom unbake.formats.c3d import child as c3d_child\n"
        "assert c3d_child.main(*map(Path, sys.argv[1:])) == 0\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules} & {'numba', 'scipy', 'typer', 'matplotlib'}))\n"
        "print(*sorted(name for name in sys.modules if name.startswith('unbake.')))\n"
    )
    command = [sys.executable, "-c", code, str(file), str(file.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == [
        "",
        "unbake._version unbake.formats unbake.formats.c3d unbake.formats.c3d.child "
        "unbake.formats.isolated unbake.formats.isolated.limits",
    ]


class TestWhatCrashedEzc3d:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", [b"SCALE", b"OFFSET", b"GEN_SCALE", b"USED", b"LABELS", b"ANALOG", b"POINT"])
    def test_names_in_small_letters_are_read_like_those_in_capitals(self, file, name):
        expected, data = load(file), file.read_bytes()
        section = [(n, key.lower() if key == name else key, rest) for n, key, rest in entries(data)]
        file.write_bytes(assembled(data, section))
        assert file.read_bytes() != data
        found = load(file)
        np.testing.assert_array_equal(found.values, expected.values)
        assert (found.names, found.fps, found.warnings) == (expected.names, expected.fps, expected.warnings)

    @pytest.mark.parametrize(("group", "name"), [("ANALOG", "USED"), ("ANALOG", "RATE"), ("ANALOG", "GEN_SCALE")])
    @pytest.mark.parametrize("dimensions", [b"\1\0", b"\2\0\1"])
    def test_present_but_empty(self, file, group, name, dimensions):
        data = file.read_bytes()
        number = next(-n for n, key, _ in entries(data) if key == group.encode())
        section = [
            (n, key, rest[:1] + dimensions + b"\0" if (n, key) == (number, name.encode()) else rest)
            for n, key, rest in entries(data)
        ]
        file.write_bytes(assembled(data, section))
        with pytest.raises(FileError, match=f"{group}:{name} is empty; expected a number"):
            load(file)

    def test_a_second_group_of_a_name_adds_nothing_to_the_first(self, file):
        data = file.read_bytes()
        section = entries(data)
        number = next(n for n, key, _ in section if key == b"ANALOG")
        scale = next(entry for entry in section if entry[:2] == (-number, b"SCALE"))
        section.remove(scale)
        file.write_bytes(assembled(data, [*section, (-20, b"analog", b"\0"), (20, *scale[1:])]))
        with pytest.raises(FileError, match="ANALOG:SCALE is too short"):
            load(file)

    def test_a_count_that_takes_for_ever(self, file):
        data = file.read_bytes()
        section = [(n, key, b"\2\0\x80\x80\0" if key == b"RATIO" else rest) for n, key, rest in entries(data)]
        assert b"RATIO" in [key for _, key, _ in section]
        file.write_bytes(assembled(data, section))
        with pytest.raises(FileError, match="ROTATION:RATIO is no usable number; expected at most 1000, found '32896'"):
            load(file)


def test_poses_of_segments_are_said_to_be_such(file):
    data = file.read_bytes()
    point, rotation = (next(-n for n, key, _ in entries(data) if key == group) for group in (b"POINT", b"ROTATION"))
    labels = b"pelvis_4X4  l_thigh_4X4 l_shank_4X4 l_foot_4X4  "
    changed = {(point, b"USED"): b"\2\0\0\0\0", (rotation, b"LABELS"): b"\xff\2\x0c\4" + labels + b"\0"}
    kept = [entry for entry in entries(data) if entry[:2] not in changed]
    file.write_bytes(assembled(data, [*kept, *((*key, rest) for key, rest in changed.items())]))
    with pytest.raises(FileError, match=r"as Theia writes them \(pelvis_4X4, l_thigh_4X4, l_shank_4X4 and 1 more\)"):
        load(file)


def assert_same_parameters(path):
    """Ours and ezc3d's."""
    ours = check_sections(path, path.read_bytes()).parameters
    theirs = ezc3d.c3d(str(path))["parameters"]
    seen = 0
    for group, name in ours.entries:
        if name.lower() == "__metadata__" or name not in theirs[group]:
            continue
        value, seen = theirs[group][name]["value"], seen + 1
        if isinstance(value, list):
            assert [text.strip(" \0") for text in value] == list(ours.texts(group, name))[: len(value)], name
        else:
            np.testing.assert_array_equal(ours.numbers(group, name), value, err_msg=f"{group}:{name}")
    return seen


def test_parameters_are_ezc3ds_own(file):
    assert assert_same_parameters(file) > 30


@needs_data
@pytest.mark.parametrize("name", ["PiG_Motion-FlatFoot-Full", "PiG_Motion3_FF"])
def test_parameters_of_real_files_are_ezc3ds_own(name):
    assert assert_same_parameters(DATA / "forceplates" / f"{name}.c3d") > 30


def test_numbers_come_back_to_the_bit(file):
    recording, found = read_recording(file), ezc3d.c3d(str(file))["data"]
    seen = np.isfinite(recording.positions)
    np.testing.assert_array_equal(recording.positions[seen], found["points"][:3].transpose(2, 1, 0)[seen])
    np.testing.assert_array_equal(recording.channels, found["analogs"][0].T)
