"""Skeletons fitted to real trials with force plates, against what the files themselves have of Vicon's model."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import numpy as np

from benchmarks.usage import takes_no_arguments
from unbake.formats.c3d.format import load_forces
from unbake.formats.c3d.skeleton import fitted
from unbake.formats.c3d.trial import Trial, read_trial
from unbake.formats.registry import ReadOptions
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.markers.fit import FittedSkeleton
from unbake.motion.motion import Motion

DATA = Path(os.environ.get("UNBAKE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")) / "forceplates"
CENTRES = {"hip": "FEP", "knee": "FEO", "ankle": "TIO", "shoulder": "CLO", "elbow": "HUO", "wrist": "RAO"}
"""Joint → the point of Vicon's bones that lies at its centre."""
STANDING_N = 200.0
"""Force of a plate on which a foot surely stands; the frames at its beginning and end, when it rolls, are left out."""


def main() -> None:
    """Print what each trial came to."""
    for file in sorted(DATA.glob("*.c3d")):
        trial = read_trial(file, ReadOptions())
        found = fitted(trial)
        millimetres = 1000.0 * found.distances_m
        print(f"{file.name}: {len(found.model.on)} markers, {len(millimetres)} frames")
        print(f"  markers: median {np.nanmedian(millimetres):.1f}, 95 % {np.nanpercentile(millimetres, 95):.1f} mm")
        for joint, suffix in CENTRES.items():
            for side in ("left", "right"):
                _print_centre(trial, found.motion, f"{side}-{joint}", side[0].upper() + suffix)
        _print_knees(trial, found)
        _print_feet(file, trial, found.motion)


def _print_centre(trial: Trial, motion: Motion, role: str, label: str) -> None:
    if role not in motion.skeleton.roles or label not in trial.labels:
        return
    off = motion.positions()[:, motion.skeleton.roles[role]] - trial.positions_m[:, trial.labels.index(label)]
    length = 1000.0 * np.linalg.norm(off, axis=1)
    print(f"  {role} from Vicon's: mean {np.nanmean(length):.0f} mm, standard deviation {np.nanstd(length):.1f}")


def _print_knees(trial: Trial, found: FittedSkeleton) -> None:
    """Bending of the knees, beside that of Vicon's joint centres; and how much the lengths of these vary."""
    for side in ("left", "right"):
        letter = side[0].upper()
        vicon = [trial.positions_m[:, trial.labels.index(letter + name)] for name in ("FEP", "FEO", "TIO")]
        roles = found.motion.skeleton.roles
        ours = [found.motion.positions()[:, roles[f"{side}-{joint}"]] for joint in ("hip", "knee", "ankle")]
        off = _bend_deg(*ours) - _bend_deg(*vicon)
        thigh, shank = (1000.0 * np.linalg.norm(a - b, axis=1).std() for a, b in itertools.pairwise(vicon))
        print(
            f"  {side} knee bends {_bend_deg(*ours).min():.0f}° to {_bend_deg(*ours).max():.0f}°, off Vicon's by "
            f"{off.mean():.1f}° ± {off.std():.1f}°; Vicon's thigh and shank vary by {thigh:.1f} and {shank:.1f} mm"
        )


def _bend_deg(hip: Floats, knee: Floats, ankle: Floats) -> Floats:
    thigh, shank = hip - knee, knee - ankle
    cosine = np.sum(thigh * shank, axis=1) / np.linalg.norm(thigh, axis=1) / np.linalg.norm(shank, axis=1)
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def _print_feet(file: Path, trial: Trial, motion: Motion) -> None:
    """How far the ball of the foot that stands on a plate moves in the middle of the contact; the other foot swings."""
    forces = load_forces(file)
    loads = forces.vertical_n()[:: forces.samples_per_frame]
    for plate, load in zip(forces.plates, loads.T, strict=True):
        for first, last in intervals(np.asarray(load > STANDING_N, dtype=np.bool_)):
            middle = slice(first + (last - first) // 4, first + (last - first) // 2 + 1)
            roles = [motion.skeleton.roles[f"{side}-toe"] for side in ("left", "right")]
            toes = motion.positions()[middle][:, roles]
            stiller_mm = 1000.0 * np.ptp(toes, axis=0).max(axis=1).min()
            print(f"  {plate.name}: the ball of the standing foot moves by {stiller_mm:.1f} mm in {len(toes)} frames")


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
