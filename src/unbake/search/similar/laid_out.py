"""Bodies laid out so that windows are looked at quickly: those that were used last stay in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import numpy as np

from unbake.ground.arrays import Floats, Floats32
from unbake.motion.body.body_path import BodyPath
from unbake.search.similar.windows import HALF, STEP, first_centre

LIMIT = 250_000_000
"""Bytes of bodies that stay in memory: those of five hours of motion; a search looks at some minutes of them."""


class LaidOut:
    """A body path whose windows are three runs of numbers: all x, all y and all z, one instant after the other.

    Parameters
    ----------
    path : the body.

    Attributes
    ----------
    numbers : (2, 3, N, 17) those of even instants, then those of odd ones, from instant `first` on; `STEP` is 2. Where
        the only window of a short path goes beyond its ends, end poses last on.
    place, sine, cosine : the path's frame, by its own instants.
    """

    def __init__(self, path: BodyPath) -> None:
        self.n_instants = path.n_instants
        centre = first_centre(path.n_instants)
        self.first = min(0, centre - HALF)
        instants = np.arange(self.first, max(path.n_instants, centre + HALF + 1))
        inside = np.clip(instants, 0, path.n_instants - 1)
        self.numbers = np.zeros((STEP, 3, -(-len(instants) // STEP), path.positions.shape[1]), dtype=np.float32)
        for parity in range(STEP):
            rows = path.positions[inside[parity::STEP]]
            self.numbers[parity, :, : len(rows)] = rows.transpose(2, 0, 1)
        self.place, self.sine, self.cosine = path.frame

    @property
    def frame(self) -> tuple[Floats, Floats, Floats]:
        """Place (T, 2), sine and cosine (T,) of the heading."""
        return self.place, self.sine, self.cosine

    def seen(self, middle: int, first: int, count: int) -> Floats32:
        """Return poses (count, 17, 3) from instant `first` on, `STEP` apart, as the body sees them in the middle."""
        row, parity = divmod(first - self.first, STEP)
        x, y, z = self.numbers[parity, :, row : row + count].astype(np.float64)
        at = min(max(middle, 0), self.n_instants - 1)
        x, z = x - self.place[at, 0], z - self.place[at, 1]
        s, c = self.sine[at], self.cosine[at]
        return np.stack([c * x - s * z, y, s * x + c * z], axis=-1).astype(np.float32)


class Bodies:
    """The bodies of clips by their numbers; those used last stay in memory, up to a limit.

    Parameters
    ----------
    load : returns the body of a clip.
    limit : bytes.
    """

    def __init__(self, load: Callable[[int], BodyPath], limit: int = LIMIT) -> None:
        self._load, self._limit = load, limit
        self._kept: OrderedDict[int, LaidOut] = OrderedDict()
        self.n_bytes = 0

    def __call__(self, number: int) -> LaidOut:
        """Return the body of a clip."""
        if number in self._kept:
            self._kept.move_to_end(number)
            return self._kept[number]
        body = LaidOut(self._load(number))
        self._kept[number] = body
        self.n_bytes += body.numbers.nbytes
        while self.n_bytes > self._limit and len(self._kept) > 1:
            self.n_bytes -= self._kept.popitem(last=False)[1].numbers.nbytes
        return body
