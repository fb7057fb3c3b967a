"""Getting ready in the background: pages that ask hear how much is compiled, and that it is done."""

import threading
from contextlib import contextmanager

import pytest

from studio.server.serving import desk_in, served
from unbake.compiling import progress
from unbake.studio.server import messages as m
from unbake.studio.server.choosing import warming


@pytest.fixture
def page(tmp_path):
    """A connected page; `page.desk` is the server's."""
    desk = desk_in(tmp_path)
    with served(desk, tmp_path) as address, address.page() as connected:
        connected.desk = desk
        yield connected


def compile_one():
    progress.begin()
    progress.end()


def test_nothing_is_waited_for_that_has_not_begun(page):
    assert page.ask(m.AwaitKernels()) == ("Done", {})


@pytest.mark.slow
def test_a_page_hears_how_much_is_compiled_until_all_is(page, monkeypatch):
    compiled, may_end = threading.Event(), threading.Event()

    shared = []

    def warm_up():
        compile_one()
        progress.loaded()  # compiled by the second process, which the first one starts
        compiled.set()
        may_end.wait(20)
        assert shared == ["begun"]

    @contextmanager
    def ahead():
        shared.append("begun")
        yield
        shared.append("ended")

    monkeypatch.setattr(warming, "warm_up", warm_up)
    monkeypatch.setattr(warming, "curves_compiled_ahead", ahead)
    page.desk.warming.begin()
    compiled.wait(20)
    asked = page.send(m.AwaitKernels())
    assert page.receive() == ("Progress", asked, {"step": "Compiling", "part": 2 / warming.KERNELS})
    may_end.set()
    while (reply := page.receive())[0] == "Progress":
        pass
    assert reply == ("Done", asked, {})
    assert shared == ["begun", "ended"]


@pytest.mark.slow
def test_what_is_in_the_cache_is_not_spoken_of(page, monkeypatch):
    may_end = threading.Event()
    monkeypatch.setattr(warming, "warm_up", lambda: may_end.wait(20))
    page.desk.warming.begin()
    asked = page.send(m.AwaitKernels())
    # Other questions are answered meanwhile: no thread waits.
    assert page.ask(m.Hello())[0] == "Welcome"
    may_end.set()
    assert page.receive() == ("Done", asked, {})


def test_a_warm_up_that_fails_ends_the_wait(page, monkeypatch):
    def warm_up():
        raise MemoryError

    monkeypatch.delenv("UNBAKE_TRACEBACK", raising=False)
    monkeypatch.setattr(warming, "warm_up", warm_up)
    page.desk.warming.begin()
    assert page.ask(m.AwaitKernels())[0] == "Done"
