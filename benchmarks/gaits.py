"""Figure 5.3 of the thesis: from one gait into another, as a strip: ``python -m benchmarks.gaits LIBRARY``.

Draws docs/images/transition-gaits.png from a library of subject 16 with its transition table, see
`benchmarks.transitions`: walks (16_15) and runs (16_35), at frames between which the blend costs little.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.usage import command_line
from unbake.composition.transitions import Transitions
from unbake.keyframes.selection import KeyClass, Selection
from unbake.library.library import Library
from unbake.reports.pictures.strip_picture import keyframe_strip_png
from unbake.synthesis.material.material import Place

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "transition-gaits.png"
FROM, TO = ("16_15", 83), ("16_35", 60)
"""Clips, and frames from 0 at 60 a second."""
AROUND, EVERY = 18, 6
"""Frames that are shown before and after, and from one pose to the next."""


def main() -> None:
    """Draw the strip: captured poses with red marks, those of the transition with purple ones."""
    parser = command_line(__doc__)
    parser.add_argument("library", type=Path)
    with Library.open(parser.parse_args().library) as library:
        transitions = Transitions(library)
        names = [clip.name for clip in transitions.found.clips]
        source, target = (Place(names.index(name), frame) for name, frame in (FROM, TO))
        made = transitions.make(source, target)
        motion, _ = transitions.joined(made)
    end = source.frame + made.quick.motion.n_frames
    frames = np.arange(source.frame - AROUND, min(end + AROUND, motion.n_frames), EVERY)
    classes: tuple[KeyClass, ...] = tuple("hold" if source.frame <= frame < end else "keypose" for frame in frames)
    keyframe_strip_png(motion, Selection(tuple(int(frame) for frame in frames), classes=classes), PICTURE)


if __name__ == "__main__":
    main()
