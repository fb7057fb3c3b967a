"""Expressions of flags: what they mean, and what is wrong with them."""

import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.search.expression import parse_expression

VOCABULARY = ("Run", "Walk", "Turn Left", "Pick Up", "And", "Läuft")
RUN = np.array([1, 1, 1, 0, 0, 0, -1, -1, -1], dtype=np.int8)
WALK = np.array([1, 0, -1, 1, 0, -1, 1, 0, -1], dtype=np.int8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("run", RUN),
        ("not run", [0, 0, 0, 1, 1, 1, -1, -1, -1]),
        ("run and walk", [1, 0, -1, 0, 0, 0, -1, 0, -1]),
        ("run or walk", [1, 1, 1, 1, 0, -1, 1, -1, -1]),
        ("run and not walk", [0, 1, -1, 0, 0, 0, 0, -1, -1]),
        ("not (run and walk)", [0, 1, -1, 1, 1, 1, -1, 1, -1]),
        ("not not run", RUN),
    ],
)
def test_three_values(text, expected):
    values = parse_expression(text, VOCABULARY).values({"Run": RUN, "Walk": WALK})
    assert values.dtype == np.int8
    assert values.tolist() == list(expected)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("run or walk and turn-left", "run or (walk and turn-left)"),
        ("run and walk or turn-left", "(run and walk) or turn-left"),
        ("not run or walk", "(not run) or walk"),
        ("run and not walk and turn-left", "(run and (not walk)) and turn-left"),
        ("RUN AND(NOT turn_left)", 'run and not "Turn Left"'),
        (" pick-up or'Pick Up' ", "pick-up or pick-up"),
        ("'and' and läuft", '"And" and LÄUFT'),
        ("((run))", "run"),
    ],
)
def test_ways_to_write_the_same(text, same):
    assert parse_expression(text, VOCABULARY).steps == parse_expression(same, VOCABULARY).steps


def test_names_in_the_spelling_of_the_vocabulary():
    assert parse_expression("turn-left or not run or run", VOCABULARY).names == ("Turn Left", "Run")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wlak", "no flag is called 'wlak'; did you mean 'Walk'?"),
        ("zzzz", "no flag is called 'zzzz'; known: Run, Walk, Turn Left, Pick Up, And, Läuft"),
        ("", "ends where a flag should follow"),
        ("run and", "ends where a flag should follow"),
        ("and run", "a flag is missing before 'and', at 'and run'"),
        ("run walk", "'and' or 'or' is missing before 'walk', at 'walk' of 'run walk'"),
        ("run not walk", "'and' or 'or' is missing before 'not'"),
        ("run (walk)", "'and' or 'or' is missing before '('"),
        ("(run", "a bracket is never closed"),
        ("run)", "a bracket is closed that was never opened"),
        ("()", "a flag is missing before ')'"),
        ("run and 'walk", "a quotation mark in 'run and 'walk' is never closed"),
        ('""', "no flag is called ''"),
        ("(" * 1990 + "run", "a bracket is never closed"),
        ("run or " * 500, "at most 2,000 characters"),
    ],
)
def test_mistakes_are_one_line(text, message):
    with pytest.raises(UsageError) as caught:
        parse_expression(text, VOCABULARY)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_deep_expressions():
    text = "(" * 900 + "run" + ")" * 900
    assert parse_expression(text, VOCABULARY).values({"Run": RUN}).tolist() == RUN.tolist()
    assert parse_expression("not " * 400 + "run", VOCABULARY).values({"Run": RUN}).tolist() == RUN.tolist()


def test_no_vocabulary():
    with pytest.raises(UsageError, match="known: none"):
        parse_expression("run", ())
