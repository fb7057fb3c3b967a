"""Where real clips lie, and the mark of the tests that need them."""

import os
from pathlib import Path

import pytest

DATA = Path(os.environ.get("UNBAKE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"needs the real clips in {DATA} (set UNBAKE_DATA to another folder)"
)
