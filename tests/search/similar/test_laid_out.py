"""Bodies in memory: the same poses, and never more than a limit."""

import numpy as np

from search.bodies import library
from unbake.search.similar.laid_out import Bodies, LaidOut
from unbake.search.similar.windows import HALF, MOMENTS, centres, windows_of


def test_windows_are_the_same():
    for path in library():
        body = LaidOut(path)
        for middle in centres(path)[::9].tolist():
            seen = body.seen(middle, middle - HALF, len(MOMENTS))
            np.testing.assert_allclose(seen, windows_of(path, np.array([middle]))[0], atol=1e-6)


def test_what_was_used_last_stays_within_the_limit():
    loaded = []
    bodies = Bodies(lambda number: loaded.append(number) or library()[number], limit=60_000)
    for number in (0, 1, 1, 0, 4, 0, 1):
        assert bodies(number).n_instants == library()[number].n_instants
        assert bodies.n_bytes <= 60_000
    assert loaded == [0, 1, 4, 1]
