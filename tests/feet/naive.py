"""Slow, obvious versions of features and of nearest examples: the judge of the fast ones."""

import numpy as np

from unbake.feet.detect.features import foot_features, mirror_columns, positions_at
from unbake.feet.labels import MIRRORED
from unbake.feet.legs import legs_of


def features_of_paths(paths, options):
    """One frame, one instant, one joint at a time."""
    names = ("hip", "knee", "ankle", "toe")
    reach, step = options.window // 2, float(paths.fps) / options.rate_hz
    out = []
    for frame in range(paths.n_frames):
        left, right = paths.positions_m[frame, :, 0]
        ahead = np.cross(left - right, [0.0, 1.0, 0.0])
        ahead /= np.linalg.norm(ahead)
        across = np.cross([0.0, 1.0, 0.0], ahead)
        row, feet = [], []
        for n in range(-reach, reach + 1):
            there = positions_at(paths.positions_m, np.array([frame + n * step]))[0]
            points = [there[side, names.index(j)] for side in (0, 1) for j in options.joints]
            if options.with_root:
                points.append(0.5 * (there[0, 0] + there[1, 0]))
            feet += [there[side, joint, 1] for side in (0, 1) for joint in (2, 3)]
            for point in points:
                from_hips = point - 0.5 * (left + right)
                row += [from_hips @ across, point[1], from_hips @ ahead]
        row = np.array(row)
        if options.ground == "window":
            row[1::3] -= min(feet)
        out.append(row / (paths.leg_length_m if options.scaling == "leg" else 1.0))
    return np.array(out)


def certainty(oracle, motion):
    """Every frame against every example and its mirror image."""
    column, sign = mirror_columns(oracle.options)
    rows = np.concatenate([e.features(oracle.options) for e in oracle.examples]).astype(np.float64)
    labels = np.concatenate([e.planted for e in oracle.examples]).astype(np.float64)
    rows, labels = np.concatenate([rows, rows[:, column] * sign]), np.concatenate([labels, labels[:, list(MIRRORED)]])
    out = []
    for query in foot_features(motion, legs_of(motion), oracle.options).astype(np.float64):
        distance = np.sqrt(((rows - query) ** 2).sum(axis=1))
        out.append(labels[np.argsort(distance, kind="stable")[: oracle.k]].mean(axis=0))
    return np.array(out)


def distances(oracle, motion):
    """Every sixtieth of a second of a motion against every example and its mirror image."""
    rows = foot_features(motion, legs_of(motion), oracle.options)[:: int(motion.fps / 60)].astype(np.float64)
    column, sign = mirror_columns(oracle.options)
    known = np.concatenate([e.features(oracle.options) for e in oracle.examples]).astype(np.float64)
    known = np.concatenate([known, known[:, column] * sign])
    return np.array([np.sqrt(((known - row) ** 2).sum(axis=1).min()) for row in rows])
