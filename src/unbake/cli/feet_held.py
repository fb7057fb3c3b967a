"""What ``unbake reduce --hold-feet`` does beside reducing: plants, the foot layer, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unbake.cli import arguments as given
from unbake.cli.feet_clean import cut_with_plants, plants_of
from unbake.cli.loading import load_figure
from unbake.formats.registry import ReadOptions, format_of, save

if TYPE_CHECKING:
    from unbake.curves.hold_feet import HeldReduction
    from unbake.curves.reduction import ReduceOptions
    from unbake.feet.labels import FootLabels
    from unbake.feet.skating import Skating
    from unbake.motion.motion import Motion


@dataclass(frozen=True, eq=False)
class Feet:
    """The plants that are to hold, and whether by a layer on every frame."""

    plants: FootLabels
    with_layer: bool

    def held(self, clip: Motion, options: ReduceOptions, report: Callable[[str, float], None]) -> HeldReduction:
        """Reduce a clip so that its plants hold."""
        from unbake.curves.hold_feet import hold_feet

        return hold_feet(clip, self.plants, options, report=report)


def load_planted(
    file: Path, options: ReadOptions, labels: Path | None, role: Sequence[str] | None, frames: tuple[int, int] | None
) -> tuple[Motion, FootLabels]:
    """Return a clip and its plants, both cut to a range of frames."""
    from unbake.cli.foot_library import roles_of

    whole = load_figure(file, options)
    roles = roles_of(whole, given.parse_roles(role))
    return cut_with_plants(whole, plants_of(file, whole, labels, None, roles), frames)


def save_layered(held: HeldReduction, outputs: Sequence[Path]) -> None:
    """Write animations with their layers: apart in our JSON, baked into every other format."""
    from unbake.formats.foot_layer import save_with_layer

    for path in outputs:
        form = format_of(path, "animation")
        if keeps_apart(path) and form.curves not in held.reduction.detailed:
            save_with_layer(held.reduction.animations[form.curves], held.layers[form.curves], path)
        else:
            save(held.with_layer(form.curves), path)


def keeps_apart(path: Path) -> bool:
    """Return whether a format keeps an animation and its foot layer apart."""
    return path.suffix.lower() == ".json"


def feet_notes(held: HeldReduction, with_layer: bool) -> tuple[str, ...]:
    """Return what a person should know of the feet."""
    if with_layer:
        return (*held.notes, "with the foot layer, all files but .json have a key on every frame")
    return (*held.notes, "the foot layer is not in the files; --foot-layer writes it, --breaks 0 leaves less to it")


def feet_rows(held: HeldReduction, with_layer: bool) -> list[tuple[str, str]]:
    """Return rows of a table: planted points and skating frames of capture, keys and layer."""
    told = held.skating
    by_keys = f"{_drift(told['capture'])} in the capture, {_drift(told['keys'])} by keys and handles"
    rows = [("drift of planted points", f"{by_keys}, {_drift(told['layer'])} with the foot layer")]
    frames = ", ".join(f"{told[name].skating_frames} {text}" for name, text in _STAGES)
    rows.append(("skating frames", f"{frames}; of {told['keys'].n_frames} at 20 a second"))
    if with_layer:
        error = max(held.errors.values(), key=lambda e: e.max_m)
        rows.append(("error with the layer", f"{error.max_cm:.2f} cm at worst, {error.mean_cm:.2f} cm on average"))
    return rows


_STAGES = (("capture", "in the capture"), ("keys", "by keys and handles"), ("layer", "with the foot layer"))


def _drift(measured: Skating) -> str:
    return f"{measured.mean_mm:.1f} mm (worst {measured.worst_mm:.1f})"


def feet_fields(held: HeldReduction) -> dict[str, Any]:
    """Return the same for machines."""
    fields: dict[str, Any] = {
        name: {
            "drift_mean_mm": measured.mean_mm,
            "drift_worst_mm": measured.worst_mm,
            "skating_frames": measured.skating_frames,
            "of_frames": measured.n_frames,
        }
        for name, measured in held.skating.items()
    }
    fields["layer_frames"] = {kind: len(layer.changed_frames()) for kind, layer in held.layers.items()}
    fields["layer_error_max_cm"] = max(error.max_cm for error in held.errors.values())
    return fields
