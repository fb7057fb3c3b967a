"""Files that the page sends and fetches: together, within limits, once."""

import httpx
import pytest

from studio.server.serving import desk_in, file_bytes, served
from unbake.studio.server import messages as m
from unbake.studio.server.exporting.downloads import disposition
from unbake.studio.server.opening.sources import plain_name

GROUP = "0123456789abcdef"


@pytest.fixture
def desk(tmp_path):
    return desk_in(tmp_path)


@pytest.fixture
def address(desk, tmp_path):
    with served(desk, tmp_path) as found:
        yield found


def test_an_uploaded_clip_opens(address):
    assert address.put("walk.bvh", file_bytes(".bvh"), GROUP).json() == {"id": GROUP}
    with address.page() as page:
        for _ in range(2):  # once more, perhaps in another way
            kind, opened = page.ask(m.Open("upload", GROUP))
            assert kind == "Opened"
            assert opened["clip"]["name"] == "walk.bvh"
            assert opened["clip"]["path"] is None
        assert page.ask(m.Open("upload", GROUP, fps=30.0))[1]["clip"]["fps"] == 30.0


def test_what_was_not_sent_does_not_open(address):
    with address.page() as page:
        assert page.ask(m.Open("upload", GROUP)) == (
            "Failed",
            {"message": "this upload is gone; drop the file again", "is_usage": True, "exists": False, "detail": ""},
        )


def test_uploads_are_limited(desk, address):
    desk.uploads.limit = 1000
    assert address.put("a.bvh", b"x" * 1000, GROUP).status_code == 200
    answer = address.put("b.bvh", b"x", GROUP)
    assert answer.status_code == 413
    assert "b.bvh is too large: at most" in answer.text
    assert address.put("a.bvh", b"y" * 1000, GROUP).status_code == 200, "in place of the one before"
    assert dict(desk.uploads.files(GROUP)) == {"a.bvh": b"y" * 1000}


def test_uploads_that_do_not_say_how_large_they_are_are_limited_too(desk, address):
    desk.uploads.limit = 1000

    def pieces():
        for _ in range(100):
            yield b"x" * 100

    assert address.put("a.bvh", pieces(), GROUP).status_code == 413
    with pytest.raises(Exception, match="upload is gone"):
        desk.uploads.files(GROUP)


@pytest.mark.slow
def test_uploads_that_nobody_opens_do_not_pile_up(desk, address):
    for number in range(10):
        address.put("a.bvh", b"x", f"{GROUP}{number}")
    with pytest.raises(Exception, match="upload is gone"):
        desk.uploads.files(f"{GROUP}0")
    assert desk.uploads.files(f"{GROUP}9")


@pytest.mark.parametrize("group", ["", "short", "../../etc/passwd/..", "a" * 65, "0123456789abcde\n"])
def test_groups_are_plain(address, group):
    assert address.put("a.bvh", b"x", group).status_code == 400


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("walk.bvh", "walk.bvh"),
        ("../../etc/passwd", "passwd"),
        ("C:\\clips\\walk.bvh", "walk.bvh"),
        ("a\0b\n.bvh", "a_b_.bvh"),
        ("..", "clip"),
        ("", "clip"),
        (".bvh", "bvh"),
        ("Lauf über Straße.bvh", "Lauf über Straße.bvh"),
        ("x" * 500 + ".bvh", "x" * 120 + ".bvh"),
        ("con:1?.bvh", "con_1_.bvh"),
    ],
)
def test_names_become_plain(name, plain):
    assert plain_name(name) == plain


def test_downloads_come_once_under_their_names(desk, address):
    path = desk.downloads.add("Läufe 1.glb", b"content")
    for _ in range(2):
        assert httpx.head(address.url + path).status_code == 200, "a look does not use it up"
    answer = address.get(path)
    assert answer.content == b"content"
    assert answer.headers["content-disposition"] == (
        "attachment; filename=\"L_ufe 1.glb\"; filename*=UTF-8''L%C3%A4ufe%201.glb"
    )
    assert answer.headers["content-type"] == "application/octet-stream"
    assert address.get(path).status_code == 404
    assert len(path.removeprefix("/download/")) >= 43, "32 random bytes"


def test_other_sites_cannot_fetch_downloads(desk, address):
    path = desk.downloads.add("a.glb", b"content")
    assert address.get(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert address.get(path, headers={"Sec-Fetch-Site": "same-origin"}).content == b"content"


def test_downloads_that_nobody_fetches_do_not_pile_up(desk, address):
    paths = [desk.downloads.add("a.glb", b"content") for _ in range(20)]
    assert address.get(paths[0]).status_code == 404
    assert address.get(paths[-1]).status_code == 200


@pytest.mark.parametrize("name", ['a"b.glb', "a\r\nSet-Cookie: b.glb", "a;b.glb", ""])
def test_names_cannot_leave_their_header(name):
    header = disposition(name)
    assert header.isascii()
    assert header.isprintable()
    assert header.count('"') == 2
    assert header.count(";") == 2 + ("%3B" not in header and ";" in name)
