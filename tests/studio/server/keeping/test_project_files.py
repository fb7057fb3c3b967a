"""Project files: everything comes back; what is broken is refused with one line."""

import json
import random
import zipfile
from fractions import Fraction
from io import BytesIO

import pytest

from studio.server.serving import desk_in, file_bytes, opened_clip, quietly
from unbake.errors import FileError, UnbakeError, UsageError
from unbake.formats.registry import ReadOptions
from unbake.studio.server import messages as m
from unbake.studio.server.keeping import projects
from unbake.studio.server.keeping.projects import Project, project_bytes, read_project
from unbake.studio.server.opening.opening import arrival_from_upload

TEXT = json.dumps({"version": 1, "said": "Grüße \u2028 \ud83d\ude00", "lone": "\ud800"})


def project(**parts):
    given = {"sources": {"walk.bvh": b"clip", "parts/a.bin": bytes(range(256))}, "text": TEXT, "options": ReadOptions()}
    return Project(**{**given, **parts})


def packed(head=None, files=None, **others):
    """An archive as a stranger might make one: parts of the head replaced, others files put in."""
    content = {
        "format": "unbake-project",
        "version": 1,
        "sources": [],
        "studio": "{}",
        **(head or {}),
    }
    out = BytesIO()
    with zipfile.ZipFile(out, "w", **others) as archive:
        archive.writestr("project.json", json.dumps(content))
        for name, data in (files or {}).items():
            archive.writestr(name, data)
    return out.getvalue()


def test_everything_comes_back():
    options = ReadOptions(fps=Fraction(30000, 1001), metres_per_unit=0.0254, take="Run")
    read = read_project(project_bytes(project(options=options)), "a.unbake")
    assert dict(read.sources) == dict(project().sources)
    assert list(read.sources) == list(project().sources), "the one to load first"
    assert json.loads(read.text) == json.loads(TEXT)
    assert read.options == options


def test_a_project_is_opened_again_with_the_take_that_it_was_made_of():
    data = project_bytes(project(options=ReadOptions(take="Run")))
    assert arrival_from_upload({"a.unbake": data}, ReadOptions()).options.take == "Run"


def test_the_same_project_gives_the_same_bytes():
    assert project_bytes(project()) == project_bytes(project())


def test_nothing_says_where_the_files_lay(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    saved = desk.answer(m.SaveProject(opened.clip.id, "{}", "a.unbake", False, False), quietly)
    with zipfile.ZipFile(saved.path) as archive:
        assert archive.namelist()
        for name in archive.namelist():
            assert str(tmp_path).encode() not in archive.read(name)


def test_projects_that_are_cut_short_are_refused():
    data = project_bytes(project())
    for length in range(len(data)):
        with pytest.raises(FileError, match=r"^a\.unbake") as error:
            read_project(data[:length], "a.unbake")
        assert "\n" not in str(error.value)


def test_damage_is_found_or_does_not_matter():
    whole = project_bytes(project())
    expected = read_project(whole, "a.unbake")
    chance = random.Random(5)
    refused = 0
    for _ in range(600):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 4))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            read = read_project(bytes(data), "a.unbake")
        except FileError:
            refused += 1
        else:
            assert dict(read.sources) == dict(expected.sources)
            assert read.text == expected.text
    assert refused > 300


@pytest.mark.parametrize("data", [b"", b"PK", b"\0" * 100, b"PK\5\6" + b"\0" * 18, b"HIERARCHY\n", bytes(range(256))])
def test_rubbish_is_refused(data):
    with pytest.raises(FileError):
        read_project(data, "a.unbake")


@pytest.mark.parametrize(
    ("head", "files", "text"),
    [
        ({"format": "other"}, {}, "no project of Unbake"),
        ({"format": None}, {}, "no project of Unbake"),
        ({"version": 2}, {}, "saved by a later Unbake (version 2)"),
        ({"version": "1"}, {}, "version"),
        ({}, {}, "holds no clip"),
        ({"studio": None}, {"sources/a": b""}, "holds no clip"),
        ({"sources": [{"name": "../a.bvh", "sha256": ""}]}, {}, "leads out of the project"),
        ({"sources": [{"name": "/a.bvh", "sha256": ""}]}, {}, "leads out of the project"),
        ({"sources": [{"name": "C:\\a.bvh", "sha256": ""}]}, {}, "leads out of the project"),
        ({"sources": [{"name": "a.bvh", "sha256": ""}]}, {}, "lacks 'a.bvh'"),
        ({"sources": [{"name": "a.bvh", "sha256": ""}]}, {"sources/a.bvh": b"x"}, "is damaged"),
        ({"sources": 5}, {}, "a list"),
        ({"fps": "1/0"}, {}, "holds no clip"),
    ],
)
def test_strange_projects_are_refused(head, files, text):
    with pytest.raises(FileError) as error:
        read_project(packed(head, files), "a.unbake")
    assert text in str(error.value)


@pytest.mark.parametrize("wrong", [{"fps": "1/0"}, {"fps": 5}, {"metres_per_unit": -1}, {"metres_per_unit": "m"}])
def test_strange_options_are_refused(wrong):
    whole = project_bytes(project())
    with zipfile.ZipFile(BytesIO(whole)) as archive:
        head = json.loads(archive.read("project.json"))
        files = {name: archive.read(name) for name in archive.namelist()[1:]}
    assert dict(read_project(packed(head, files), "a.unbake").sources) == dict(project().sources)
    with pytest.raises(FileError):
        read_project(packed({**head, **wrong}, files), "a.unbake")


def test_a_project_in_a_project_is_refused():
    inner = project_bytes(project())
    with pytest.raises(FileError, match="holds no clip"):
        read_project(project_bytes(project(sources={"a.unbake": inner})), "a.unbake")


def test_archives_that_unpack_to_too_much_are_refused(monkeypatch):
    bomb = packed({}, {"sources/a": b"\0" * 3_000_000}, compression=zipfile.ZIP_DEFLATED)
    assert len(bomb) < 10_000
    monkeypatch.setattr(projects, "MOST_BYTES", 1_000_000)
    with pytest.raises(FileError, match="unpacks to 3 MB"):
        read_project(bomb, "a.unbake")


def test_archives_that_lie_about_their_size_are_refused(monkeypatch):
    data = bytearray(project_bytes(project(sources={"a.bvh": b"\0" * 3_000_000})))
    place = data.index(b"PK\1\2", data.index(b"PK\1\2") + 1)
    assert int.from_bytes(data[place + 24 : place + 28], "little") == 3_000_000
    data[place + 24 : place + 28] = (1000).to_bytes(4, "little")
    monkeypatch.setattr(projects, "MOST_BYTES", 1_000_000)
    with pytest.raises(FileError, match=r"can be read|damaged"):
        read_project(bytes(data), "a.unbake")


def test_many_files_and_other_packings_are_refused():
    with pytest.raises(FileError, match="in 201 files"):
        read_project(packed({}, {f"sources/{n}": b"" for n in range(200)}), "a.unbake")
    with pytest.raises(FileError, match="in a way that projects do not"):
        read_project(packed({}, {}, compression=zipfile.ZIP_LZMA), "a.unbake")


def saved(desk, opened, path="walk.unbake", may_replace=False, text=TEXT):
    return desk.answer(m.SaveProject(opened.clip.id, text, path, False, may_replace), quietly)


def test_a_saved_project_opens_as_it_was_left(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    place = saved(desk, opened)
    assert place.path == str(tmp_path / "work" / "walk.unbake")
    assert place.bytes == (tmp_path / "work" / "walk.unbake").stat().st_size
    desk.startup.unlink()
    other = desk_in(tmp_path, startup=tmp_path / "work" / "walk.unbake")
    again = other.answer(m.Open("startup"), quietly)
    assert json.loads(again.project) == json.loads(TEXT)
    assert again.project_path == place.path
    assert again.clip.name == "walk.bvh"
    assert (again.clip.positions == opened.clip.positions).all()
    assert place.path in [file.path for file in other.answer(m.Hello(), quietly).recent]


def test_the_rate_that_was_said_is_kept(tmp_path):
    desk = desk_in(tmp_path)
    opened_clip(desk, tmp_path)
    saved(desk, desk.answer(m.Open("startup", fps=25.0), quietly))
    other = desk_in(tmp_path, startup=tmp_path / "work" / "walk.unbake")
    assert other.answer(m.Open("startup"), quietly).clip.fps == 25.0
    assert other.answer(m.Open("startup", fps=50.0), quietly).clip.fps == 50.0


def test_a_project_is_replaced_only_where_that_was_said(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    (tmp_path / "work" / "walk.unbake").write_bytes(b"another's")
    with pytest.raises(UnbakeError, match="exists already") as error:
        saved(desk, opened)
    assert error.value.exists
    assert (tmp_path / "work" / "walk.unbake").read_bytes() == b"another's"
    saved(desk, opened, may_replace=True)
    assert (tmp_path / "work" / "walk.unbake").read_bytes() != b"another's"


def test_ones_own_project_is_replaced_unless_somebody_else_changed_it(tmp_path):
    desk = desk_in(tmp_path)
    saved(desk, opened_clip(desk, tmp_path))
    desk.startup = tmp_path / "work" / "walk.unbake"
    here, there = (desk.answer(m.Open("startup"), quietly) for _ in range(2))
    saved(desk, here, text="{}")
    saved(desk, here, text='{"more": 1}')
    before = desk.startup.read_bytes()
    with pytest.raises(UnbakeError, match="exists already") as error:
        saved(desk, there, text="{}")
    assert error.value.exists
    assert desk.startup.read_bytes() == before
    saved(desk, there, text="{}", may_replace=True)
    saved(desk, there, text="[]")
    assert read_project(desk.startup.read_bytes(), "walk").text == "[]"


def test_projects_get_their_suffix_and_no_other(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    assert saved(desk, opened, "first try").path.endswith("first try.unbake")
    with pytest.raises(UsageError, match=r"saved as \.unbake"):
        saved(desk, opened, "walk.bvh", may_replace=True)
    assert (tmp_path / "work" / "walk.bvh").read_bytes() == file_bytes(".bvh")


def test_a_project_can_be_downloaded_and_uploaded(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    answer = desk.answer(m.SaveProject(opened.clip.id, TEXT, ".unbake", True, False), quietly)
    assert answer.path.startswith("/download/")
    ((name, data),) = desk.downloads._files.values()
    assert name == "walk.unbake"
    assert len(data) == answer.bytes
    desk.uploads._clips["g"] = {name: data}
    again = desk.answer(m.Open("upload", "g"), quietly)
    assert json.loads(again.project) == json.loads(TEXT)
    assert again.project_path is None


def test_clips_that_are_not_open_cannot_be_saved(tmp_path):
    with pytest.raises(UsageError, match="not open any more"):
        desk_in(tmp_path).answer(m.SaveProject("7", TEXT, "a.unbake", False, False), quietly)
