"""Which frames should be keys: error tables over all frame pairs, optimal selection for every count, choosing.

Works on points (F, D), so anything that moves can be keyed.

May import: ground, compiling, motion.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
