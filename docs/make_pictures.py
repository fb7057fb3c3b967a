"""Draw the pictures of the README and the documentation from the clip that comes with the package.

The curves of a calm and of a wild clip are drawn where the thesis clips are present.

Run: python -m docs.make_pictures
"""

import gzip
import tempfile
from importlib.resources import files
from pathlib import Path

from benchmarks.clips import real_clips

import unbake
from unbake.reports.pictures.curve_picture import curves_plot_png
from unbake.reports.pictures.space_plot import space_plot_png
from unbake.reports.pictures.strip_picture import keyframe_strip_png

CURVES = {
    "calm": ("Walk", ("root.ty", "lfemur.rx", "ltibia.rx", "rhumerus.ry")),
    "wild": ("Run & Turn", ("root.ry", "rfemur.rx", "rtibia.rx", "lradius.rx")),
}
IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """Write key-poses.png, selection-space.png, and curves-calm.png and curves-wild.png, the latter also as the
    tightest fit draws it."""
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "clip.bvh"
        clip.write_bytes(gzip.decompress(files("unbake.data").joinpath("cmu-01-01-excerpt.bvh.gz").read_bytes()))
        motion = unbake.load_motion(clip)
    IMAGES.mkdir(exist_ok=True)
    reduction = unbake.reduce_motion(motion, unbake.ReduceOptions(wants_space=True))
    keyframe_strip_png(motion, reduction.selection, IMAGES / "key-poses.png")
    assert reduction.space is not None
    space_plot_png(reduction.space, IMAGES / "selection-space.png", title="Error of the best selection of each count")
    for name, (clip_name, channels) in CURVES.items():
        wanted = real_clips().get(clip_name)
        if wanted is not None:
            found = unbake.reduce_motion(wanted)
            title = f"{clip_name}: {wanted.n_frames} frames, {len(found.selection)} keyframes"
            curves_plot_png(wanted, found.animation, channels, IMAGES / f"curves-{name}.png", title)
            if name == "wild":
                tightest = unbake.reduce_motion(wanted, unbake.ReduceOptions(fit="tightest"))
                curves_plot_png(wanted, tightest.animation, channels, IMAGES / "curves-tightest.png", title)


if __name__ == "__main__":
    main()
