"""The address that the browser is opened with: good once, for a minute, and it leads to the page with its token."""

import pytest
from starlette.requests import Request

from unbake.studio.server.link.entrance import LASTS_S, Entrance


class Clock:
    """A clock that stands until it is set."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    """The clock of the entrance."""
    return Clock()


@pytest.fixture
def entrance(clock):
    """A way in that nobody has used."""
    return Entrance("secret", clock)


def ask(entrance, word=None, method="GET"):
    """What somebody gets who comes with a word, by default the right one."""
    word = entrance.path.removeprefix("/enter/") if word is None else word
    return entrance.answer(Request({"type": "http", "method": method, "headers": [], "path_params": {"word": word}}))


def test_the_first_one_is_led_to_the_page_with_its_token(entrance):
    assert "secret" not in entrance.path
    answer = ask(entrance)
    assert (answer.status_code, answer.headers["location"]) == (303, "/#secret")


def test_nobody_is_let_in_after_that(entrance):
    ask(entrance)
    refused = ask(entrance)
    assert refused.status_code == 404
    assert "secret" not in refused.body.decode() + str(refused.headers)


def test_a_look_at_the_head_does_not_count(entrance):
    ask(entrance, method="HEAD")
    assert ask(entrance).status_code == 303


@pytest.mark.parametrize("word", ["", "x", "ä"])
def test_nobody_is_let_in_with_another_word(entrance, word):
    assert ask(entrance, word).status_code == 404
    assert ask(entrance).status_code == 303


def test_nobody_is_let_in_too_late(entrance, clock):
    clock.now += LASTS_S
    assert ask(entrance).status_code == 404
