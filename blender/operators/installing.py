"""Install Unbake into an environment of the add-on's own, after asking."""

from __future__ import annotations

import subprocess

import bpy

from ..link import finding, shared
from ..link.worker import WorkerError
from ..preferences import private_folder
from .working import Working


class Install(Working, bpy.types.Operator):
    """Install Unbake into an environment that only this add-on uses: from the wheels that came with it, or from the
    Python Package Index"""

    bl_idname = "unbake.install"
    bl_label = "Install Unbake"

    def invoke(self, context, event):
        """Ask first, and say what would be done."""
        source = "the wheels that came with it" if finding.wheels_folder() else "the Python Package Index (online)"
        words = f"From {source}, into {private_folder()}"
        return context.window_manager.invoke_confirm(
            self, event, title="Install Unbake?", message=words, confirm_text="Install"
        )

    def steps(self, context):
        """Run the two commands that the preferences show."""
        wheels = finding.wheels_folder()
        if not wheels and not bpy.app.online_access:
            raise WorkerError("Blender may not go online: System > Network > Allow Online Access in the preferences")
        folder = private_folder()
        if not folder:
            raise WorkerError("Only an add-on that was installed as an extension has a folder of its own")
        for number, command in enumerate(finding.install_commands(folder, wheels)):
            yield "Installing Unbake", 0.5 * number
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise WorkerError(
                    f"{' '.join(command)} failed: {(done.stderr.strip() or 'no reason').splitlines()[-1]}"
                )
        shared.stop()
        return "Unbake is installed"
