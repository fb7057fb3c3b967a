"""The clip that commands are tried on."""

import pytest

from clips import packaged_bytes


@pytest.fixture
def clip(tmp_path):
    """The clip that comes with the package, as a file."""
    file = tmp_path / "clip.bvh"
    file.write_bytes(packaged_bytes())
    return file
