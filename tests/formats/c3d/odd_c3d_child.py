"""Processes that do not do what `unbake.formats.c3d.child` does; ``ODD_CHILD`` says which."""

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np

from unbake.formats.c3d import child as c3d_child
from unbake.formats.isolated.limits import BROKEN_EXTRA, OUT_OF_MEMORY

kind, (file, folder) = os.environ["ODD_CHILD"], map(Path, sys.argv[1:])
if kind == "crash":
    os.kill(os.getpid(), signal.SIGSEGV)
elif kind == "sleep":
    Path(os.environ["ODD_CHILD_PID"]).write_text(str(os.getpid()))
    time.sleep(600.0)
elif kind == "memory":
    sys.exit(OUT_OF_MEMORY)
elif kind == "extra":
    print("libezc3d.so: no such file", file=sys.stderr)
    sys.exit(BROKEN_EXTRA)
elif kind == "error":
    raise RuntimeError("stumbled\nover two lines")
elif kind != "nothing":
    c3d_child.main(file, folder)
    values = np.load(folder / "positions.npy")
    odd = {
        "short": values[:-1],
        "single": values.astype(np.float32),
        "objects": np.full(values.shape, None),
        "garbage": None,
    }[kind]
    if odd is None:
        (folder / "positions.npy").write_bytes(b"\x93NUMPY\1\0 no header")
    else:
        np.save(folder / "positions.npy", odd)
