"""Clips that are open in the studio, and requests for keys, as tests make them."""

from dataclasses import replace
from functools import cache

from clips import packaged_clip
from data import DATA
from unbake.formats.registry import ReadOptions, load_motion
from unbake.studio.server.messages import Choose
from unbake.studio.server.opening.open_clip import OpenClip, first_choice, first_joining


def silent(step, part):
    """Hear of progress and do nothing."""


def opened(motion, path=None):
    """A motion as the studio has it open."""
    return OpenClip("1", motion, name="clip.bvh", format_name="BVH", path=path, sources={})


@cache
def packaged():
    """The clip that comes with the package, open."""
    return opened(packaged_clip())


@cache
def walk():
    """A walk of the CMU database, open."""
    path = DATA / "cmu" / "02" / "02_01.amc"
    return opened(load_motion(path, ReadOptions()), path)


def asked(clip, *, is_preview=False, detail=0.0, choice=None, joining=None, **settings):
    """A request for keys: what a person changed, on top of what the studio begins with."""
    return Choose(
        clip="1",
        settings=replace(clip.first_settings(), **settings),
        choice=replace(first_choice(), **(choice or {})),
        joining=replace(first_joining(), **(joining or {})),
        detail=detail,
        is_preview=is_preview,
    )
