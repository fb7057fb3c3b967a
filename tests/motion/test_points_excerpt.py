import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.motion.points import Points

CLIP = Points(np.arange(30.0).reshape(10, 3), ("a",), first_frame=6)


def test_an_excerpt_keeps_the_numbers_of_frames():
    part = CLIP.excerpt(8, 11)
    assert (part.first_frame, part.last_frame) == (8, 11)
    np.testing.assert_array_equal(part.values, CLIP.values[2:6])
    assert CLIP.excerpt(7, 7).n_frames == 1


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        (5, 8, "range 5:8 is outside the clip's 6–15"),
        (8, 16, "range 8:16 is outside the clip's 6–15"),
        (11, 8, "range 11:8 ends before it starts"),
        (50, 10, "range 50:10 ends before it starts"),
    ],
)
def test_ranges_that_make_no_sense(first, last, message):
    with pytest.raises(UsageError, match=message):
        CLIP.excerpt(first, last)
