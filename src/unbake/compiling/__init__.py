"""Kernels that numba compiles when they are first called, and the cache that keeps them.

Modules take `njit`, `prange` and the numbers of threads from here, not from numba: then numba, which takes a third of a
second to import, is imported by whoever needs a kernel, and one place decides where compiled kernels are kept.

May import: ground.
"""

from unbake.compiling.kernel import get_num_threads, get_thread_id, njit, prange

__all__ = ["get_num_threads", "get_thread_id", "njit", "prange"]
