"""``unbake propagate``: what an example became, a longer motion becomes, too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from unbake.cli.feet.options import LabelsOption
from unbake.cli.feet.plants import own_plants, save_with
from unbake.cli.shared.arguments import parse_choice
from unbake.cli.shared.loading import keys_left_out, load_take, motion_of
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, ReadGroup, write_options
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct, check_writable, keeps_keys
from unbake.ground.files.whole_file import check_folder
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.cli.feet.plants import FoundPlants
    from unbake.editing.propagation.options import PropagateOptions
    from unbake.editing.propagation.propagate import Propagated
    from unbake.motion.motion import Motion

PathsOption = list[Path]


@dataclass(frozen=True)
class LearnGroup:
    """How the edit is learnt and applied."""

    outputs: Annotated[
        str, typer.Option("--outputs", help="What is learnt: the difference to the source, or the pose itself.")
    ] = "difference"
    predictor: Annotated[
        str, typer.Option("--predictor", help="gp (Gaussian processes) or mls (moving least squares).")
    ] = "gp"
    kernels: Annotated[
        str, typer.Option("--kernels", help="One kernel for all joints (shared), or one for each number (separate).")
    ] = "shared"
    ard: Annotated[bool, typer.Option("--ard", help="A length scale for each input of a kernel.")] = False
    weights: Annotated[
        str | None,
        typer.Option(
            "--weights",
            metavar="P,A,SP,SA",
            help="Predicted poses and accelerations, the source's poses and accelerations: 1,0.3,0.1,0.03.",
        ),
    ] = None
    feet: Annotated[str, typer.Option("--feet", help="Hold planted feet: calm, faded (quick), or none.")] = "calm"

    def options(self) -> PropagateOptions:
        """Return the options of propagation."""
        from unbake.editing.propagation.combining import Weights
        from unbake.editing.propagation.options import CHOICES, PropagateOptions

        for name, known in CHOICES.items():
            parse_choice(getattr(self, name), known, f"--{name}")
        if self.predictor == "mls" and (self.ard or self.kernels != "shared"):
            option = "--ard" if self.ard else "--kernels"
            raise UsageError(f"{option} is about Gaussian processes; leave out --predictor mls, or it", option=option)
        weights = Weights()
        if self.weights is not None:
            try:
                numbers = [float(word) for word in self.weights.split(",")]
            except ValueError:
                numbers = []
            if len(numbers) != 4:
                raise UsageError(
                    f"--weights '{self.weights}': expected four numbers, such as 1,0.3,0.1,0.03", option="--weights"
                )
            weights = Weights(*numbers)
        fields = {name: cast(Any, getattr(self, name)) for name in CHOICES}
        return PropagateOptions(weights=weights, ard=self.ard, **fields)


@with_option_groups
def propagate(
    *,
    sources: Annotated[
        PathsOption,
        typer.Option(
            "--from", readable=False, metavar="CLIP", help="A clip before the edit; again for each further example."
        ),
    ],
    edits: Annotated[
        PathsOption,
        typer.Option(
            "--edited",
            readable=False,
            metavar="EDIT",
            help="The same after it: a clip, a reduced clip with changed keys, or layers.",
        ),
    ],
    longer: Annotated[
        Path, typer.Option("--to", readable=False, metavar="TAKE", help="The take to carry the edit over to.")
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", readable=False, metavar="OUT", help="The file to write. A reduced take keeps its keys."
        ),
    ],
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", metavar="A:B", help="Frames of an example, both included; one for each."),
    ] = None,
    warp: Annotated[
        bool, typer.Option("--warp", help="Match frames by a time warp even where both clips have the same length.")
    ] = False,
    strip: Annotated[
        Path | None,
        typer.Option("--strip", readable=False, metavar="PNG", help="Draw source, result and confidence to this .png."),
    ] = None,
    learning: LearnGroup,
    labels: LabelsOption = None,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Carry an edit of a few seconds over to a whole take."""
    from unbake.cli.propagate.examples import load_examples
    from unbake.editing.propagation.keys import on_keys
    from unbake.editing.propagation.propagate import propagate as carried

    write = write_options(out_unit, output)
    options, read = learning.options(), reading.options(*sources, *edits, longer)
    if labels and options.feet == "none":
        raise UsageError("--labels says which feet are held, and --feet none holds none", option="--labels")
    for path in (longer, *sources, *edits):
        check_distinct(path, [output, *([strip] if strip else [])])
    if strip:
        if strip.suffix.lower() != ".png":
            raise UsageError(f"--strip writes a .png, not '{strip.name}'", option="--strip")
        check_folder(strip)
    clip = load_take(longer, read)
    check_writable(output, "motion")
    motion = motion_of(clip)
    plants = own_plants(longer, motion, labels) if options.feet != "none" else None
    examples, notes = load_examples(sources, edits, ranges or [], longer, read, warp=True if warp else None)
    with Steps() as steps:
        found = carried(examples, motion, options, steps.report, labels=plants.labels if plants else None)
        keyed = None
        if isinstance(clip, KeyedAnimation) and keeps_keys(output):
            keyed, layer_notes = _with_kept_layers(clip, on_keys(found, clip), output)
            notes += [*layer_notes, *(one for one in keyed.warnings if one not in found.motion.warnings)]
        elif isinstance(clip, KeyedAnimation):
            notes.append(keys_left_out(output))
        left_out = save_with_notes(keyed or found.motion, output, replace(write, progress=partial(steps.report, "fit")))
    if strip:
        _draw(motion, found, strip)
    if plants:
        notes += [*plants.notes, *_with_labels(found, plants, motion, output, longer)]
    notes = [*dict.fromkeys((*clip.warnings, *notes, *found.notes, *left_out))]
    fields = _fields(found, len(keyed.selection) if keyed else None)
    fields |= {"input": str(longer), "output": str(output), "examples": len(examples), "warnings": notes}
    if as_json:
        print_json(fields)
        return
    _print(fields, found)
    print_warnings(notes)


def _with_labels(found: Propagated, plants: FoundPlants, take: Motion, output: Path, source: Path) -> tuple[str, ...]:
    """Store the foot labels of a take with its result; return notes on what could not be."""
    import numpy as np

    if not np.array_equal(found.source_frames, np.arange(take.n_frames)):
        return (f"the foot labels of {source.name} are not stored with {output.name}: the edit changes time",)
    numbers, named = (take.n_frames, take.first_frame), found.motion.skeleton.named_roles
    return save_with(plants.parts, numbers, output, source, plants.file, named)


def _with_kept_layers(take: KeyedAnimation, keyed: KeyedAnimation, output: Path) -> tuple[KeyedAnimation, list[str]]:
    """Return a result without the layers that its file cannot hold, and what became of those of the take."""
    from unbake.curves.layers import FEET, layers_in_keys
    from unbake.formats.registry import layers_left_out

    others = [layer.name for layer in take.layers if layer.name != FEET or not keyed.layers]
    notes = [*layers_in_keys(others)]
    if keyed.layers and output.suffix.lower() != ".json":
        notes.append(layers_left_out(keyed))
        keyed = replace(keyed, layers=())
    return keyed, notes


def _draw(motion: Motion, found: Propagated, strip: Path) -> None:
    import numpy as np

    from unbake.reports.pictures.before_after import FIGURES, before_after_png

    at = np.linspace(0.0, motion.duration_s, FIGURES)
    frames = np.arange(found.motion.n_frames)
    shown = np.interp(at * float(motion.fps), found.source_frames, frames) / float(motion.fps)
    rows = [("source", motion), ("propagated", found.motion)]
    before_after_png(rows, strip, instants_s=at, shown=[at, shown], confidence=found.confidence)


def _fields(found: Propagated, n_keys: int | None) -> dict[str, Any]:
    first = found.motion.first_frame
    return {
        "frames": found.motion.n_frames,
        "keys": n_keys,
        "confidence": [round(float(one), 4) for one in found.confidence],
        "confidence_mean": float(found.confidence.mean()),
        "low": [[a + first, b + first] for a, b in found.low],
        "source_frames": [round(float(one) + first, 3) for one in found.source_frames],
    }


def _print(fields: dict[str, Any], found: Propagated) -> None:
    keys = f", on the take's {counted(fields['keys'], 'key')}" if fields["keys"] else ""
    low = ", ".join(f"{a}–{b}" for a, b in fields["low"][:6]) + (", …" if len(fields["low"]) > 6 else "")
    rows = [
        ("written", f"{fields['output']}: {counted(fields['frames'], 'frame')}{keys}"),
        ("learnt from", counted(fields["examples"], "example")),
        (
            "sure",
            f"{100.0 * found.confidence.mean():.0f} % on average, {100.0 * found.confidence.min():.0f} % at least",
        ),
    ]
    console.print(facts_table([*rows, *([("unlike examples", f"frames {low}")] if low else [])]))
