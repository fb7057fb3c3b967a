"""Make the thesis' tables and figures again: ``python -m benchmarks.thesis``."""

from __future__ import annotations

import json
from pathlib import Path

import unbake
from benchmarks.thesis import reproduce
from benchmarks.usage import takes_no_arguments


def main() -> None:
    """Print the tables, draw into ``docs/images``, keep the figures in ``benchmarks/results``."""
    figures = reproduce.run()
    file = Path(__file__).resolve().parents[1] / "results" / f"{unbake.__version__}-thesis.json"
    file.write_text(json.dumps(figures, indent=1) + "\n")
    print(f"Kept in {file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}")


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
