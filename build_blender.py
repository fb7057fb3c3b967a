"""Build the Blender extension: the folder `blender` as a zip that Blender installs, in `dist`.

The same files give the same bytes.
"""

from __future__ import annotations

import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent
SOURCE = ROOT / "blender"
EPOCH = (1980, 1, 1, 0, 0, 0)
KINDS = (".py", ".toml", ".md")
OFFLINE = """\
Unbake itself is installed outside Blender. For a machine without network, fetch its wheels on one like it:
    python -m pip wheel . --wheel-dir dist/wheels
and install from them there:
    python -m venv unbake-environment
    unbake-environment/bin/python -m pip install --no-index --find-links dist/wheels unbake
Then name unbake-environment in the add-on's preferences."""


def build(target: Path) -> Path:
    """Write the zip into a folder, and return its path."""
    manifest = tomllib.loads((SOURCE / "blender_manifest.toml").read_text(encoding="utf-8"))
    target.mkdir(parents=True, exist_ok=True)
    path = target / f"unbake-blender-{manifest['version']}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for file in files():
            entry = zipfile.ZipInfo(file.relative_to(SOURCE).as_posix(), EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            zipped.writestr(entry, file.read_bytes())
    return path


def files() -> list[Path]:
    """Return the files of the extension in order."""
    found = [file for file in SOURCE.rglob("*") if file.suffix in KINDS or file.name == "LICENSE"]
    return sorted(file for file in found if "__pycache__" not in file.parts)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"
    sys.stdout.write(f"The extension: {build(folder)}\n{OFFLINE}\n")
