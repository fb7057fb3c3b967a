"""Run by Blender's Python: how long the slider of the extension takes until keys and ghosts are there.

Usage: UNBAKE_COMMAND=… PYTHONPATH=. PYTHON-WITH-BPY tests/blender/measure_slider.py CLIP.bvh

Prints the median and the worst of sixty counts, and of them the worker's share.
"""

import sys
import time

import bpy
import numpy as np
from blender.studies import study_of

import blender as addon
from blender import preferences, previews

COUNTS = range(5, 65)


def main(clip: str) -> None:
    """Analyse a clip, move the slider, and print times in milliseconds."""
    addon.register()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_anim.bvh(filepath=clip, update_scene_fps=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = map(int, bpy.context.object.animation_data.action.frame_range)
    bpy.ops.unbake.analyse()
    study, worker, times, shares = study_of(scene), preferences.worker(), [], []
    for count in COUNTS:
        scene.unbake.count = count
        started = time.perf_counter()
        chosen = study.choose(worker, scene.unbake, is_preview=True).wait()
        previews.take(scene, study, chosen)
        previews.ghosts(study)
        times.append(1e3 * (time.perf_counter() - started))
        shares.append(1e3 * chosen["seconds"])
    print(f"{study.capture.n_frames} frames: {np.median(times):.0f} ms, {max(times):.0f} at worst;", end=" ")
    print(f"the worker's share {np.median(shares):.0f} ms")
    addon.unregister()


main(sys.argv[-1])
