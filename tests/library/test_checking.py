"""`check` sees what is wrong, each kind of it."""

import numpy as np
import pytest

from library.making import wobble
from unbake.library.checking import problems
from unbake.library.derived import DerivedTable
from unbake.library.library import Library


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "moves.unbakelib") as opened:
        opened.add(wobble(), "a")
        opened.annotate(1, "walk", 0, 10, True)
        opened.annotate(1, "walk", 20, 30, False)
        opened.derived(1, DerivedTable("t", "1", lambda _: {"a": np.ones(3)}))
        yield opened


def test_all_is_well(library):
    parts = []
    assert problems(library, parts.append) == []
    assert parts == [1.0]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE clip SET fps_numerator = 60", "not what was stored"),
        ("UPDATE clip SET n_frames = 39", "not what was stored"),
        ("UPDATE clip SET rotations = x'00'", "not what was stored"),
        ("UPDATE skeleton SET data = x'00'", "not what was stored"),
        ("UPDATE label SET stop = 41 WHERE start = 20", "annotated beyond its end"),
        ("UPDATE label SET stop = 25 WHERE start = 0", "contradict"),
        ("UPDATE derived SET data = x'00'", "table 't': damaged"),
        ("INSERT INTO foot_labels VALUES (1, 'no json')", "foot labels of clip 'a' are damaged"),
        ("INSERT INTO guess VALUES (1, 1, 'x', x'00')", "guesses of clip #1 are damaged"),
        ("INSERT INTO kept VALUES ('model', '1', x'00')", "what is kept as 'model' is damaged"),
        (
            "INSERT INTO kept VALUES ('progress', '1', CAST('{\"so far\"' AS BLOB))",
            "what is kept as 'progress' is damaged",
        ),
        ("INSERT INTO skeleton (hash, data) VALUES ('x', x'00')", "1 skeletons belong to no clip"),
    ],
)
def test_each_kind_of_damage_is_found(library, statement, expected):
    library.database.change(statement)
    found = problems(library)
    assert len(found) == 1
    assert expected in found[0]


def test_what_was_once_kept_without_a_checksum_is_no_damage(library):
    library.keep("search-projections", "31 axes, 32 bytes; 63 axes, 128 bytes; 2", bytes(8))
    assert problems(library) == []


def test_rows_that_belong_to_nothing_are_found(library):
    library.database.rows("PRAGMA foreign_keys = OFF")
    library.database.change("INSERT INTO tag VALUES (99, 'lost')")
    assert any("table tag belongs to nothing in clip" in problem for problem in problems(library))
