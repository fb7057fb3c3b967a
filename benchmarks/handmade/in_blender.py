"""Keys made in Blender, and found again: ``python -m benchmarks.handmade.in_blender [--tuned]``.

Blender keys every joint of the performer's pieces with what it has by default (curves that clamp themselves and go on
at the same acceleration), as quaternions or as Euler angles, and writes a value on every frame. No leg hangs on a
handle here. Needs Blender as a Python module.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks.handmade.__main__ import automatic
from benchmarks.handmade.judged import judged
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.rigs import RIGS
from benchmarks.thesis.recovery import Score
from benchmarks.timing import print_table
from unbake.formats.registry import load_motion, save
from unbake.performer.pieces.posed import PosedPiece

PYTHON = Path(os.environ.get("UNBAKE_BLENDER_PYTHON", Path(__file__).parents[2] / ".venv-blender/bin/python"))
SCRIPT = Path(__file__).with_name("key_in_blender.py")
KEYED_AS, SUFFIXES = ("quaternions", "Euler angles"), (".glb", ".bvh", ".fbx")


def baked_in_blender(pieces: dict[str, PosedPiece], folder: Path) -> None:
    """Write each piece as Blender bakes it, ``NAME.KEYED_AS.SUFFIX``."""
    for name, piece in pieces.items():
        save(piece.motion, folder / f"{name}.bvh")
    request = {
        "folder": str(folder),
        "suffixes": SUFFIXES,
        "pieces": {name: {"keys": piece.frames, "fps": float(piece.motion.fps)} for name, piece in pieces.items()},
    }
    (folder / "request.json").write_text(json.dumps(request))
    done = subprocess.run([PYTHON, SCRIPT, folder / "request.json"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"Blender ended with {done.returncode}:\n{done.stderr}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuned", action="store_true", help="the pieces that settings were chosen on")
    wanted = TUNED if parser.parse_args().tuned else REPORTED
    pieces = {name: RIGS["performer"](name, make()) for name, make in wanted.items()}
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        baked_in_blender(pieces, folder)
        for keyed_as in KEYED_AS:
            for suffix in SUFFIXES:
                total = Score(0, 0, 0)
                exact = 0
                for name, piece in pieces.items():
                    keys = automatic(replace(piece, motion=load_motion(folder / f"{name}.{keyed_as}{suffix}")))
                    total += judged(piece, keys)
                    exact += tuple(keys) == tuple(piece.frames)
                found = f"{total.precision:.2f}", f"{total.recall:.2f}", f"{exact} of {len(pieces)}"
                rows.append((keyed_as, suffix, str(total.wanted), str(total.found), *found))
    head = ("keyed as", "file", "made", "found", "precision", "recall", "pieces with all keys and no others")
    print_table("Keys that Blender baked", head, rows)


if __name__ == "__main__":
    main()
