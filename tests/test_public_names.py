import subprocess
import sys

import unbake


def test_exports_are_sorted_complete_and_real():
    assert unbake.__all__ == sorted(unbake.__all__)
    assert set(unbake.__all__) == set(unbake._HOMES)
    for name in unbake.__all__:
        assert getattr(unbake, name).__name__ == name if name != "CRITERIA" else unbake.CRITERIA
    assert set(unbake.__all__) <= set(dir(unbake))


def test_importing_costs_nothing():
    code = "import sys, unbake; print(sorted(m for m in ('numpy', 'numba', 'scipy') if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
