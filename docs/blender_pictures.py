"""Draw the pictures of the extension's help page, in Blender: ghosts of the chosen poses, and keys over the capture.

Run: UNBAKE_COMMAND=… PYTHON-WITH-BPY docs/blender_pictures.py CLIP.bvh [FOLDER]

What the viewport draws as lines is drawn here as tubes, from the same segments; Cycles needs no graphics card.
"""

import sys
from pathlib import Path

import bpy
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from blender.interface.drawing import COLOURS
from blender.previews import ghosts
from blender.studies import Sampler, study_of

import blender as addon

IMAGES = Path(__file__).parent / "images"
GREY, SIZE = (0.35, 0.35, 0.38), (960, 480)


def tubes(name, segments, colour, thickness):
    """Add line segments (S, 2, 3) as tubes."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", thickness, 3
    for segment in segments:
        if np.linalg.norm(segment[1] - segment[0]) < 1e-6:
            continue
        spline = curve.splines.new("POLY")
        spline.points.add(1)
        for point, place in zip(spline.points, segment, strict=True):
            point.co = (*place, 1.0)
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*colour, 1.0)
    surface.inputs["Roughness"].default_value = 0.6
    curve.materials.append(material)
    added = bpy.data.objects.new(name, curve)
    bpy.context.collection.objects.link(added)
    return added


def stage(points, height):
    """Put a floor, a light, and a camera that sees all points (N, 3)."""
    scene = bpy.context.scene
    low, high = points.min(axis=0), points.max(axis=0)
    middle = 0.5 * (low + high)
    bpy.ops.mesh.primitive_plane_add(size=60.0 * height, location=(middle[0], middle[1], low[2] - 0.01 * height))
    bpy.ops.object.light_add(type="SUN", rotation=(0.7, 0.3, 0.4))
    bpy.context.object.data.energy, bpy.context.object.data.angle = 3.0, 0.4
    world = bpy.data.worlds.new("World")
    scene.world, world.use_nodes = world, True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.8, 0.85, 0.9, 1.0)
    flat = points[:, :2] - middle[:2]
    along = np.linalg.svd(flat, full_matrices=False)[2][0]
    across = np.array([-along[1], along[0]])
    span = max(np.ptp(flat @ along), height) + height
    camera = bpy.data.cameras.new("Camera")
    seen = bpy.data.objects.new("Camera", camera)
    scene.collection.objects.link(seen)
    camera.type, camera.ortho_scale = "ORTHO", 1.05 * max(span, 1.3 * height * SIZE[0] / SIZE[1])
    scene.camera = seen
    from mathutils import Vector

    place = Vector((*(middle[:2] + 6.0 * height * across), middle[2] + 2.0 * height))
    seen.location = place
    seen.rotation_euler = (Vector(middle) - place).to_track_quat("-Z", "Y").to_euler()


def render(path):
    """Render with Cycles."""
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.device, scene.cycles.samples = "CYCLES", "CPU", 8
    scene.render.resolution_x, scene.render.resolution_y = SIZE
    scene.view_settings.view_transform = "Standard"
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)


def bones_now(study):
    """The bones of the scene as it stands, as segments (S, 2, 3)."""
    sampler = Sampler(study.nodes, [bpy.context.scene.frame_current])
    sampler.read(0, study.subjects(), bpy.context.evaluated_depsgraph_get())
    places = sampler.matrices[0, :, :3, 3]
    return np.array([(places[n.parent], places[i]) for i, n in enumerate(study.nodes) if n.parent > 0])


def clear(kept):
    """Take everything but an object away."""
    for thing in [o for o in bpy.data.objects if o is not kept]:
        bpy.data.objects.remove(thing)


def main(clip, folder):
    """Write blender-ghosts.png and blender-compare.png."""
    addon.register()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_anim.bvh(filepath=clip, update_scene_fps=True, update_scene_duration=True)
    rig, scene = bpy.context.object, bpy.context.scene
    action = rig.animation_data.action
    scene.frame_start, scene.frame_end = map(int, action.frame_range)
    scene.unbake.count = 7
    bpy.ops.unbake.analyse()
    bpy.ops.unbake.reduce()
    study = study_of(scene)
    frames, segments, classes = ghosts(study)
    height = float(np.ptp(segments[0, ..., 2]))
    for frame, pose, kind in zip(frames, segments, classes, strict=True):
        tubes(f"Ghost {frame}", pose, COLOURS[kind], 0.012 * height)
    stage(segments.reshape(-1, 3), height)
    render(folder / "blender-ghosts.png")
    clear(rig)
    poses = []
    for frame in np.linspace(study.first, study.last, 9).round().astype(int):
        scene.frame_set(int(frame))
        keys = bones_now(study)
        capture = study.places_m[frame - study.first] / study.metres
        was = np.array([(capture[n.parent], capture[i]) for i, n in enumerate(study.nodes) if n.parent > 0])
        tubes(f"Keys {frame}", keys, COLOURS[0], 0.006 * height)
        tubes(f"Capture {frame}", was, GREY, 0.010 * height)
        poses += [keys.reshape(-1, 3), was.reshape(-1, 3)]
    stage(np.concatenate(poses), height)
    render(folder / "blender-compare.png")
    addon.unregister()


main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else IMAGES)
