"""A small library of a performer whose flags are known exactly."""

from functools import cache

from unbake.composition.demands.material import material_of
from unbake.library.library import Library
from unbake.performer.perform import perform

CLIPS = (
    ("walk-1", "walk", {"seconds": 4.0, "seed": 1}, "Walk"),
    ("walk-2", "walk", {"seconds": 4.0, "seed": 2, "speed_m_s": 1.1}, "Walk"),
    ("walk-left", "walk", {"seconds": 4.0, "seed": 3, "turning_deg_s": 40.0}, "Walk", "Turn Left"),
    ("walk-right", "walk", {"seconds": 4.0, "seed": 4, "turning_deg_s": -40.0}, "Walk", "Turn Right"),
    ("run-1", "run", {"seconds": 3.0, "seed": 5}, "Run"),
    ("run-2", "run", {"seconds": 3.0, "seed": 6}, "Run"),
    ("stand-1", "stand", {"seconds": 3.0, "seed": 7}, "Stand"),
    ("stand-2", "stand", {"seconds": 3.0, "seed": 8}, "Stand"),
)
FLAGS = ("Walk", "Run", "Stand", "Turn Left", "Turn Right", "Crouch")


def filled(path, *, annotated=True):
    """A library of `CLIPS`; 'Crouch' holds nowhere."""
    library = Library.create(path, FLAGS)
    for name, action, style, *flags in CLIPS:
        motion = perform(action, fps=60, **style).motion
        clip_id, _ = library.add(motion, name)
        for flag in FLAGS if annotated else ():
            library.annotate(clip_id, flag, 0, motion.n_frames, flag in flags)
    return library


@cache
def material(folder):
    """Its material, in a folder of the test run."""
    return material_of(filled(folder / "acted.unbakelib"))
