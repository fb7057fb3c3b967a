"""What conversions lose, between all pairs of formats: ``python -m benchmarks.exchange [--speed]``.

Six clips that nothing was tuned on, their first 300 frames, are reduced by default. Each keyed animation is written to
one format, read, written to another, and read again; joints are compared with the reduced curves at every frame.
``--speed`` times reading and writing of 5,000 frames instead, beside Blender's own importers and exporters: seconds of
processor time, those of child processes included, so that other work on the machine does not count.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.clips import DATA, packaged_clip
from benchmarks.timing import print_table
from benchmarks.usage import command_line
from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.known_formats import FORMATS, holds_points
from unbake.formats.registry import Loaded, WriteOptions, load, load_motion, save
from unbake.motion.motion import Motion
from unbake.motion.points import Points, points_of
from unbake.motion.rotations import rotation_angle
from unbake.reduce.reduction import reduce_motion

CLIPS = ("06_01", "10_04", "32_02", "38_02", "55_04", "02_06")
FRAMES, LONG = 300, 5000
FORMS: dict[str, tuple[str, WriteOptions]] = {
    "json": (".json", WriteOptions()),
    "FBX": (".fbx", WriteOptions()),
    "USD splines": (".usdc", WriteOptions(usd="splines")),
    "USD skeleton": (".usdc", WriteOptions()),
    "glTF": (".glb", WriteOptions()),
    "BVH": (".bvh", WriteOptions(metres_per_unit=1.0)),
}
"""What can be written and read: suffix and options."""
LONG_FORMS = {"JSON": ".json", "FBX": ".fbx", "USD skeleton": ".usdc", "USD skeleton, text": ".usda", "glTF": ".glb"}
LONG_FORMS |= {"BVH": ".bvh", "C3D": ".c3d", "points": ".npz", "points, text": ".csv", "Blender script": ".py"}
LONG_FORMS |= {"Maya": ".ma", "Maya curves": ".anim"}
"""What is timed."""


@dataclass(frozen=True)
class Loss:
    """The largest distance of a joint, the largest turn of one against the world, and whether keys are left."""

    cm: float
    degrees: float
    is_keyed: bool


def clips() -> Iterator[tuple[str, Motion]]:
    """Yield the clips that are present, or the packaged one."""
    found = [(name, DATA / "cmu" / name[:2] / f"{name}.amc") for name in CLIPS]
    if not any(file.exists() for _, file in found):
        yield "packaged", packaged_clip().excerpt(1, FRAMES)
    for name, file in found:
        if file.exists():
            motion = load_motion(file)
            yield name, motion.excerpt(motion.first_frame, min(motion.last_frame, motion.first_frame + FRAMES - 1))


def converted(what: Loaded, form: str, folder: Path) -> Loaded:
    """Return what a file of a format holds after it was written and read."""
    suffix, options = FORMS[form]
    file = folder / f"clip{suffix}"
    save(what, file, options)
    return load(file)


def lost(reference: Motion, other: Loaded) -> Loss:
    """Compare joints that both have, by name."""
    assert not isinstance(other, Points)
    motion = other.sample() if isinstance(other, KeyedAnimation) else other
    own = [n for n, name in enumerate(reference.skeleton.names) if name in motion.skeleton.names]
    theirs = [motion.skeleton.names.index(reference.skeleton.names[n]) for n in own]
    gaps = reference.positions()[:, own] - motion.positions()[:, theirs]
    turns = rotation_angle(reference.world_rotations_xyzw()[:, own], motion.world_rotations_xyzw()[:, theirs])
    distances = np.linalg.norm(gaps, axis=2)
    is_keyed = isinstance(other, KeyedAnimation) and other.fit != BAKED
    return Loss(100.0 * float(distances.max()), float(np.degrees(turns.max())), is_keyed)


def losses() -> dict[tuple[str, str], list[Loss]]:
    """Return the loss of each pair of formats, one for each clip."""
    found: dict[tuple[str, str], list[Loss]] = {(a, b): [] for a in FORMS for b in FORMS}
    for _, motion in clips():
        animation = reduce_motion(motion).animation
        reference = animation.sample()
        with tempfile.TemporaryDirectory() as name:
            for first in FORMS:
                between = converted(animation, first, Path(name))
                for second in FORMS:
                    found[first, second].append(lost(reference, converted(between, second, Path(name))))
    return found


def rows_of(found: Mapping[tuple[str, str], list[Loss]]) -> list[list[str]]:
    """Return the worst of all clips, a row for each first format; a star where keys came through."""
    rows = []
    for first in FORMS:
        row = [first]
        for second in FORMS:
            all_clips = found[first, second]
            worst = max(loss.cm for loss in all_clips), max(loss.degrees for loss in all_clips)
            star = "*" if all(loss.is_keyed for loss in all_clips) else ""
            row.append(f"{worst[0]:.3f} / {worst[1]:.3f}{star}")
        rows.append(row)
    return rows


def long_clip() -> Motion:
    """The packaged clip to and fro, until it is long."""
    motion = packaged_clip()
    there_and_back = np.concatenate([np.arange(motion.n_frames), np.arange(motion.n_frames - 2, 0, -1)])
    frames = np.resize(there_and_back, LONG)
    return replace(motion, rotations_xyzw=motion.rotations_xyzw[frames], translations_m=motion.translations_m[frames])


BLENDER = """
import json, sys, time
import bpy
from pathlib import Path
folder, ways = Path(sys.argv[1]), {
    "FBX": ("clip.fbx", bpy.ops.import_scene.fbx, bpy.ops.export_scene.fbx),
    "USD skeleton": ("clip.usdc", bpy.ops.wm.usd_import, bpy.ops.wm.usd_export),
    "glTF": ("clip.glb", bpy.ops.import_scene.gltf, bpy.ops.export_scene.gltf),
    "BVH": ("clip.bvh", bpy.ops.import_anim.bvh, bpy.ops.export_anim.bvh),
}
found = {}
for name, (file, read, write) in ways.items():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    times = [time.process_time()]
    read(filepath=str(folder / file))
    times.append(time.process_time())
    for thing in bpy.data.objects:
        if thing.type == "ARMATURE":
            bpy.context.view_layer.objects.active = thing
            first, last = thing.animation_data.action.frame_range
            bpy.context.scene.frame_start, bpy.context.scene.frame_end = int(first), int(last)
    more = {"export_animation": True} if name == "USD skeleton" else {}
    times.append(time.process_time())
    write(filepath=str(folder / f"again-{file}"), **more)
    times.append(time.process_time())
    found[name] = [times[1] - times[0], times[3] - times[2]]
(folder / "blender.json").write_text(json.dumps(found))
"""
"""Reads and writes the same clip with Blender's own importers and exporters."""


def blenders_seconds(folder: Path) -> dict[str, list[float]]:
    """Return how long Blender takes to read and to write each file of a folder; nothing where there is no Blender."""
    python = os.environ.get("UNBAKE_BLENDER_PYTHON", str(Path(__file__).parents[1] / ".venv-blender/bin/python"))
    if not Path(python).exists():
        return {}
    done = subprocess.run([python, "-c", BLENDER, str(folder)], capture_output=True, text=True, check=False)
    answer = folder / "blender.json"
    if not answer.exists():
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n", file=sys.stderr)
        return {}
    return dict(json.loads(answer.read_text()))


def processor_s(function: Callable[[], Any], repeats: int = 3) -> float:
    """Return the median processor seconds of a function, in this process and in those that it starts."""
    function()
    seconds = []
    for _ in range(repeats):
        started = sum(os.times()[:4])
        function()
        seconds.append(sum(os.times()[:4]) - started)
    return statistics.median(seconds)


def speed_rows() -> list[list[str]]:
    """Return the seconds to write and to read a clip of 5,000 frames with a key on each."""
    motion, rows = long_clip(), []
    with tempfile.TemporaryDirectory() as name:
        for form, suffix in LONG_FORMS.items():
            file = Path(name) / f"clip{suffix}"
            what = points_of(motion) if holds_points(file) else motion
            options = WriteOptions(metres_per_unit=1.0)
            write = f"{processor_s(partial(save, what, file, options)):.2f}"
            is_read = any(suffix in known.suffixes and "load" in known.holds for known in FORMATS)
            rows.append([form, write, f"{processor_s(partial(load, file)):.2f}" if is_read else ""])
        if amc := _long_amc(Path(name)):
            rows.append(["Acclaim", "", f"{processor_s(partial(load, amc)):.2f}"])
        blender = blenders_seconds(Path(name))
    for row in rows:
        theirs = blender.get(row[0], [])[::-1]
        row += [f"{seconds:.2f}" for seconds in theirs] or ["", ""]
    return rows


def _long_amc(folder: Path) -> Path | None:
    """The frames of a clip to the length of the others, where there is one."""
    amc, asf = (DATA / "cmu" / "02" / name for name in ("02_01.amc", "02.asf"))
    if not amc.exists():
        return None
    head, *frames = re.split(r"^\d+\n", amc.read_text(), flags=re.MULTILINE)
    numbered = (f"{number + 1}\n{frames[number % len(frames)]}" for number in range(LONG))
    (folder / "clip.asf").write_bytes(asf.read_bytes())
    (folder / "clip.amc").write_text(head + "".join(numbered))
    return folder / "clip.amc"


def main() -> None:
    """Print the tables."""
    parser = command_line(__doc__)
    parser.add_argument("--speed", action="store_true", help="how long reading and writing take")
    if parser.parse_args().speed:
        print_table(
            f"{LONG:,} frames of 31 joints, seconds of processor time",
            ("format", "write", "read", "Blender writes", "Blender reads"),
            speed_rows(),
        )
        return
    print_table("from (rows) to (columns): worst cm / degrees; * keys come through", ("", *FORMS), rows_of(losses()))


if __name__ == "__main__":
    main()
