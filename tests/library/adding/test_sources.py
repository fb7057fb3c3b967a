"""Files to be added: what they are known by."""

from unbake.formats.registry import ReadOptions
from unbake.library.adding.sources import SourceFile


def test_a_skeleton_beside_it_counts_as_part_of_a_file(tmp_path):
    (tmp_path / "x.asf").write_text("one")
    (tmp_path / "x.amc").write_text("two")
    source = SourceFile(tmp_path / "x.amc", "x.amc")
    first = source.fingerprint(ReadOptions())
    assert first == source.fingerprint(ReadOptions())
    (tmp_path / "x.asf").write_text("three")
    assert source.fingerprint(ReadOptions()) != first
    assert source.fingerprint(ReadOptions(fps=60)) != source.fingerprint(ReadOptions())
    (tmp_path / "x.asf").unlink()
    assert source.fingerprint(ReadOptions()) is None
