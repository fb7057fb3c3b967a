"""What kernels call is finished with them, not before.

Numba optimises every function that it compiles and makes machine code of it. Where only another function calls it, that
one takes its code in, and all of this is done again with the whole. To do it once spares a quarter of the time that the
kernels of curves take to compile, and they are as fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary

from unbake.compiling import interrupts


@contextmanager
def finished_with_the_whole(codegen: Any) -> Iterator[None]:
    """Finish only what Python calls, of all that numba compiles meanwhile.

    Parameters
    ----------
    codegen : numba's, of the target that is compiled for.
    """
    library_class, set_env = codegen._library_class, codegen.set_env

    def set_known_env(name: str, env: Any) -> None:
        # Parts have no memory of their own where an address could go, as they have none once they are in the cache.
        if codegen._engine.is_symbol_defined(name):
            set_env(name, env)

    codegen._library_class, codegen.set_env = _Library, set_known_env
    try:
        yield
    finally:
        codegen._library_class, codegen.set_env = library_class, set_env


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Code of one function, and of all that it calls."""

    _is_part = False

    def get_pointer_to_function(self, name: str) -> int:
        """Return where a function is; zero where there is none: numba asks every part for what Python would call."""
        if not self._finalized:
            if not any(function.name == name for function in self._final_module.functions):
                return 0
            self.finalize()
        return int(super().get_pointer_to_function(name))

    def _ensure_finalized(self) -> None:
        """Bring the code together for another function, which takes it in."""
        if not self._finalized:
            self._is_part = True
            self.finalize()

    def add_llvm_module(self, module: Any) -> None:
        with interrupts.kept_back():
            super().add_llvm_module(module)

    def _optimize_final_module(self) -> None:
        if not self._is_part:
            with interrupts.kept_back():
                super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if not self._is_part:
            with interrupts.kept_back():
                super()._finalize_final_module()
        else:
            self._finalize_dynamic_globals()
            self._finalized = True
