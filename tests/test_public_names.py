import subprocess
import sys

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
