"""Kernels that numba compiles when they are first called, and the cache that keeps them.

Modules take `njit` from here, not from numba: then numba, which takes a third of a second to import, is imported by
whoever needs a kernel, and one place decides where compiled kernels are kept. Cores share work by `threads`.

May import: ground.
"""

from unbake.compiling.kernel import njit

__all__ = ["njit"]
