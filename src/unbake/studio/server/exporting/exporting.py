"""Animations as files: in every format that a keyed animation can be converted to, and what each cannot hold."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from unbake.curves.for_euler import euler_curves, has_quaternions
from unbake.curves.for_gltf import gltf_curves, is_exact_in_gltf
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure_motions
from unbake.editing.offset_layer import OffsetLayer, apply_layers, counting
from unbake.formats.blender_frames import BlenderFrames
from unbake.formats.delivery import Delivery, delivered
from unbake.formats.known_formats import FORMATS, Format, format_of
from unbake.formats.length_unit import METRES
from unbake.formats.registry import WriteOptions, keeps_keys, load, notes_before_saving, save
from unbake.ground.files.scratch import scratch_folder
from unbake.ground.notes import written_out
from unbake.ground.progress import Progress, Report
from unbake.motion.delivery.axes import turn_to
from unbake.motion.delivery.rigs.table import name_table
from unbake.motion.frame_rate import checked_rate
from unbake.motion.motion import Motion
from unbake.studio.server.exporting.read_back import read_back
from unbake.studio.server.keys.evaluating import shown_motion
from unbake.studio.server.layers.stacked import Stacked
from unbake.studio.server.messages import Export, ExportLoss
from unbake.studio.server.opening.open_clip import OpenClip

Refit = Callable[[KeyedAnimation, Motion, Progress | None], KeyedAnimation]

FIRST_FRAME = 1
"""The number that the first frame has in files that do not number frames."""

REFITTED = (
    "Handles stand at thirds between keys and rotations become quaternions: the curves are fitted again, with broken "
    "tangents where smooth ones would be far off."
)
BLENDER_TANGENTS = (
    "Blender's importer keeps the keys and replaces the tangents, which moves joints by centimetres between them; in "
    "Blender, .py shows everything as it is."
)
FBX_WEIGHTS = "Lengths of handles are rounded to a ten-thousandth of their segment."
FBX_EULER = "Rotations become Euler angles: the curves are fitted again."
FBX_CLASSES = "Classes of keys are kept where other programs do not look: in properties of the take."
FBX_IN_BLENDER = "Blender's importer draws straight lines between keys; in Blender, .py shows everything as it is."
BAKED_BY_DETAIL = (
    "With detail put back, layers on top, or feet cleaned up, there is a key on every frame: keys, handles and classes "
    "are lost."
)
BAKED_BY_LAYERS = "With layers on top there is a key on every frame; a .json keeps keys and layers apart."
CHANGED_WITH_LAYERS = "Changed on the way, keys and layers became a motion, with a key on every frame."
WITHOUT_LAYERS = "Changed on the way, the keys go without the layers, of which none is seen."
MUTED_BY_SOLO = "Some layers are solo: the others are muted in the file, where none can be solo."
BAKED_BY_TIME = "Moved in time by a layer, the keyed animation has become a motion, with a key on every frame."


@dataclass(frozen=True, eq=False)
class Shown:
    """What is seen in the studio, to be written.

    Parameters
    ----------
    capture : the motion that errors are measured against.
    animation : the keyed animation; None where there is a key on every frame, as with detail put back, layers on top,
        or feet cleaned up.
    motion : what is seen, at every frame.
    refit : gives the curves that glTF holds.
    why : why there is a key on every frame, a sentence; empty where there was never anything else.
    layered : the keyed animation with its layers apart, where our JSON can keep what is seen that way.
    lost_layers : what our JSON does not keep of the layers then, sentences.
    """

    capture: Motion
    animation: KeyedAnimation | None
    motion: Motion
    refit: Refit = gltf_curves
    why: str = BAKED_BY_DETAIL
    layered: KeyedAnimation | None = None
    lost_layers: tuple[str, ...] = ()

    @classmethod
    def of(cls, capture: Motion, animation: KeyedAnimation, detail: float, refit: Refit = gltf_curves) -> Shown:
        """Return what is seen of an animation of a capture."""
        return cls(capture, animation if detail == 0.0 else None, shown_motion(capture, animation, detail), refit)

    @classmethod
    def stacked(cls, at: Stacked, refit: Refit = gltf_curves) -> Shown:
        """Return what is seen with layers; errors are measured against the capture with the same layers."""
        capture = apply_layers(at.capture, at.layers)
        if at.animation is None:
            return cls(capture, None, at.motion, refit, "")
        is_seen = at.motion is not at.below
        if at.detail != 0.0:
            return cls(capture, None, at.motion, refit)
        if is_seen and any(layer.has_times for layer in counting(at.layers)):
            return cls(capture, None, at.motion, refit, BAKED_BY_TIME)
        layered, lost = with_all_layers(at.animation, at.layers) if at.layers else (None, ())
        kept = None if is_seen else at.animation
        return cls(capture, kept, at.motion, refit, BAKED_BY_LAYERS, layered, lost)


def with_all_layers(animation: KeyedAnimation, layers: Sequence[OffsetLayer]) -> tuple[KeyedAnimation, tuple[str, ...]]:
    """Return an animation with layers of which none moves it in time, and sentences on what it cannot keep of them.

    Those that do not count are muted.
    """
    counted, moving = counting(layers), [layer for layer in layers if layer.time_offsets_s.any()]
    poses = (replace(one.pose, is_muted=one not in counted) for one in layers if one not in moving)
    names = ", ".join(layer.name for layer in moving)
    lost = (f"Layers that move time, but are muted or weigh nothing, are left out: {names}.",) if moving else ()
    is_any_solo = any(layer.is_solo for layer in layers)
    return replace(animation, layers=tuple(poses)), (*lost, MUTED_BY_SOLO) if is_any_solo else lost


def gltf_curves_of(
    clip: OpenClip, animation: KeyedAnimation, seen: Motion, progress: Progress | None
) -> KeyedAnimation:
    """Return `gltf_curves`, made now or before: what was planned is what is written."""
    digest = hashlib.sha256(np.array(animation.selection.frames).tobytes())
    for curve in animation.curves:
        for part in (curve.values, curve.left, curve.right):
            digest.update(part.tobytes())
    key = ("gltf", animation.first_frame, animation.n_frames, digest.hexdigest())
    made: KeyedAnimation | None = clip.known.finished(key)
    if made is None:
        made = gltf_curves(animation, seen, progress)
        clip.known.keep_finished(key, made)
    return made


@dataclass(frozen=True, eq=False)
class Wanted:
    """What a person wants of a file: what is changed on the way, and how it is written."""

    delivery: Delivery = Delivery()  # noqa: RUF009 – frozen
    options: WriteOptions = WriteOptions()  # noqa: RUF009 – frozen

    @classmethod
    def of(cls, request: Export, suffix: str) -> Wanted:
        """Return what a request asks for, as far as it concerns the format of a suffix."""
        kind = format_of(Path(f"file{suffix}"), "animation")
        names = name_table(request.names) if request.names else None
        axes = turn_to(request.up) if kind.takes_axes and request.up != "y" else None
        rate = checked_rate(request.fps) if request.fps > 0 else None
        metres = METRES[request.unit] if kind.takes_unit and request.unit else None
        is_fbx = kind.package == "fbx"
        return cls(
            Delivery(rate, names, request.travel, axes, request.is_baked),
            WriteOptions(metres, usd=request.usd, has_figure=is_fbx and request.has_figure),
        )


def write(shown: Shown, path: Path, progress: Progress | None = None, wanted: Wanted | None = None) -> tuple[str, ...]:
    """Write what is seen to a file, as a person wants it; return what to know of that.

    The file's suffix names the format. FileError where it cannot be written; UsageError for names that do not go.
    """
    what: Motion | KeyedAnimation = shown.animation or shown.motion
    wanted = wanted or Wanted()
    is_native = shown.layered is not None and path.suffix.lower() == ".json"
    if shown.layered and is_native and wanted.delivery.is_plain:
        what = shown.layered
    elif shown.animation and format_of(path, "animation").curves == "quaternions":
        what = shown.refit(shown.animation, shown.motion, progress)
    ready = delivered(what, wanted.delivery)
    save(ready, path, wanted.options)
    notes = tuple(note for note in ready.warnings if note not in what.warnings)
    if not is_native or wanted.delivery.is_plain:
        return notes
    return (WITHOUT_LAYERS if shown.animation else CHANGED_WITH_LAYERS, *notes)


def export_plan(shown: Shown, report: Report, suffix: str = "") -> Iterator[ExportLoss]:
    """Yield what each suffix makes of an animation, measured on a file of each format that can be read back.

    With a suffix, only its format is tried. UsageError for one that cannot be written.
    """
    formats = (format_of(Path(f"file{suffix}"), "animation"),) if suffix else animation_formats()
    for number, kind in enumerate(formats):

        def trying(part: float, number: int = number) -> None:
            report("Trying the formats", (number + part) / len(formats))

        trying(0.0)
        read = _written(shown, kind, trying)
        error = measure_motions(shown.capture, read)
        away_cm = measure_motions(shown.motion, read).max_cm
        for suffix in kind.suffixes:
            keeps, loses = described(shown, suffix)
            frames = _frames(shown, suffix, error.worst_number)
            place = error.worst_joint, error.worst_number
            tips_cm = error.tips.max_cm if error.tips else None
            yield ExportLoss(suffix, kind.name, keeps, loses, away_cm, error.max_cm, *place, tips_cm, frames)


def animation_formats() -> tuple[Format, ...]:
    """Return the formats that hold animations, and can be written here."""
    return tuple(kind for kind in FORMATS if "animation" in kind.holds and kind.is_installed)


def _written(shown: Shown, kind: Format, progress: Progress) -> Motion:
    """What a file of this format holds: it is written and read again, where whoever writes it has what reads it."""
    if kind.has_angles_only:  # quaternion curves are fitted again, others are as they are
        if shown.animation is None or not has_quaternions(shown.animation.skeleton):
            return shown.motion
        return euler_curves(shown.animation, progress).sample()
    if "load" not in kind.holds:
        return shown.motion
    with scratch_folder() as folder:
        file = folder / f"shown{kind.suffixes[0]}"
        write(shown, file, progress)
        read = load(file) if shown.layered and kind.package == "native" else None
        return read.layered() if isinstance(read, KeyedAnimation) else read_back(file, shown.motion)


def _frames(shown: Shown, suffix: str, frame: int) -> str:
    """Where Blender shows the frames of a file; empty for a format that it does not import."""
    found = BlenderFrames.of(Path(f"file{suffix}"), shown.motion.first_frame, shown.motion.fps)
    sentence = found.sentence(frame) if found else ""
    return sentence and written_out(sentence)


def described(shown: Shown, suffix: str) -> tuple[str, tuple[str, ...]]:
    """Return what a format keeps of an animation, and what it loses, in sentences."""
    describe = {".bvh": _bvh, ".glb": _gltf, ".gltf": _gltf, ".json": _native, ".py": _blender_script}
    describe |= {".fbx": _fbx, ".ma": _maya_scene, ".anim": _maya_anim}
    keeps, loses = describe.get(suffix, _usd)(shown)
    is_said = (
        shown.animation is None
        and keeps_keys(f"file{suffix}")
        and shown.why
        and not (suffix == ".json" and shown.layered)
    )
    return keeps, ((shown.why,) if is_said else ()) + loses


def _native(shown: Shown) -> tuple[str, tuple[str, ...]]:
    if shown.layered:
        keeps = "Everything: keys, handles, classes, channels, frame numbers, and the layers apart from them."
        return keeps, shown.lost_layers
    if shown.animation is None:
        return "The motion at every frame, with the joints, channels and frame numbers of the capture.", ()
    return "Everything: keys, handles, classes, channels, frame numbers.", ()


def _gltf(shown: Shown) -> tuple[str, tuple[str, ...]]:
    figure = "a figure of bones that moves along"
    if shown.animation is None:
        return f"The motion at every frame, and {figure}.", ()
    loses = []
    if not is_exact_in_gltf(shown.animation):
        loses.append(REFITTED)
    loses.append(BLENDER_TANGENTS)
    loses.append("Classes of keys are kept where other programs do not look: in the animation's extras.")
    return f"Keys on the same frames, joined by splines, and {figure}.", tuple(loses)


def _blender_script(shown: Shown) -> tuple[str, tuple[str, ...]]:
    if shown.animation is None:
        return "The motion at every frame, with the channels and frame numbers of the capture, in Blender.", ()
    what = "Keys, handles, frame numbers and rate as they are, classes as key types, in Blender"
    return f"{what}: open the file in its text editor and press Run Script.", ()


def _maya_scene(shown: Shown) -> tuple[str, tuple[str, ...]]:
    what = (
        "The motion at every frame"
        if shown.animation is None
        else "Keys, handles, frame numbers, rate, classes as breakdowns"
    )
    return f"{what}, with the skeleton, as a scene that Maya opens or imports.", _lost_in_maya(shown, ".ma")


def _maya_anim(shown: Shown) -> tuple[str, tuple[str, ...]]:
    what = (
        "The motion at every frame"
        if shown.animation is None
        else "Keys, handles, frame numbers, classes as breakdowns"
    )
    return f"{what}, to be pasted onto a rig in Maya.", _lost_in_maya(shown, ".anim")


def _lost_in_maya(shown: Shown, suffix: str) -> tuple[str, ...]:
    """What Maya changes, as its writer says."""
    what = shown.animation or shown.motion
    notes = notes_before_saving(what, Path(f"file{suffix}"))
    return tuple(map(written_out, notes))


def _fbx(shown: Shown) -> tuple[str, tuple[str, ...]]:
    if shown.animation is None:
        return "The motion at every frame, with the joints and frame numbers of the capture.", (FBX_IN_BLENDER,)
    loses = [FBX_EULER] if has_quaternions(shown.animation.skeleton) else [FBX_WEIGHTS]
    return "Keys, tangents and their weights, frame numbers and rate, for Maya, MotionBuilder and engines.", (
        *loses,
        FBX_CLASSES,
        FBX_IN_BLENDER,
    )


def _usd(shown: Shown) -> tuple[str, tuple[str, ...]]:
    keeps = "The motion at every frame as a UsdSkel skeleton, with frame numbers, rate and range of the capture"
    return f"{keeps}.", ("Keys, handles and classes: a skeleton has a sample on every frame. Splines keep them.",)


def _bvh(shown: Shown) -> tuple[str, tuple[str, ...]]:
    loses = ["Keys, handles and classes: there is a key on every frame."]
    if shown.motion.first_frame != FIRST_FRAME:
        loses.append(f"Frame numbers: the first frame is {FIRST_FRAME}, not {shown.motion.first_frame}.")
    return "The motion at every frame, with the joints and channels of the capture.", tuple(loses)


def check_suffix(path: Path) -> None:
    """Raise UsageError, with the suffixes that can be written, for a path of another kind."""
    format_of(path, "animation")
