"""Labels by hand of clips that are kept for reporting: nothing is taught or tuned on them.

``python -m benchmarks.feet.reported_labels`` prints how far the two passes agree.
"""

from __future__ import annotations

from benchmarks.clips import DATA
from benchmarks.feet.label_spread import print_spread
from benchmarks.feet.real_clips import LABELS, RealClip, labelled_clips
from benchmarks.usage import takes_no_arguments

REPORTED = LABELS / "reported"
SECOND = REPORTED / "second"
KINDS = {
    "06": "walk",
    "10": "walk",
    "32": "walk",
    "38": "walk",
    "55": "walk",
    "02_06": "stand",
    "02_08": "fight stances",
    "02_09": "fight stances",
}
"""What each subject or clip shows."""


def kind_of(name: str) -> str:
    """Return the kind of motion of a clip for reporting."""
    return KINDS.get(name) or KINDS[name.split("_")[0]]


def reported_clips() -> list[RealClip]:
    """Return the stretches of the first pass whose clips are present."""
    return labelled_clips(REPORTED)


def main() -> None:
    """Print how far the passes agree."""
    if not DATA.exists():
        print(f"{DATA} is missing")
        return
    print_spread(REPORTED, SECOND)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
