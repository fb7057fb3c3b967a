"""The process in which ezc3d reads: ``python -m unbake.formats.c3d.child FILE FOLDER`` puts its arrays into the folder.

ezc3d trusts its file, and may end the process that it runs in; `isolated.process` starts this one and looks at what
comes back. Little is imported here, so that it starts quickly.
"""

from __future__ import annotations

import sys
from pathlib import Path

from unbake.formats.isolated.limits import exit_code_of, limit_memory

_LEAST_MEMORY = 4 * 2**30
_MEMORY_A_BYTE = 200
"""Address space a byte of the file: ezc3d takes about twenty times its size."""


def main(file: Path, folder: Path) -> int:
    """Read a file and write ``positions``, ``residuals`` and ``channels`` as ``.npy``; return the exit code."""
    try:
        import ezc3d
        import numpy as np
    except ImportError as error:
        return exit_code_of(error)
    limit_memory(_LEAST_MEMORY + _MEMORY_A_BYTE * file.stat().st_size)
    try:
        found = ezc3d.c3d(str(file))["data"]
        residuals = found["meta_points"]["residuals"]
        np.save(folder / "positions.npy", found["points"][:3].transpose(2, 1, 0))
        np.save(folder / "residuals.npy", residuals[0].T)
        np.save(folder / "channels.npy", found["analogs"][0].T)
    except Exception as error:  # what ezc3d raises depends on where it stumbled
        return exit_code_of(error)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
