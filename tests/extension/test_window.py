"""The panel as a Blender with a window draws it, on a virtual screen."""

import os
import shutil
import subprocess
import sys

import pytest

from clips import jump_clip
from extension.conftest import ROOT
from unbake.formats.registry import WriteOptions, save

PROGRAMS = ("blender", "xvfb-run", "import")
PNG = b"\x89PNG"


@pytest.mark.slow(60)
def test_the_panel_comes_up_and_its_operators_run(tmp_path):
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        pytest.skip(f"the panel in a window needs {', '.join(missing)} on the path")
    save(jump_clip(), tmp_path / "jump.bvh", WriteOptions(metres_per_unit=1.0))
    subprocess.run([sys.executable, ROOT / "build_blender.py", tmp_path], check=True, capture_output=True)
    (extension,) = tmp_path.glob("*.zip")
    own = {"HOME": str(tmp_path), "BLENDER_USER_RESOURCES": str(tmp_path / "blender"), "LIBGL_ALWAYS_SOFTWARE": "1"}
    environment = os.environ | own | {"UNBAKE_COMMAND": f"{sys.prefix}/bin/unbake"}
    install = ["blender", "--command", "extension", "install-file", "-r", "user_default", "-e", extension]
    subprocess.run(install, check=True, capture_output=True, env=environment, timeout=300)
    shown = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", "blender", "--enable-event-simulate"]
    shown += ["--window-geometry", "0", "0", "1280", "800", "--python", ROOT / "docs" / "blender_window.py"]
    shown += ["--", tmp_path / "jump.bvh", tmp_path]
    done = subprocess.run(shown, capture_output=True, text=True, check=False, env=environment, timeout=300)
    assert "FAILED" not in done.stdout, done.stdout
    assert (tmp_path / "blender-panel.png").read_bytes().startswith(PNG), done.stdout + done.stderr
    assert "24 keys" in done.stdout
