"""The public names of `unbake.search`."""

from .filters import Filters as Filters
from .like import Like as Like
from .like import like_clip as like_clip
from .like import like_motion as like_motion
from .search import Hit as Hit
from .search import LibrarySearch as LibrarySearch
from .search import search as search
