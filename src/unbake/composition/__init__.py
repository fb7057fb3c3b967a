"""New motion made from a library: transition tables, motion graphs, enrichment, demands, judgements.

May import: ground, learning, motion, keyframes, feet, library, annotations, editing, synthesis, reports.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
