"""The command lines of benchmarks: ``--help`` says what they measure, and starts nothing."""

from __future__ import annotations

import argparse
import sys


def command_line(about: str | None) -> argparse.ArgumentParser:
    """Return a parser that is named like the benchmark that runs, and shows `about` line by line."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    name = spec.name.removesuffix(".__main__") if spec else "benchmarks"
    keeps_lines = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(f"python -m {name}", description=about, formatter_class=keeps_lines)


def takes_no_arguments(about: str | None) -> None:
    """Show `about` and end where ``--help`` asks for it; end with an error where anything else was given."""
    command_line(about).parse_args()
