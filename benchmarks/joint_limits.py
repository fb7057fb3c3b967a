"""What limits of shoulders and hips forbid, on clips that nothing was tuned on.

    python -m benchmarks.joint_limits [--drags 30]

First, how often captured frames lie beyond the usual ranges. Then hands, feet, elbow and knee are dragged to random
places 10 to 80 cm away, with hinges alone and with sockets too: how far shoulders and hips end beyond their limits, how
far the joint stays from its place, the processor time of a drag's steps of 1.5 cm, and in how many drags the body snaps
from one side of its limits to another: a joint moves by more than 10 cm in one of the steps.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.clips import DATA
from unbake.editing.posing import Poser
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Floats
from unbake.kinematics.full_body.joint_limits import JointLimits
from unbake.kinematics.full_body.sockets import AROUND, azimuths_and_angles, sockets_of, twists_of
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate

SUBJECTS = ("06", "10", "32", "38", "55")
DRAGGED = ("left-wrist", "right-wrist", "left-ankle", "right-ankle", "left-elbow", "right-knee")
STEP_M, SNAP_M = 0.015, 0.1


def beyond(motion: Motion, limits: JointLimits) -> Floats:
    """Return by how many degrees shoulders and hips (F, S, 2) point and are twisted beyond limits, not less than 0."""
    rows, turns, parents = limits.sockets.rows, motion.world_rotations_xyzw(), motion.skeleton.parents
    found = []
    for joint in np.flatnonzero(rows[:, 0]).tolist():
        row = rows[joint]
        local = quaternion_product(quaternion_conjugate(turns[:, parents[joint]]), turns[:, joint])
        bones = rotate(local, row[7:10])
        azimuths, angles = azimuths_and_angles(bones, row[1:4], row[4:7])
        farthest = np.interp(azimuths, np.linspace(0.0, 2.0 * np.pi, AROUND + 1), np.append(row[15:], row[15]))
        twists = twists_of(local, bones, row[10:13], row[1:4], row[4:7])
        found.append([angles - farthest, np.maximum(row[13] - twists, twists - row[14])])
    return np.asarray(np.degrees(np.maximum(np.moveaxis(np.array(found), 2, 0), 0.0)))


def usual(motion: Motion) -> JointLimits:
    """Return the usual ranges alone, about the mean trunk and twist of a clip whose frames widen nothing."""
    widened = JointLimits.of(motion)
    return replace(widened, sockets=sockets_of(motion, is_widened=False))


@dataclass(frozen=True, eq=False)
class Drag:
    """What came of a drag: degrees beyond limits (2,), centimetres missed, seconds of each step, and the farthest that
    a joint moved in one step, in metres."""

    beyond: Floats
    missed_cm: float
    seconds: Floats
    farthest_m: float


def drag(motion: Motion, random: np.random.Generator, role: str, limits: JointLimits) -> Drag:
    """Drag a joint to a random place, step after step."""
    frame, direction = int(random.integers(motion.n_frames)), random.normal(size=3)
    away = random.uniform(0.1, 0.8) * direction / np.linalg.norm(direction)
    start = motion.positions()[frame, motion.skeleton.roles[role]]
    pins = () if role.endswith(("ankle", "knee")) else ("left-ankle", "right-ankle")
    pose = motion.excerpt(motion.first_frame + frame, motion.first_frame + frame)
    poser, places, times = Poser(pose, 0, limits=limits), [pose.positions()[0]], []
    for part in np.linspace(0.0, 1.0, int(np.linalg.norm(away) / STEP_M) + 2)[1:]:
        began = time.process_time()
        posed = poser.drag({role: start + part * away}, pins=pins)
        times.append(time.process_time() - began)
        places.append(posed.motion.positions()[0])
    missed = 100.0 * next(iter(posed.missed_m.values()))
    off = beyond(posed.motion, JointLimits.of(motion))[0].max(axis=0)
    return Drag(off, missed, np.array(times), float(np.linalg.norm(np.diff(places, axis=0), axis=2).max()))


def main() -> None:
    """Print both tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--drags", type=int, default=30, help="of each clip")
    drags = arguments.parse_args().drags
    files = [file for subject in SUBJECTS for file in sorted((DATA / "cmu" / subject).glob("*.amc"))]
    motions = [load_motion(file) for file in files]
    excess = [beyond(motion, usual(motion)) for motion in motions]
    frames = np.concatenate([each.max(axis=1) > 0.0 for each in excess])
    print(f"{len(files)} clips, {len(frames)} frames; beyond the usual ranges, in some shoulder or hip: ", end="")
    print(f"direction {100 * frames[:, 0].mean():.2f} %, twist {100 * frames[:, 1].mean():.2f} % of frames;")
    print(f"the farthest {np.concatenate([each.max(axis=(0, 1))[None] for each in excess]).max(axis=0).round()}°\n")
    off = "points > 3° beyond | twists > 3° beyond | missed, cm: median, 90 %, most"
    print(f"| limits | drags | {off} | ms a step | snaps |")
    print("|---|---|---|---|---|---|---|")
    for name in ("hinges", "hinges and sockets"):
        random, results = np.random.default_rng(1), []
        for motion in motions:
            limits = JointLimits.of(motion)
            if name == "hinges":
                limits = replace(JointLimits.none(len(motion.skeleton.names)), hinges=limits.hinges)
            results += [drag(motion, random, DRAGGED[n % len(DRAGGED)], limits) for n in range(drags)]
        degrees, missed = np.array([one.beyond for one in results]), np.array([one.missed_cm for one in results])
        shares, off = (degrees > 3.0).mean(axis=0), np.percentile(missed, [50, 90, 100])
        spent = 1e3 * np.median(np.concatenate([one.seconds for one in results]))
        snaps = np.mean([one.farthest_m > SNAP_M for one in results])
        print(
            f"| {name} | {len(results)} | {100 * shares[0]:.0f} % | {100 * shares[1]:.0f} % "
            f"| {off[0]:.1f}, {off[1]:.1f}, {off[2]:.0f} | {spent:.2f} | {100 * snaps:.0f} % |"
        )


if __name__ == "__main__":
    main()
