"""Where files may be written: nowhere outside what the user opened or saves to."""

import pytest

from unbake.errors import FileError, UsageError
from unbake.studio.server.opening.places import FileIsThereError, Places


@pytest.fixture
def places(tmp_path):
    for name in ("work", "work/inner", "elsewhere", "opened"):
        (tmp_path / name).mkdir()
    found = Places(tmp_path / "work")
    found.allow(tmp_path / "opened")
    return found


def target(places, name, **others):
    return places.target(str(name), **{"may_replace": False, **others})


def test_the_own_folders_may_be_written_to(places, tmp_path):
    work = (tmp_path / "work").resolve()
    assert target(places, "a.glb") == work / "a.glb"
    assert target(places, "inner/a.glb") == work / "inner" / "a.glb"
    assert target(places, "inner/../a.glb") == work / "a.glb"
    assert target(places, work / "a.glb") == work / "a.glb"
    assert target(places, tmp_path / "opened" / "a.glb") == tmp_path.resolve() / "opened" / "a.glb"
    assert target(places, "../opened/a.glb") == tmp_path.resolve() / "opened" / "a.glb"


@pytest.mark.parametrize(
    "name",
    [
        "../a.glb",
        "../elsewhere/a.glb",
        "inner/../../a.glb",
        "/etc/a.glb",
        "../workshop/a.glb",
        "{tmp}/elsewhere/a.glb",
        "{tmp}/a.glb",
    ],
)
def test_other_places_may_not(places, tmp_path, name):
    with pytest.raises(UsageError, match=r"writes only to .*; download the file instead"):
        target(places, name.format(tmp=tmp_path))


@pytest.mark.parametrize("name", [".hidden.json", ".config/a.json", "inner/.a.json"])
def test_what_sets_up_other_programs_may_not(places, name):
    with pytest.raises(UsageError, match="begins with a dot"):
        target(places, name)


def test_links_are_followed_before_anything_is_allowed(places, tmp_path):
    (tmp_path / "work" / "out").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "work" / "a.glb").symlink_to(tmp_path / "elsewhere" / "secret")
    (tmp_path / "work" / "round").symlink_to(tmp_path / "work" / "round")
    for name in ("out/a.glb", "a.glb"):
        with pytest.raises(UsageError, match="writes only to"):
            target(places, name, may_replace=True)
    with pytest.raises((UsageError, FileError)):
        target(places, "round/a.glb")


@pytest.mark.parametrize("name", ["", "   ", "a\0b.glb"])
def test_no_name_is_no_place(places, name):
    with pytest.raises(UsageError, match="no file was named"):
        target(places, name)


def test_folders_are_not_made(places):
    with pytest.raises(FileError, match="its folder does not exist"):
        target(places, "new/a.glb")
    with pytest.raises(FileError, match="is a folder"):
        target(places, "inner")


def test_files_are_replaced_only_where_that_was_said(places, tmp_path):
    file = tmp_path / "work" / "a.glb"
    file.write_bytes(b"")
    with pytest.raises(FileIsThereError, match="exists already"):
        target(places, "a.glb")
    assert target(places, "a.glb", may_replace=True) == file.resolve()
    with pytest.raises(UsageError, match="would overwrite the file that is open"):
        target(places, "a.glb", may_replace=True, untouched=file)


def test_very_long_names_are_refused(places):
    with pytest.raises(FileError):
        target(places, "x" * 5000 + ".glb")
