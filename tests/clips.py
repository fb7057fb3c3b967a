"""Clips that tests share."""

import gzip
from functools import cache
from importlib.resources import files

from unbake.formats.bvh.format import load
from unbake.formats.registry import ReadOptions


def packaged_bytes():
    """The BVH file that comes with the package."""
    return gzip.decompress(files("unbake.data").joinpath("cmu-01-01-excerpt.bvh.gz").read_bytes())


@cache
def packaged_clip():
    """The clip that comes with the package as a motion."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "clip.bvh"
        file.write_bytes(packaged_bytes())
        return load(file, ReadOptions())
