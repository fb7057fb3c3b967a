"""Pages and their requests: only the newest is computed, nothing waits for what is slow, nothing mixes."""

import os
import queue
import threading
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from studio.server.serving import desk_in, file_bytes, served
from unbake.errors import UsageError
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.handlers import handler_of
from unbake.studio.server.link import work
from unbake.studio.server.link.session import NOT_READ
from unbake.studio.server.link.wire import encode

WAIT_S = 20
NOTHING, NO_FRAMES, NO_FLAGS = np.zeros(0), np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
KEYS = m.Keys(1, 2, "free", NO_FRAMES, NO_FLAGS, NOTHING, NOTHING, NOTHING, NO_FLAGS)
SETTINGS = m.Settings("line-max", "joint", None, (), (), 1, 2, None, None)
CHOICE = m.Choice("count", 5, 1.0, 0.1, 0.1, ())
JOINING = m.Joining("free", 1.0, True, {})


def choose(keys=5, is_preview=True):
    return m.Choose("1", SETTINGS, replace(CHOICE, keys=keys), JOINING, 0.0, is_preview)


class Held:
    """A request that a desk works on until it is let go."""

    def __init__(self, message):
        self.message = message
        self.gate = threading.Event()
        self.ended = threading.Event()


class SlowDesk(Desk):
    """A desk whose answers take until somebody lets them go; `stubborn` ones do not say how far they are."""

    stubborn = False

    def hold(self):
        self.begun = queue.SimpleQueue()
        return self

    def answer(self, message, report):
        held = Held(message)
        self.begun.put(held)
        try:
            while not held.gate.wait(0.002):
                if not self.stubborn:
                    report("working", 0.5)
        finally:
            held.ended.set()
        return self.reply(message)

    def reply(self, message):
        if isinstance(message, m.KeepPreferences):
            return m.Saved(message.preferences, 0)
        if isinstance(message, m.Choose):
            return m.Saved(f"{message.choice.keys} keys", 0)
        return m.Done()

    def next(self):
        return self.begun.get(timeout=WAIT_S)


@contextmanager
def slow_studio(folder, stubborn=False):
    """A page of a studio that works as long as it is told to."""
    (folder / "work").mkdir()
    desk = SlowDesk(None, folder / "work", state=folder / "state").hold()
    desk.stubborn = stubborn
    with served(desk, folder) as address, address.page() as page:
        yield desk, page, address


def answers(page, count):
    """The next answers, by the number of the request; what is told meanwhile left out."""
    found = {}
    while len(found) < count:
        kind, request, body = page.receive()
        if kind != "Progress":
            found[request] = (kind, body)
    return found


def test_only_the_newest_slider_position_is_computed(tmp_path):
    with slow_studio(tmp_path, stubborn=True) as (desk, page, _):
        page.send(choose(1))
        first = desk.next()
        numbers = [page.send(choose(keys)) for keys in range(2, 12)]
        cancelled = answers(page, 9)
        assert set(cancelled) == set(numbers[:-1]), "those that had not begun end while the first still runs"
        assert {kind for kind, _ in cancelled.values()} == {"Cancelled"}
        first.gate.set()
        last = desk.next()
        assert last.message.choice.keys == 11
        last.gate.set()
        assert answers(page, 2)[numbers[-1]] == ("Saved", {"path": "11 keys", "bytes": 0})
        assert desk.begun.empty(), "nothing else was ever begun"


def test_what_runs_ends_once_it_hears_that_it_is_needless(tmp_path):
    with slow_studio(tmp_path) as (desk, page, _):
        first = page.send(choose(5))
        held = desk.next()
        page.send(choose(6))
        assert answers(page, 1)[first][0] == "Cancelled"
        assert held.ended.wait(WAIT_S)
        desk.next().gate.set()


@pytest.mark.parametrize("is_waiting", [False, True])
def test_requests_can_be_cancelled(tmp_path, is_waiting):
    with slow_studio(tmp_path, stubborn=is_waiting) as (desk, page, _):
        number = page.send(choose(5, is_preview=False))
        held = desk.next()
        if is_waiting:
            number = page.send(m.ScoreClip("1"))
        page.send(m.Cancel(number))
        page.send(m.Cancel(12345))
        assert answers(page, 1) == {number: ("Cancelled", {})}
        held.gate.set()


def test_quick_work_and_files_do_not_wait_for_slow_work(tmp_path):
    with slow_studio(tmp_path) as (desk, page, _):
        slow = page.send(choose(5, is_preview=False))
        held = desk.next()
        edit = page.send(m.InsertKey("1", KEYS, 1, 0.0))
        desk.next().gate.set()
        autosave = page.send(m.Autosave("1", "{}", 1))
        desk.next().gate.set()
        assert set(answers(page, 2)) == {edit, autosave}
        held.gate.set()
        assert answers(page, 1)[slow][0] == "Saved"


def test_keys_do_not_wait_for_the_errors_of_all_counts(tmp_path):
    with slow_studio(tmp_path) as (desk, page, _):
        space = page.send(m.FindSpace("1", SETTINGS))
        held = desk.next()
        for is_preview in (True, False):
            keys = page.send(choose(5, is_preview=is_preview))
            desk.next().gate.set()
            assert set(answers(page, 1)) == {keys}
        held.gate.set()
        assert set(answers(page, 1)) == {space}


def test_answers_of_a_lane_come_in_order(tmp_path):
    with slow_studio(tmp_path) as (desk, page, _):
        numbers = [page.send(m.KeepPreferences(str(n))) for n in range(20)]
        for _ in numbers:
            desk.next().gate.set()
        found = answers(page, 20)
        assert list(found) == numbers
        assert [body["path"] for _, body in found.values()] == [str(n) for n in range(20)]


def supersedes(newer, older):
    return handler_of(newer).supersedes(newer, older)


def test_what_makes_what_needless():
    final, preview = choose(5, is_preview=False), choose(5)
    assert supersedes(choose(6), preview)
    assert supersedes(choose(6, is_preview=False), final)
    assert supersedes(choose(6), final), "the slider has moved on"
    assert not supersedes(preview, final), "the final answer to the same was asked for early"
    assert not supersedes(final, preview), "the preview comes first"
    evaluate, space = m.Evaluate("1", KEYS, 0.0), m.FindSpace("1", SETTINGS)
    assert supersedes(evaluate, evaluate)
    assert supersedes(space, space)
    assert not supersedes(evaluate, space)
    assert supersedes(choose(6), evaluate), "the keys of a newer choice are others"
    assert not supersedes(final, evaluate)
    assert not supersedes(space, final)
    insert = m.InsertKey("1", KEYS, 1, 0.0)
    assert not supersedes(insert, insert), "every edit counts"
    first, second, other = (m.Autosave(clip, "{}", 1) for clip in ("1", "1", "2"))
    assert supersedes(second, first)
    assert not supersedes(other, first), "of another clip"
    assert not supersedes(first, m.SaveFootLabels("1", (), "", False, False)), "nothing else is given up for it"


def test_a_final_answer_is_dropped_where_the_slider_moves_on(tmp_path):
    with slow_studio(tmp_path) as (desk, page, _):
        final = page.send(choose(5, is_preview=False))
        desk.next()
        preview = page.send(choose(5))
        desk.next().gate.set()
        assert set(answers(page, 1)) == {preview}, "the same selection: both are wanted"
        page.send(choose(6))
        assert answers(page, 1)[final][0] == "Cancelled"
        desk.next().gate.set()


@pytest.mark.parametrize("data", [b"", b"\0" * 8, b"\xff" * 1000, b"[" * 10_000, "text", ""])
def test_rubbish_is_answered_and_the_page_goes_on(tmp_path, data):
    desk = desk_in(tmp_path)
    with served(desk, tmp_path) as address, address.page() as page:
        page.socket.send(data)
        kind, request, body = page.receive()
        assert (kind, request) == ("Failed", 0)
        assert body["message"] == NOT_READ
        assert "message" in body["detail"]
        assert page.ask(m.Hello())[0] == "Welcome"


def test_names_of_files_that_are_no_text_come_back_as_they_were(tmp_path):
    desk = desk_in(tmp_path)
    desk.startup = tmp_path / "work" / os.fsdecode(b"caf\xe9.bvh")
    try:
        desk.startup.write_bytes(file_bytes(".bvh"))
    except OSError:
        pytest.skip("names of files are text here")
    with served(desk, tmp_path) as address:
        with address.page() as page:
            assert page.ask(m.Open("startup"))[0] == "Opened"
        with address.page() as page:
            (recent,) = page.ask(m.Hello())[1]["recent"]
            kind, body = page.ask(m.Open("recent", recent["path"]))
            assert kind == "Opened"
            assert body["clip"]["path"] == str(desk.startup)


def test_letters_that_are_none_are_answered_and_the_page_goes_on(tmp_path):
    desk = desk_in(tmp_path)
    with served(desk, tmp_path) as address, address.page() as page:
        data = encode(m.KeepPreferences("X"), 7).replace(b'"preferences": "X"', b'"\\udce9xxxx": ""  ')
        page.socket.send(data)
        assert page.receive()[:2] == ("Failed", 7)
        assert page.ask(m.Hello())[0] == "Welcome"


def test_no_name_of_the_protocol_reaches_a_person(tmp_path):
    desk = desk_in(tmp_path)
    with served(desk, tmp_path) as address, address.page() as page:
        page.socket.send(encode(m.Forget("X"), 7).replace(b'"id": "X"', b'"id": 7.5'))
        kind, _, body = page.receive()
        assert kind == "Failed"
        assert body["message"] == NOT_READ
        assert body["detail"] == "Forget.id in a message is not what it should be"


def test_a_number_that_is_in_use_is_refused(tmp_path):
    with slow_studio(tmp_path) as (desk, page, _):
        page.socket.send(encode(m.Hello(), 1))
        held = desk.next()
        page.socket.send(encode(m.Hello(), 1))
        assert answers(page, 1)[1] == (
            "Failed",
            {
                "message": NOT_READ,
                "is_usage": False,
                "exists": False,
                "detail": "a message with the number of another",
            },
        )
        held.gate.set()
        assert answers(page, 1)[1] == ("Done", {})


class FaultyDesk(SlowDesk):
    """Everything that can go wrong."""

    def answer(self, message, report):
        if message.preferences == "memory":
            raise MemoryError
        if message.preferences == "fault":
            raise ZeroDivisionError("in\ntwo lines")
        if message.preferences == "asked":
            raise UsageError("asked for too much", code="several-actors")
        return m.Progress("NaN", float("nan"))


@pytest.mark.parametrize(
    ("what", "text", "is_usage"),
    [
        ("memory", "not enough memory for this", False),
        ("fault", "a fault of Unbake's own (ZeroDivisionError: in two lines); please report it", False),
        ("asked", "asked for too much; unbake synthesize moves all of them, on the command line", True),
        ("nan", "a fault of Unbake's own (ValueError: ", False),
    ],
)
def test_every_failure_is_answered(tmp_path, monkeypatch, what, text, is_usage):
    monkeypatch.delenv("UNBAKE_TRACEBACK")
    desk = FaultyDesk(None, tmp_path, state=tmp_path / "state")
    with served(desk, tmp_path) as address, address.page() as page:
        for _ in range(2):
            kind, body = page.ask(m.KeepPreferences(what))
            assert kind == "Failed"
            assert body["message"].startswith(text)
            assert body["is_usage"] is is_usage


def test_pages_do_not_mix(tmp_path):
    with slow_studio(tmp_path) as (desk, page, address), address.page() as other:
        assert page.send(choose(5)) == other.send(choose(6)), "the same number on both"
        for _ in range(2):
            desk.next().gate.set()
        assert answers(page, 1)[1][1]["path"] == "5 keys"
        assert answers(other, 1)[1][1]["path"] == "6 keys"


def test_a_page_that_goes_stops_its_work_but_not_what_it_asked_to_keep(tmp_path):
    with slow_studio(tmp_path) as (desk, page, address):
        with address.page() as other:
            other.send(choose(5, is_preview=False))
            slow = desk.next()
            other.send(m.KeepPreferences("first"))
            first = desk.next()
            other.send(m.KeepPreferences("second"))
        assert slow.ended.wait(WAIT_S)
        assert not first.ended.is_set()
        first.gate.set()
        second = desk.next()
        assert second.message.preferences == "second"
        second.gate.set()
        assert second.ended.wait(WAIT_S)
        page.send(m.Hello())
        desk.next().gate.set()
        assert answers(page, 1)[1] == ("Done", {})


@pytest.mark.slow
def test_clips_are_forgotten_with_their_page(tmp_path):
    desk = desk_in(tmp_path)
    desk.startup = tmp_path / "work" / "walk.bvh"
    desk.startup.write_bytes(file_bytes(".bvh"))
    with served(desk, tmp_path) as address:
        with address.page() as page, address.page() as other:
            ids = [page.ask(m.Open("startup"))[1]["clip"]["id"] for _ in range(4)]
            assert set(desk.papers) == set(ids[-2:]), "the one that is seen and the one before"
            mine = other.ask(m.Open("startup"))[1]["clip"]["id"]
            assert mine not in ids
        while desk.papers:
            pass
    assert not desk.papers


class Counting(Desk):
    """Tells of ten thousand steps, after the first one was heard of where it waits for that."""

    def __init__(self, folder, heard=None):
        super().__init__(None, folder, state=folder / "state")
        self.heard = heard

    def answer(self, message, report):
        report("table", 0.0)
        if self.heard:
            assert self.heard.wait(30.0)
        for n in range(10_000):
            report("table", n / 10_000)
        return m.Done()


@pytest.mark.slow
def test_progress_comes_before_the_answer_and_not_too_often(tmp_path):
    heard = threading.Event()
    with served(Counting(tmp_path, heard), tmp_path) as address, address.page() as page:
        page.send(m.FindSpace("1", SETTINGS))
        told = []
        while (received := page.receive())[0] == "Progress":
            told.append(received[2])
            heard.set()
        assert received[0] == "Done"
        assert 2 <= len(told) <= 102
        assert {step["step"] for step in told} == {"Measuring pairs of frames"}
        assert [step["part"] for step in told] == sorted(step["part"] for step in told)


def test_quick_work_says_nothing_of_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(work, "QUIET_S", 3600.0)
    with served(Counting(tmp_path), tmp_path) as address, address.page() as page:
        page.send(m.FindSpace("1", SETTINGS))
        assert page.receive()[0] == "Done"
