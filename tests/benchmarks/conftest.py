"""Puts the project's root on the import path: the benchmarks are not part of the package."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))
