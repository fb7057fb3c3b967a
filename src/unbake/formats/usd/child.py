"""The process in which usd-core reads: ``python -m unbake.formats.usd.child FILE FOLDER OPTIONS``.

It leaves ``found.json`` in the folder, and the numbers beside it as ``.npy``. OPTIONS is JSON: what a person said of
the unit and the take, how many poses may be read, and whether only the names of the takes are wanted: paths of the
skeletons that move.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unbake.formats.isolated.limits import exit_code_of, limit_memory

if TYPE_CHECKING:
    from pxr import Usd

    from unbake.formats.usd.figure import Figure
    from unbake.formats.usd.timeline import Timeline
    from unbake.ground.arrays import Floats

LEAST_MEMORY, MEMORY_A_BYTE = 4 * 2**30, 400
"""Address space in bytes, and what comes for each byte of the file."""
LEAST_WRITTEN = 256 * 2**20
"""What may be written to beyond the libraries' own; usd-core allocates what a damaged file claims before it reads."""
CHUNK = 1024
"""Frames that are sampled together: matrices take more than twice what is kept of them."""


def main(file: Path, folder: Path, options: dict[str, Any]) -> int:
    """Read a file and write what was found; return the exit code."""
    os.environ["PXR_WORK_THREAD_LIMIT"] = "1"  # memory is not to depend on how many cores there are
    try:
        import numpy as np
        from pxr import Sdf, Tf, Ts, Usd, UsdGeom, UsdSkel  # noqa: F401 (before their own memory counts)

        from unbake.formats.usd.closed_stage import message_of
        from unbake.formats.usd.crate.sections import check_crate

        for_file = MEMORY_A_BYTE * file.stat().st_size
        limit_memory(LEAST_MEMORY + for_file, LEAST_WRITTEN + for_file)
        check_crate(file)
        try:
            with np.errstate(all="ignore"):  # numbers near the largest float; what comes out is checked
                found = _read(file, folder, options)
        except Tf.ErrorException as error:
            raise RuntimeError(message_of(error)) from error
        (folder / "found.json").write_text(json.dumps(found), encoding="utf-8")
    except Exception as error:  # what usd-core raises depends on where it stumbled
        return exit_code_of(error)
    return 0


def _read(file: Path, folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    from unbake.formats.usd.closed_stage import UnreadableError, open_closed
    from unbake.formats.usd.figure import stage_to_ours
    from unbake.formats.usd.skeletons import moving_skeletons, skeleton_figure
    from unbake.formats.usd.timeline import timeline_of
    from unbake.formats.usd.xforms import moving_prims, xform_figure

    stage, notes = open_closed(file)
    skeletons = moving_skeletons(stage, notes)
    takes = [str(skeleton.GetPath()) for skeleton, _ in skeletons]
    take = options["take"]
    if options["only_takes"] or (take is not None and take not in takes):
        return {"takes": takes}
    figure = skeleton_figure(skeletons[takes.index(take) if take is not None else 0]) if skeletons else None
    moving = None if figure else moving_prims(stage)
    if figure is None and moving is None:
        raise UnreadableError("it holds no skeleton that moves and no transforms that do")
    to_ours = stage_to_ours(stage, options["metres_per_unit"], notes)
    if figure is None and moving is not None:
        figure = xform_figure(moving)
    assert figure is not None
    notes += figure.notes
    timeline = timeline_of(stage, figure.codes)
    notes += timeline.notes
    clip = {"fps": str(timeline.fps), "first_frame": timeline.first, "n_frames": timeline.count, "notes": notes}
    keyed = _keyed(stage, folder, moving, timeline, to_ours, notes) if moving else None
    return (
        {"takes": takes} | clip | (keyed or _sampled(figure, timeline, to_ours, folder, options["most_poses"], notes))
    )


def _keyed(
    stage: Usd.Stage, folder: Path, moving: Any, timeline: Timeline, to_ours: Floats, notes: list[str]
) -> dict[str, Any] | None:
    """Curves, where the file holds such as a keyed animation has."""
    import numpy as np

    from unbake.formats.usd.keyed_xforms import keyed_of
    from unbake.formats.usd.knots import NotKeyedError
    from unbake.formats.usd.layer import OURS

    try:
        keyed = keyed_of(moving, timeline, to_ours)
    except NotKeyedError as reason:
        notes.append(f"the splines were read at every frame, without their keys: {reason}")
        return None
    if keyed is None:
        return None
    np.save(folder / "keys.npy", keyed.curves.keys)
    prim = stage.GetDefaultPrim()
    fit = prim.GetCustomDataByKey(f"{OURS}:fit") if prim else None
    curves = {"frames": keyed.curves.frames, "classes": keyed.curves.classes}
    return {"kind": "curves", "joints": keyed.joints, "fit": fit or "free", **curves}


def _sampled(
    figure: Figure, timeline: Timeline, to_ours: Floats, folder: Path, most_poses: int, notes: list[str]
) -> dict[str, Any]:
    """Turns and places of all joints at every frame, a part of the frames at a time."""
    import numpy as np

    from unbake.formats.usd.closed_stage import UnreadableError
    from unbake.formats.usd.figure import joints_at, turned_and_placed

    count, joints = timeline.count, len(figure.names)
    if count * joints > most_poses:
        raise UnreadableError(f"it is too long for what it holds: {count:,} frames of {joints:,} joints")
    turns, places = np.empty((count, joints, 4)), np.empty((count, joints, 3))
    is_uneven = False
    for begin in range(0, count, CHUNK):
        end = min(begin + CHUNK, count)
        turns[begin:end], places[begin:end], is_part = joints_at(figure, timeline.codes(begin, end), to_ours)
        is_uneven |= is_part
    if is_uneven:
        notes.append("joints are scaled unevenly or mirrored; they are where they should be, the scale is left out")
    np.save(folder / "turns.npy", turns)
    np.save(folder / "places.npy", places)
    rest_turns, rest_places = turned_and_placed((figure.rest @ to_ours)[None], figure.parents)
    joints_found = [
        {
            "name": name,
            "path": path,
            "parent": parent,
            "end": is_end,
            "turns": is_turning,
            "rest": rest,
            "offset": offset,
        }
        for name, path, parent, is_end, is_turning, rest, offset in zip(
            figure.names,
            figure.paths,
            figure.parents,
            figure.end_sites,
            figure.turning,
            rest_turns[0].tolist(),
            rest_places[0].tolist(),
            strict=True,
        )
    ]
    return {"kind": "samples", "joints": joints_found}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])))
