"""Numbers with their nouns."""

from unbake.ground.wording import counted


def test_one_is_singular_and_thousands_have_commas() -> None:
    assert [counted(n, "key") for n in (0, 1, 2, 4150)] == ["0 keys", "1 key", "2 keys", "4,150 keys"]
