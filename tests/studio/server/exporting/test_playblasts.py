"""Films of the viewport: written whole, where files may be written, and only as what they are."""

import pytest

from studio.server.serving import desk_in, opened_clip, quietly, served
from unbake.errors import UsageError
from unbake.studio.server import messages as m
from unbake.studio.server.opening.places import FileIsThereError

FILMS = {
    ".mp4": b"\0\0\0\x20ftypisom" + bytes(40),
    ".webm": b"\x1aE\xdf\xa3" + bytes(40),
    ".gif": b"GIF89a" + bytes(40),
}


@pytest.fixture
def saving(tmp_path):
    """A function that uploads a film and asks for it to be written; `saving.folder` is the studio's."""
    desk = desk_in(tmp_path)
    clip = opened_clip(desk, tmp_path).clip.id
    with served(desk, tmp_path) as address:

        def save(name, data, may_replace=False, group="b" * 20):
            if data is not None:
                assert address.put("film", data, group).status_code == 200
            return desk.answer(m.SavePlayblast(clip, group, name, may_replace), quietly)

        save.folder = tmp_path / "work"
        yield save


@pytest.mark.parametrize("suffix", FILMS)
def test_a_film_is_written_and_let_go(saving, suffix):
    saved = saving(f"walk{suffix}", FILMS[suffix])
    assert saved == m.Saved(str(saving.folder / f"walk{suffix}"), len(FILMS[suffix]))
    assert (saving.folder / f"walk{suffix}").read_bytes() == FILMS[suffix]
    with pytest.raises(UsageError, match="gone"):
        saving(f"again{suffix}", None)


@pytest.mark.slow
def test_what_is_there_stays_unless_it_may_go(saving):
    saving("walk.gif", FILMS[".gif"])
    other = FILMS[".gif"] + b"more"
    with pytest.raises(FileIsThereError):
        saving("walk.gif", other)
    assert (saving.folder / "walk.gif").read_bytes() == FILMS[".gif"]
    saving("walk.gif", None, may_replace=True)
    assert (saving.folder / "walk.gif").read_bytes() == other


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("walk.mp4", FILMS[".gif"], "is no .mp4 file"),
        ("walk.gif", b"", "is no .gif file"),
        ("walk.sh", b"#!/bin/sh", "saved as .mp4, .webm, .gif"),
        ("walk", FILMS[".gif"], "saved as .mp4, .webm, .gif"),
        ("/walk.gif", FILMS[".gif"], "the studio writes only to"),
        (".walk.gif", FILMS[".gif"], "begins with a dot"),
    ],
)
def test_nothing_else_is_written(saving, name, data, said):
    before = sorted(saving.folder.rglob("*"))
    with pytest.raises(UsageError, match=said):
        saving(name, data)
    assert sorted(saving.folder.rglob("*")) == before
