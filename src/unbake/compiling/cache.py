"""Numba's cache of compiled kernels, in a folder of ours and quicker to load from.

Nothing fails because of the cache: what cannot be read is compiled, what cannot be kept is compiled again next time.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator, NullCache
from numba.core.runtime.nrt import rtsys
from numba.np import linalg

from unbake.compiling import interrupts, progress
from unbake.compiling.claim import Claim
from unbake.compiling.folder import cache_folder


def _spare_scipy() -> None:
    """Import what cached kernels refer to without all of SciPy's linear algebra.

    ``numba.np.arraymath`` tries at its import whether a BLAS is there, by importing ``scipy.linalg``, which takes as
    long as all the rest of loading a kernel. SciPy is among our requirements; who compiles a product of matrices
    imports it then.
    """
    real = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = real


_spare_scipy()


def keep_compiled(dispatcher: Any) -> None:
    """Let a dispatcher load what was compiled before, and keep what it compiles."""
    try:
        dispatcher._cache = _Cache(dispatcher.py_func)
    except (RuntimeError, OSError):  # no folder, or no source file to compare with
        dispatcher._cache = _NoCache()
    else:
        _give_back_what_fails(dispatcher._compiler, dispatcher._cache)


def _give_back_what_fails(compiler: Any, cache: _Cache) -> None:
    """Let others compile a kernel where that was broken off, or failed."""
    compiled = compiler.compile

    def compile_claimed(kinds: tuple[Any, ...], returned: Any) -> Any:
        try:
            return compiled(kinds, returned)
        except BaseException:
            cache.release()
            raise

    compiler.compile = compile_claimed


class _Locator(InTreeCacheLocator):  # type: ignore[misc]
    """Says where the kernels of a module are kept."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str(cache_folder().of(Path(py_file)))

    def ensure_cache_path(self) -> None:
        Path(self._cache_path).mkdir(parents=True, exist_ok=True)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator | None:
        file = Path(py_file)
        return cls(py_func, py_file) if file.is_file() and cache_folder().of(file) else None


class _CacheFiles(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]  # noqa: RUF012 – numba's


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function."""

    _impl_class = _CacheFiles
    _claim: Claim | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kernel from the cache, None where it has to be compiled.

        Numba's own method first imports and installs all that its compiler knows. That takes half a second and is
        needed only where something has to be compiled; the compiler does it then. To load a kernel, the memory
        manager that it was compiled for is enough.
        """
        rtsys.initialize(target_context)
        found = self._loaded(sig, target_context)
        if found is None:
            progress.begin()
            if self._claimed(sig):
                found = self._loaded(sig, target_context)
        if found is not None:
            progress.loaded()
            self.release()
        return found

    def _loaded(self, sig: Any, target_context: Any) -> Any:
        with interrupts.kept_back():
            try:
                return self._load_overload(sig, target_context)
            except Exception:  # an entry that is damaged, or that another process is writing
                return None

    def _claimed(self, sig: Any) -> bool:
        """Claim a kernel; return whether another process was compiling it until now."""
        self.release()
        try:
            folder = Path(self._impl.locator.get_cache_path())
            self._impl.locator.ensure_cache_path()
        except OSError:
            return False
        name = hashlib.sha256(f"{self._impl.filename_base}{sig}".encode()).hexdigest()[:16]
        claim = Claim(folder / f"unbake-{name}.claim")
        has_waited = claim.taken()
        # What was called while this waited may have claimed the same kernel, and given it back.
        self.release()
        self._claim = claim
        return has_waited

    def release(self) -> None:
        """Give a kernel back that was claimed, if any was."""
        if self._claim is not None:
            self._claim.release()
        self._claim = None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel; where the disk is full, it is compiled again next time."""
        progress.end()
        try:
            try:
                self._save_overload(sig, data)
            except (EOFError, ValueError, TypeError, UnpicklingError):  # a damaged index: begin another
                self.flush()
                self._save_overload(sig, data)
        except OSError as error:
            progress.not_kept(error)
        finally:
            self.release()


class _NoCache(NullCache):
    """Keeps nothing."""

    def load_overload(self, sig: Any, target_context: Any) -> None:
        progress.begin()

    def save_overload(self, sig: Any, data: Any) -> None:
        progress.end()
