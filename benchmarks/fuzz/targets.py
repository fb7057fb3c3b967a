"""What is damaged: sound files of each kind, how they are damaged, and what reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

import unbake
from benchmarks.clips import packaged_clip
from benchmarks.fuzz.acclaim_text import AMC, ASF
from benchmarks.fuzz.c3d_entries import of_entries
from benchmarks.fuzz.damage import Damage, in_place, near_words, of_bytes, of_glb, of_json, of_zip
from benchmarks.fuzz.fbx_text import text_of
from benchmarks.fuzz.sound_c3d import with_markers, with_plate
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.layers import AnimationLayer
from unbake.editing.offset_layer import OffsetLayer
from unbake.feet.labels import FootLabels, Plant
from unbake.formats.foot_labels.format import load_labels, save_labels
from unbake.formats.native.layer_file import load_layers, save_layers
from unbake.formats.registry import WriteOptions, load, load_motion
from unbake.motion.motion import Motion
from unbake.motion.points import points_of
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion

FRAMES = 12
FBX_WORDS: tuple[bytes, ...] = (
    b"KeyTime",
    b"KeyValueFloat",
    b"KeyAttrFlags",
    b"KeyAttrDataFloat",
    b"KeyAttrRefCount",
    b"Properties70",
)
FBX_WORDS += (b"Lcl Rotation", b"Lcl Translation", b"Model", b"AnimationCurve", b"Connections", b"PreRotation", b"d|X")
BVH_WORDS = (b"Frames:", b"Frame Time:", b"CHANNELS", b"OFFSET", b"End Site", b"MOTION")
SKINNED = "glTF2/simple_skin/simple_skin.gltf"
MODELS = Path("/usr/share/assimp/models")
"""Where Debian keeps the files of ``assimp-testmodels``; those that move are damaged, too, where they are present."""


@dataclass(frozen=True)
class Target:
    """A format.

    Parameters
    ----------
    files : sound files by name.
    damages : one of which is done to a file.
    read : reads the file of a path.
    beside : files that lie beside it, by name, and stay sound.
    """

    files: Mapping[str, bytes]
    damages: tuple[Damage, ...] = (of_bytes,)
    read: Callable[[Path], Any] = load
    beside: Mapping[str, bytes] = field(default_factory=dict)


def targets(folder: Path) -> dict[str, Target]:
    """Return all formats that are read, by the name that ``--format`` takes; `folder` is for writing sound files."""
    clip = packaged_clip()
    motion = clip.excerpt(clip.first_frame, clip.first_frame + FRAMES - 1)
    keyed = reduce_motion(motion, ReduceOptions(keys=4)).animation
    maker = _Maker(folder, motion, keyed)
    in_sections = (of_bytes, in_place, of_entries, of_entries)
    baked, others = maker.saved("a.bvh", motion), _start_of_another()
    glb = {"a.glb": maker.saved("a.glb", keyed), "b.glb": maker.saved("b.glb", motion)}
    return {
        "bvh": Target({"a.bvh": baked, **others}, (of_bytes, near_words(BVH_WORDS))),
        "asf": Target({"a.asf": ASF}, read=lambda path: load(path.with_suffix(".amc")), beside={"a.amc": AMC}),
        "amc": Target({"a.amc": AMC}, beside={"a.asf": ASF}),
        "fbx": Target(maker.fbx(), (of_bytes, in_place, near_words(FBX_WORDS))),
        "usd": Target(maker.usd(), (of_bytes, in_place)),
        "gltf": Target({"a.gltf": maker.saved("a.gltf", keyed), **_of_others(SKINNED)}, (of_json,)),
        "glb": Target(glb, (of_glb, of_glb, in_place)),
        "c3d": Target(maker.c3d(), in_sections),
        "c3d-skeleton": Target(maker.markers(), in_sections, load_motion),
        "json": Target(maker.json(), (of_json,)),
        "npz": Target({"a.npz": maker.points(".npz")}, (of_zip,)),
        "smpl": Target({"a.npz": maker.smpl()}, (of_zip,)),
        "npy": Target({"a.npy": maker.points(".npy")}, (of_bytes, in_place)),
        "csv": Target({"a.csv": maker.points(".csv")}),
        "feet": Target({"a.feet.json": maker.feet()}, (of_json,), lambda path: load_labels(path, motion)),
        "layers": Target({"a.json": maker.layers()}, (of_json,), lambda path: load_layers(path, motion)),
    }


def _of_others(name: str) -> dict[str, bytes]:
    file = MODELS / name
    return {f"other-{file.name}": file.read_bytes()} if file.exists() else {}


def _start_of_another() -> dict[str, bytes]:
    """A BVH of another program, of which the first frames are kept: damage is to meet the hierarchy, too."""
    out = {}
    for name, data in _of_others("BVH/01_03.bvh").items():
        hierarchy, _, frames = data.partition(b"MOTION")
        lines = frames.splitlines()
        out[name] = (
            hierarchy + b"MOTION" + b"\n".join([lines[0], b"Frames: %d" % FRAMES, *lines[2 : 3 + FRAMES]]) + b"\n"
        )
    return out


@dataclass(frozen=True)
class _Maker:
    """Writes sound files of a motion and of a keyed animation."""

    folder: Path
    motion: Motion
    keyed: KeyedAnimation

    def saved(self, name: str, what: Any, **options: Any) -> bytes:
        file = self.folder / name
        unbake.save(what, file, WriteOptions(metres_per_unit=1.0, **options))
        return file.read_bytes()

    def fbx(self) -> dict[str, bytes]:
        baked, keyed = self.saved("a.fbx", self.motion), self.saved("b.fbx", self.keyed)
        new = self.saved("c.fbx", self.keyed, fbx_version=7500, has_figure=True)
        files = {"baked.fbx": baked, "keyed.fbx": keyed, "text.fbx": text_of(keyed), "new.fbx": new}
        return files | _of_others("FBX/huesitos.fbx")

    def usd(self) -> dict[str, bytes]:
        kinds: tuple[tuple[Any, Any], ...] = ((self.motion, "skeleton"), (self.keyed, "splines"))
        files = {
            f"{usd}{suffix}": self.saved(f"a{suffix}", what, usd=usd)
            for what, usd in kinds
            for suffix in (".usda", ".usdc")
        }
        return files | {"package.usdz": self.package()}

    def package(self) -> bytes:
        from pxr import Sdf

        self.saved("inside.usdc", self.motion)
        writer = Sdf.ZipFileWriter.CreateNew(str(self.folder / "a.usdz"))
        writer.AddFile(str(self.folder / "inside.usdc"), "inside.usdc")
        writer.Save()
        return (self.folder / "a.usdz").read_bytes()

    def json(self) -> dict[str, bytes]:
        layer = AnimationLayer("more", np.array([2, 7]), (1,), np.full((2, 1, 3), 0.1), (0,), np.full((2, 1, 3), 0.2))
        layered = self.saved("b.json", replace(self.keyed, layers=(layer,)))
        return {
            "a.json": self.saved("a.json", self.motion),
            "b.json": self.saved("b.json", self.keyed),
            "c.json": layered,
        }

    def points(self, suffix: str) -> bytes:
        return self.saved(f"a{suffix}", points_of(self.motion))

    def smpl(self) -> bytes:
        rng = np.random.default_rng(3)
        poses, trans = 0.3 * rng.normal(size=(FRAMES, 66)), rng.normal(size=(FRAMES, 3))
        file = self.folder / "smpl.npz"
        np.savez(file, poses=poses, trans=trans, mocap_framerate=np.array(60.0), gender=np.array("neutral"))
        return file.read_bytes()

    def c3d(self) -> dict[str, bytes]:
        return {"a.c3d": self.saved("a.c3d", self.motion), "b.c3d": with_plate(self.folder / "plate.c3d", FRAMES)}

    def markers(self) -> dict[str, bytes]:
        return {"a.c3d": with_markers(self.folder / "markers.c3d", FRAMES)}

    def feet(self) -> bytes:
        plants = (Plant(2, 6, 0), Plant(4, 9, 3))
        labels = FootLabels(plants, self.motion.n_frames, self.motion.fps, self.motion.first_frame)
        return save_labels(labels, self.motion, self.folder / "a.bvh").read_bytes()

    def layers(self) -> bytes:
        pose = AnimationLayer("lean", np.array([2, 7]), (1, 3), np.full((2, 2, 3), 0.1), (0,), np.full((2, 1, 3), 0.2))
        file = self.folder / "layers.json"
        save_layers([OffsetLayer(pose, np.array([0, 9]), np.array([0.0, 0.1]))], file, self.motion)
        return file.read_bytes()
