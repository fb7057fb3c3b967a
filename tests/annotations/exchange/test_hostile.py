"""Broken files are one line; foreign ones of ELAN's are read as far as they go."""

from fractions import Fraction

import numpy as np
import pytest

from unbake.annotations.exchange.csv_file import load_csv, save_csv
from unbake.annotations.exchange.eaf_file import load_eaf, save_eaf
from unbake.annotations.exchange.json_file import load_json, save_json
from unbake.annotations.exchange.spans import Span
from unbake.errors import FileError, UsageError

SPANS = [Span("Walk", 1, 40), Span("Walk", 41, 50, False), Span("Jump", 5, 9, True, 0.75)]


def load(file):
    if file.suffix == ".eaf":
        return load_eaf(file, Fraction(120), 1)
    return {".csv": load_csv, ".json": load_json}[file.suffix](file)


@pytest.fixture(params=["csv", "json", "eaf"])
def whole(request, tmp_path):
    """A good file, and its bytes."""
    file = tmp_path / f"a.{request.param}"
    if request.param == "eaf":
        save_eaf(SPANS, file, Fraction(120), 1)
    else:
        {"csv": save_csv, "json": save_json}[request.param]({"02_01": SPANS}, file)
    return file


def told(file):
    """Return what reading says: nothing, or one line."""
    try:
        load(file)
    except FileError as error:
        said = str(error)
    else:
        return None
    assert "\n" not in said
    assert str(file) in said
    return said


@pytest.mark.parametrize("comma", [";", "\t"])
def test_tables_of_spreadsheets(tmp_path, comma):
    file = tmp_path / "a.csv"
    save_csv({"02_01": SPANS}, file)
    expected = load_csv(file)
    file.write_text(file.read_text().replace(",", comma))
    assert load_csv(file) == expected


@pytest.mark.parametrize("text", ["<TIMELINE></TIMELINE>", "<html><body/></html>", "no XML"])
def test_what_is_not_elans(tmp_path, text):
    (tmp_path / "a.eaf").write_text(text)
    assert "is no annotation file of ELAN's" in told(tmp_path / "a.eaf")


def test_cut_anywhere(whole):
    data = whole.read_bytes().rstrip()
    cuts = sorted({*range(0, len(data), max(1, len(data) // 60)), len(data) - 1})
    for end in cuts:
        whole.write_bytes(data[:end])
        assert told(whole) or whole.suffix == ".csv", end


def test_bytes_that_flip(whole):
    data, rng = whole.read_bytes(), np.random.default_rng(0)
    refused = 0
    for _ in range(150):
        broken = bytearray(data)
        for at in rng.integers(0, len(data), 3):
            broken[at] = rng.integers(0, 256)
        whole.write_bytes(bytes(broken))
        refused += told(whole) is not None
    assert refused > 30


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\0" * 50, b"\xff\xfe<\0", b"PK\x03\x04", b"<a>", b"{}", b"[1]"])
def test_other_things(whole, data):
    whole.write_bytes(data)
    assert told(whole)


def test_no_file_and_folders(tmp_path):
    for suffix in ("csv", "json", "eaf"):
        with pytest.raises(FileError, match="cannot be read"):
            load(tmp_path / f"none.{suffix}")
        (tmp_path / f"folder.{suffix}").mkdir()
        with pytest.raises(FileError, match="cannot be read"):
            load(tmp_path / f"folder.{suffix}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clip,flag,first\na,Walk,1\n", "lacks the column last"),
        ("clip,flag,first,last\na,Walk,x,2\n", "2: a frame is no number"),
        ("clip,flag,first,last\na,Walk,--1,2\n", "2: a frame is no number"),
        ("clip,flag,first,last\na,Walk,9,2\n", "frames 9 to 2"),
        ("clip,flag,first,last\na,,1,2\n", "names no flag"),
        ("clip,flag,first,last\n,Walk,1,2\n", "names no clip"),
        ("clip,flag,first,last\na,Walk,1,2,3\n", "more columns"),
        ("clip,flag,first,last,value\na,Walk,1,2,maybe\n", "expected yes or no"),
        ("clip,flag,first,last,by,confidence\na,Walk,1,2,classifier,7\n", "expected 0 to 1"),
        ("clip,flag,first,last,by,confidence\na,Walk,1,2,classifier,nan\n", "expected 0 to 1"),
        ('clip,flag,first,last\n"a,Walk,1,2\n', "no CSV"),
        ("clip,flag,first,last\na,Walk,99999999999999999999,2\n", "no number"),
        ("clip,flag,first,last\na,Walk,1\n", "no number"),
    ],
)
def test_rows_that_are_no_spans(tmp_path, text, message):
    file = tmp_path / "a.csv"
    file.write_text(text)
    with pytest.raises(FileError, match=message):
        load_csv(file)


def test_a_table_made_by_hand(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("\ufeffflag, clip ,last,first\r\nWalk,02_01,9,1\r\n\r\nTurn Left,02_01,5,2\r\n", encoding="utf-8")
    assert load_csv(file) == {"02_01": [Span("Walk", 1, 9), Span("Turn Left", 2, 5)]}


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"version": 2},
        {"clips": 3},
        {"clips": [{"name": 3, "spans": []}]},
        {"clips": [{"name": "a", "spans": [{"flag": "Walk", "first": 1, "last": 2, "is_set": 1}]}]},
        {"clips": [{"name": "a", "spans": [{"flag": "Walk", "first": 3, "last": 2, "is_set": True}]}]},
    ],
)
def test_json_that_holds_something_else(tmp_path, change):
    import json

    file = tmp_path / "a.json"
    file.write_text(json.dumps({"format": "unbake-annotations", "version": 1, "clips": []} | change))
    with pytest.raises(FileError):
        load_json(file)


ELAN = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="2020-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
<HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
<TIME_ORDER>
 <TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="{start}"/><TIME_SLOT TIME_SLOT_ID="ts2" TIME_VALUE="1000"/>
</TIME_ORDER>
<TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID="walk"><ANNOTATION>
 <ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="{end}">
 <ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID="remarks" PARENT_REF="walk"><ANNOTATION>
 <REF_ANNOTATION ANNOTATION_ID="a2" ANNOTATION_REF="a1"><ANNOTATION_VALUE>fine</ANNOTATION_VALUE>
 </REF_ANNOTATION></ANNOTATION></TIER>
<LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="default-lt" TIME_ALIGNABLE="true"/>
</ANNOTATION_DOCUMENT>
"""


@pytest.mark.parametrize(("text", "is_set"), [("", True), ("she walks", True), ("NO", False), ("no, stands", True)])
def test_a_file_that_a_person_made_in_elan(tmp_path, text, is_set):
    file = tmp_path / "a.eaf"
    file.write_text(ELAN.format(start=500, end="ts2", text=text))
    assert load_eaf(file, Fraction(120), 1) == [Span("walk", 61, 120, is_set)]


def test_subdivisions_have_times_between(tmp_path):
    file = tmp_path / "a.eaf"
    inner = "".join(f'<TIME_SLOT TIME_SLOT_ID="ts{n}"/>' for n in (3, 4))
    parts = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="b{n}" TIME_SLOT_REF1="{a}" TIME_SLOT_REF2="{b}">'
        f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
        for n, (a, b, text) in enumerate([("ts1", "ts3", "no"), ("ts3", "ts4", ""), ("ts4", "ts2", "no")])
    )
    tier = f'<TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID="limp" PARENT_REF="walk">{parts}</TIER>'
    text = ELAN.format(start=0, end="ts2", text="").replace("</TIME_ORDER>", inner + "</TIME_ORDER>")
    file.write_text(text.replace("<LINGUISTIC_TYPE", tier + "<LINGUISTIC_TYPE"))
    limp = [Span("limp", 1, 40, False), Span("limp", 41, 80, True), Span("limp", 81, 120, False)]
    assert load_eaf(file, Fraction(120), 1) == [*limp, Span("walk", 1, 120, True)]


def test_subdivisions_that_go_round(tmp_path):
    file = tmp_path / "a.eaf"
    text = ELAN.format(start=0, end="ts3", text="")
    file.write_text(text.replace('TIME_SLOT_REF1="ts1"', 'TIME_SLOT_REF1="ts3"'))
    with pytest.raises(FileError, match="without proper times"):
        load_eaf(file, Fraction(120), 1)


@pytest.mark.parametrize("unit", ["NTSC-frames", "PAL-frames"])
def test_other_units_of_time(tmp_path, unit):
    file = tmp_path / "a.eaf"
    file.write_text(ELAN.format(start=0, end="ts2", text="").replace("milliseconds", unit))
    with pytest.raises(FileError, match=f"another unit; expected milliseconds, found '{unit}'"):
        load_eaf(file, Fraction(120), 1)


@pytest.mark.parametrize(
    ("start", "end"), [("-5", "ts2"), ("2000", "ts2"), ("500", "ts9"), ("x", "ts2"), ("9" * 30, "ts2")]
)
def test_times_that_are_none(tmp_path, start, end):
    file = tmp_path / "a.eaf"
    file.write_text(ELAN.format(start=start, end=end, text=""))
    with pytest.raises(FileError):
        load_eaf(file, Fraction(120), 1)


def test_entities_are_not_blown_up(tmp_path):
    file = tmp_path / "a.eaf"
    bomb = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    file.write_text(f'<!DOCTYPE x [<!ENTITY a0 "x">{bomb}]>' + ELAN.format(start=5, end="ts2", text="&a9;"))
    with pytest.raises(FileError, match="document type"):
        load_eaf(file, Fraction(120), 1)


def test_without_pympi_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pympi", None)
    with pytest.raises(UsageError, match=r"pip install 'unbake\[annotate\]'"):
        save_eaf(SPANS, tmp_path / "a.eaf", Fraction(120), 1)
