"""Numbers with nouns, ranges, and lines to paste into a shell, which come back as the words that they were made of."""

import shlex

import pytest

from unbake.ground import wording
from unbake.ground.wording import counted, frame_range, listed, shell_line

WORDS = ["unbake", "reduce", "my clips/it's a walk.bvh", "--range", "1:20", "--error", "2cm"]


def test_one_is_singular_and_thousands_have_commas() -> None:
    assert [counted(n, "key") for n in (0, 1, 2, 4150)] == ["0 keys", "1 key", "2 keys", "4,150 keys"]


def test_a_range_of_one_frame_is_that_frame() -> None:
    assert [frame_range(7, 7), frame_range(7, 9)] == ["7", "7–9"]


def test_a_long_list_says_how_many_more_there_are() -> None:
    assert [listed("abc", 3), listed("abcd", 3), listed("")] == ["a, b, c", "a, b, c and 1 more", ""]


def test_a_posix_shell_takes_it_as_it_was():
    assert shlex.split(shell_line(WORDS)) == WORDS


@pytest.mark.parametrize(
    ("word", "there"),
    [
        (r"C:\clips\walk.bvh", r"C:\clips\walk.bvh"),
        (r"C:\my clips\it's a walk.bvh", r'"C:\my clips\it' + "'" + r's a walk.bvh"'),
        ("a&b.bvh", '"a&b.bvh"'),
        ("left-heel 12:45", '"left-heel 12:45"'),
        ("", '""'),
        ("Sprünge/ü_1.bvh", "Sprünge/ü_1.bvh"),
    ],
)
def test_windows_shells_know_double_quotes_alone(monkeypatch, word, there):
    monkeypatch.setattr(wording, "IS_WINDOWS", True)
    assert shell_line(["unbake", word]) == f"unbake {there}"
