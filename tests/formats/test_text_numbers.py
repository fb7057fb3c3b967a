"""Strict numbers: the quick way over many tokens and the slow one over each agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unbake.formats.text_numbers import first_wrong, strict_integer, strict_number, strict_numbers, text_lines

TOKENS = st.one_of(
    st.floats(-1e9, 1e9).map(repr),
    st.integers(-(10**9), 10**9).map(str),
    st.floats().map(repr),
    st.sampled_from(
        ["1_0", "nan", "inf", "1e400", "-1e400", ".5", "5.", ".", "+1", "1e5", "1E-5", "1e", "0x1", "٣", "", " 1"]
    ),
    st.text(alphabet="0123456789+-.eE_ naif", max_size=6),
)


@given(st.lists(TOKENS, max_size=6))
def test_many_agree_with_one_by_one(tokens: list[str]) -> None:
    single = [strict_number(token) for token in tokens]
    many = strict_numbers([token for token in tokens if token.strip() == token])
    alone = [n for n, token in zip(single, tokens, strict=True) if token.strip() == token]
    if None in alone:
        assert many is None
    else:
        np.testing.assert_array_equal(many, np.array(alone, dtype=float))
    wrong = first_wrong(tokens)
    assert wrong == (single.index(None) if None in single else None)


@pytest.mark.parametrize(
    ("token", "value"), [("7", 7), ("-07", -7), ("1.0", None), ("1_0", None), ("٣", None), ("9" * 19, None)]
)
def test_integers(token: str, value: int | None) -> None:
    assert strict_integer(token) == value


def test_lines_are_an_editors_lines() -> None:
    assert text_lines("a\r\nb\rc\nd\x0b\x1c\u2028e\n") == ["a", "b", "c", "d\x0b\x1c\u2028e", ""]
