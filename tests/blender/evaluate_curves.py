"""Run by Blender's Python: build F-curves with given keys and handles, and evaluate them.

Usage: python evaluate_curves.py REQUEST.json ANSWER.json
"""

import json
import sys
from pathlib import Path

import bpy


def main(request_file: str, answer_file: str) -> None:
    request = json.loads(Path(request_file).read_text())
    carrier = bpy.data.objects.new("carrier", None)
    carrier.animation_data_create()
    action = bpy.data.actions.new("curves")
    carrier.animation_data.action = action
    values, moved = [], 0.0
    for number, given in enumerate(request["curves"]):
        carrier[f"c{number}"] = 0.0
        curve = action.fcurve_ensure_for_datablock(carrier, f'["c{number}"]')
        curve.keyframe_points.add(len(given["frames"]))
        for key, point in enumerate(curve.keyframe_points):
            # An end key's outer handle has no direction that Blender could align the inner one with.
            is_free = key in given["breaks"] or key in (0, len(given["frames"]) - 1)
            point.interpolation = "BEZIER"
            point.co = given["frames"][key], given["values"][key]
            point.handle_left_type = point.handle_right_type = "FREE" if is_free else "ALIGNED"
        for key, point in enumerate(curve.keyframe_points):
            point.handle_left, point.handle_right = given["left"][key], given["right"][key]
        curve.update()
        for key, point in enumerate(curve.keyframe_points):
            for is_at, wanted in ((point.handle_left, given["left"][key]), (point.handle_right, given["right"][key])):
                moved = max(moved, abs(is_at[1] - wanted[1]))
        values.append([curve.evaluate(time) for time in request["times"]])
    Path(answer_file).write_text(json.dumps({"values": values, "moved": moved, "blender": bpy.app.version_string}))


main(*sys.argv[-2:])
