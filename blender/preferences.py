"""The add-on's preferences: which Unbake does the work, and how one is installed."""

from __future__ import annotations

import bpy
from bpy.props import StringProperty

from .link import finding, shared


class Preferences(bpy.types.AddonPreferences):
    """Preferences of the add-on."""

    bl_idname = __package__

    command: StringProperty(
        name="Unbake",
        description="The unbake command, or the environment that it is installed in; empty to look for it",
        subtype="FILE_PATH",
    )

    def draw(self, context):
        """Draw which Unbake is used, or what is missing."""
        layout = self.layout
        found = finding.command(self.command, private_folder())
        layout.label(text=f"Unbake: {found}" if found else finding.MISSING, icon="CHECKMARK" if found else "ERROR")
        layout.prop(self, "command")
        if not found:
            wheels = finding.wheels_folder()
            for command in finding.install_commands(private_folder(), wheels):
                layout.label(text=" ".join(command))
            if not wheels and not bpy.app.online_access:
                layout.label(text="Blender may not go online: System > Network > Allow Online Access")
            layout.operator("unbake.install")


def private_folder():
    """Return the folder of the add-on's own environment."""
    try:
        return bpy.utils.extension_path_user(__package__, path="environment", create=False)
    except ValueError:
        return ""  # not installed as an extension: in tests, or as a legacy add-on


def worker():
    """Return the worker, started if need be; WorkerError where there is none."""
    return shared.worker(_command(), private_folder())


def starting():
    """Give the worker as `worker` does: yields (what is done, how far), returns it."""
    return (yield from shared.starting(_command(), private_folder()))


def _command():
    addon = bpy.context.preferences.addons.get(__package__)
    return addon.preferences.command if addon and addon.preferences else ""
