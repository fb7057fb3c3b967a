"""The command line that does the same as what is seen in the studio."""

from __future__ import annotations

import shlex

from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC
from unbake.keyframes.layers import BLOCKING_LAYERS, THESIS_LAYERS, Layer
from unbake.studio.server.messages import Choice, Choose, Joining, Settings
from unbake.studio.server.open_clip import OpenClip, layer_from


def command_line(clip: OpenClip, asked: Choose, keys: int) -> str:
    """Return the command that chooses and joins the same keys; edits by hand have no command."""
    settings, choice, joining = asked.settings, asked.choice, asked.joining
    source = str(clip.path) if clip.path else clip.name
    target = source.rsplit(".", 1)[0] + "_keys.json"
    words = ["unbake", "reduce", source, "-o", target]
    words += _how_many(choice, keys) + _range(clip, settings)
    if choice.by != "layers":
        words += _criterion(settings)
    words += _limits(settings) + _joining(joining)
    if asked.detail:
        words += ["--detail", f"{asked.detail:g}"]
    return shlex.join(words)


def _how_many(choice: Choice, keys: int) -> list[str]:
    if choice.by == "layers":
        return _layers(tuple(layer_from(layer) for layer in choice.layers))
    return ["--error", f"{choice.error_cm:g}cm"] if choice.by == "error" else ["--keys", str(keys)]


def _layers(layers: tuple[Layer, ...]) -> list[str]:
    """The options of the three layers that differ from their preset."""
    is_thesis = [_kind(layer) for layer in layers] == [_kind(layer) for layer in THESIS_LAYERS]
    preset = THESIS_LAYERS if is_thesis else BLOCKING_LAYERS
    words = ["--layers", "thesis"] if is_thesis else []
    for part, text in {"accuracy": _percent, "significance": _percent, "floor_m": _centimetres}.items():
        given, usual = ([getattr(layer, part) for layer in row] for row in (layers, preset))
        if given != usual:
            words += [f"--{part.removesuffix('_m')}", ",".join(text(value) for value in given)]
    return words


def _kind(layer: Layer) -> tuple[object, ...]:
    return layer.criterion, layer.metric, layer.lead, layer.space


def _percent(part: float) -> str:
    return f"{100.0 * part:g}"


def _centimetres(metres: float) -> str:
    return f"{100.0 * metres:g}cm"


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
    words = [] if joining.fit == "free" else ["--fit", joining.fit]
    if joining.break_weight != 1.0:
        words += ["--breaks", f"{joining.break_weight:g}"]
    if not joining.holds_ends:
        words.append("--no-world")
    for joint, weight in joining.end_weights.items():
        words += ["--weight", f"{joint}={weight:g}"]
    return words
