import re
import subprocess
import sys
from pathlib import Path

import unbake


def test_exports_are_complete_and_real():
    assert len(set(unbake.__all__)) == len(unbake.__all__)
    assert set(unbake.__all__) == set(unbake._HOMES)
    for name in unbake.__all__:
        found = getattr(unbake, name)
        assert found if name.isupper() else found.__name__ == name
    assert set(unbake.__all__) <= set(dir(unbake))


def test_importing_costs_nothing():
    code = "import sys, unbake; print(sorted(m for m in ('numpy', 'numba', 'scipy') if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_reference_holds_every_public_name():
    pages = (Path(__file__).parents[1] / "docs" / "reference").glob("*.md")
    documented = {name for page in pages for name in re.findall(r":: unbake\.(\w+)$", page.read_text(), re.MULTILINE)}
    assert documented - {"motion"} == set(unbake.__all__)
