"""Functions that are handed to numba when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from importlib import import_module
from threading import RLock
from typing import Any

_lock = RLock()


class Kernel:
    """A function that is compiled, or loaded from the cache, when it is first called.

    Parameters
    ----------
    function : what numba compiles.
    options : numba's own; ``cache=True`` keeps what is compiled, see `unbake.compiling.cache`.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._options = options
        self._dispatcher: Any = None
        self._inner: Any = None

    def __call__(self, *arguments: Any) -> Any:
        return (self._dispatcher or self.dispatcher)(*arguments)

    @property
    def dispatcher(self) -> Any:
        """What numba makes of the function."""
        if self._dispatcher is None:
            with _lock:
                self._dispatcher = self._dispatcher or self._made()
        return self._dispatcher

    @property
    def inner(self) -> Any:
        """What numba makes of the function where other kernels call it: without what Python would need to do so.

        It becomes part of them and is kept with them. To make and to keep it for Python as well would take a first run
        a fifth longer.
        """
        if self._inner is None:
            with _lock:
                self._inner = self._inner or self._made(no_cpython_wrapper=True)
        return self._inner

    @property
    def signatures(self) -> list[Any]:
        """The types of arguments that it is compiled for in this process."""
        return list(self.dispatcher.signatures)

    def _made(self, **more: Any) -> Any:
        from unbake.compiling.cache import keep_compiled

        numba = _numba()
        options = {name: value for name, value in self._options.items() if name != "cache"}
        # Nothing but Python and other kernels calls them.
        dispatcher = numba.njit(**options, **more, no_cfunc_wrapper=True)(self.py_func)
        _without_literals(dispatcher)
        if not more:
            _compile_quickly(dispatcher)
            if self._options.get("cache"):
                keep_compiled(dispatcher)
        return dispatcher


def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that does what ``numba.njit`` does, but later; its options are numba's."""

    def decorated(function: Callable[..., Any]) -> Kernel:
        return Kernel(function, options)

    return decorated


def _numba() -> Any:
    """Return numba, which takes kernels for its own dispatchers where other kernels call them."""
    numba = import_module("numba")
    if Kernel not in _known:
        from numba.core import types
        from numba.extending import typeof_impl

        @typeof_impl.register(Kernel)
        def _type_of(kernel: Kernel, context: Any) -> Any:
            return types.Dispatcher(kernel.inner)

        _known.add(Kernel)
    return numba


_known: set[type] = set()


def _compile_quickly(dispatcher: Any) -> None:
    """Spare numba what nobody needs while it compiles a kernel and all that this one calls."""
    from unbake.compiling import garbage, parts

    compiler = dispatcher._compiler
    compiled = compiler.compile

    def compile_quickly(kinds: tuple[Any, ...], returned: Any) -> Any:
        with garbage.left_alone(), parts.finished_with_the_whole(dispatcher.targetctx.codegen()):
            return compiled(kinds, returned)

    compiler.compile = compile_quickly


def _without_literals(dispatcher: Any) -> None:
    """Let kernels that call this one with a constant take what is compiled for any number.

    Numba would compile it once more for each constant, and all that it calls as well.
    """
    from numba.core import types as numba_types

    unliteral: Any = numba_types.unliteral
    template = dispatcher.get_call_template

    def get_call_template(kinds: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return template(tuple(map(unliteral, kinds)), {name: unliteral(kind) for name, kind in named.items()})

    dispatcher.get_call_template = get_call_template
