"""Take the picture of the panel for the extension's help page: a Blender with a window, an analysed and reduced clip.

Run, where Blender 4.2 or later and the extension are installed; without a screen, in front of a virtual one:
    UNBAKE_COMMAND=… xvfb-run -s "-screen 0 1280x800x24" blender --enable-event-simulate \\
        --window-geometry 0 0 1280 800 --python docs/blender_window.py -- CLIP.bvh FOLDER

Software OpenGL is enough (LIBGL_ALWAYS_SOFTWARE=1). It writes `blender-panel.png`, the whole screen, by ImageMagick's
`import`, and fails where the sidebar has no tab of the extension, or an operator fails.
"""

import subprocess
import sys
from pathlib import Path

import bpy

CLIP, FOLDER = sys.argv[sys.argv.index("--") + 1 :]
KEYS, WAIT_S, MOST_TURNS = 24, 1.0, 9
steps, turns = [], []


def step(work):
    """Keep a function for later: Blender has to draw in between."""
    steps.append(work)
    return work


def go_on():
    """Do the next step, and end Blender after the last."""
    try:
        steps.pop(0)()
    except Exception as error:
        print(f"FAILED: {error!r}", flush=True)
        bpy.ops.wm.quit_blender()
        return None
    if steps:
        return WAIT_S
    bpy.ops.wm.quit_blender()
    return None


def viewport():
    """Return window, area and the regions of the 3D viewport by kind."""
    window = bpy.context.window_manager.windows[0]
    area = next(a for a in window.screen.areas if a.type == "VIEW_3D")
    return window, area, {region.type: region for region in area.regions}


@step
def read():
    """Import the clip, and show the sidebar on the tab of the extension."""
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    bpy.ops.import_anim.bvh(filepath=CLIP, update_scene_fps=True, update_scene_duration=True)
    rig = bpy.context.object
    rig.show_in_front, rig.data.display_type = True, "STICK"
    scene = bpy.context.scene
    scene.unbake.count, scene.unbake.sets_markers = KEYS, True
    _, area, _ = viewport()
    area.spaces.active.show_region_ui = True
    area.spaces.active.overlay.show_relationship_lines = False


@step
def tab():
    """Go from tab to tab of the sidebar, as Control and the mouse wheel do, until it is that of the extension."""
    window, _, regions = viewport()
    side = regions["UI"]
    if side.active_panel_category == "Unbake":
        return
    at = {"x": side.x + side.width - 8, "y": side.y + side.height - 60}
    window.event_simulate(type="ESC", value="PRESS", **at)  # the greeting, if it is there
    window.event_simulate(type="ESC", value="RELEASE", **at)
    window.event_simulate(type="MOUSEMOVE", value="NOTHING", **at)
    window.event_simulate(type="WHEELDOWNMOUSE", value="PRESS", ctrl=True, **at)
    assert len(turns) < MOST_TURNS, "the sidebar has no tab of the extension"
    turns.append(side.active_panel_category)
    steps.insert(0, tab)


@step
def work():
    """Analyse, reduce, find plants, compare."""
    for name in ("analyse", "reduce", "find_feet", "compare", "jump_to_worst"):
        ended = getattr(bpy.ops.unbake, name)()
        assert ended == {"FINISHED"}, name


@step
def look():
    """Let the figure fill the viewport."""
    window, area, regions = viewport()
    with bpy.context.temp_override(window=window, area=area, region=regions["WINDOW"]):
        bpy.ops.view3d.view_axis(type="FRONT")
        bpy.ops.view3d.view_selected()
        bpy.ops.view3d.view_orbit(angle=0.5, type="ORBITRIGHT")


@step
def picture():
    """Write the picture."""
    side = viewport()[2]["UI"]
    assert side.active_panel_category == "Unbake", side.active_panel_category
    # Blender's own screenshot reads what a virtual screen has not got yet.
    subprocess.run(["import", "-window", "root", str(Path(FOLDER) / "blender-panel.png")], check=True)


bpy.app.timers.register(go_on, first_interval=2.0)
