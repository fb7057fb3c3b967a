"""Run by Blender's Python: install the zip with wheels as Blender's preferences do, press *Install Unbake*, and reduce
an imported clip with what that installed.

Usage: python install_offline.py REQUEST.json ANSWER.json
"""

import importlib
import json
import socket
import sys
from pathlib import Path

import bpy

KEYS = 8


def has_network():
    """Whether this machine knows a way out; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))
        except OSError:
            return False
    return True


def main(request_file, answer_file):
    """Do it, and write what came of it."""
    request = json.loads(Path(request_file).read_text())
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.extensions.package_install_files(filepath=request["zip"], repo="user_default", enable_on_install=True)
    (name,) = (one.module for one in bpy.context.preferences.addons if one.module.endswith(".unbake"))
    preferences, studies, actions = (
        importlib.import_module(f"{name}.{part}") for part in ("preferences", "studies", "reading.actions")
    )
    answer = {"name": name, "has_network": has_network(), "may_go_online": bpy.app.online_access}
    bpy.ops.unbake.install()
    worker = preferences.worker()
    answer |= {"private": preferences.private_folder(), "command": worker.command, "version": worker.version}
    bpy.ops.import_anim.bvh(filepath=request["bvh"], update_scene_fps=True)
    scene, rig = bpy.context.scene, bpy.context.object
    scene.frame_start, scene.frame_end = request["frames"]
    scene.unbake.count = KEYS
    scene.unbake.fit, scene.unbake.matches = "HERMITE", False  # others have kernels that take ten seconds to compile
    bpy.ops.unbake.analyse()
    bpy.ops.unbake.reduce()
    curves = actions.curves_of(rig.animation_data)
    answer["keys"] = [[point.co.x for point in curve.keyframe_points] for curve in curves]
    answer["error_cm"] = float(studies.study_of(scene).errors_cm.max())
    Path(answer_file).write_text(json.dumps(answer))


main(*sys.argv[-2:])
