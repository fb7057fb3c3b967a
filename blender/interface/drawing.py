"""Ghosts of the chosen poses and small charts, drawn over the 3D viewport."""

from __future__ import annotations

import bpy
import numpy as np

from ..previews import ghosts, planted
from ..studies import study_of
from .charts import error_strip, space_chart

NEAREST = 12
"""Ghosts that are drawn: those nearest in time."""
COLOURS = ((0.95, 0.65, 0.15), (0.35, 0.75, 0.95), (0.6, 0.9, 0.4))
"""Of keyposes, breakdowns and holds."""
PLANTED, AWAY = (0.3, 0.9, 0.4, 1.0), (0.6, 0.6, 0.6, 0.6)
"""Plants that hold now, and others."""
BOX = (220.0, 90.0)
GAP = 14.0

_handles = []


def add():
    """Begin to draw; not without windows."""
    if bpy.app.background:
        return
    view = bpy.types.SpaceView3D
    _handles.append(view.draw_handler_add(_draw_ghosts, (), "WINDOW", "POST_VIEW"))
    _handles.append(view.draw_handler_add(_draw_plants, (), "WINDOW", "POST_VIEW"))
    _handles.append(view.draw_handler_add(_draw_charts, (), "WINDOW", "POST_PIXEL"))


def remove():
    """Draw no more."""
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")


def _draw_ghosts():
    scene = bpy.context.scene
    study = study_of(scene)
    if study is None or not scene.unbake.shows_ghosts or (found := ghosts(study)) is None:
        return
    import gpu
    from gpu_extras.batch import batch_for_shader

    frames, segments, classes = found
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    gpu.state.blend_set("ALPHA")
    away = np.abs(frames - scene.frame_current)
    for key in np.argsort(away, kind="stable")[:NEAREST]:
        points = segments[key].reshape(-1, 3).astype(np.float32)
        batch = batch_for_shader(shader, "LINES", {"pos": points})
        shader.uniform_float("color", (*COLOURS[classes[key]], 0.75))
        batch.draw(shader)
    gpu.state.blend_set("NONE")


def _draw_plants():
    scene = bpy.context.scene
    study = study_of(scene)
    if study is None or not study.plants or not scene.unbake.shows_plants:
        return
    import gpu
    from gpu_extras.batch import batch_for_shader

    crosses, now = planted(study, scene.frame_current)
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    gpu.state.blend_set("ALPHA")
    for colour, shown in ((PLANTED, now), (AWAY, ~now)):
        if shown.any():
            shader.uniform_float("color", colour)
            points = crosses[shown].reshape(-1, 3).astype(np.float32)
            batch_for_shader(shader, "LINES", {"pos": points}).draw(shader)
    gpu.state.blend_set("NONE")


def _draw_charts():
    scene = bpy.context.scene
    study = study_of(scene)
    if study is None or not scene.unbake.shows_chart:
        return
    import gpu
    from gpu_extras.batch import batch_for_shader

    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    gpu.state.blend_set("ALPHA")

    def draw(kind, points, colour):
        shader.uniform_float("color", colour)
        batch_for_shader(shader, kind, {"pos": np.asarray(points, np.float32)}).draw(shader)

    corner = np.array([GAP, GAP * 3.0])
    if study.space is not None and len(study.space["counts"]) > 1:
        line, point = space_chart(study.space["counts"], study.space["errors_cm"], scene.unbake.count, corner, BOX)
        draw("TRI_STRIP", _box(corner), (0.1, 0.1, 0.1, 0.6))
        draw("LINE_STRIP", line, (0.8, 0.8, 0.8, 1.0))
        draw("LINES", point + np.array([[0.0, -12.0], [0.0, 12.0]]), (*COLOURS[0], 1.0))
        corner = corner + np.array([BOX[0] + GAP, 0.0])
    if study.errors_cm is not None:
        line, now = error_strip(study.errors_cm, study.first, scene.frame_current, corner, BOX)
        draw("TRI_STRIP", _box(corner), (0.1, 0.1, 0.1, 0.6))
        draw("LINE_STRIP", line, (0.9, 0.5, 0.4, 1.0))
        draw("LINES", now, (0.3, 0.6, 0.9, 1.0))
    gpu.state.blend_set("NONE")


def _box(corner):
    (x, y), (width, height) = corner, BOX
    return [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
