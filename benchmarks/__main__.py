"""Run all benchmarks: ``python -m benchmarks``."""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path

import unbake
from benchmarks import commands, decimate, fitting, long_takes, selection, studio
from benchmarks.thesis import __main__ as thesis
from benchmarks.usage import takes_no_arguments


def main() -> None:
    """Print the tables and keep the figures in ``benchmarks/results/VERSION.json``."""
    print(f"Unbake {unbake.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores")
    figures = {
        "version": unbake.__version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "selection": selection.run(),
        "long_takes": long_takes.run(),
        "commands_s": commands.run(),
        "decimate": decimate.run(),
        "fitting": fitting.run(),
        "studio_slider_ms": studio.run(),
    }
    file = Path(__file__).parent / "results" / f"{unbake.__version__}.json"
    file.write_text(json.dumps(figures, indent=1) + "\n")
    thesis.main()
    print(f"\nKept in {file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}")


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
