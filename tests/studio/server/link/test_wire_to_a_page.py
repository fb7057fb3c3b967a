"""Messages as bytes: there and back; whatever else comes is refused, and nothing falls over."""

import json
import random
import struct
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from studio.server.serving import reply_of
from unbake.studio.server import messages as m
from unbake.studio.server.link.wire import MessageError, decode, encode

KEYS = m.Keys(
    first=1,
    last=9,
    fit="free",
    frames=np.array([1, 9], dtype=np.int32),
    classes=np.zeros(2, dtype=np.uint8),
    values=np.arange(4.0),
    left=np.arange(8.0),
    right=np.arange(8.0) - 3.0,
    tangents=np.zeros(4, dtype=np.uint8),
)
EVALUATE = m.Evaluate("1", KEYS, 0.25)


def message(header, arrays=b"", size=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<II", len(text) if size is None else size, 0) + text + arrays


def test_messages_come_back():
    found, request = decode(encode(EVALUATE, 7))
    assert request == 7
    assert (found.clip, found.detail, found.keys.fit) == ("1", 0.25, "free")
    for name in ("frames", "classes", "values", "left", "right", "tangents"):
        np.testing.assert_array_equal(getattr(found.keys, name), getattr(KEYS, name))
        assert getattr(found.keys, name).dtype == getattr(KEYS, name).dtype
    kind, request, body = reply_of(encode(m.SpaceFound(KEYS.frames, np.array([1.5], np.float32), 2.0, None), 8))
    assert (kind, request, body["note"]) == ("SpaceFound", 8, None)
    np.testing.assert_array_equal(body["counts"], [1, 9])


def test_numbers_that_json_does_not_know_are_a_fault():
    with pytest.raises(ValueError, match="JSON"):
        encode(m.Progress("a", float("nan")), 1)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"\0" * 8,
        b"\xff" * 100,
        message(b"[]"),
        message(b"5"),
        message(b"{}"),
        message(b"null"),
        message(b"\xff\xfe"),
        message(b"[" * 100_000),
        message(b'{"type": "Hello", "request": 1, "body": {}}', size=2**32 - 1)[:20],
        message({"type": "Hello", "request": "1", "body": {}}),
        message({"type": "Hello", "request": True, "body": {}}),
        message({"type": "Hello", "request": None, "body": {}}),
        message({"type": "Hello", "request": 10**400, "body": {}}),
    ],
)
def test_what_is_no_message_is_refused(data):
    with pytest.raises(MessageError) as error:
        decode(data)
    assert error.value.request == 0


@pytest.mark.parametrize("kind", [["Hello"], "Welcome", "__class__", "answer"], ids=str)
def test_who_asks_for_what_is_not_there_is_answered(kind):
    with pytest.raises(MessageError) as error:
        decode(message({"type": kind, "request": 1, "body": {}}))
    assert error.value.request == 1


def plain(**parts):
    return {"clip": "1", "keys": {}, "detail": 0.0, **parts}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("Hello", []),
        ("Hello", None),
        ("Cancel", {}),
        ("Cancel", {"which": "1"}),
        ("Cancel", {"which": 1.5}),
        ("Cancel", {"which": True}),
        ("Open", {"source": "anywhere"}),
        ("Open", {"source": ["packaged"]}),
        ("Open", {"source": "packaged", "fps": "30"}),
        ("Open", {"source": "packaged", "fps": 10**400}),
        ("Autosave", {"clip": 1, "project": "", "changes": 0}),
        ("Evaluate", plain()),
        ("DeleteKeys", plain(frames={"0": 1})),
        ("Refit", plain(channels=5)),
    ],
)
def test_parts_of_another_kind_are_refused(kind, body):
    with pytest.raises(MessageError) as error:
        decode(message({"type": kind, "request": 5, "body": body}))
    assert error.value.request == 5, "so that the answer finds who asked"


@pytest.mark.parametrize(
    "array",
    [
        5,
        [],
        {},
        {"$": 5},
        {"$": []},
        {"$": ["<f8", 0]},
        {"$": ["<f8", 0, 4]},
        {"$": ["|O", 0, 1]},
        {"$": ["<i4", -8, 1]},
        {"$": ["<i4", 0, -1]},
        {"$": ["<i4", 0, 10**30]},
        {"$": ["<i4", 10**30, 1]},
        {"$": ["<i4", 0, 10**6]},
        {"$": ["<i4", 0.0, 1]},
        {"$": ["<i4", True, 1]},
        {"$": [["<i4"], 0, 1]},
        {"$": ["(1,", 0, 1]},
        {"$": {"names": []}},
    ],
)
def test_arrays_of_another_kind_are_refused(array):
    whole = encode(EVALUATE, 5)
    (size,) = struct.unpack_from("<I", whole)
    header = json.loads(whole[8 : 8 + size])
    header["body"]["keys"]["frames"] = array
    with pytest.raises(MessageError):
        decode(message(header, whole[8 + size :]))


def test_damaged_messages_are_refused_or_understood():
    whole = encode(replace(EVALUATE, detail=0.5), 5)
    chance = random.Random(3)
    for _ in range(2000):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 10))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with suppress(MessageError):
            decode(bytes(data[: chance.choice((len(data), chance.randrange(len(data))))]))
