"""Who waits for a kernel that another process compiles makes use of the time."""

import os
import time

import pytest

from unbake.compiling import claim as claim_module
from unbake.compiling.claim import Claim
from unbake.compiling.meanwhile import meanwhile, one_call_made

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere each process compiles for itself")


@pytest.fixture
def held(tmp_path):
    """A claim that somebody else holds."""
    claim = Claim(tmp_path / "a.claim")
    assert not claim.taken()
    yield claim
    claim.release()


def test_who_waits_makes_each_call_once_and_then_waits_on(monkeypatch, held, tmp_path):
    monkeypatch.setattr(claim_module, "PATIENCE_S", 0.2)
    made = []
    with meanwhile(lambda: made.append("one"), lambda: made.append("two")):
        began = time.monotonic()
        assert Claim(tmp_path / "a.claim").taken()
        assert time.monotonic() - began >= 0.2
    assert made == ["one", "two"]


def test_a_claim_that_is_given_back_meanwhile_is_taken_next(held, tmp_path):
    made = []
    other = Claim(tmp_path / "a.claim")
    with meanwhile(held.release, lambda: made.append("not needed")):
        assert other.taken()
    assert made == []
    other.release()


def test_who_need_not_wait_calls_nothing_and_nothing_is_left_after(tmp_path):
    made = []
    with meanwhile(lambda: made.append("one")):
        claim = Claim(tmp_path / "b.claim")
        assert not claim.taken()
        claim.release()
    assert made == []
    assert not one_call_made()


def test_a_call_that_fails_ends_the_wait(held, tmp_path):
    def fail():
        raise ValueError("broken off")

    with meanwhile(fail), pytest.raises(ValueError, match="broken off"):
        Claim(tmp_path / "a.claim").taken()
