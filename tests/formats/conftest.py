"""What tests that ask Blender need."""

import pytest

from formats.asking_blender import why_not


@pytest.fixture
def needs_blender():
    """Skip the test, with the reason, where Blender cannot be asked."""
    if reason := why_not():
        pytest.skip(reason)
