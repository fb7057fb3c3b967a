"""Detection first, then greedy adding."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from keyframes.rivals.clips_for_rivals import packaged, points, random_walk
from unbake.keyframes.rivals import RIVALS
from unbake.keyframes.rivals.greedy.adding import detect_then_add
from unbake.keyframes.rivals.greedy.splitting import split_order
from unbake.keyframes.rivals.rival import RivalRequest
from unbake.keyframes.rivals.saliency import action_synopsis
from unbake.keyframes.rivals.saliency.action_synopsis import embedded, significant_frames
from unbake.keyframes.rivals.saliency.component_minima import deepest_minima
from unbake.keyframes.rivals.saliency.components import pose_curves, principal_curves


def test_detected_frames_come_before_added_ones():
    clip = random_walk(0, frames=40)
    detected = [31, 8, 20]
    found = detect_then_add(RivalRequest(clip, (3, 4, 5, 6, 9)), detected)
    assert [sorted(found[k]) for k in (3, 4, 5)] == [[0, 31, 39], [0, 8, 31, 39], [0, 8, 20, 31, 39]]
    order = split_order([clip.values], [0, 8, 20, 31, 39], 9)
    assert sorted(found[6]) == sorted(order[:6])
    assert sorted(found[9]) == sorted(order)


def test_minima_by_hand():
    """A wave whose valleys lie at 30 (deep), 70 (deeper) and 50 (a dent that is too shallow)."""
    curve = np.interp(np.arange(101), [0, 30, 49, 50, 51, 70, 100], [0, -3, 0.1, 0.0, 0.1, -4, 0])
    assert deepest_minima(curve) == [70, 30]
    assert deepest_minima(np.zeros(9)) == []


def test_minima_of_the_first_component_are_keys():
    """Hands that go up and down beside a body that travels: the travel is not the component."""
    time = np.arange(120)
    swing = np.cos(2 * np.pi * time / 40)
    zero, travel = 0 * time, 0.1 * time
    clip = points(np.stack([travel, swing, zero, travel, -swing, zero, travel, zero, zero], axis=1))
    component = principal_curves(pose_curves(clip))[0][:, 0]
    valleys = [f for f in range(1, 119) if component[f] < min(component[f - 1], component[f + 1])]
    assert len(valleys) >= 2
    count = 2 + len(valleys)
    assert RIVALS["component-minima"].select(RivalRequest(clip, (count,)))[count] == (0, *valleys, 119)


@pytest.mark.parametrize("clip", [packaged(60), random_walk(1, frames=40)])
def test_the_embedding_is_the_scaling_of_the_mean_dissimilarity(clip, monkeypatch):
    monkeypatch.setattr(action_synopsis, "DIMENSIONS", 1000)
    poses = pose_curves(clip)
    squares = []
    for aspect in (poses, np.gradient(poses, axis=0)):
        distances = cdist(aspect, aspect)
        squares.append((distances / distances.max()) ** 2)
    curve = embedded(clip)
    np.testing.assert_allclose(cdist(curve, curve, "sqeuclidean"), np.mean(squares, axis=0), atol=1e-9)


def test_few_dimensions_are_the_classical_scaling():
    """Against the eigenvectors of the doubly centred matrix, up to their signs."""
    clip = random_walk(2, frames=40)
    poses = pose_curves(clip)
    squares = [cdist(a, a, "sqeuclidean") / cdist(a, a).max() ** 2 for a in (poses, np.gradient(poses, axis=0))]
    centre = np.eye(40) - 1 / 40
    values, vectors = np.linalg.eigh(-0.5 * centre @ np.mean(squares, axis=0) @ centre)
    expected = vectors[:, ::-1][:, :5] * np.sqrt(values[::-1][:5])
    np.testing.assert_allclose(np.abs(embedded(clip)), np.abs(expected), atol=1e-9)


def test_turns_of_the_curve_are_significant():
    """A path along straight lines turns by 90° at frame 30 and goes back at frame 70."""
    curve = np.zeros((100, 2))
    curve[:, 0] = np.interp(np.arange(100), [0, 30, 99], [0, 3, 3])
    curve[:, 1] = np.interp(np.arange(100), [0, 30, 70, 99], [0, 0, 4, 1])
    assert significant_frames(curve, 60.0)[:2] == [70, 30]
