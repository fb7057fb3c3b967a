"""The options of ``unbake reduce`` that no other command has, in groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.shared.arguments import parse_choice, parse_length, parse_percentages, parse_weight
from unbake.cli.shared.options import SelectGroup
from unbake.errors import UsageError

if TYPE_CHECKING:
    from unbake.curves.keyed_animation import CurveKind
    from unbake.curves.world.match import Weights
    from unbake.keyframes.layers import Layer
    from unbake.motion.motion import Motion


@dataclass(frozen=True)
class LayersGroup:
    """The three layers of ``--auto``."""

    layers: Annotated[
        str | None,
        typer.Option("--layers", help="The three layers of --auto: extremes (the default), blocking or thesis."),
    ] = None
    accuracy: Annotated[
        str | None, typer.Option("--accuracy", help="Error allowed in each layer, in percent of its motion: 15,15,1.")
    ] = None
    significance: Annotated[
        str | None,
        typer.Option("--significance", help="Percent by which one more key must cut the error: 10 or 10,10,10."),
    ] = None
    floor: Annotated[
        str | None,
        typer.Option(
            "--floor", help="Smallest deviation that earns a key, in each layer: 5mm,5mm,1cm; a bare 1 is 1 cm."
        ),
    ] = None

    def presets(self) -> tuple[Layer, ...]:
        """Return the three layers with the thresholds that were given."""
        from unbake.keyframes.layers import LAYER_PRESETS

        layers = LAYER_PRESETS[parse_choice(self.layers or "extremes", tuple(LAYER_PRESETS), "--layers")]
        if self.accuracy is not None:
            parts = parse_percentages(self.accuracy, "--accuracy")
            layers = tuple(replace(layer, accuracy=a) for layer, a in zip(layers, parts, strict=True))
        if self.significance is not None:
            parts = parse_percentages(self.significance, "--significance")
            layers = tuple(replace(layer, significance=s) for layer, s in zip(layers, parts, strict=True))
        if self.floor is not None:
            floors = _three_lengths(self.floor)
            layers = tuple(
                replace(layer, floor_m=m, floor_scales=False) for layer, m in zip(layers, floors, strict=True)
            )
        return layers


def _three_lengths(text: str) -> Sequence[float]:
    lengths = [parse_length(word, "--floor") for word in text.split(",")]
    lengths = lengths * 3 if len(lengths) == 1 else lengths
    if len(lengths) != 3:
        raise UsageError(f"--floor '{text}': expected one length or three with commas, such as 5mm,5mm,1cm")
    return lengths


@dataclass(frozen=True)
class ChooseGroup:
    """How many keyframes, and how they are selected."""

    keys: Annotated[int | None, typer.Option("--keys", help="Exactly this many keyframes.")] = None
    error: Annotated[
        str | None,
        typer.Option("--error", help="Few keyframes that stay this close everywhere: 2cm, 15mm; a bare 2 is 2 cm."),
    ] = None
    auto: Annotated[bool, typer.Option("--auto", help="Keyposes and breakdowns by three layers (the default).")] = False
    method: Annotated[
        str | None,
        typer.Option("--method", help="How keys are selected: auto, optimal, bounded (--error), pieces (--keys)."),
    ] = None

    bound: Annotated[
        bool,
        typer.Option(
            "--bound", help="With --error: also print about how few keys could do, fitting each segment on its own."
        ),
    ] = False
    nudge: Annotated[
        bool,
        typer.Option("--nudge", help="With --keys: move keys by a few frames where that brings the curves closer."),
    ] = False

    def check(self, selecting: SelectGroup, layers: LayersGroup) -> None:
        """Refuse options that contradict each other or would have no effect."""
        is_auto = self.keys is None and self.error is None
        if self.bound and self.error is None:
            raise UsageError("--bound is about a promised error; add --error")
        if self.nudge and self.keys is None:
            raise UsageError("--nudge moves keys that were chosen by count; add --keys")
        if self.auto and not is_auto:
            raise UsageError("--auto chooses the keys itself; leave out --keys and --error")
        if is_auto:
            for_space = {"criterion": selecting.criterion, "metric": selecting.metric, "compose": selecting.compose}
            if name := _first_given(for_space | {"method": self.method}):
                message = f"--{name} goes with --keys or --error; the layers of --auto have criteria of their own"
                raise UsageError(message)
        elif name := _first_given(vars(layers)):
            raise UsageError(f"--{name} is about the three layers of --auto; leave out --keys and --error, or --{name}")

    def fields(self) -> dict[str, Any]:
        """Return the fields of `ReduceOptions`."""
        return {
            "keys": self.keys,
            "error_m": None if self.error is None else parse_length(self.error, "--error"),
            "bound": self.bound,
            "nudge": self.nudge,
            "method": parse_choice(self.method or "auto", ("auto", "optimal", "bounded", "pieces"), "--method"),
        }


def _first_given(options: Mapping[str, object]) -> str | None:
    return next((name for name, value in options.items() if value is not None), None)


@dataclass(frozen=True)
class JoinGroup:
    """How keyframes are joined."""

    fit: Annotated[
        str | None,
        typer.Option(
            "--fit",
            help="free (the default), tightest (closer, but handles get tiny or overlap), hermite (handles at thirds), "
            "broken (with corners at keys), schneider, thesis.",
        ),
    ] = None
    breaks: Annotated[
        float | None,
        typer.Option(
            "--breaks",
            metavar="WEIGHT",
            help="Break a tangent where that takes away this part of the error nearby: 0.5; 1 (the default) is never. "
            "Not for glTF, a few of whose tangents --error may break.",
        ),
    ] = None
    world: Annotated[
        bool,
        typer.Option(
            "--world/--no-world",
            help="World-space match: bring wrists, ankles, toes and head back to where they were (the default).",
        ),
    ] = True
    weight: Annotated[
        list[str] | None,
        typer.Option(
            "--weight",
            metavar="JOINT=NUMBER",
            help="How much a joint counts in the world-space match: feet=4; 1 by default.",
        ),
    ] = None
    tips: Annotated[
        bool,
        typer.Option(
            "--tips",
            help="Count hands, fingers, toes and the ends of bones, too: in --error and in the world-space match.",
        ),
    ] = False
    detail: Annotated[
        float, typer.Option("--detail", help="Part of the lost detail to add again, 0 to 1 (keys every frame).")
    ] = 0.0

    def check(self, kinds: Sequence[CurveKind]) -> None:
        """Raise UsageError for options that do not go together, or not with the kinds of curves that are wanted."""
        if self.weight and not self.world:
            raise UsageError("--weight is about the world-space match; leave out --no-world, or --weight")
        if self.breaks is not None and "channels" not in kinds:
            raise UsageError("--breaks is for handles of free length, which glTF cannot hold; write a .json as well")

    def fields(self) -> dict[str, Any]:
        """Return the fields of `ReduceOptions`, all but the weights of joints."""
        return {
            "fit": self.fit,
            "break_weight": 1.0 if self.breaks is None else self.breaks,
            "holds_ends": self.world,
            "tips": self.tips,
            "detail": self.detail,
        }

    def weights(self, clip: Motion) -> Weights | None:
        """Return the weights of a clip's joints in the world-space match; None for the default."""
        from unbake.reduce.finish import changed_weights

        if not self.weight:
            return None
        return changed_weights(clip, dict(map(parse_weight, self.weight)), tips=self.tips)
