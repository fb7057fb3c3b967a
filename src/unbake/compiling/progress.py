"""What is being compiled, for those who show it, and whether it can be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from unbake.compiling.folder import cache_folder

Watcher = Callable[[int], None]
"""Is told, when a kernel begins to be compiled and when one is done, how many are done in this process."""


class _State:
    compiled = 0
    loaded = 0
    failure: OSError | None = None


_watchers: list[Watcher] = []


def n_compiled() -> int:
    """Return how many kernels this process has compiled, because no cache had them."""
    return _State.compiled


def n_ready() -> int:
    """Return how many kernels this process has compiled, or loaded from the cache."""
    return _State.compiled + _State.loaded


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell somebody of every kernel that is compiled meanwhile, in whatever thread that is done."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def cache_note() -> str | None:
    """Return what a user should know of where compiled kernels are kept; None unless some were compiled, and are lost.

    One sentence, without a full stop.
    """
    place = cache_folder() if _State.compiled else None
    remedy = "NUMBA_CACHE_DIR can name a folder that keeps them"
    if place is None:
        return None
    if place.kind == "none":
        return f"compiled kernels cannot be kept, so that every run compiles them again; {remedy}"
    if _State.failure is not None:
        reason = _State.failure.strerror or _State.failure
        return f"compiled kernels could not be kept ({reason}), so that the next run compiles them again; {remedy}"
    if place.kind == "temporary":
        return f"compiled kernels are kept in {place.folder} until it is emptied; {remedy} for good"
    return None


def begin() -> None:
    """Note that a kernel is about to be compiled."""
    _tell()


def end() -> None:
    """Note that a kernel was compiled."""
    _State.compiled += 1
    _tell()


def loaded() -> None:
    """Note that a kernel came from the cache."""
    _State.loaded += 1


def _tell() -> None:
    for watcher in tuple(_watchers):
        watcher(_State.compiled)


def not_kept(error: OSError) -> None:
    """Note that what was compiled could not be written to the cache."""
    _State.failure = error
