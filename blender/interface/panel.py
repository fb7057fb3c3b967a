"""The panel in the sidebar of the 3D viewport."""

from __future__ import annotations

import bpy

from ..link.worker import WorkerError
from ..lists import pinned
from ..studies import study_of


class Panel:
    """What all parts of the panel share."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Unbake"


class MainPanel(Panel, bpy.types.Panel):
    """Analyse, choose, reduce."""

    bl_idname = "VIEW3D_PT_unbake"
    bl_label = "Unbake"

    def draw(self, context):
        """Draw the panel."""
        layout, settings, study = self.layout, context.scene.unbake, study_of(context.scene)
        layout.use_property_split = True
        layout.prop(settings, "lead_by")
        row = layout.row(align=True)
        row.operator_menu_enum("unbake.pin", "source", text=f"Pins: {_pin_count(settings)}")
        layout.operator("unbake.analyse", icon="VIEWZOOM")
        if study is None:
            return
        layout.separator()
        layout.prop(settings, "choose_by")
        if settings.choose_by == "ERROR":
            layout.prop(settings, "error_cm")
            layout.prop(settings, "tips")
        elif settings.choose_by == "AUTO":
            layout.prop(settings, "accuracy")
            layout.prop(settings, "significance")
        layout.prop(settings, "count", slider=True)
        layout.label(text=_sentence(study, settings), icon="DRIVER_DISTANCE")
        column = layout.column(heading="Show")
        for name in ("shows_ghosts", "shows_plants", "shows_chart", "sets_markers"):
            column.prop(settings, name)
        layout.separator()
        for name in ("fit", "into", "only_selected", "matches", "holds_feet"):
            layout.prop(settings, name)
        layout.operator("unbake.reduce", icon="KEYFRAME_HLT")
        layout.operator("unbake.key_controls", icon="CON_KINEMATIC")


def _pin_count(settings):
    try:
        return len(pinned(settings))
    except WorkerError:
        return "?"


def _sentence(study, settings):
    if study.preview and "problem" in study.preview:
        return study.preview["problem"]
    error = study.error_of(settings.count)
    return "Choose to measure" if error is None else f"{settings.count} keys: {error:.2f} cm"


class AfterwardsPanel(Panel, bpy.types.Panel):
    """Compare, refit, propagate, detail, feet."""

    bl_idname = "VIEW3D_PT_unbake_afterwards"
    bl_parent_id = "VIEW3D_PT_unbake"
    bl_label = "Afterwards"

    @classmethod
    def poll(cls, context):
        """Only once there is something to compare with."""
        return study_of(context.scene) is not None

    def draw(self, context):
        """Draw the panel."""
        layout, study = self.layout, study_of(context.scene)
        row = layout.row(align=True)
        row.operator("unbake.compare")
        row.operator("unbake.flip")
        if study.worst is not None:
            frame, name = study.worst
            layout.operator("unbake.jump_to_worst", text=f"{name}: {study.errors_cm.max():.2f} cm on frame {frame}")
        layout.operator("unbake.refit")
        layout.operator("unbake.propagate")
        row = layout.row(align=True)
        row.prop(context.scene.unbake, "influence", slider=True)
        row.operator("unbake.detail", text="Add")
        layout.operator("unbake.find_feet", text=f"Find plants ({len(study.plants)})")


def import_menu(self, context):
    """Add to File > Import."""
    self.layout.operator("unbake.import_motion", text="Motion by Unbake (.json, .glb, …)")


def export_menu(self, context):
    """Add to File > Export."""
    self.layout.operator("unbake.export_motion", text="Keys by Unbake (.json, .glb, …)")
