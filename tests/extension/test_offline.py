"""The zip with wheels, installed in Blender where there is no network (`tests/blender/install_offline.py`)."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import unbake
from clips import jump_clip
from extension.conftest import ROOT
from formats.asking_blender import NEWEST, PYTHON, SCRIPTS, why_not

FRAMES = 40
UNREACHABLE = re.compile(r"No matching distribution|NewConnectionError|Could not fetch|Max retries")
NOWHERE = "http://127.0.0.1:9"


@pytest.fixture
def scratch():
    """A folder that goes at once: what is installed takes 600 MB."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def blender_of_this_python():
    """The Blender whose Python has the version that wheels are collected for: that of the tests."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for python in (PYTHON, NEWEST):
        asked = "import sys; print(*sys.version_info[:2], sep='.')"
        if not why_not(python) and subprocess.check_output([python, "-c", asked], text=True).strip() == version:
            return python
    return pytest.skip(f"the zip with wheels needs a bpy of Python {version}")


def offline_zip(folder, monkeypatch):
    """The zip that `make blender` builds; skips where nothing can be downloaded."""
    monkeypatch.syspath_prepend(str(ROOT))
    import build_blender

    try:
        return build_blender.build_offline(folder)
    except subprocess.CalledProcessError as error:
        if UNREACHABLE.search(error.stdout + error.stderr):
            pytest.skip("the zip with wheels needs the Python Package Index")
        raise


def cut_off():
    """What runs a command without any network; empty where this machine has no such means."""
    if not (unshare := shutil.which("unshare")):
        return []
    command = [unshare, "--map-root-user", "--net"]
    tried = subprocess.run([*command, sys.executable, "-S", "-c", ""], capture_output=True, check=False)
    return [] if tried.returncode else command


def surroundings(folder):
    """Variables of a machine without Unbake, without wheels elsewhere, and with a package index that never answers."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UNBAKE_"))}
    own = {"PATH": str(folder / "nothing"), "HOME": str(folder), "BLENDER_USER_RESOURCES": str(folder / "blender")}
    pip = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": NOWHERE, "PIP_NO_COMPILE": "no"}  # which is how one says yes
    return kept | own | pip | {"NUMBA_OPT": "0"}  # kernels are compiled in two thirds of the time


@pytest.mark.slow(60)
def test_the_zip_with_wheels_installs_and_works_without_network(scratch, monkeypatch):
    python, zipped = blender_of_this_python(), offline_zip(scratch / "dist", monkeypatch)
    clip = jump_clip().excerpt(jump_clip().first_frame, jump_clip().first_frame + FRAMES - 1)
    unbake.save(clip, scratch / "clip.bvh")
    asked = {"zip": str(zipped), "bvh": str(scratch / "clip.bvh"), "frames": [1, FRAMES]}
    (scratch / "request.json").write_text(json.dumps(asked))
    prefix = cut_off()
    command = [*prefix, python, SCRIPTS / "install_offline.py", scratch / "request.json", scratch / "answer.json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=surroundings(scratch))
    assert (scratch / "answer.json").exists(), done.stdout + done.stderr
    found = json.loads((scratch / "answer.json").read_text())
    assert found["name"] == "bl_ext.user_default.unbake"
    assert not found["may_go_online"]
    assert not (prefix and found["has_network"])
    assert Path(found["private"]).is_relative_to(scratch)
    assert Path(found["command"]).is_relative_to(found["private"])
    assert found["version"] == unbake.__version__
    assert len(found["keys"]) > 50
    assert {len(frames) for frames in found["keys"]} == {8}
    assert 0.0 < found["error_cm"] < 10.0
