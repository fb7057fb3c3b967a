"""Counts and places in packed USD files, compared with the bytes that are there."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pxr", reason="needs the extra usd (usd-core)")

from pxr import Gf, Sdf, Usd, Vt

import unbake
from formats.figures import figure_motion, keyed
from unbake.errors import FileError
from unbake.formats.usd.crate.packed import CrateError, check_numbers, unpacked
from unbake.formats.usd.crate.sections import check_crate

TESTS = Path(__file__).parents[2]
HUGE = 2**28
SECTIONS = ("TOKENS", "STRINGS", "FIELDS", "FIELDSETS", "PATHS", "SPECS")


def layer_of_everything():
    """Values of every kind that has a length."""
    layer = Sdf.Layer.CreateAnonymous(".usdc")
    prim = Sdf.CreatePrimInLayer(layer, "/a")
    prim.specifier = Sdf.SpecifierDef
    whole = np.arange(40)
    values = {
        "IntArray": Vt.IntArray.FromNumpy(whole.astype(np.int32) * 77),
        "Int64Array": Vt.Int64Array.FromNumpy(whole.astype(np.int64)),
        "FloatArray": Vt.FloatArray.FromNumpy(whole.astype(np.float32)),
        "DoubleArray": Vt.DoubleArray.FromNumpy(np.tile([0.25, 0.5], 400)),
        "HalfArray": Vt.HalfArray.FromNumpy(np.linspace(0.0, 1.0, 30).astype(np.float16)),
        "Vector3fArray": Vt.Vec3fArray.FromNumpy(np.ones((20, 3), dtype=np.float32)),
        "Matrix4dArray": Vt.Matrix4dArray([Gf.Matrix4d(1)] * 3),
        "TokenArray": Vt.TokenArray([f"name{n}" for n in range(30)]),
        "StringArray": Vt.StringArray(["text"] * 40),
        "BoolArray": Vt.BoolArray([True, False] * 9),
    }
    for name, value in values.items():
        attribute = Sdf.AttributeSpec(
            prim, f"a{name}", getattr(Sdf.ValueTypeNames, name, Sdf.ValueTypeNames.Float3Array)
        )
        attribute.default = value
        for code in range(5):
            layer.SetTimeSample(attribute.path, code, value)
    prim.customData = {"texts": {"more": "a" * 1000, "numbers": Vt.IntArray(range(50))}}
    return layer


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A packed skeleton's bytes."""
    file = tmp_path_factory.mktemp("crate") / "a.usdc"
    unbake.save(figure_motion(12), file)
    return file.read_bytes()


def check(folder, data):
    file = Path(folder) / "damaged.usdc"
    file.write_bytes(data)
    check_crate(file)
    return file


def changed(data, place, *numbers):
    out = bytearray(data)
    struct.pack_into(f"<{len(numbers)}Q", out, place, *numbers)
    return bytes(out)


def contents(data):
    """Return where the table of contents is, and name → where a section begins."""
    (table,) = struct.unpack_from("<q", data, 16)
    (count,) = struct.unpack_from("<Q", data, table)
    rows = [struct.unpack_from("<16sqq", data, table + 8 + 32 * n) for n in range(count)]
    return table, {name.rstrip(b"\0").decode(): start for name, start, _ in rows}


@pytest.mark.parametrize("kind", ["skeleton", "splines"])
@pytest.mark.parametrize("suffix", [".usdc", ".usd", ".usda"])
def test_sound_files_pass(tmp_path, kind, suffix):
    motion = figure_motion(40)
    file = tmp_path / f"a{suffix}"
    unbake.save(motion if kind == "skeleton" else keyed(motion, (0, 3, 39)), file, unbake.WriteOptions(usd=kind))
    check_crate(file)


def test_values_of_every_kind_pass(tmp_path):
    file = tmp_path / "a.usdc"
    layer_of_everything().Export(str(file))
    check_crate(file)
    assert len(Usd.Stage.Open(str(file)).GetPrimAtPath("/a").GetAttributes()) == 10


@pytest.mark.slow(2.0)
@pytest.mark.parametrize("version", ["0.4.0", "0.6.0"])
def test_older_versions_pass(tmp_path, version):
    """Their lengths have 32 bits, at first with a rank before them."""
    file = tmp_path / "a.usdc"
    code = "from formats.usd.test_crate import layer_of_everything as made; import sys; made().Export(sys.argv[1])"
    environment = {**os.environ, "USD_WRITE_NEW_USDC_FILES_AS_VERSION": version, "PYTHONPATH": str(TESTS)}
    subprocess.run([sys.executable, "-c", code, str(file)], env=environment, check=True, capture_output=True)
    data = file.read_bytes()
    assert ".".join(map(str, data[8:11])) == version
    check_crate(file)
    with pytest.raises(CrateError):
        check(tmp_path, changed(data, contents(data)[1]["PATHS"], HUGE))


def test_those_that_are_too_old_are_refused(tmp_path, sound):
    with pytest.raises(CrateError, match=r"version 0\.2\.0, .* the oldest is 0\.4\.0"):
        check(tmp_path, sound[:8] + b"\0\2\0" + sound[11:])


@pytest.mark.slow
def test_its_table_of_contents_is_no_longer_than_the_file(tmp_path, sound):
    """A count of 6,532,608 sections took 209 MB for a file of 26 kB."""
    table, _ = contents(sound)
    damaged = changed(sound, table, 6_532_608)
    with pytest.raises(CrateError, match="counts 6,532,608 sections"):
        check(tmp_path, damaged)
    with pytest.raises(FileError, match=r"cannot be read .* counts 6,532,608 sections"):
        unbake.load(tmp_path / "damaged.usdc")


@pytest.mark.parametrize("name", SECTIONS)
def test_no_section_counts_more_than_it_holds(tmp_path, sound, name):
    _, sections = contents(sound)
    check(tmp_path, sound)
    with pytest.raises(CrateError):
        check(tmp_path, changed(sound, sections[name], HUGE))


@pytest.mark.parametrize(("name", "place"), [("TOKENS", 8), ("TOKENS", 16), ("FIELDS", 8), ("PATHS", 8), ("SPECS", 8)])
def test_no_packed_block_is_longer_than_its_section(tmp_path, sound, name, place):
    _, sections = contents(sound)
    with pytest.raises(CrateError):
        check(tmp_path, changed(sound, sections[name] + place, HUGE))


@pytest.mark.parametrize("what", ["start", "size"])
def test_no_section_lies_beyond_the_end(tmp_path, sound, what):
    table, _ = contents(sound)
    place = table + 8 + 16 + 8 * (what == "size")
    for number in (len(sound), HUGE, 2**64 - 8):
        with pytest.raises(CrateError, match="lies beyond its end"):
            check(tmp_path, changed(sound, place, number))


def arrays(data, count):
    """Places of eight bytes that say so many elements, and are followed by something."""
    return [n for n in range(88, len(data) - 8) if struct.unpack_from("<Q", data, n)[0] == count]


@pytest.mark.parametrize("name", ["Int", "Int64", "Float", "Double", "Half", "String", "Token"])
def test_no_array_is_longer_than_the_file(tmp_path, name):
    layer, file, length = Sdf.Layer.CreateAnonymous(".usdc"), tmp_path / "a.usdc", 1234
    prim = Sdf.CreatePrimInLayer(layer, "/a")
    attribute = Sdf.AttributeSpec(prim, "b", getattr(Sdf.ValueTypeNames, f"{name}Array"))
    kind = getattr(Vt, f"{name}Array")
    element = {"Int": int, "Int64": int, "String": lambda n: f"a{n % 50}", "Token": str}.get(
        name, lambda n: 0.5 * (n % 2)
    )
    attribute.default = kind([element(n) for n in range(length)])
    layer.Export(str(file))
    data = file.read_bytes()
    check(tmp_path, data)
    (place,) = arrays(data, length)
    with pytest.raises(CrateError, match=r"array of|numbers do not come"):
        check(tmp_path, changed(data, place, HUGE))


def test_no_time_samples_are_more_than_the_file_holds(tmp_path):
    layer, file, length = Sdf.Layer.CreateAnonymous(".usdc"), tmp_path / "a.usdc", 321
    attribute = Sdf.AttributeSpec(Sdf.CreatePrimInLayer(layer, "/a"), "b", Sdf.ValueTypeNames.Double)
    for code in range(length):
        layer.SetTimeSample(attribute.path, 1.25 * code, code / 7)
    layer.Export(str(file))
    data = file.read_bytes()
    check(tmp_path, data)
    places = arrays(data, length)
    assert len(places) == 2  # the times, and the values
    for place in places:
        with pytest.raises(CrateError, match=r"elements is beyond|time samples are beyond"):
            check(tmp_path, changed(data, place, HUGE))


def test_a_layer_in_a_package_is_checked(tmp_path, sound):
    table, _ = contents(sound)
    (tmp_path / "a.usdc").write_bytes(changed(sound, table, HUGE))
    writer = Sdf.ZipFileWriter.CreateNew(str(tmp_path / "a.usdz"))
    writer.AddFile(str(tmp_path / "a.usdc"), "a.usdc")
    writer.Save()
    with pytest.raises(CrateError, match="sections"):
        check_crate(tmp_path / "a.usdz")


class TestPacked:
    def test_text_and_what_repeats(self):
        # one literal run of 3, then 20 bytes from 3 back, then a last literal
        block = bytes([0, 0x3F]) + b"abc" + b"\x03\x00\x01" + bytes([0x10]) + b"z"
        assert unpacked(block, 24) == b"abc" + b"abcabcabcabcabcabcab" + b"z"

    def test_several_blocks(self):
        block = bytes([0x20]) + b"ab"
        size = len(block).to_bytes(4, "little")
        assert unpacked(b"\x02" + size + block + size + block, 4) == b"abab"

    @pytest.mark.parametrize(
        "block",
        [
            b"",
            b"\0\x30ab",  # fewer literals than it says
            b"\0\x10a\x02\0",  # from before its start
            b"\0\x10a\0\0",  # from nowhere
            b"\0\xf0",  # ends in a length
            b"\x01\xff\xff\xff\x7fab",  # a part longer than the block
        ],
    )
    def test_damaged(self, block):
        with pytest.raises(CrateError):
            unpacked(block, 1000)

    def test_no_more_than_was_said(self):
        block = b"\0\x1fa\x01\0" + b"\xff" * 1000 + b"\0"
        with pytest.raises(CrateError):
            unpacked(block, 10_000)

    def test_numbers_have_codes(self):
        block = b"\0" + bytes([0x60]) + bytes(6)  # a common value, and two bytes of codes
        check_numbers(block, 8)
        with pytest.raises(CrateError, match="1,000 numbers"):
            check_numbers(block, 1000)


def children_at(data, *numbers):
    """The file with other numbers of names in place of the children of its root, the first list of its kind."""
    (place,) = [n for n in arrays(data, 1) if n < 100]
    return (
        changed(data, place, len(numbers))[: place + 8]
        + struct.pack(f"<{len(numbers)}I", *numbers)
        + data[place + 8 + 4 * len(numbers) :]
    )


def test_lists_have_names_that_are_there_and_each_once(tmp_path, sound):
    """Children of the same name end usd-core by a signal when the stage is opened."""
    check(tmp_path, children_at(sound, 4, 5))
    with pytest.raises(CrateError, match="a name twice"):
        check(tmp_path, children_at(sound, 4, 5, 4))
    with pytest.raises(CrateError, match=r"beyond the \d+ of TOKENS"):
        check(tmp_path, children_at(sound, 4, 100_000))
