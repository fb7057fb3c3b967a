import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.keyframes.choose import automatic_count, choose_automatically, normalised_errors
from unbake.keyframes.criteria import Criterion
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select


def test_fewest_keys_that_are_accurate_and_significant():
    errors = {2: 0.5, 3: 0.4, 4: 0.15, 5: 0.14, 6: 0.05}
    assert automatic_count(errors, accuracy=0.2, significance=0.1) == 4
    # 5 keys gain only 7 % over 4, so the thesis's example (15 % must fall to 13.5 %) passes them over.
    assert automatic_count(errors, accuracy=0.145, significance=0.1) == 6
    assert automatic_count(errors, accuracy=0.145, significance=0.0) == 5


def test_the_example_of_the_thesis():
    """4.3.4: after 10 keys at 15 %, 11 keys are significant at 13.5 % or less."""
    assert automatic_count({10: 0.15, 11: 0.135}, accuracy=0.14, significance=0.1) == 11
    assert automatic_count({10: 0.15, 11: 0.136, 12: 0.12}, accuracy=0.14, significance=0.1) == 12


def test_when_nothing_passes():
    assert automatic_count({2: 0.5, 3: 0.495, 4: 0.49}, accuracy=0.495, significance=0.1) == 3
    assert automatic_count({2: 0.5, 3: 0.3}, accuracy=0.1, significance=0.1) == 3
    assert automatic_count({2: 0.0}, accuracy=0.1, significance=0.5) == 2


def test_an_error_of_zero_is_significant():
    assert automatic_count({2: 0.5, 3: 0.0, 4: 0.0}, accuracy=0.1, significance=0.1) == 3
    assert automatic_count({2: 0.5, 3: 0.0, 4: 0.0}, accuracy=0.6, significance=0.99) == 2
    assert automatic_count({3: 0.5, 4: 0.4, 5: 0.0}, accuracy=0.45, significance=0.99) == 5


@pytest.mark.parametrize(
    ("accuracy", "significance"), [(0.0, 0.1), (-1.0, 0.1), (np.nan, 0.1), (0.2, 1.0), (0.2, -0.1)]
)
def test_thresholds_that_make_no_sense(accuracy, significance):
    with pytest.raises(UsageError, match="threshold"):
        automatic_count({2: 0.5}, accuracy, significance)


def test_errors_are_parts_of_the_pose_range():
    bump = np.zeros((5, 3))
    bump[2, 1] = 2.0
    space = select(error_table(bump, "lerp-max", metric="pose"))
    assert normalised_errors(space, 2.0)[2] == pytest.approx(1.0)
    assert choose_automatically(space, 2.0).frames[1:-1] != ()
    sums = select(error_table(bump, "lerp-sum", metric="pose"))
    # One frame of five is 2 m off: the root of the mean square is 2/√5.
    assert normalised_errors(sums, 2.0)[2] == pytest.approx(1.0 / 5**0.5)
    assert set(normalised_errors(space, 0.0).values()) == {0.0}


@pytest.mark.parametrize("compose", ["max", "sum"])
def test_errors_of_ones_own_criterion_are_taken_as_lengths(compose):
    """Only the package's sums are squares; what a user's function returns is not touched."""
    points = np.random.default_rng(0).normal(size=(6, 3))
    own = Criterion("mine", "own", compose, compose, lambda segment: float(len(segment) - 2))
    space = select(error_table(points, own))
    assert space.error(2) == 4.0
    assert normalised_errors(space, 2.0)[2] == 2.0
    assert {k: 2.0 * e for k, e in normalised_errors(space, 2.0).items()} == space.errors()
