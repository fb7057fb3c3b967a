"""The labelled transplants as a library to judge: ``python -m benchmarks.transplants.to_judge FILE.unbakelib``.

``unbake studio FILE.unbakelib --judge transplants`` then writes passes that `judging.stretches` reads.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.transplants.drawn import drawn, real
from benchmarks.usage import command_line
from unbake.library.library import Library


def main() -> None:
    """Write the library; its captured clips are those that the transplants are made of."""
    parser = command_line(__doc__)
    parser.add_argument("file", type=Path)
    with Library.create(parser.parse_args().file) as library:
        numbers: dict[str, int] = {}
        for one in drawn():
            for name in one.sources:
                if name not in numbers:
                    numbers[name] = library.add(real(name), name)[0]
            clips = [numbers[name] for name in one.sources]
            library.add_composed(one.recipe, clips, one.name, source="", tags=("transplant",), licence="")


if __name__ == "__main__":
    main()
