"""Animations as files: in every format that a keyed animation can be converted to, and what each cannot hold."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from unbake.curves.fit import fit
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.makers import LONGEST_FREE
from unbake.curves.measure import measure_motions
from unbake.curves.world import hold_ends
from unbake.errors import UsageError
from unbake.formats.registry import FORMATS, Format, format_of, load_motion, save
from unbake.motion.motion import Motion
from unbake.studio.server.evaluating import shown_motion
from unbake.studio.server.messages import ExportLoss
from unbake.studio.server.spaces import Reported

FIRST_FRAME = 1
"""The number that the first frame has in files that do not number frames."""

BAKED_BY_DETAIL = (
    "With detail put back, or feet cleaned up, there is a key on every frame: keys, handles and classes are lost."
)


@dataclass(frozen=True, eq=False)
class Shown:
    """What is seen in the studio, to be written.

    Parameters
    ----------
    animation : the keyed animation.
    motion : it at every frame, with detail put back and feet cleaned up.
    is_detailed : whether anything was: then there is a key on every frame.
    """

    animation: KeyedAnimation
    motion: Motion
    is_detailed: bool

    @classmethod
    def of(cls, capture: Motion, animation: KeyedAnimation, detail: float) -> Shown:
        """Return what is seen of an animation of a capture."""
        return cls(animation, shown_motion(capture, animation, detail), detail != 0.0)


def write(shown: Shown, path: Path) -> None:
    """Write what is seen to a file; its suffix names the format. FileError where it cannot be written."""
    if shown.is_detailed:
        save(shown.motion, path)
    elif format_of(path, "animation").curves == "quaternions":
        save(gltf_animation(shown), path)
    else:
        save(shown.animation, path)


def gltf_animation(shown: Shown) -> KeyedAnimation:
    """Return the animation in curves that glTF holds exactly, as near to what is seen as they come.

    They are fitted to what is seen, not to the capture: that is what somebody approved of. Joints with broken tangents
    get broken ones. On the packaged clip with 21 keys this leaves 1.0 cm at worst, the tangents that the writer finds
    for itself 1.5 cm, and a fit to the capture would be as far from the capture as this is.
    """
    animation, seen = shown.animation, shown.motion
    skeleton = animation.skeleton.with_quaternion_channels()
    try:
        smooth = fit(seen, animation.selection, "hermite", skeleton=skeleton)
        broken = fit(seen, animation.selection, "broken", skeleton=skeleton)
    except UsageError:
        return animation  # keys that do not reach the clip's ends; the writer takes any
    breaks = {curve.channel.joint for curve in animation.curves if len(curve.breaks())}
    pairs = zip(smooth.curves, broken.curves, strict=True)
    found = replace(smooth, curves=tuple(b if b.channel.joint in breaks else s for s, b in pairs))
    if seen.n_frames > LONGEST_FREE:
        return found
    return min(found, hold_ends(seen, found), key=lambda made: measure_motions(seen, made.sample()).max_m)


def export_plan(shown: Shown, told: Reported) -> Iterator[ExportLoss]:
    """Yield what each suffix makes of an animation, measured on a file of each format that is read back."""
    for number, kind in enumerate(animation_formats()):
        told("Trying the formats", number / len(animation_formats()))
        deviation_cm = _deviation_cm(shown, kind)
        for suffix in kind.suffixes:
            keeps, loses = described(shown, suffix)
            yield ExportLoss(suffix, kind.name, keeps, loses, deviation_cm)


def animation_formats() -> tuple[Format, ...]:
    """Return the formats that hold animations."""
    return tuple(kind for kind in FORMATS if "animation" in kind.holds)


def _deviation_cm(shown: Shown, kind: Format) -> float:
    """How far a file of this format is from what is seen, at worst."""
    with tempfile.TemporaryDirectory(prefix="unbake-") as folder:
        file = Path(folder) / f"shown{kind.suffixes[0]}"
        write(shown, file)
        read = load_motion(file)
    return measure_motions(shown.motion, read).max_cm


def described(shown: Shown, suffix: str) -> tuple[str, tuple[str, ...]]:
    """Return what a format keeps of an animation, and what it loses, in sentences."""
    describe = {".bvh": _bvh, ".glb": _gltf, ".gltf": _gltf, ".json": _native}
    keeps, loses = describe[suffix](shown)
    return keeps, ((BAKED_BY_DETAIL,) if shown.is_detailed and suffix != ".bvh" else ()) + loses


def _native(shown: Shown) -> tuple[str, tuple[str, ...]]:
    if shown.is_detailed:
        return "The motion at every frame, with the joints, channels and frame numbers of the capture.", ()
    return "Everything: keys, handles, classes, channels, frame numbers.", ()


def _gltf(shown: Shown) -> tuple[str, tuple[str, ...]]:
    figure = "a figure of bones that moves along"
    if shown.is_detailed:
        return f"The motion at every frame, and {figure}.", ()
    loses = ["Handles stand at thirds between keys and rotations become quaternions: the curves are fitted again."]
    loses.append("Classes of keys are kept where other programs do not look: in the animation's extras.")
    return f"Keys on the same frames, joined by splines, and {figure}.", tuple(loses)


def _bvh(shown: Shown) -> tuple[str, tuple[str, ...]]:
    loses = ["Keys, handles and classes: there is a key on every frame."]
    if shown.animation.first_frame != FIRST_FRAME:
        loses.append(f"Frame numbers: the first frame is {FIRST_FRAME}, not {shown.animation.first_frame}.")
    return "The motion at every frame, with the joints and channels of the capture.", tuple(loses)


def check_suffix(path: Path) -> None:
    """Raise UsageError, with the suffixes that can be written, for a path of another kind."""
    format_of(path, "animation")
