"""Motions as they are stored: to the last bit, and any damage is seen."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from library.making import same, wobble
from unbake.errors import MotionError
from unbake.library.stored import StoredMotion, skeleton_bytes, skeleton_of
from unbake.performer.perform import perform


@pytest.mark.parametrize(
    "motion",
    [wobble(), jump_clip(), perform("walk").motion, wobble(frames=1), replace(wobble(), warnings=("a", "b"))],
    ids=["wobble", "capture", "performer", "one frame", "warnings"],
)
def test_every_bit_comes_back(motion):
    stored = StoredMotion.of(motion)
    assert same(stored.motion(), motion)
    assert stored.is_whole()
    assert StoredMotion.of(stored.motion()) == stored


def test_bodies_are_known():
    assert StoredMotion.of(jump_clip()).has_body
    assert not StoredMotion.of(wobble()).has_body
    tiny = replace(
        jump_clip(),
        skeleton=replace(jump_clip().skeleton, offsets_m=1e-4 * jump_clip().skeleton.offsets_m),
        translations_m=1e-4 * jump_clip().translations_m,
    )
    assert not StoredMotion.of(tiny).has_body, "or no search of the library would end well"


def test_hashes_tell_motions_apart():
    motion = wobble()
    moved = np.array(motion.translations_m)
    moved[3, 0, 1] = np.nextafter(moved[3, 0, 1], 9.0)
    others = [
        replace(motion, translations_m=moved),
        replace(motion, first_frame=2),
        replace(motion, fps=60),
        motion.excerpt(1, 39),
        motion.with_roles({"hips": "joint1"}),
        wobble(1),
    ]
    hashes = {StoredMotion.of(other).hash for other in (motion, *others)}
    assert len(hashes) == 1 + len(others)
    assert StoredMotion.of(wobble()).hash == StoredMotion.of(motion).hash


def test_named_roles_stay():
    motion = wobble().with_roles({"hips": "joint1"})
    assert StoredMotion.of(motion).motion().skeleton.roles["hips"] == 1


@pytest.mark.parametrize("part", ["skeleton", "rotations", "translations"])
def test_any_damaged_byte_is_seen(part):
    stored = StoredMotion.of(wobble(frames=4, joints=3))
    data = getattr(stored, part)
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 0x10
        # A bit of zlib's own header that says nothing of the content may change it no more than that.
        broken = replace(stored, **{part: bytes(damaged)})
        assert not broken.is_whole() or same(broken.motion(), stored.motion())
    assert not replace(stored, **{part: data[:-1]}).is_whole()
    assert not replace(stored, hash="0" * 64).is_whole()


def test_what_is_no_skeleton_is_refused():
    import zlib

    for text in (b"{}", b"[]", b"null", b'{"names": 3}', b"not json"):
        with pytest.raises((ValueError, MotionError)):
            skeleton_of(zlib.compress(text))
    skeleton = skeleton_of(zlib.compress(skeleton_bytes(wobble().skeleton)))
    assert skeleton_bytes(skeleton) == skeleton_bytes(wobble().skeleton)
