"""Unbake: turns baked motion capture back into a few editable keyframes and Bézier curves.

The walk of the data, one public function an arrow::

    load → points_of → error_table → select → (choose) → fit → save

Names are imported when they are first used, so that ``import unbake`` costs nothing; ``__init__.pyi`` lists them. What
is less often needed is in `unbake.motion`, `unbake.keyframes`, `unbake.curves`, `unbake.feet`, `unbake.formats`,
`unbake.editing`, `unbake.synthesis`, `unbake.library`, `unbake.search`, `unbake.annotations` and `unbake.composition`.
"""

import lazy_loader

from unbake._version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
