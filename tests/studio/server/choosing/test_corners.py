"""Bakes of lines and of held poses in the studio: keys and corners as the library has them, in previews, too."""

import pytest
from benchmarks.handmade.lines import held, joined_by_lines

from clips import packaged_clip
from studio.asking import asked, opened, silent
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.studio.server.choosing.choosing import choose


@pytest.mark.parametrize(
    ("bake", "choice", "wanted"),
    [
        (joined_by_lines, {"by": "layers"}, {}),
        (joined_by_lines, {"by": "count", "keys": 12}, {"keys": 12}),
        (held, {"by": "layers"}, {}),
        (held, {"by": "count", "keys": 17}, {"keys": 17}),
    ],
)
def test_bakes_of_lines_and_held_poses_as_the_library_has_them(bake, choice, wanted):
    motion = bake(packaged_clip().resampled(30).excerpt(11, 71), (0, 9, 16, 25, 34, 41, 52, 60))
    clip, result = opened(motion), reduce_motion(motion, ReduceOptions(**wanted))
    for is_preview in (False, True):
        chosen = choose(clip, asked(clip, choice=choice, is_preview=is_preview), silent)
        assert chosen.keys.frames.tolist() == [motion.first_frame + frame for frame in result.selection.frames]
        assert chosen.evaluation.max_cm < 0.3
