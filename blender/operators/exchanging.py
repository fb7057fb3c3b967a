"""Files that Unbake reads and writes, with exact curves."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np

from .. import preferences
from ..link.worker import WorkerError
from ..reading.actions import curves_of
from ..reading.glb import keyed_tracks
from ..studies import waiting
from ..writing.curves import other_interpolations, read, write
from ..writing.reducing import fitting
from .checks import check_keys
from .choosing import study_needed
from .working import Working

NEAR = 1e-4
"""How far a file's keys may be from the motion that Unbake reads in it."""


class Import(Working, bpy.types.Operator):
    """Import a motion: Unbake's own file, or a .glb written by it, with the curves as they are; others baked"""

    bl_idname = "unbake.import_motion"
    bl_label = "Import motion (Unbake)"
    bl_options = {"REGISTER", "UNDO"}

    filepath: bpy.props.StringProperty(subtype="FILE_PATH")
    filter_glob: bpy.props.StringProperty(
        default="*.json;*.glb;*.gltf;*.bvh;*.amc;*.c3d;*.fbx;*.usd;*.usda;*.usdc;*.usdz;*.npz", options={"HIDDEN"}
    )

    def invoke(self, context, event):
        """Ask for the file."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def steps(self, context):
        """Let Unbake write what builds the armature, and run it."""
        worker = yield from preferences.starting()
        opened = yield from waiting(worker.send("Open", source="path", name=_absolute(self.filepath)))
        keys, clip = opened["keys"], opened["clip"]
        name = Path(self.filepath).stem
        path = Path(worker.folder.name) / f"{name}.py"
        asked = {"keys": keys or _every_frame(clip), "detail": 0.0, "path": str(path), "is_download": False}
        yield from waiting(worker.send("Export", clip=clip["id"], may_replace=True, is_baked=keys is None, **asked))
        scene, script = context.scene, path.read_text(encoding="utf-8")
        before = scene.render.fps, scene.render.fps_base
        path.unlink()
        exec(compile(script, str(path), "exec"), {"__name__": "__main__", "__file__": str(path)})
        count = len(keys["frames"]) if keys else clip["last_frame"] - clip["first_frame"] + 1
        if keys is None and self.filepath.lower().endswith(".glb"):
            count = use_tangents(context.object, *keyed_tracks(_absolute(self.filepath))) or count
        notes = list(clip["warnings"])
        if before != (scene.render.fps, scene.render.fps_base):
            rates = [f"{fps / base:.6g}" for fps, base in (before, (scene.render.fps, scene.render.fps_base))]
            notes.append(f"the scene plays at {rates[1]} fps now, as the file does; it had {rates[0]}")
        return "; ".join((f"{name}: {count} keys", *notes))


def _absolute(filepath):
    """Where a path leads: // is the folder of the blend file, and what is relative begins where Blender was started."""
    return str(Path(bpy.path.abspath(filepath)).absolute())


def use_tangents(rig, tracks, classes):
    """Replace the baked curves of an armature by those of a file, as far as both agree on the keys; return how many
    keys the curves have."""
    count = 0
    curves = {(c.data_path, c.array_index): c for c in curves_of(rig.animation_data)}
    for (bone, prop), track in tracks.items():
        path = f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{prop}'
        baked = [curves.get((path, index)) for index in range(len(track))]
        if None in baked:
            continue
        now = np.array([[c.evaluate(frame) for frame in track[0].frames] for c in baked])
        said = np.array([keyed.values for keyed in track])
        # Locations count from where the bone rests; quaternions may be the negatives.
        shift = now[:, 0] - said[:, 0] if prop == "location" else np.zeros(len(track))
        sign = -1.0 if prop != "location" and (now[:, 0] * said[:, 0]).sum() < 0.0 else 1.0
        if prop == "location" and np.abs(said + shift[:, None] - now).max() > NEAR:
            continue
        if prop != "location" and (1.0 - np.abs((said * now).sum(axis=0))).max() > NEAR:
            continue
        for curve, keyed, moved in zip(baked, track, shift, strict=True):
            write(curve, keyed.times(sign, moved), classes)
        count = max(count, len(classes))
    return count


def _every_frame(clip):
    """Keys on every frame, in straight lines, of a clip without keys of its own."""
    count, first = clip["last_frame"] - clip["first_frame"] + 1, clip["first_frame"]
    values = np.asarray(clip["values"], dtype=np.float64).reshape(count, -1)
    frames = np.arange(count, dtype=np.float64)[:, None] + first
    keys = np.stack([np.broadcast_to(frames, values.shape), values], axis=-1)
    left, right = keys.copy(), keys.copy()
    third = np.diff(keys, axis=0) / 3.0
    left[1:] -= third
    right[:-1] += third
    return {
        "first": first,
        "last": clip["last_frame"],
        "fit": "baked",
        "frames": frames[:, 0].astype(np.int32),
        "classes": np.zeros(count, np.uint8),
        "values": values.ravel(),
        "left": left.ravel(),
        "right": right.ravel(),
        "tangents": np.full(values.size, 1, np.uint8),
        "holds": [],
    }


class Export(Working, bpy.types.Operator):
    """Export the keys of the last reduction, as they are now: Unbake's own file, .glb, .fbx, .usd, .ma, .bvh, .py"""

    bl_idname = "unbake.export_motion"
    bl_label = "Export keys (Unbake)"

    filepath: bpy.props.StringProperty(subtype="FILE_PATH", default="motion.json")
    check_existing: bpy.props.BoolProperty(default=True, options={"HIDDEN"})  # the file browser warns then

    def invoke(self, context, event):
        """Ask for the file."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def steps(self, context):
        """Read the keys out of the F-curves, and let Unbake write them."""
        study = study_needed(context)
        worker = yield from preferences.starting()
        if not study.reduced:
            raise WorkerError("Reduce first: there are no keys of Unbake's to export")
        owners = study.subjects()
        check_keys(study, owners)
        clip, target = study.clip(worker), Path(bpy.path.abspath(self.filepath))
        path = Path(worker.folder.name) / target.name
        keys = yield from keys_as_edited(study, worker, owners, context.scene.unbake.fit.lower())
        shown = {"clip": clip, "keys": keys, "detail": 0.0}
        try:
            asked = {"path": str(path), "is_download": False, "may_replace": True}
            written = yield from waiting(worker.send("Export", **shown, **asked))
            plan = yield from waiting(worker.send("PlanExport", **shown, suffix=target.suffix.lower()))
        except WorkerError as error:
            raise WorkerError(str(error).replace(str(path), str(target))) from error
        try:
            target.write_bytes(path.read_bytes())
        except OSError as error:
            raise WorkerError(f"{target} cannot be written ({error.strerror or error})") from error
        path.unlink()
        lost = [sentence for loss in plan["losses"] for sentence in loss["loses"]]
        notes = dict.fromkeys((*_uncurved(study, owners), *lost, *written["warnings"]))
        return " ".join((f"{target}.", *notes)) if notes else str(target)


def _uncurved(study, owners):
    """What a file cannot say of how F-curves go from key to key."""
    found = set()
    for target in study.targets:
        curve = curve_of(owners, target)
        if curve is not None and target.column >= 0:
            found |= {name.lower() for name in other_interpolations(curve, study.first, study.last)}
    if found:
        yield f"Keys go on as Bézier curves in the file where they are {' or '.join(sorted(found))} here."


def keys_as_edited(study, worker, owners, fit):
    """Return the keys as `keys_now` does, on the frames that they have now: some may be moved, new, or gone.

    Yields (what is done, how far). Channels without F-curves of their own are fitted again.
    """
    keys, frames = study.preview["keys"], edited_frames(study, owners)
    if np.array_equal(frames, keys["frames"]):
        return keys_now(study, owners)
    at = frames - np.int32(study.first)
    rows = np.asarray(study.opened["clip"]["values"], dtype=np.float64).reshape(study.capture.n_frames, -1)
    curves = yield from fitting(worker, at, rows, [1.0] * rows.shape[1], fit, study.first)
    columns = {
        "values": [curve.values for curve in curves],
        "left": [curve.left for curve in curves],
        "right": [curve.right for curve in curves],
        "tangents": [curve.broken.astype(np.uint8) for curve in curves],
    }
    arrays = {name: np.stack(column, axis=1).ravel() for name, column in columns.items()}
    return keys_now(study, owners, keys | arrays | {"frames": frames, "classes": np.zeros(len(frames), np.uint8)})


def edited_frames(study, owners):
    """Return the frames (K,) of the keys of the first curve that Unbake joined, as they are now.

    WorkerError where keys lie between frames, or not at both ends.
    """
    for target in study.targets:
        curve = curve_of(owners, target)
        if curve is None or target.column < 0:
            continue
        keyed, _ = read(curve, study.first, study.last)
        frames = np.round(keyed.frames).astype(np.int32)
        if len(frames) < 2 or (frames[0], frames[-1]) != (study.first, study.last) or (np.diff(frames) < 1).any():
            raise WorkerError(
                f"{target.path} needs a key on frames {study.first} and {study.last}, and one on a frame at most"
            )
        return frames
    return np.asarray(study.preview["keys"]["frames"])


def curve_of(owners, target):
    """Return the F-curve of a target in the action that its object has now; None where there is none."""
    places = {(c.data_path, c.array_index): c for c in curves_of(owners[target.owner].animation_data)}
    return places.get((target.path, target.index))


def keys_now(study, owners, keys=None):
    """Return keys, by default those of a study's last choice, with what their F-curves say now.

    WorkerError where somebody gave one curve other frames than the others: whole poses have one.
    """
    keys = dict(study.preview["keys"] if keys is None else keys)
    frames = np.asarray(keys["frames"])
    count = len(frames)
    shapes = {"values": (count, -1), "left": (count, -1, 2), "right": (count, -1, 2), "tangents": (count, -1)}
    arrays = {name: np.array(keys[name]).reshape(shape) for name, shape in shapes.items()}
    for target in study.targets:
        curve = curve_of(owners, target)
        if curve is None or target.column < 0:
            continue
        keyed, classes = read(curve, study.first, study.last)
        if len(keyed.frames) != count or np.abs(keyed.frames - frames).max() > 0.25:
            raise WorkerError(
                f"The keys of {target.path} are not on the frames of the others, as whole poses have them"
            )
        keyed = keyed.times(target.factor)
        keyed.left[0], keyed.right[-1] = (frames[0], keyed.values[0]), (frames[-1], keyed.values[-1])
        arrays["values"][:, target.column] = keyed.values
        arrays["left"][:, target.column], arrays["right"][:, target.column] = keyed.left, keyed.right
        arrays["tangents"][:, target.column] = keyed.broken
        keys["classes"] = np.array(classes, dtype=np.uint8)
    return keys | {name: array.ravel() for name, array in arrays.items()}
