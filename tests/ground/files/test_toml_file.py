"""Small TOML files: what is read, and what is said of those that are none."""

import pytest

from unbake.errors import FileError
from unbake.ground.files.toml_file import read_toml


def test_a_file_and_its_text(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text('title = "Größe"\n[roles]\nhips = "Hüfte"\n', encoding="utf-8")
    assert read_toml(file, 100, "table") == (
        {"title": "Größe", "roles": {"hips": "Hüfte"}},
        file.read_text(encoding="utf-8"),
    )


@pytest.mark.parametrize(
    ("data", "said", "line"),
    [
        (b"a = 1\nb =\n", "is no TOML (Invalid value (at line 2", 2),
        (b"a = " + b"[" * 20_000, "is no TOML (", None),
        (b"a = '\xff'", "is no TOML ('utf-8' codec", None),
        (b"#" * 200_001, "is larger than 200,000 bytes, so it is no script", None),
        (None, "cannot be read (No such file", None),
    ],
)
def test_what_is_none(tmp_path, data, said, line):
    file = tmp_path / "a.toml"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(FileError) as error:
        read_toml(file, 200_000, "script")
    assert said in str(error.value)
    assert error.value.line == line
