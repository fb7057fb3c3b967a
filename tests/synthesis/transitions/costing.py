"""What one candidate costs, for tests: part of a kernel that does nothing else.

Other kernels call `candidate_cost`; to compile it for Python as well takes ten seconds.
"""

from pathlib import Path
from zlib import crc32

from unbake.compiling import njit
from unbake.synthesis import transitions
from unbake.synthesis.transitions.candidate_kernels import candidate_cost


def _sources():
    """A number that changes with what the kernels of transitions are made of."""
    files = sorted(Path(transitions.__file__).parent.glob("*_kernels.py"))
    return crc32(b"".join(file.read_bytes() for file in files))


def _made(sources):
    @njit(cache=True, nogil=True)
    def cost_of(windows, ids, n, best, work):
        """See `candidate_cost`."""
        assert sources >= 0  # as the number is named here, a kernel that is kept serves the same sources only
        return candidate_cost(windows, ids, n, best, work)

    return cost_of


cost_of = _made(_sources())
