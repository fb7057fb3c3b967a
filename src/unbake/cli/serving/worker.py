"""``unbake worker``: Unbake at the end of a pipe, for animation programs."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import typer

from unbake.cli.serving.studio import end_now_if_busy
from unbake.cli.shared.failures import INTERRUPTED, print_failure


def worker() -> None:
    """Answer an animation program: the studio's messages over standard input and output, see docs/worker.md."""
    from unbake.studio.server.launch import SWITCH_S
    from unbake.studio.server.link.pipe import work

    if sys.stdin.isatty():
        raise typer.BadParameter("is started by other programs, which talk to it; docs/worker.md says how")
    before = set(threading.enumerate())
    outgoing = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed must not end up among the messages
    sys.setswitchinterval(SWITCH_S)
    code = 0
    try:
        work(sys.stdin.buffer, outgoing, Path.cwd())
    except KeyboardInterrupt:
        code = INTERRUPTED.exit_code
        print_failure(INTERRUPTED, as_json=False)
    end_now_if_busy(set(threading.enumerate()) - before, code)
