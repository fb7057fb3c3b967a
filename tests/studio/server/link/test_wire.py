"""Messages as bytes: what the client wrote is read, and what is written is what the client's test reads.

``python tests/studio/test_wire.py`` writes the reply of the fixture anew, after a change of the messages in it; the
request is what the client's test shows when it fails.
"""

import base64
import json
import struct
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from unbake.studio.server import messages as m
from unbake.studio.server.link.wire import MessageError, decode, encode

FIXTURE = Path(__file__).parents[4] / "src/unbake/studio/web/tests/connection/wire.json"

KEYS = m.Keys(
    first=-3,
    last=9,
    fit="free",
    frames=np.array([-3, 4, 9], np.int32),
    classes=np.array([0, 1, 0], np.uint8),
    values=np.array([0.1, -0.0, 1e-300]),
    left=np.array([-4.0, 0.1, 3.0, 0.0, 8.0, 1.0 / 3.0]),
    right=np.array([-2.0, 0.1, 5.0, 0.0, 10.0, 1.0 / 3.0]),
    tangents=np.empty(0, np.uint8),
    holds=(m.Plant(-3, 2, 1, "hand"),),
)
REQUEST = m.Evaluate(clip="Jäger ☃", keys=KEYS, detail=0.25)
REPLY = m.Edited(
    keys=KEYS,
    evaluation=m.Evaluation(
        positions=np.array([0.5, -1.25, 0.1], np.float32),
        rotations=np.array([0, 0, 0, 32_767], np.int16),
        error_cm=np.array([1.5], np.float32),
        worst_joints=np.array([12], np.int32),
        max_cm=1.5,
        mean_cm=0.75,
        rms_cm=1.0,
        worst_joint="LeftHand",
        worst_frame=4,
    ),
    notes=("Nothing is “wrong” – really.",),
)


def fixture(name: str) -> bytes:
    return base64.b64decode(json.loads(FIXTURE.read_text())[name])


def assert_same(found: object, expected: object) -> None:
    """Equal in every member, arrays bit for bit and of one kind."""
    if isinstance(expected, np.ndarray):
        assert isinstance(found, np.ndarray)
        assert found.dtype == expected.dtype
        assert found.tobytes() == expected.tobytes()
    elif isinstance(expected, dict):
        assert isinstance(found, dict)
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            assert_same(found[key], value)
    else:
        assert found == expected
        assert type(found) is type(expected)


def test_request_that_the_client_wrote_is_read() -> None:
    message, number = decode(fixture("request"))
    assert number == 7
    assert type(message) is m.Evaluate
    assert_same(asdict(message), asdict(REQUEST))


def test_reply_is_written_as_the_client_reads_it() -> None:
    assert encode(REPLY, 41) == fixture("reply")


@pytest.mark.parametrize(
    "message",
    [
        m.Hello(),
        REQUEST,
        m.Open(source="upload", name="a"),
        m.MoveKeys("1", KEYS, frames=(4,), by=-2, detail=0.0),
        m.Choose(
            clip="1",
            settings=m.Settings("line", "pose", None, ("legs",), (3, 5), 0, 9, None, 4),
            choice=m.Choice("count", 9, 1.0, 0.02, 0.1, ()),
            joining=m.Joining("free", 1.0, True, {"LeftHand": 2.0}, holds_feet=True),
            detail=0.5,
            is_preview=True,
            plants=(m.Plant(2, 7, 0, "oracle"),),
        ),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_is_written_is_read_as_the_same(message: object) -> None:
    found, number = decode(encode(message, 3))
    assert number == 3
    assert type(found) is type(message)
    assert_same(asdict(found), asdict(message))  # type: ignore[call-overload]


def test_a_project_from_before_feet_could_hold_is_understood() -> None:
    joining = {"fit": "free", "break_weight": 1.0, "holds_ends": True, "end_weights": {}}
    choice = {"by": "count", "keys": 9, "error_cm": 1.0, "accuracy": 0.02, "significance": 0.1, "layers": []}
    settings = asdict(m.Settings("line", "pose", None, (), (), 0, 9, None, None)) | {"lead": [], "pins": []}
    body = {"clip": "1", "settings": settings, "choice": choice, "joining": joining, "detail": 0, "is_preview": True}
    text = json.dumps({"type": "Choose", "request": 1, "body": body}).encode()
    found, _ = decode(struct.pack("<II", len(text), 0) + text)
    assert (found.joining.holds_feet, found.plants) == (False, ())


def test_arrays_stand_at_multiples_of_eight_bytes() -> None:
    data = encode(REPLY, 1)
    (size, zero) = struct.unpack_from("<II", data)
    assert size % 8 == 0
    assert zero == 0
    assert len(data) % 8 == 0
    header = json.loads(data[8 : 8 + size])
    assert [mark["$"][1] % 8 for mark in header["body"]["keys"].values() if isinstance(mark, dict)] == [0] * 6


@pytest.mark.parametrize(
    ("header", "number", "said"),
    [
        ({"type": "Opne", "request": 7, "body": {}}, 7, "unknown kind"),
        ({"type": ["Open"], "request": 7, "body": {}}, 7, "unknown kind"),
        ({"type": "Hello", "request": 7}, 7, "lacks its body"),
        ({"type": "Open", "request": 7, "body": {}}, 7, "lacks a part"),
        ({"type": "Hello", "request": "7", "body": {}}, 0, "without a number"),
        ({"type": "Hello", "request": 2**60, "body": {}}, 0, "without a number"),
        (["Hello", 7], 0, "cannot be read"),
    ],
)
def test_what_is_no_request_is_refused_by_its_number(header: object, number: int, said: str) -> None:
    text = json.dumps(header).encode()
    with pytest.raises(MessageError, match=said) as caught:
        decode(struct.pack("<II", len(text), 0) + text)
    assert caught.value.request == number


if __name__ == "__main__":
    known = json.loads(FIXTURE.read_text())
    known["reply"] = base64.b64encode(encode(REPLY, 41)).decode()
    FIXTURE.write_text(json.dumps(known, indent=2) + "\n")
