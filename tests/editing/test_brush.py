"""The brush: Gaussian, along bones or in space; parts of the body; mirrored."""

import numpy as np
import pytest

from clips import jump_clip
from unbake.editing import brushed, mirrored_influence, part
from unbake.errors import UsageError


def test_along_bones_the_way_counts_and_in_space_the_distance():
    motion = jump_clip()
    positions, parents, roles = motion.positions()[20], motion.skeleton.parents, motion.skeleton.roles
    painted = brushed(motion, 20, "left-wrist", 0.3)
    way, joint = 0.0, roles["left-wrist"]
    while joint >= 0:
        assert painted[joint] == pytest.approx(np.exp(-(way**2) / 0.18), abs=1e-12)
        way += np.linalg.norm(positions[joint] - positions[parents[joint]])
        joint = parents[joint]
    in_space = brushed(motion, 20, "left-wrist", 0.3, along="space")
    away = np.linalg.norm(positions - positions[roles["left-wrist"]], axis=1)
    assert in_space == pytest.approx(np.exp(-(away**2) / 0.18), abs=1e-12)
    assert (in_space >= painted - 1e-12).all()
    # The hanging hand is near the hip in space and far from it along the bones.
    assert in_space[roles["left-hip"]] > 3.0 * painted[roles["left-hip"]]


def test_strokes_keep_the_greater_number():
    motion = jump_clip()
    one, two = (brushed(motion, 20, joint, 0.2) for joint in ("left-wrist", "head"))
    assert brushed(motion, 20, "head", 0.2, onto=one) == pytest.approx(np.maximum(one, two))


def test_parts_hold_what_hangs_on_them_and_have_a_mirror_image():
    motion = jump_clip()
    skeleton = motion.skeleton
    roles = skeleton.roles
    arm = part(skeleton, "left-arm")
    assert arm[[roles["left-shoulder"], roles["left-elbow"], roles["left-wrist"]]].tolist() == [1, 1, 1]
    assert arm[[roles["right-wrist"], roles["head"], roles["left-knee"]]].tolist() == [0, 0, 0]
    assert mirrored_influence(skeleton, arm).tolist() == part(skeleton, "right-arm").tolist()
    upper = part(skeleton, "upper-body")
    assert upper[[roles["head"], roles["left-wrist"], roles["left-knee"], roles["hips"]]].tolist() == [1, 1, 0, 0]
    assert part(skeleton, "body")[roles["left-toe"]] == 1.0


def test_what_is_refused():
    motion = jump_clip()
    with pytest.raises(UsageError, match="radius above 0"):
        brushed(motion, 20, "head", 0.0)
    with pytest.raises(UsageError, match="not along 'bones'"):
        brushed(motion, 20, "head", 0.1, along="bones")
    with pytest.raises(UsageError, match="outside the clip"):
        brushed(motion, 9999, "head", 0.1)
    with pytest.raises(UsageError, match="painted numbers have shape"):
        brushed(motion, 20, "head", 0.1, onto=np.zeros(3))
    with pytest.raises(UsageError, match="did you mean 'left-arm'"):
        part(motion.skeleton, "left-arms")
    with pytest.raises(UsageError, match="one a joint"):
        mirrored_influence(motion.skeleton, np.zeros(2))
