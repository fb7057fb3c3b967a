"""The command line that does the same as what is seen in the studio."""

from __future__ import annotations

from pathlib import Path

from unbake.curves.fits.fit import keyed_skeleton
from unbake.curves.fits.free import FREE_FITS
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.formats.known_formats import format_of
from unbake.ground.wording import shell_line
from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC
from unbake.keyframes.layers import LAYER_PRESETS, Layer
from unbake.studio.server.feet.holding import OracleGiven, PlantedStretch
from unbake.studio.server.messages import Choice, Choose, Joining, Settings
from unbake.studio.server.opening.open_clip import OpenClip, layer_from
from unbake.studio.server.opening.sources import LIBRARY

LAYER_NAMES = ("segments", "keyposes", "breakdowns")


def command_line(
    clip: OpenClip,
    request: Choose,
    keys: int,
    held: PlantedStretch | None = None,
    oracle: OracleGiven = packaged_oracle,
) -> str:
    """Return the command that chooses and joins the same keys; edits by hand have no command.

    What the command line cannot say stands behind it as a comment, which a shell leaves out.

    Parameters
    ----------
    clip : the clip.
    request : what is wanted.
    keys : how many keys that gave.
    held : the frames that count with their feet in place, where feet hold.
    oracle : gives the one that said where, if nobody has labelled them.
    """
    settings, choice, joining = request.settings, request.choice, request.joining
    is_of_library = next(iter(clip.sources), "").endswith(LIBRARY)
    source = str(clip.path) if clip.path else f"{clip.name}.bvh" if is_of_library else clip.name
    target = source.rsplit(".", 1)[0] + "_keys.json"
    words = ["unbake", "reduce", source, "-o", target, *_reading(clip, Path(source))]
    words += _how_many(choice, keys) + _range(clip, settings)
    if choice.by != "layers":
        words += _criterion(settings)
    words += _limits(settings) + _joining(joining)
    if request.detail:
        words += ["--detail", _digits(request.detail)]
    unsaid = ["export the clip from its library first"] if is_of_library else []
    unsaid += _unsaid(clip, request, held)
    unsaid += _unsaid_of_feet(clip, request, oracle) if joining.holds_feet else []
    return shell_line(words) + (f"  # {'; '.join(unsaid)}" if unsaid else "")


def _reading(clip: OpenClip, source: Path) -> list[str]:
    """What was said about the file when it was opened, as far as the command line takes it for such a file."""
    said = clip.options
    words = [] if said.fps is None else ["--fps", str(said.fps)]
    if said.metres_per_unit is not None and format_of(source, "load").reads_unit:
        words += ["--unit", repr(said.metres_per_unit)]
    words += [] if said.take is None else ["--take", said.take]
    return words + ([] if said.skeleton_file is None else ["--skeleton", str(said.skeleton_file)])


def _how_many(choice: Choice, keys: int) -> list[str]:
    if choice.by == "layers":
        return _layers(tuple(layer_from(layer) for layer in choice.layers))
    if choice.by == "error":
        return ["--error", f"{_digits(choice.error_cm)}cm", *(["--tips"] if choice.tips else [])]
    return ["--keys", str(keys), *(["--nudge"] if choice.by == "count" and choice.nudges else [])]


def _layers(layers: tuple[Layer, ...]) -> list[str]:
    """The options of the three layers that differ from the preset nearest to them."""
    name = _preset(layers)
    words = [] if name == "extremes" else ["--layers", name]
    for part, text in {"accuracy": _percent, "significance": _percent, "floor_m": _centimetres}.items():
        given, usual = ([getattr(layer, part) for layer in row] for row in (layers, LAYER_PRESETS[name]))
        if given != usual:
            words += [f"--{part.removesuffix('_m')}", ",".join(text(value) for value in given)]
    return words


def _preset(layers: tuple[Layer, ...]) -> str:
    """Return the preset that most of the layers are of."""
    return max(LAYER_PRESETS, key=lambda name: sum(map(_is_kind, layers, LAYER_PRESETS[name])))


def _is_kind(layer: Layer, preset: Layer) -> bool:
    """Return whether a layer differs from a preset in nothing but its thresholds."""
    return _kind(layer) == _kind(preset)


def _kind(layer: Layer) -> tuple[object, ...]:
    return layer.criterion, layer.metric, layer.lead, layer.space


def _unsaid(clip: OpenClip, request: Choose, held: PlantedStretch | None) -> list[str]:
    """What the options of the command line cannot say."""
    unsaid = []
    if request.choice.by == "layers":
        layers = tuple(layer_from(layer) for layer in request.choice.layers)
        preset = LAYER_PRESETS[_preset(layers)]
        changed = [n for n, a, b in zip(LAYER_NAMES, layers, preset, strict=True) if not _is_kind(a, b)]
        if changed:
            unsaid.append(f"without what was changed of {' and '.join(changed)} besides the thresholds")
    motion = held.planted.motion if held else clip.excerpt(request.settings.first, request.settings.last).motion
    if held is not None and held.needs_channels:
        unsaid.append("this keys more rotation channels of the feet than the clip has")
    elif motion is not clip.motion and keyed_skeleton(motion)[0] != clip.skeleton:
        unsaid.append("the studio keys the rotation orders that suit the whole clip")
    return unsaid


def _unsaid_of_feet(clip: OpenClip, request: Choose, oracle: OracleGiven) -> list[str]:
    """Where the command holds other plants: it takes the labels beside the file, else asks the packaged oracle."""
    beside = clip.plants_of_command
    if request.plants:
        frames = "" if beside is None or beside else " of all frames"
        return [] if request.plants == beside else [f"save the foot labels{frames} beside the clip first"]
    if beside is not None:
        return ["the studio does not use the foot labels beside the clip"]
    return [] if oracle() is packaged_oracle() else ["the studio asks your own oracle where feet are planted"]


def _percent(part: float) -> str:
    return _digits(100.0 * part)


def _centimetres(metres: float) -> str:
    return f"{_digits(100.0 * metres)}cm"


def _digits(value: float) -> str:
    """All digits that a person may have typed, without those that arithmetic adds; never with an exponent."""
    return f"{value:.12f}".rstrip("0").rstrip(".")


def _range(clip: OpenClip, settings: Settings) -> list[str]:
    whole = (clip.motion.first_frame, clip.motion.last_frame)
    return [] if (settings.first, settings.last) == whole else ["--range", f"{settings.first}:{settings.last}"]


def _criterion(settings: Settings) -> list[str]:
    words = []
    if settings.criterion != DEFAULT_CRITERION:
        words += ["--criterion", settings.criterion]
    if settings.metric != DEFAULT_METRIC:
        words += ["--metric", settings.metric]
    return words + (["--compose", settings.compose] if settings.compose else [])


def _limits(settings: Settings) -> list[str]:
    words = ["--lead", ",".join(settings.lead)] if settings.lead else []
    pins = [pin for pin in settings.pins if settings.first <= pin <= settings.last]
    if pins:
        words += ["--pin", ",".join(str(pin) for pin in pins)]
    for option, gap in (("--min-gap", settings.min_gap), ("--max-gap", settings.max_gap)):
        if gap is not None:
            words += [option, str(gap)]
    return words


def _joining(joining: Joining) -> list[str]:
    """How keys are joined; what another setting makes void is left out, as the command line would refuse it."""
    words = [] if joining.fit == "free" else ["--fit", joining.fit]
    if joining.fit in FREE_FITS and joining.break_weight != 1.0:
        words += ["--breaks", _digits(joining.break_weight)]
    if joining.holds_feet:
        words.append("--hold-feet")
    if not joining.holds_ends:
        return [*words, "--no-world"]
    for joint, weight in joining.end_weights.items():
        words += ["--weight", f"{joint}={_digits(weight)}"]
    return words
