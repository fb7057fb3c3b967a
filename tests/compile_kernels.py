"""Compiles the kernels that most tests call, in a tree where none is yet, while what tests need is being installed.

Workers would begin with them all at once, and wait for each other.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import unbake
from clips import packaged_bytes

COMMANDS = (
    "reduce clip.bvh -o clip.json -o clip.glb --error 2cm",
    "feet clean clip.bvh -o still.bvh",
    "library create moves.unbakelib",
    "library add moves.unbakelib clip.bvh still.bvh",
    "transitions build moves.unbakelib --clusters 4",
    "library search moves.unbakelib --like clip.bvh:100:160",
    "compare clip.bvh --plot compare.png",
)


def main():
    """Call them by commands; what goes wrong is for the tests to find."""
    if any(Path(unbake.__file__).parent.rglob("*.nbi")):
        return
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "clip.bvh").write_bytes(packaged_bytes())
        for command in COMMANDS:
            quiet = subprocess.DEVNULL
            words = [sys.executable, "-m", "unbake", *command.split()]
            subprocess.run(words, cwd=folder, stdout=quiet, stderr=quiet, check=False)


if __name__ == "__main__":
    main()
