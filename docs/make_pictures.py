"""Draw the pictures of the README and the documentation from the clip that comes with the package.

Run: python docs/make_pictures.py
"""

import gzip
import tempfile
from importlib.resources import files
from pathlib import Path

import unbake
from unbake.reports.space_plot import space_plot_png
from unbake.reports.strip_picture import keyframe_strip_png

IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """Write key-poses.png and selection-space.png."""
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "clip.bvh"
        clip.write_bytes(gzip.decompress(files("unbake.data").joinpath("cmu-01-01-excerpt.bvh.gz").read_bytes()))
        motion = unbake.load_motion(clip)
    IMAGES.mkdir(exist_ok=True)
    reduction = unbake.reduce_motion(motion, unbake.ReduceOptions(wants_space=True))
    keyframe_strip_png(motion, reduction.selection, IMAGES / "key-poses.png")
    assert reduction.space is not None
    space_plot_png(reduction.space, IMAGES / "selection-space.png", title="Error of the best selection of each count")


if __name__ == "__main__":
    main()
