"""Zero moment points against force plates, masses, and blends beside other ways: ``python -m benchmarks.naturalness``.

Writes the tables of docs/measured/naturalness.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.clips import DATA
from benchmarks.feet.page import with_table
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.feet.labels import FootLabels
from unbake.feet.plates.markers import foot_points_of_markers
from unbake.feet.plates.stance import labels_of_plates
from unbake.feet.skating import skating
from unbake.formats.c3d.format import load_forces
from unbake.formats.registry import load, load_motion
from unbake.ground.arrays import Booleans, Floats
from unbake.markers.fit import fit_skeleton
from unbake.motion.motion import Motion
from unbake.motion.points import Points
from unbake.synthesis.blending.blended import Blender
from unbake.synthesis.blending.momentary import dead_blended, inertialised
from unbake.synthesis.blending.multiway import BlendOptions, MultiwayBlend, linear_blend
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.transition import transition
from unbake.synthesis.blending.weights import linear
from unbake.synthesis.naturalness.errors import naturalness, zero_moment_errors_m
from unbake.synthesis.naturalness.fit_masses import fitted_masses
from unbake.synthesis.naturalness.segments import Masses, segment_centres_m
from unbake.synthesis.naturalness.zero_moment import GRAVITY_M_S2, Moments, moments_of

PAGE = Path(__file__).parents[1] / "docs" / "measured" / "naturalness.md"
TRIAL = DATA / "forceplates" / "PiG_Motion-FlatFoot-Full.c3d"
AGREES = 0.1
"""Frames count in which the plates carry what the body must weigh, within this part of it."""
BLENDERS: dict[str, Blender] = {
    "multi-way": MultiwayBlend(),
    "multi-way, joints by position": MultiwayBlend(BlendOptions(joints="positions")),
    "multi-way, weights as in the thesis": MultiwayBlend(BlendOptions(schedule=linear)),
    "linear, without a time warp": linear_blend,
    "inertialised": inertialised,
    "dead blending": dead_blended,
}
PAIRS = 40
CLIPS = ("16_15", "16_35", "16_21", "16_52", "16_03", "16_31", "16_57", "02_01", "02_03", "02_05")
REPORTED = ("06_01", "10_04", "32_01", "38_01", "55_04")


def main() -> None:
    """Write all tables."""
    keep("plates", ["", "frames", "RMS, mm", "median, mm", "bias ahead, mm"], plates())
    keep("masses", ["", "Winter", "fitted"], masses())
    header = ["", "frames", "foot plants, mm", "zero moment, mm", "acceleration", "after cleaning", "skating, mm"]
    keep("blends", header, blends())


def keep(name: str, header: list[str], rows: list[list[str]]) -> None:
    """Write one table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(), name, header, rows))
    print_table(name, header, rows)


def plates() -> list[list[str]]:
    """How far zero moment points are from the centre of pressure, in several ways."""
    motion, pressure, force = trial()
    centres, winter = segment_centres_m(motion), Masses.winter()
    labels = plate_labels()
    fitted = fitted_masses([BlendSource(motion, labels)])
    centre = np.einsum("fsc,s->fc", centres, winter.parts)[:, [0, 2]]
    base = moments_of(centres, motion.fps)
    rows = [_row("centre of mass, projected", centre, base, winter, pressure, force)]
    for cutoff in (4.0, 5.0, 6.0, 8.0, 10.0):
        moments = moments_of(centres, motion.fps, cutoff_hz=cutoff)
        point = moments.zero_moment_point_m(winter)
        rows.append(_row(f"zero moment point, {cutoff:g} Hz", point, moments, winter, pressure, force))
    point = base.zero_moment_point_m(fitted)
    rows.append(_row("6 Hz, masses fitted on this trial", point, base, fitted, pressure, force))
    return rows


@cache
def trial() -> tuple[Motion, Floats, Floats]:
    """The trial as a skeleton, its centre of pressure (F, 2) over all plates, and the vertical force (F,)."""
    points = load(TRIAL)
    assert isinstance(points, Points)
    motion = fit_skeleton(points.positions(), points.names, points.fps, first_frame=points.first_frame).motion
    forces = load_forces(TRIAL)
    step = forces.samples_per_frame
    down = forces.vertical_n()[::step]
    places = np.stack([plate.centre_of_pressure_m[::step] for plate in forces.plates], axis=1)
    total = down.sum(axis=1)
    weighted = (np.nan_to_num(places) * down[..., None]).sum(axis=1)
    return motion, (weighted / np.maximum(total, 1.0)[:, None])[:, [0, 2]], total


def plate_labels() -> FootLabels:
    """The plants that the plates show."""
    points = load(TRIAL)
    assert isinstance(points, Points)
    return labels_of_plates(load_forces(TRIAL), foot_points_of_markers(points)).as_foot_labels()


def _row(name: str, point: Floats, moments: Moments, masses: Masses, pressure: Floats, force: Floats) -> list[str]:
    rows = agreeing(moments.pressing(masses), force)
    off = 1000.0 * (point - pressure)[rows]
    away = np.linalg.norm(off, axis=1)
    return [
        name,
        str(int(rows.sum())),
        f"{np.sqrt((away**2).mean()):.0f}",
        f"{np.median(away):.0f}",
        f"{off[:, 0].mean():+.0f}",
    ]


def agreeing(pressing: Floats, force_n: Floats) -> Booleans:
    """Return the frames (F,) in which the whole body stands on plates: the force is its mass times its acceleration."""
    weight = pressing * GRAVITY_M_S2
    stands = force_n > 100.0
    rows = stands & (force_n > 0.8 * np.percentile(force_n, 90))
    for _ in range(10):
        mass = np.median(force_n[rows] / weight[rows])
        rows = stands & (np.abs(force_n - mass * weight) < AGREES * mass * weight)
    return np.asarray(rows)


@cache
def source(name: str) -> BlendSource:
    """Return a clip at 60 frames a second with its guessed plants."""
    return BlendSource.of(load_motion(DATA / "cmu" / name[:2] / f"{name}.amc").resampled(60))


def masses() -> list[list[str]]:
    """Mean zero-moment-point error of clips with Winter's masses, and with those fitted on some of one person."""
    fitted = fitted_masses([source(name) for name in CLIPS[:4]])
    rows = []
    groups = (
        ("fitted on: 16_15, 16_35, 16_21, 16_52", CLIPS[:4]),
        ("the same person: 16_03, 16_31, 16_57", CLIPS[4:7]),
        ("walks of five others", REPORTED),
    )
    for name, clips in groups:
        errors = [
            np.concatenate([zero_moment_errors_m(source(c).motion, source(c).labels, masses=m) for c in clips])
            for m in (Masses.winter(), fitted)
        ]
        rows.append([name, *(f"{1000.0 * np.nanmean(e):.1f} / {1000.0 * np.nanpercentile(e, 95):.0f}" for e in errors)])
    return rows


def blends() -> list[list[str]]:
    """What random transitions of a second cost, each way: medians over pairs."""
    rng = np.random.default_rng(0)
    figures: dict[str, list[list[float]]] = {name: [] for name in BLENDERS}
    while len(figures["dead blending"]) < PAIRS:
        first, second = (source(str(name)) for name in rng.choice(CLIPS[:7], 2))
        start, end = int(rng.integers(0, first.n_frames - 60)), int(rng.integers(60, second.n_frames))
        for name, blender in BLENDERS.items():
            figures[name].append(_figures(first, start, second, end, blender))
    rows = []
    for name, values in figures.items():
        frames, plant, zero, before, after, skates = np.median(values, axis=0)
        rows.append(
            [name, f"{frames:.0f}", f"{plant:.0f}", f"{zero:.0f}", f"{before:.2f}", f"{after:.2f}", f"{skates:.1f}"]
        )
    return rows


def _figures(first: BlendSource, start: int, second: BlendSource, end: int, blender: Blender) -> list[float]:
    pair = [first.window(start, start + 59), second.window(end - 59, end)]
    cost = naturalness(blender(pair))
    done = transition(first, start, second, end, blender=blender)
    clean = done.with_clean_feet()
    frames = done.motion.n_frames - start - (second.n_frames - 1 - end)
    inside = slice(max(start - 2, 0), start + frames)
    usual = max(_accelerations(window.motion).max() for window in pair)
    peaks = [float(_accelerations(motion)[inside].max()) / usual for motion in (done.motion, clean.motion)]
    skates = skating(done.motion, done.labels, done.legs).mean_mm
    return [frames, 1000.0 * cost.foot_plant_error_m, 1000.0 * cost.zero_moment_error_m, *peaks, skates]


def _accelerations(motion: Motion) -> Floats:
    return np.asarray(np.linalg.norm(np.diff(motion.positions(), 2, axis=0), axis=2).max(axis=1))


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
