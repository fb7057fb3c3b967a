"""Passes in the studio: what there is to judge, opened, answered; the file has it at once, and a pass goes on."""

import numpy as np
import pytest
from tests.studio.server.judging.making import judged_library

from studio.server.serving import desk_in, quietly
from unbake.composition.judging.passes import Run, read_pass
from unbake.composition.judging.random_blends import blend_of, stretches_of
from unbake.errors import FileError, UsageError
from unbake.library import Library
from unbake.studio.server import messages as m
from unbake.studio.server.launch import run


@pytest.fixture(scope="module")
def moves(tmp_path_factory):
    return judged_library(tmp_path_factory.mktemp("judged") / "moves.unbakelib").read_bytes()


@pytest.fixture
def desk(tmp_path, moves):
    desk = desk_in(tmp_path)
    (desk.folder / "moves.unbakelib").write_bytes(moves)
    ask(desk, m.OpenLibrary("moves.unbakelib"))
    return desk


def ask(desk, message):
    return desk.answer(message, quietly)


def test_a_pass_over_transplants_is_written_and_goes_on(desk):
    begun = ask(desk, m.BeginPass("transplants", "first"))
    with Library.open(desk.shelf.path) as library:
        made = {clip.name: clip for clip in library.clips() if clip.is_composed}
    assert len(begun.items) == len(made) >= 2
    assert {item.name for item in begun.items} == set(made)
    item = begun.items[0].name
    ready = ask(desk, m.OpenJudged("transplants", item))
    opened = ask(desk, m.Open(ready.source, ready.name)).clip
    assert (opened.name.removesuffix(".unbakelib"), opened.last_frame) == (item, made[item].last_frame)
    marks = (m.Mark(1, 30, True), m.Mark(31, opened.last_frame, False))
    ask(desk, m.SaveJudged("transplants", "first", item, marks))
    file = desk.folder / "moves-transplants-first.csv"
    assert str(file) == begun.path
    assert read_pass(file).answers == {item: (Run(1, 30, True), Run(31, opened.last_frame, False))}
    again = ask(desk, m.BeginPass("transplants", "first"))
    assert [one.name for one in again.items] == [one.name for one in begun.items]
    assert again.items[0].marks == marks
    other = ask(desk, m.BeginPass("transplants", "second"))
    assert all(not one.marks for one in other.items)  # a second pass knows nothing of the first
    ask(desk, m.SaveJudged("transplants", "first", item, ()))
    assert read_pass(file).answers == {}


def test_passes_have_orders_of_their_own(desk):
    orders = [[one.name for one in ask(desk, m.BeginPass("blends", name)).items] for name in ("first", "second")]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    assert len(orders[0]) > 300


@pytest.mark.slow
def test_a_blend_opens_as_its_name_says(desk):
    item = ask(desk, m.BeginPass("blends", "first")).items[0].name
    ready = ask(desk, m.OpenJudged("blends", item))
    opened = ask(desk, m.Open(ready.source, ready.name)).clip
    with Library.open(desk.shelf.path) as library:
        wanted = blend_of(desk.judging.sources(library, quietly), stretches_of(item)).with_clean_feet().motion
    found = desk.clip(opened.id).motion
    np.testing.assert_allclose(found.rotations_xyzw, wanted.rotations_xyzw, atol=1e-12)
    np.testing.assert_allclose(found.positions(), wanted.positions(), atol=1e-12)
    assert opened.first_frame == 1


def test_what_cannot_be_judged_says_why(desk, tmp_path):
    with pytest.raises(UsageError, match="cannot name a pass"):
        ask(desk, m.BeginPass("transplants", "../x"))
    (desk.folder / "moves-transplants-odd.csv").write_text("nothing")
    with pytest.raises(FileError, match="is no pass"):
        ask(desk, m.BeginPass("transplants", "odd"))
    (desk.folder / "moves-transplants-other.csv").write_text("blend,first,last,natural\n")
    with pytest.raises(UsageError, match="pass over blends"):
        ask(desk, m.SaveJudged("transplants", "other", "x", ()))
    with pytest.raises(UsageError, match="judged twice"):
        ask(desk, m.SaveJudged("transplants", "first", "x", (m.Mark(1, 5, True), m.Mark(5, 6, False))))
    Library.create(desk.folder / "empty.unbakelib").close()
    ask(desk, m.OpenLibrary("empty.unbakelib"))
    with pytest.raises(UsageError, match="the library has no transplants"):
        ask(desk, m.BeginPass("transplants", "first"))
    with pytest.raises(UsageError, match="has no clips yet"):
        ask(desk, m.BeginPass("blends", "first"))
    ask(desk, m.CloseLibrary())
    for message in (m.BeginPass("blends", "first"), m.SaveJudged("blends", "first", "x", ())):
        with pytest.raises(UsageError, match="no library is open"):
            ask(desk, message)


@pytest.mark.parametrize(
    ("file", "judging", "said"),
    [
        ("moves.unbakelib", ("walks", "first"), "expected transplants or blends"),
        ("moves.unbakelib", ("blends", "a b"), "cannot name a pass"),
        (None, ("blends", "first"), "name a .unbakelib file"),
    ],
)
def test_the_command_line_says_what_is_wrong_before_anything_opens(tmp_path, moves, monkeypatch, file, judging, said):
    (tmp_path / "moves.unbakelib").write_bytes(moves)
    monkeypatch.setattr("unbake.studio.server.launch.check_built", lambda built: None)
    with pytest.raises(UsageError, match=said):
        run(file and tmp_path / file, tmp_path, opens=False, judging=judging, say=print)
