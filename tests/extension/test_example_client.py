"""The example client of `unbake worker`: about fifty lines, the standard library and NumPy."""

import ast
import subprocess
import sys

import pytest

from clips import packaged_clip
from extension.conftest import ROOT
from unbake.formats.registry import save

CLIENT = ROOT / "examples" / "worker_client.py"


def run(path):
    return subprocess.run([sys.executable, CLIENT, path], capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.slow
def test_it_prints_twelve_keys_and_the_error(tmp_path):
    clip = packaged_clip()
    save(clip, tmp_path / "jump.bvh")
    done = run(tmp_path / "jump.bvh")
    assert done.returncode == 0, done.stderr
    keys, error = done.stdout.removeprefix("keys:").split("error:")
    frames = [int(word) for word in keys.split()]
    assert len(frames) == 12
    assert frames == sorted(set(frames))
    assert (frames[0], frames[-1]) == (clip.first_frame, clip.last_frame)
    assert 0.1 < float(error.split()[0]) < 20.0


@pytest.mark.slow
def test_what_cannot_be_opened_is_one_line(tmp_path):
    done = run(tmp_path / "none.bvh")
    assert done.returncode == 1
    assert "there is no such file" in done.stderr
    assert done.stderr.count("\n") == 1


def test_it_is_short_and_stands_alone():
    source = CLIENT.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 60
    names = [n.names[0].name for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import)]
    assert all(name == "numpy" or name in sys.stdlib_module_names for name in names)
    assert not [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.ImportFrom)]
