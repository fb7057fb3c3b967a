"""Build the Blender extension: the folder `blender` as a zip that Blender installs, in `dist`.

    python build_blender.py [FOLDER] [--offline]

With ``--offline`` a second zip is built that holds Unbake and all it needs, too, as wheels for this platform and this
version of Python: the add-on installs them without network. The same files give the same bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent
SOURCE = ROOT / "blender"
WHEELS = "wheels"
"""The folder within the extension where the add-on looks for wheels."""
EPOCH = (1980, 1, 1, 0, 0, 0)
KINDS = (".py", ".toml", ".md")
WITHOUT_STUDIO = {"UNBAKE_SKIP_WEB": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
"""The worker does without the studio's page, and so without what builds it."""


def build(target: Path) -> Path:
    """Write the zip into a folder, and return its path."""
    return packed(target / f"unbake-blender-{version()}.zip", ())


def build_offline(target: Path) -> Path:
    """Write the zip with wheels into a folder, and return its path; CalledProcessError where pip cannot get them."""
    tag = f"{sysconfig.get_platform().replace('-', '_').replace('.', '_')}-cp{sys.version_info[0]}{sys.version_info[1]}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", folder]
        command += ["--constraint", str(ROOT / "constraints.txt"), str(ROOT)]
        subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | WITHOUT_STUDIO)
        wheels = sorted(Path(folder).glob("*.whl"))
        return packed(target / f"unbake-blender-{version()}-offline-{tag}.zip", wheels)


def packed(path: Path, wheels: Iterable[Path]) -> Path:
    """Write the extension with some wheels as a zip, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as zipped:
        for file in files():
            add(zipped, file, file.relative_to(SOURCE).as_posix(), zipfile.ZIP_DEFLATED)
        for wheel in wheels:
            add(zipped, wheel, f"{WHEELS}/{wheel.name}", zipfile.ZIP_STORED)
    return path


def add(zipped: zipfile.ZipFile, file: Path, name: str, compression: int) -> None:
    """Put a file into a zip, without the time of day and the rights that it happens to have."""
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type, entry.external_attr = compression, 0o644 << 16
    zipped.writestr(entry, file.read_bytes())


def version() -> str:
    """Return the extension's version."""
    return str(tomllib.loads((SOURCE / "blender_manifest.toml").read_text(encoding="utf-8"))["version"])


def files() -> list[Path]:
    """Return the files of the extension in order."""
    found = [file for file in SOURCE.rglob("*") if file.suffix in KINDS or file.name == "LICENSE"]
    return sorted(file for file in found if "__pycache__" not in file.parts)


def main(arguments: list[str]) -> None:
    """Build what the command line asks for, and say where it is."""
    folders = [word for word in arguments if word != "--offline"]
    target = Path(folders[0]) if folders else ROOT / "dist"
    sys.stdout.write(f"The extension: {build(target)}\n")
    if "--offline" not in arguments:
        return
    sys.stdout.write("Collecting wheels for machines without network …\n")
    sys.stdout.flush()
    try:
        sys.stdout.write(f"With wheels:   {build_offline(target)}\n")
    except subprocess.CalledProcessError as error:
        reason = (error.stderr.strip() or "pip failed").splitlines()[-1]
        sys.stderr.write(f"The zip with wheels was left out: {reason}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
