"""The packages from the ground up, as their docstrings have them; ``python -m docs.packages`` updates the page.

The last line of a package's docstring, "May import: …", is the only place where it is said what stands on what.
"""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "unbake"
PAGE = Path(__file__).parent / "architecture.md"
BEGIN, END = "<!-- packages -->\n", "<!-- end of packages -->\n"
MARK = "May import: "


def described(package: Path) -> tuple[str, tuple[str, ...]]:
    """Return what a package's docstring says that lives there, and which packages it may import."""
    doc = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    says, _, names = doc.rpartition(MARK)
    names = " ".join(names.split()).removesuffix(".")
    return says.strip(), () if names == "nothing" else tuple(names.split(", "))


def may_import() -> dict[str, tuple[str, ...]]:
    """Return for each package those that it may import, from the ground up; CycleError where there is no order."""
    packages = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
    stated = {name: described(ROOT / name)[1] for name in packages}
    order = TopologicalSorter({name: sorted(stated[name]) for name in packages}).static_order()
    return {name: stated[name] for name in order if name in stated}


def table() -> str:
    """Return the page's table of packages."""
    rows = ["| package | what lives there | what it may import |", "|---|---|---|"]
    for name, others in may_import().items():
        says = " ".join(described(ROOT / name)[0].split("\n\n")[0].split()).replace("``", "`")
        rows.append(f"| `{name}/` | {says} | {', '.join(others)} |")
    return "\n".join(rows) + "\n"


def updated(page: str) -> str:
    """Return the page with the present table."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
