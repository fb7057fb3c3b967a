"""The performer's library, once a module."""

import pytest
from tests.composition.demands.acted import material


@pytest.fixture(scope="session")
def acted(tmp_path_factory):
    return material(tmp_path_factory.mktemp("acted"))
