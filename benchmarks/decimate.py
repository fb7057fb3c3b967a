"""The main job beside Blender's Decimate, on the same clips in the same run: ``python -m benchmarks.decimate``.

Both get as many keys for each curve. Decimate takes keys out of each curve by itself, so its keys stand on other frames
in every curve; Unbake's keys are whole poses. Errors are those of Blender's own exports, measured against its export of
the clip as it was imported.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.clips import DATA
from benchmarks.commands import START, to_and_fro
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.curves.measure import measure_motions
from unbake.formats.registry import load_motion, save
from unbake.motion.motion import Motion

PYTHON = Path(os.environ.get("UNBAKE_BLENDER_PYTHON", Path(__file__).parents[1] / ".venv-blender/bin/python"))
LENGTHS = (300, 2_000, 4_722, 20_000)
REPEATS = 3
KEPT = 0.05
"""Part of the frames that become keys."""
LONGEST_EXPORT = 5_000
"""Blender takes minutes to export longer clips; the error of these is not measured."""

DECIMATE = """
import json, sys, time
import bpy
clip, kept, before, after, answer = sys.argv[1], float(sys.argv[2]), *sys.argv[3:6]

def curves(thing):
    return [c for layer in thing.animation_data.action.layers for strip in layer.strips
            for bag in strip.channelbags for c in bag.fcurves]

def export(thing, file):
    if file:
        bpy.ops.export_anim.bvh(filepath=file, frame_start=1, frame_end=int(curves(thing)[0].range()[1]))

bpy.ops.wm.read_factory_settings(use_empty=False)
bpy.ops.import_anim.bvh(filepath=clip, update_scene_fps=True, update_scene_duration=True)
thing = bpy.context.object
export(thing, before)
window = bpy.context.window_manager.windows[0]
area = window.screen.areas[0]
area.type = "GRAPH_EDITOR"
area.spaces[0].dopesheet.show_only_selected = False
for curve in curves(thing):
    curve.select = True
    for key in curve.keyframe_points:
        key.select_control_point = True
started = time.perf_counter()
region = next(region for region in area.regions if region.type == "WINDOW")
with bpy.context.temp_override(window=window, screen=window.screen, area=area, region=region):
    bpy.ops.graph.decimate(mode="RATIO", factor=1.0 - kept)
seconds = time.perf_counter() - started
keys = [len(curve.keyframe_points) for curve in curves(thing)]
export(thing, after)
open(answer, "w").write(json.dumps({"seconds": seconds, "keys": sum(keys) / len(keys)}))
"""


def run() -> dict[str, dict[str, float]]:
    """Measure and print; return the figures of each length. Nothing where Blender or the long take is missing."""
    file = DATA / "cmu/14/14_02.amc"
    if not (PYTHON.exists() and file.exists()):
        print(f"\nNothing beside Decimate: there is no {PYTHON if file.exists() else file}")
        return {}
    whole, figures, rows = load_motion(file), {}, []
    for frames in LENGTHS:
        motion = to_and_fro(whole, frames)
        with tempfile.TemporaryDirectory() as folder:
            found = _both(motion, Path(folder), repeats=REPEATS if frames <= LONGEST_EXPORT else 1)
        figures[f"{frames} frames"] = found
        cells = (f"{found['blender_s']:.1f}", f"{found['blender_keys']:.0f}", _cm(found["blender_cm"]))
        ours = (f"{found['unbake_s']:.1f}", f"{found['unbake_keys']:.0f}", _cm(found["unbake_cm"]))
        rows.append((f"{frames:,} frames", *cells, *ours, f"{found['blender_s'] / found['unbake_s']:.1f}"))
    header = ("", "Decimate s", "keys a curve", "cm", "unbake reduce --keys s", "keys", "cm", "×")
    print_table("Blender's Decimate alone, beside the whole command; keys on 5 % of the frames", header, rows)
    return figures


def _cm(centimetres: float | None) -> str:
    return "" if centimetres is None else f"{centimetres:.1f}"


def _both(motion: Motion, folder: Path, repeats: int) -> dict[str, Any]:
    """Both on one clip, in turn: median seconds, keys, and the farthest joint in cm."""
    clip, keys = folder / "clip.bvh", round(KEPT * motion.n_frames)
    save(motion, clip)
    exports = [str(folder / name) if motion.n_frames <= LONGEST_EXPORT else "" for name in ("before.bvh", "after.bvh")]
    theirs, ours = [], []
    for _ in range(repeats):
        command = [str(PYTHON), "-c", DECIMATE, str(clip), str(KEPT), *exports, str(folder / "answer.json")]
        subprocess.run(command, check=True, capture_output=True)
        theirs.append(json.loads((folder / "answer.json").read_text()))
        started = time.perf_counter()
        reduce = ["reduce", str(clip), "--keys", str(keys), "-o", str(folder / "keys.json"), "--json"]
        told = subprocess.run([*START, *reduce], check=True, capture_output=True, text=True).stdout
        ours.append(time.perf_counter() - started)
    found = json.loads(told)
    missed_cm = None
    if all(exports):
        before, after = (load_motion(file) for file in exports)
        missed_cm = 100.0 * measure_motions(before, after).max_m
    return {
        "blender_s": statistics.median(one["seconds"] for one in theirs),
        "blender_keys": theirs[0]["keys"],
        "blender_cm": missed_cm,
        "unbake_s": statistics.median(ours),
        "unbake_keys": found["keys"],
        "unbake_cm": found["error"]["max_cm"],
    }


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    run()
