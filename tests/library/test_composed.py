"""Clips of a library that are made of others."""

import os
import sqlite3
from fractions import Fraction

import numpy as np
import pytest
from tests.library.making import same, wobble

from unbake.errors import FileError, UsageError
from unbake.library import database, schema
from unbake.library.checking import problems
from unbake.library.library import Library
from unbake.library.merging import merge
from unbake.motion.composed.assembled import assembled
from unbake.motion.composed.recipe import Course, Graft, Recipe


def recipe(first=0.0, step=1.3):
    at = first + step * np.arange(20)
    return Recipe("test", Fraction(60), Course(0, at), (Graft(("joint3", "joint4"), Course(1, at[::-1] / 2.0)),))


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "a.unbakelib"
    Library.create(file).close()
    return file


@pytest.fixture
def library(path):
    with Library.open(path) as opened:
        opened.add(wobble(0), "first")
        opened.add(wobble(1), "second", licence="CC0")
        yield opened


def ids(library):
    return [library.clip(name).id for name in ("first", "second")]


def test_it_comes_back_to_the_last_bit_and_takes_no_room(path, library):
    expected = assembled([wobble(0), wobble(1)], recipe())
    clip_id, is_new = library.add_composed(recipe(), ids(library), "made", tags=["new"])
    assert is_new
    assert same(library.motion("made"), expected)
    assert same(library.stored(clip_id).motion(), expected)
    clip = library.clip(clip_id)
    assert (clip.is_composed, clip.n_frames, clip.fps, clip.tags) == (True, 20, 60, ("new",))
    assert [library.clip(name).is_composed for name in ("first", "second")] == [False, False]
    assert library.database.row(
        "SELECT length(rotations) + length(translations) FROM clip WHERE id = ?", [clip_id]
    ) == (0,)
    found, sources = library.recipe(clip_id)
    assert (found.rule, list(sources)) == ("test", ids(library))
    assert library.recipe(ids(library)[0]) is None
    assert library.add_composed(recipe(), ids(library), "again") == (clip_id, False)
    assert library.add(expected, "again") == (clip_id, False)
    with Library.open(path) as opened:
        assert same(opened.motion("made"), expected)
        assert problems(opened) == []


def test_what_it_is_made_of_stays(library):
    clip_id, _ = library.add_composed(recipe(), ids(library), "made")
    with pytest.raises(UsageError, match="1 clip is made of 'second'"):
        library.remove(ids(library)[1])
    assert len(library.clips()) == 3
    with pytest.raises(UsageError, match="made of others itself"):
        library.add_composed(recipe(), [clip_id, clip_id], "twice")
    library.remove(clip_id)
    library.remove(ids(library)[1])
    assert problems(library) == []


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE recipe SET data = x'00'",
        "UPDATE recipe SET data = (SELECT data FROM recipe LIMIT 0)",
        "DELETE FROM recipe",
        "DELETE FROM ingredient WHERE position = 1",
        "UPDATE ingredient SET source_id = (SELECT clip_id FROM recipe)",
        "UPDATE ingredient SET source_id = (SELECT min(source_id) FROM ingredient)",
        "UPDATE clip SET n_frames = 3, hash = 'x' WHERE name = 'made'",
    ],
)
def test_damage_is_found_and_one_line(library, damage):
    library.add_composed(recipe(), ids(library), "made")
    try:
        library.database.change(damage)
    except FileError:
        return  # SQLite's own rules forbid it
    found = problems(library)
    assert found
    assert all("\n" not in line and "Traceback" not in line for line in found)
    if "min(" not in damage and "hash" not in damage:
        with pytest.raises((FileError, UsageError)):
            library.motion("made")


def test_merged_it_is_still_a_recipe(tmp_path, library):
    library.add_composed(recipe(), ids(library), "made", tags=["new"])
    library.rename(library.clip("made").id, "a made one")
    other = tmp_path / "b.unbakelib"
    Library.create(other).close()
    with Library.open(other) as opened:
        opened.add(wobble(1), "known already")
        merged = merge(opened, library)
        assert (merged.new, merged.known, merged.damaged) == (2, 1, [])
        assert same(opened.motion("a made one"), library.motion("a made one"))
        made = opened.clip("a made one")
        assert made.is_composed
        assert [opened.clip(n).name for n in opened.recipe(made.id)[1]] == ["first", "known already"]
        assert problems(opened) == []
        assert merge(opened, library).new == 0


def test_merged_without_a_source_it_is_left_out(tmp_path, library):
    library.add_composed(recipe(), ids(library), "made")
    library.database.change("UPDATE clip SET rotations = x'00' WHERE name = 'first'")
    other = tmp_path / "b.unbakelib"
    Library.create(other).close()
    with Library.open(other) as opened:
        merged = merge(opened, library)
        assert (merged.new, sorted(name for name, _ in merged.damaged)) == (1, ["first", "made"])
        assert problems(opened) == []


def first_version(path):
    """A library as the first version of the tables had it."""
    connection = sqlite3.connect(path)
    for table in ("ingredient", "recipe"):
        connection.execute(f"DROP TABLE {table}")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()


def test_a_library_of_the_first_version_takes_recipes(path, library):
    library.close()
    first_version(path)
    with Library.open(path) as opened:
        assert not any(clip.is_composed for clip in opened.clips())
        opened.add_composed(recipe(), ids(opened), "made")
        assert problems(opened) == []


def test_an_older_library_that_is_read_only_can_be_read(path, library, monkeypatch):
    library.close()
    first_version(path)
    before = path.read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Library.open(path) as opened:
        assert opened.database.is_read_only
        assert same(opened.motion("first"), wobble(0))
    assert path.read_bytes() == before
    assert schema.VERSION == database.VERSION == 2
