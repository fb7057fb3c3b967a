"""The options of what engines need: rate, names, travel and axes of what is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from unbake.errors import UsageError
from unbake.formats.delivery import Delivery, Travel
from unbake.formats.known_formats import FORMATS
from unbake.motion.delivery.axes import turn_to
from unbake.motion.delivery.rigs.table import TABLES, name_table
from unbake.motion.frame_rate import parse_rate


@dataclass(frozen=True)
class DeliveryGroup:
    """What is changed of a clip on its way to a file."""

    to_fps: Annotated[
        str | None, typer.Option("--to-fps", help="Write this many frames a second: 30. (--fps is the rate to read.)")
    ] = None
    baked: Annotated[
        bool,
        typer.Option("--baked", help="A key on every frame in place of curves, for Godot before 4.3."),
    ] = False
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Leave out the travel over the floor: the hips stay over the origin.")
    ] = False
    root_motion: Annotated[
        bool,
        typer.Option(
            "--root-motion", help="Move the travel to a root joint, which is added above the hips if there is none."
        ),
    ] = False
    up: Annotated[
        str | None, typer.Option("--up", help="The axis that is up in a .bvh or in points: y (the default), z, -x, …")
    ] = None
    forward: Annotated[
        str | None, typer.Option("--forward", help="The axis that was ahead (z): -y where z is up; see --up.")
    ] = None
    names: Annotated[
        str | None,
        typer.Option("--names", metavar="TABLE", help=f"Rename joints: {', '.join(TABLES)}, or a .toml of your own."),
    ] = None

    def delivery(self, outputs: Sequence[Path]) -> Delivery:
        """Return what is to be changed; UsageError for what is no rate, axis or table, or what a format cannot take."""
        if self.in_place and self.root_motion:
            raise UsageError("--in-place leaves out the travel that --root-motion moves; leave out one of them")
        travel: Travel = "in-place" if self.in_place else "root" if self.root_motion else "hips"
        axes = None
        if self.up is not None or self.forward is not None:
            _check_axes_open(outputs, "--up" if self.up is not None else "--forward")
            axes = turn_to(self.up, self.forward)
        names = None if self.names is None else name_table(self.names)
        return Delivery(self.rate(), names, travel, axes, self.baked)

    def rate(self) -> Fraction | None:
        """Return the rate to write."""
        if self.to_fps is None:
            return None
        try:
            return parse_rate(self.to_fps)
        except (ValueError, ZeroDivisionError):
            message = f"--to-fps '{self.to_fps}' is no frame rate; expected a number or fraction, such as 30"
            raise UsageError(message, option="--to-fps") from None


def _check_axes_open(outputs: Sequence[Path], option: str) -> None:
    for output in outputs:
        suffix = output.suffix.lower()
        fixed = [form for form in FORMATS if suffix in form.suffixes and not form.takes_axes]
        if fixed:
            open_to = " ".join(suffix for form in FORMATS if form.takes_axes for suffix in form.suffixes)
            message = f"{option}: programs know which way is up in {fixed[0].name}, and turn it themselves"
            raise UsageError(f"{output}: {message}; it is for {open_to}", option=option)
