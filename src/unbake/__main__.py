"""The start of the command line, ``unbake`` or ``python -m unbake``."""

from __future__ import annotations

import sys


def start() -> None:
    """Run the command line; whoever interrupts it while it is still being read sees one line."""
    try:
        from unbake.cli.main import run
    except KeyboardInterrupt:
        sys.stderr.write("unbake: interrupted\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    start()
