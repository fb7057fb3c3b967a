"""Unbake for Blender: baked motion becomes a few whole-pose keys with fitted curves.

Copyright (C) 2026 Unbake contributors. SPDX-License-Identifier: GPL-3.0-or-later

The work is done by an Unbake that is installed outside Blender, at the other end of a pipe (`link`). The scene is read
by `reading` and written by `writing`; `studies` keeps what was analysed; `operators` and `interface` are what people
see. NumPy and the standard library are all that it needs.
"""

from __future__ import annotations

import bpy

from .interface import drawing, panel
from .link import shared
from .operators import choosing, comparing, controlling, exchanging, installing, propagating, reducing
from .preferences import Preferences
from .settings import Settings
from .studies import forget_all

CLASSES = (
    Settings,
    Preferences,
    choosing.Analyse,
    choosing.Choose,
    choosing.FindFeet,
    choosing.Pin,
    reducing.Reduce,
    reducing.Refit,
    reducing.Detail,
    controlling.KeyControls,
    propagating.Propagate,
    comparing.Compare,
    comparing.Flip,
    comparing.JumpToWorst,
    exchanging.Import,
    exchanging.Export,
    installing.Install,
    panel.MainPanel,
    panel.AfterwardsPanel,
)


@bpy.app.handlers.persistent
def _another_file(*_):
    forget_all()


def register():
    """Add Unbake to Blender."""
    for kind in CLASSES:
        bpy.utils.register_class(kind)
    bpy.types.Scene.unbake = bpy.props.PointerProperty(type=Settings)
    bpy.types.TOPBAR_MT_file_import.append(panel.import_menu)
    bpy.types.TOPBAR_MT_file_export.append(panel.export_menu)
    bpy.app.handlers.load_post.append(_another_file)
    drawing.add()


def unregister():
    """Take Unbake out of Blender, and end its worker."""
    drawing.remove()
    shared.stop()
    forget_all()
    bpy.app.handlers.load_post.remove(_another_file)
    bpy.types.TOPBAR_MT_file_export.remove(panel.export_menu)
    bpy.types.TOPBAR_MT_file_import.remove(panel.import_menu)
    del bpy.types.Scene.unbake
    for kind in reversed(CLASSES):
        bpy.utils.unregister_class(kind)
