"""How many transplants look human: ``python -m benchmarks.transplants [judges] [yields]``, by default both.

The figures are kept in ``benchmarks/results/VERSION-transplants.json``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import unbake
from benchmarks.transplants.judging import figures
from benchmarks.transplants.yielded import yields

FILE = Path(__file__).parents[1] / "results" / f"{unbake.__version__}-transplants.json"
PARTS = {"judges": figures, "yields": yields}


def main() -> None:
    """Measure, and keep the figures; what was measured before of the other part stays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what is measured; all by default")
    kept = json.loads(FILE.read_text()) if FILE.exists() else {}
    for part in parser.parse_args().parts or list(PARTS):
        kept[part] = PARTS[part]()
        shown = {name: _without_curves(one) for name, one in kept[part].items()}
        print(json.dumps(shown, indent=1), flush=True)
        FILE.write_text(json.dumps(kept, indent=1) + "\n")


def _without_curves(one: object) -> object:
    return {name: value for name, value in one.items() if name != "roc"} if isinstance(one, dict) else one


if __name__ == "__main__":
    main()
