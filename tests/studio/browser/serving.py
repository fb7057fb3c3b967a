"""The studio's server as people start it, in a process of its own that a test may kill."""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import sys
import time
from pathlib import Path

PATIENCE_S = 60.0


class StudioServer:
    """``unbake studio --no-browser``, ready when made.

    Parameters
    ----------
    folder : where it is started.
    state : where it keeps what outlives it: preferences, recent files, recovery.
    arguments : what stands behind ``unbake studio``.
    environment : what differs from the test's own; None takes a variable away.
    """

    def __init__(
        self, folder: Path, *arguments: str | Path, state: Path, environment: dict[str, str | None] | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.state = state
        self.log = folder / ".studio.log"
        command = [sys.executable, "-c", "from unbake.cli.main import run; run()", "studio", "--no-browser"]
        variables = {**os.environ, "UNBAKE_STATE": str(state), **(environment or {})}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, *map(str, arguments)],
                cwd=folder,
                env={name: value for name, value in variables.items() if value is not None},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.address = self._address()
        self.origin = self.address.partition("/#")[0]
        self.token = self.address.partition("/#")[2]

    def _address(self) -> str:
        """Return the address that it prints; an AssertionError with what it said where there is none."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + PATIENCE_S
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout, selectors.EVENT_READ)
            while time.monotonic() < deadline:
                if not waiting.select(timeout=0.5):
                    continue
                line = self.process.stdout.readline()
                address = re.search(r"http://\S+", line)
                if address:
                    return address[0]
                if not line:
                    break
        self.kill()
        raise AssertionError(f"the studio did not start:\n{self.log.read_text()}")

    def forget(self) -> None:
        """Take away what it remembers of pages that are closed; it reads these files each time."""
        for name in ("preferences.json", "recent.json"):
            (self.state / name).unlink(missing_ok=True)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
