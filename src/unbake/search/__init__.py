"""Searching a library: stretches of motion that are like another, and clips by what is known of them.

May import: ground, compiling, learning, motion, library.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
