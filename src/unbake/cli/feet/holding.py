"""What ``unbake reduce --hold-feet`` does beside reducing: plants, the foot layer, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.feet.options import LabelsOption
from unbake.cli.feet.plants import FoundPlants, plants_of, save_with
from unbake.cli.reduce_outputs import OutputGroup, save_delivered
from unbake.cli.shared.loading import load_figure
from unbake.errors import UsageError
from unbake.formats.delivery import Delivery
from unbake.formats.known_formats import format_of
from unbake.formats.registry import ReadOptions
from unbake.ground.progress import Report

if TYPE_CHECKING:
    from unbake.curves.keyed_animation import CurveKind
    from unbake.curves.measure import MeasuredError
    from unbake.feet.skating import Skating
    from unbake.motion.motion import Motion
    from unbake.reduce.hold_feet import HeldReduction
    from unbake.reduce.reduction import ReduceOptions


@dataclass(frozen=True)
class HoldGroup:
    """Whether planted feet hold, by the labels that lie beside a clip."""

    hold_feet: Annotated[
        bool,
        typer.Option(
            "--hold-feet", help="Keep planted feet in place: clean up the capture's feet first, then weigh them more."
        ),
    ] = False
    foot_layer: Annotated[
        bool,
        typer.Option(
            "--foot-layer",
            help="With --hold-feet: add a layer that holds feet exactly. Only a .json keeps it apart from the curves.",
        ),
    ] = False

    def check(self) -> None:
        """Raise UsageError for options that do not go together."""
        if self.foot_layer and not self.hold_feet:
            raise UsageError("--foot-layer goes with --hold-feet")


@dataclass(frozen=True)
class FeetGroup(HoldGroup):
    """Whether and how planted feet hold."""

    labels: LabelsOption = None

    def check(self) -> None:
        """Raise UsageError for options that do not go together."""
        super().check()
        if self.labels and not self.hold_feet:
            raise UsageError("--labels goes with --hold-feet")

    def load(self, file: Path, options: ReadOptions, frames: tuple[int, int] | None) -> tuple[Motion, Feet | None]:
        """Return a clip, cut to a range of frames, and its feet where they are to hold."""
        if not self.hold_feet:
            return load_figure(file, options, frames), None
        whole = load_figure(file, options)
        clip, plants = plants_of(file, whole, self.labels, None).cut(whole, frames)
        return clip, Feet(file, plants, self.foot_layer)


@dataclass(frozen=True, eq=False)
class Feet:
    """The plants that are to hold, of which clip's file, and whether by a layer on every frame."""

    file: Path
    plants: FoundPlants
    with_layer: bool

    def held(self, clip: Motion, options: ReduceOptions, report: Report) -> HeldReduction:
        """Reduce a clip so that its plants hold."""
        from unbake.reduce.hold_feet import hold_feet

        return hold_feet(clip, self.plants.labels, options, report=report)

    def save_labels(self, held: HeldReduction, outputs: Sequence[Path]) -> tuple[str, ...]:
        """Store the plants with the results, and return notes on where that could not be."""
        clip, plants = held.capture, self.plants
        numbers, named = (clip.n_frames, clip.first_frame), clip.skeleton.named_roles
        found = (save_with(plants.parts, numbers, path, self.file, plants.file, named) for path in outputs)
        return tuple(dict.fromkeys(note for notes in found for note in notes))


def save_layered(held: HeldReduction, outputs: OutputGroup, delivery: Delivery) -> tuple[str, ...]:
    """Write animations with their layers: beside the curves in our JSON, baked into whatever has a key on every frame.

    Returns notes on what was changed on the way, and on what the files do not keep.
    """
    notes: list[str] = []
    for path in outputs.output:
        form, options = format_of(path, "animation"), outputs.options_for(path)
        if keeps_apart(path) and not delivery.baked and form.curves not in held.reduction.detailed:
            apart = replace(held.reduction.animations[form.curves], layers=(held.layers[form.curves],))
            notes += save_delivered(apart, path, delivery, options)
        else:
            notes += save_delivered(held.with_layer(form.curves), path, delivery, options)
    return tuple(dict.fromkeys(notes))


def keeps_apart(path: Path) -> bool:
    """Return whether a format keeps an animation and its foot layer apart."""
    return path.suffix.lower() == ".json"


def in_place_notes(held: HeldReduction, with_layer: bool, delivery: Delivery) -> tuple[str, ...]:
    """Say what the error is without the travel, which feet need to be held, where that is left out."""
    if delivery.travel != "in-place":
        return ()
    from unbake.curves.measure import measure_motions
    from unbake.motion.delivery.travel import in_place

    target, kinds = in_place(held.reduction.motion), held.reduction.animations
    results = (held.with_layer(kind) if with_layer else _by_keys(held, kind) for kind in kinds)
    error = max((measure_motions(target, in_place(one)) for one in results), key=lambda e: e.max_m)
    where = f"{error.max_cm:.2f} cm at worst ({error.worst_joint}, frame {error.worst_number})"
    return (f"errors are of the curves with their travel, along which feet are held; in place they are {where}",)


def feet_notes(held: HeldReduction, with_layer: bool) -> tuple[str, ...]:
    """Return what a person should know of the feet."""
    if with_layer:
        return (*held.notes, "with the foot layer, all files but .json have a key on every frame")
    if not any(len(layer.changed_frames(held.capture.n_frames)) for layer in held.layers.values()):
        return held.notes
    # glTF holds no handles of free length, which --breaks is for.
    less = ", --breaks 0 leaves less to it" if "quaternions" not in held.reduction.animations else ""
    return (*held.notes, f"the foot layer is not in the files; --foot-layer writes it{less}")


def feet_rows(held: HeldReduction, with_layer: bool) -> list[tuple[str, str]]:
    """Return rows of a table: planted points and skating frames of capture, keys and layer."""
    skating = held.skating
    by_keys = f"{_drift(skating['capture'])} in the capture, {_drift(skating['keys'])} by keys and handles"
    rows = [("drift where feet are held", f"{by_keys}, {_drift(skating['layer'])} with the foot layer")]
    frames = ", ".join(
        f"{skating[name].skating_frames} {text} ({skating[name].planted_skating} while planted)"
        for name, text in _STAGES
    )
    rows.append(("skating frames", f"{frames}; of {skating['keys'].n_frames} at 20 a second"))
    if with_layer:
        rows.append(("error with the layer", _error(max(held.errors.values(), key=lambda e: e.max_m))))
    rows.append(("error's reference", "the capture with its feet cleaned up"))
    rows.append(("against the capture", f"{_error(error_of_capture(held, with_layer))}; the clean-up is part of it"))
    return rows


def error_of_capture(held: HeldReduction, with_layer: bool) -> MeasuredError:
    """Return how far the result is from the capture as it was read; of several kinds of curves, the worst."""
    from unbake.curves.measure import measure_motions

    kinds = held.reduction.animations
    results = (held.with_layer(kind) if with_layer else _by_keys(held, kind) for kind in kinds)
    return max((measure_motions(held.capture, one) for one in results), key=lambda e: e.max_m)


def _by_keys(held: HeldReduction, kind: CurveKind) -> Motion:
    reduction = held.reduction
    return reduction.detailed.get(kind) or reduction.animations[kind].sample()


def _error(error: MeasuredError) -> str:
    return f"{error.max_cm:.2f} cm at worst, {error.mean_cm:.2f} cm on average"


_STAGES = (("capture", "in the capture"), ("keys", "by keys and handles"), ("layer", "with the foot layer"))


def _drift(measured: Skating) -> str:
    return f"{measured.mean_mm:.1f} mm (worst {measured.worst_mm:.1f})"


def feet_fields(held: HeldReduction, with_layer: bool) -> dict[str, Any]:
    """Return the same for machines."""
    capture = error_of_capture(held, with_layer)
    fields: dict[str, Any] = {
        name: {
            "drift_mean_mm": measured.mean_mm,
            "drift_worst_mm": measured.worst_mm,
            "skating_frames": measured.skating_frames,
            "of_frames": measured.n_frames,
            "skating_while_planted": measured.planted_skating,
        }
        for name, measured in held.skating.items()
    }
    fields["layer_frames"] = {
        kind: len(layer.changed_frames(held.capture.n_frames)) for kind, layer in held.layers.items()
    }
    fields["error_capture_max_cm"], fields["error_capture_mean_cm"] = capture.max_cm, capture.mean_cm
    fields["layer_error_max_cm"] = max(error.max_cm for error in held.errors.values())
    return fields
