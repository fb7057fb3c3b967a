"""What happens before and while Unbake is installed from the add-on's preferences, for the tests of the Blender
extension; run by Blender's Python. No command is run: what would run is written down."""

import types
from contextlib import contextmanager

import bpy
from blender.link import finding
from blender.operators import installing
from extension_scenes import empty, problem

from blender import preferences


def asked_to_install(layout):
    """A Blender without Unbake, offline and online: what the preferences show, what is asked, and what then runs."""
    empty()
    system = bpy.context.preferences.system
    before, answer = system.use_online_access, {}
    for name, may_go_online in (("offline", False), ("online", True)):
        system.use_online_access = may_go_online
        with nothing_installed() as ran:
            answer[name] = {"shown": shown(layout()), "asked": asked(), "ran_when_asked": len(ran)}
            answer[name] |= {"said": problem(bpy.ops.unbake.install), "ran": list(ran)}
    system.use_online_access = True
    with nothing_installed(ends_with=1) as ran:
        answer["failed"] = {"said": problem(bpy.ops.unbake.install), "ran": list(ran)}
    system.use_online_access = before
    known = bpy.types.WindowManager.bl_rna.functions["invoke_confirm"].parameters.keys()
    return answer | {"commands": finding.install_commands("/own"), "words_of_dialogs": known}


@contextmanager
def nothing_installed(ends_with=0):
    """No Unbake is found, the add-on has a folder of its own, and commands only end; gives those that would run."""
    ran = []

    def run(command, **options):
        ran.append(command)
        return types.SimpleNamespace(returncode=ends_with, stderr="first line\nno such package\n")

    stand_ins = (
        (finding, "command", lambda preferred, private: None),
        (preferences, "private_folder", lambda: "/own"),
        (installing, "private_folder", lambda: "/own"),
        (installing, "subprocess", types.SimpleNamespace(run=run)),
    )
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in stand_ins]
    for owner, name, stand_in in stand_ins:
        setattr(owner, name, stand_in)
    try:
        yield ran
    finally:
        for owner, name, value in kept:
            setattr(owner, name, value)


def shown(layout):
    """Draw the preferences, and return what they show."""
    drawn = types.SimpleNamespace(layout=layout, command="", bl_rna=preferences.Preferences.bl_rna)
    preferences.Preferences.draw(drawn, bpy.context)
    return layout.shown


def asked():
    """Press the button, and return the words of each dialog that comes up."""
    dialogs = []

    def invoke_confirm(operator, event, **words):
        dialogs.append(words)
        return {"RUNNING_MODAL"}

    context = types.SimpleNamespace(window_manager=types.SimpleNamespace(invoke_confirm=invoke_confirm))
    answer = installing.Install.invoke(types.SimpleNamespace(), context, None)
    return {"dialogs": dialogs, "answer": sorted(answer)}
