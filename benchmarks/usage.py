"""The command line of benchmarks that take no arguments: ``--help`` says what they measure, and starts nothing."""

from __future__ import annotations

import argparse
import sys


def takes_no_arguments(about: str | None) -> None:
    """Show `about` and end where ``--help`` asks for it; end with an error where anything else was given."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    name = spec.name.removesuffix(".__main__") if spec else "benchmarks"
    keeps_lines = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(f"python -m {name}", description=about, formatter_class=keeps_lines).parse_args()
