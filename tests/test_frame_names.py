"""A frame's number in its file and a frame from 0 never share a name: "Frames" in docs/architecture.md."""

import inspect
import re
from importlib import import_module

import pytest

from test_public_names import PACKAGES, names_of

NUMBER = re.compile(r"(\w+_)?numbers?|(first|last)_frame")
FRAME = re.compile(r"((?!n_|per_)\w+_)?frames?(_index)?|(\w+_)?(first|last)s?|pinned|start|stop|end")
NO_FRAMES = {
    ("Demand", "start"),  # a place on the floor
    ("EnrichOptions", "frames"),  # a length
    ("GraphFigures", "frames"),  # a count
    ("MotionGraph.within", "frames"),  # a mask
    ("fitted_masses", "start"),  # masses
}
"""What has such a name and counts nothing."""


def own_parts(owner, found):
    """Fields, properties and parameters: where they are, their names, and whose docstrings explain them."""
    if not inspect.isclass(found):
        yield from ((owner, name, (found,)) for name in inspect.signature(found).parameters)
        return
    yield from ((owner, name, found.__mro__) for name in inspect.signature(found).parameters)
    for name, part in inspect.getmembers(found):
        if name.startswith("_"):
            continue
        if isinstance(part, property):
            yield owner, name, (part,)
        elif inspect.isfunction(part) or inspect.ismethod(part):
            for parameter in inspect.signature(part).parameters:
                yield f"{owner}.{name}", parameter, (part, *found.__mro__)


def explained(name, owners):
    """What docstrings say of a name: its entry, or else the text that has it, and whether that is an entry."""
    texts = [inspect.getdoc(owner) or "" for owner in owners]
    for text in texts:
        for names, said in re.findall(r"^(\w+(?:, \w+)*) : (.*(?:\n +.*)*)", text, re.MULTILINE):
            if name in names.split(", "):
                return said, True
        if f"`{name}`" in text:
            return text, False
    return texts[0], False


def fault(name, said, is_entry=True):
    """What is wrong with a name, or with what is said of it; None where all is well."""
    if NUMBER.fullmatch(name):
        return None if re.search(r"\bnumber(s|ed)?\b", said, re.IGNORECASE) else "has no number in its docstring"
    if is_entry and re.search(r"\bfile('s)? (counts|numbers?)\b", said):
        return "is the file's number by its docstring, and not called so"
    if FRAME.fullmatch(name) and not re.search(r"\bfrom 0\b", said):
        return "does not count from 0 by its docstring"
    return None


def public_parts():
    for package in PACKAGES:
        for owner in names_of(package):
            found = getattr(import_module(package), owner)
            if inspect.isfunction(found) or inspect.isclass(found):
                yield from own_parts(owner, found)


def test_public_names_say_how_frames_are_counted():
    parts = {(where, name): explained(name, owners) for where, name, owners in public_parts()}
    known = {
        ("cut", "first_number"),
        ("retime", "first"),
        ("Motion", "last_frame"),
        ("ReduceOptions", "pinned_numbers"),
    }
    assert known <= set(parts)
    assert set(parts) >= NO_FRAMES
    faults = {place: fault(place[1], *said) for place, said in parts.items() if place not in NO_FRAMES}
    assert {".".join(place): wrong for place, wrong in faults.items() if wrong} == {}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("first", "frame, as the file numbers it."),
        ("last", "the last frame."),
        ("worst_frame", "the frame of the largest distance, as the file counts."),
        ("pins", "frame numbers, as the file counts, that are always kept."),
        ("first_number", "frame, from 0."),
        ("frames", "first and last that will be used."),
    ],
)
def test_the_judge_sees_names_that_mislead(name, said):
    assert fault(name, said)
