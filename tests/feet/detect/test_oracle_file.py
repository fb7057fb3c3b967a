"""An oracle's file gives the oracle back, and nothing else gets in."""

import gzip
import json

import numpy as np
import pytest

from feet.detect.test_oracle import performed
from unbake.errors import FileError
from unbake.feet.detect.features import FeatureOptions
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import load_oracle, packaged_oracle, save_oracle


@pytest.fixture(scope="module")
def oracle():
    taught = Oracle((), FeatureOptions(window=11, joints=("toe", "ankle"), with_root=True, ground="zero"), k=7)
    taught = taught.with_examples(*performed("walk", 1, seconds=1.0), "a walk", 10, 49)
    return taught.with_examples(*performed("jump", 2, fps=120, seconds=1.0), "a jump ↑")


@pytest.fixture(scope="module")
def document(oracle, tmp_path_factory):
    file = tmp_path_factory.mktemp("oracle") / "oracle.json.gz"
    save_oracle(oracle, file)
    return json.loads(gzip.decompress(file.read_bytes()))


def test_round_trip(oracle, tmp_path):
    file = tmp_path / "oracle.json.gz"
    save_oracle(oracle, file)
    found = load_oracle(file)
    assert (found.options, found.k, found.facts()) == (oracle.options, oracle.k, oracle.facts())
    for ours, theirs in zip(found.examples, oracle.examples, strict=True):
        assert np.array_equal(ours.steps, theirs.steps)
        assert np.array_equal(ours.planted, theirs.planted)
        assert (ours.first, ours.leg_length_m, ours.source) == (theirs.first, theirs.leg_length_m, theirs.source)
    judged = performed("run", 3)[0]
    assert np.array_equal(found.certainty(judged), oracle.certainty(judged))


def test_the_same_oracle_gives_the_same_bytes(oracle, tmp_path):
    for name in ("a", "b"):
        save_oracle(oracle, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_an_empty_oracle(tmp_path):
    save_oracle(Oracle(), tmp_path / "none")
    assert load_oracle(tmp_path / "none").examples == ()


def refused(tmp_path, data):
    file = tmp_path / "oracle.json.gz"
    file.write_bytes(data)
    with pytest.raises(FileError) as caught:
        load_oracle(file)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)
    return str(caught.value)


def test_cut_off_anywhere(oracle, tmp_path):
    file = tmp_path / "whole"
    save_oracle(oracle, file)
    data = file.read_bytes()
    for end in [0, 1, 5, 10, 18, *range(20, len(data) - 1, len(data) // 23), len(data) - 1]:
        refused(tmp_path, data[:end])


def test_damaged_bytes(oracle, tmp_path):
    file = tmp_path / "whole"
    save_oracle(oracle, file)
    data = bytearray(file.read_bytes())
    for place in range(12, len(data), len(data) // 31):
        damaged = data.copy()
        damaged[place] ^= 0x55
        refused(tmp_path, bytes(damaged))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"hello", id="text"),
        pytest.param(gzip.compress(b""), id="empty"),
        pytest.param(gzip.compress(b"\xff\xfe"), id="no text"),
        pytest.param(gzip.compress(b"[1]"), id="a list"),
        pytest.param(gzip.compress(b"{}"), id="no members"),
        pytest.param(gzip.compress(b"[" * 100_000), id="deep"),
        pytest.param(gzip.compress(b'{"format":"unbake-foot-oracle","version":NaN}'), id="version NaN"),
        pytest.param(
            gzip.compress(b'{"format":"unbake-foot-oracle","version":' + b"9" * 5000 + b"}"), id="version huge"
        ),
    ],
)
def test_garbage(tmp_path, data):
    refused(tmp_path, data)


def change(document, place, value):
    changed = json.loads(json.dumps(document))
    at = changed
    *way, last = place
    for step in way:
        at = at[step]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return gzip.compress(json.dumps(changed).encode())


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (["format"], "unbake-animation"),
        (["version"], 2),
        (["version"], 0),
        (["version"], True),
        (["k"], 0),
        (["k"], 10**9),
        (["k"], 2.5),
        (["window"], 20),
        (["window"], 10**12),
        (["rate_hz"], 1e300),
        (["rate_hz"], "60"),
        (["joints"], ["elbow"]),
        (["joints"], [["toe"]]),
        (["joints"], "toe"),
        (["with_root"], 1),
        (["scaling"], "stature"),
        (["scaling"], None),
        (["ground"], {}),
        (["points"], ["left-heel"]),
        (["pieces"], {}),
        (["pieces", 0], 3),
        (["pieces", 0, "name"], 7),
        (["pieces", 0, "name"], "\x1b[2J"),
        (["pieces", 0, "name"], "a" * 501),
        (["pieces", 0, "source"], "gossip"),
        (["pieces", 0, "leg_length_m"], 0),
        (["pieces", 0, "leg_length_m"], 1e-300),
        (["pieces", 0, "leg_length_m"], False),
        (["pieces", 0, "first"], -1),
        (["pieces", 0, "first"], 10**6),
        (["pieces", 0, "planted"], ""),
        (["pieces", 0, "planted"], "xyz"),
        (["pieces", 0, "planted"], "F" * 10),
        (["pieces", 0, "planted"], "0" * 100_000),
        (["pieces", 0, "changes"], []),
        (["pieces", 0, "changes"], [0] * 25),
        (["pieces", 0, "changes", 3], 1.5),
        (["pieces", 0, "changes", 3], True),
        (["pieces", 0, "changes", 3], 10**30),
        (["pieces", 0, "changes"], None),
    ],
)
def test_contents_that_are_none(document, tmp_path, place, value):
    refused(tmp_path, change(document, place, value))


def test_places_may_not_run_away(document, tmp_path):
    count = len(document["pieces"][0]["changes"])
    assert "200 km" in refused(tmp_path, change(document, ["pieces", 0, "changes"], [2**31 - 1] * count))


def test_windows_too_large_for_the_examples(document, tmp_path, monkeypatch):
    monkeypatch.setattr("unbake.feet.detect.oracle_file.MOST_NUMBERS", 1000)
    assert "too many" in refused(tmp_path, change(document, ["k"], 7))


def test_what_unpacks_to_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr("unbake.feet.detect.oracle_file.MOST_BYTES", 1_000_000)
    assert "unpacks to more" in refused(tmp_path, gzip.compress(b" " * 2_000_000))


def test_missing_and_unwritable_files(oracle, tmp_path):
    with pytest.raises(FileError):
        load_oracle(tmp_path / "none.json.gz")
    with pytest.raises(FileError):
        load_oracle(tmp_path)
    with pytest.raises(FileError):
        save_oracle(oracle, tmp_path / "no" / "folder")


@pytest.mark.slow
def test_the_packaged_oracle():
    oracle = packaged_oracle()
    facts = oracle.facts()
    assert facts["examples"] > 5000
    assert "performer" in facts["sources"]
    for action in ("walk", "run", "jump", "turn", "stairs", "sneak", "stand"):
        assert any(piece["name"].startswith(action) for piece in facts["pieces"])
    for action in ("walk", "run", "sneak"):
        motion, labels = performed(action, 4711, fps=120, stature_m=1.68)
        assert (oracle.label(motion).planted() == labels.planted()).mean() > 0.92
