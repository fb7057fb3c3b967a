"""Files: one package a format, and a registry by suffix.

A reader names the file, the line and what it expected when it cannot go on; a writer
makes the whole file or none.

May import: ground, motion, markers, keyframes, curves, editing, feet.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
