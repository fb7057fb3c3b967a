"""Where the Unbake is that does the work: the preferences, the path, the usual places."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

VARIABLE = "UNBAKE_COMMAND"
"""An environment variable that names the command, for farms and tests."""
MISSING = (
    "Unbake is not installed where Blender looks for it: the add-on's preferences can install it, or take its path"
)
NAME = "unbake.exe" if sys.platform == "win32" else "unbake"
BIN = "Scripts" if sys.platform == "win32" else "bin"


def command(preferred, private):
    """Return the path of the `unbake` to start; None where there is none.

    `preferred` is what the preferences say, "" for nothing; `private` the folder of the add-on's own environment.
    """
    for place in (preferred, os.environ.get(VARIABLE, "")):
        if place:
            return _in(Path(os.path.expanduser(place)))
    on_path = shutil.which("unbake")
    if on_path:
        return on_path
    return next((str(place) for place in usual_places(private) if place.is_file()), None)


def usual_places(private):
    """Return where people's installers put commands, the add-on's own environment first."""
    home = Path.home()
    places = [Path(private) / BIN / NAME] if private else []
    places += [home / ".local" / "bin" / NAME, home / ".venv" / BIN / NAME]
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home))
        places += sorted(local.glob(f"Programs/Python/Python3*/Scripts/{NAME}"), reverse=True)
    else:
        places += [Path("/opt/homebrew/bin") / NAME, Path("/usr/local/bin") / NAME]
    return places


def _in(place):
    """The command that a path means: itself, or the one in an environment."""
    for candidate in (place, place / BIN / NAME, place / NAME):
        if candidate.is_file():
            return str(candidate)
    return None


def wheels_folder():
    """Return the folder of wheels that came with the add-on, None where none did."""
    folder = Path(__file__).resolve().parents[1] / "wheels"
    return folder if any(folder.glob("*.whl")) else None


def install_commands(private, wheels=None):
    """Return the two commands that install Unbake into the add-on's own environment, from wheels where there are
    some, else from the Python Package Index."""
    python = str(Path(private) / BIN / ("python.exe" if sys.platform == "win32" else "python"))
    source = ["--no-index", "--find-links", str(wheels)] if wheels else ["--upgrade"]
    return [sys.executable, "-m", "venv", str(private)], [python, "-m", "pip", "install", *source, "unbake"]
