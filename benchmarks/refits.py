"""How near curves come that are fitted again to an animation: ``python -m benchmarks.refits``.

Six clips that nothing was tuned on are reduced by default. Their quaternion curves become curves of Euler angles, as
FBX and Maya have them, and their Euler curves come to 24 frames a second, where keys do not stand on whole frames. Each
is fitted channel by channel, and so that joints stay in place as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.clips import DATA
from benchmarks.exchange import CLIPS
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.curves.delivery.frame_rate import resampled
from unbake.curves.fits.fit import fit
from unbake.curves.for_euler import euler_curves
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.formats.registry import load_motion
from unbake.motion.motion import Motion
from unbake.reduce.reduction import ReduceOptions, reduce_motion

FPS = 24


def off_cm(motion: Motion, animation: KeyedAnimation) -> float:
    """Return how far the farthest joint is off, tips included."""
    return 100.0 * measure(motion, animation).promised_m(with_tips=True)


def as_euler(animation: KeyedAnimation) -> tuple[float, float]:
    """Return how far Euler curves are from quaternion ones: channel by channel, and with joints in place."""
    motion, skeleton = animation.sample(), animation.skeleton.with_euler_channels()
    plain = fit(motion, animation.selection, skeleton=skeleton)
    return off_cm(motion, plain), off_cm(motion, euler_curves(animation))


def at_other_rate(animation: KeyedAnimation) -> tuple[float, float]:
    """Return the same for curves at another frame rate."""
    found = resampled(animation, FPS)
    times = np.arange(found.n_frames, dtype=np.float64) * float(animation.fps / found.fps)
    motion = replace(animation.sample(times), fps=found.fps)
    plain = fit(motion, found.selection, animation.fit, rotation_orders="source")
    return off_cm(motion, plain), off_cm(motion, found)


def rows() -> Iterator[list[str]]:
    """Yield a row for each clip that is present."""
    for name in CLIPS:
        file = DATA / "cmu" / name[:2] / f"{name}.amc"
        if file.exists():
            found = reduce_motion(load_motion(file), ReduceOptions(curves=("channels", "quaternions")))
            pairs = as_euler(found.animations["quaternions"]), at_other_rate(found.animations["channels"])
            yield [name, str(len(found.selection)), *(f"{plain:.2f} → {near:.2f}" for plain, near in pairs)]


def main() -> None:
    """Print the table."""
    print_table("farthest joint, cm", ("clip", "keys", "Euler angles", f"{FPS} frames a second"), list(rows()))


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
