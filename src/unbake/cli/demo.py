"""``unbake demo``: the main job on the clip that comes with the package."""

from __future__ import annotations

import gzip
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.reduce import reduce
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console
from unbake.errors import FileError
from unbake.ground.files.whole_file import whole_file

CLIP = "cmu-01-01-excerpt.bvh.gz"
BLENDER_OFF_CM = 7.2
"""How far the 17 joints are from the curves in demo.glb at worst, once Blender 5.0 has replaced its tangents."""


def demo(
    folder: Annotated[Path, typer.Argument(readable=False, help="Where to put the files; created if missing.")] = Path(
        "unbake-demo"
    ),
    as_json: JsonOption = False,
) -> None:
    """Reduce a short clip that comes with the package, and show where the results are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError.of_system(folder, "cannot be made", error) from error
    clip = folder / "capture.bvh"
    with whole_file(clip) as temporary:
        temporary.write_bytes(gzip.decompress(files("unbake.data").joinpath(CLIP).read_bytes()))
    if not as_json:
        console.print("Two jumps from the CMU motion capture database (trial 01_01), at 120 frames a second.\n")
    outputs = [folder / "demo.glb", folder / "demo.bvh", folder / "demo.json"]
    reduce(file=clip, output=outputs, report=folder / "report.html", unit="cmu", as_json=as_json)
    if not as_json:
        console.print(f"\nOpen {folder / 'report.html'} in a browser, and {outputs[0]} in any glTF viewer.")
        console.print(
            f"Blender keeps the keys of {outputs[0].name} and replaces its tangents: between the keys joints move by "
            f"up to {BLENDER_OFF_CM:g} cm. In Blender, {outputs[1].name} shows every frame as it was fitted."
        )
