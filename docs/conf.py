"""How the manual is built: ``make docs``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.notebooks import as_markdown
from sphinx.util import logging

from unbake._version import __version__

logger = logging.getLogger(__name__)

project = "Unbake"
author = "the authors of Unbake"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown", ".ipynb": "markdown"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"Unbake {release}"
myst_heading_anchors = 3
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True}

SECTIONS = {"Parameters": "param", "Raises": "raises"}


def fields(lines: list[str]) -> Iterator[str]:
    """Yield a docstring's lines, "Parameters" and "Raises" as Sphinx's fields, other titles in bold."""
    field = None
    for n, line in enumerate(lines):
        after = lines[n + 1] if n + 1 < len(lines) else ""
        if re.fullmatch("-{3,}", line):
            continue
        if re.fullmatch("-{3,}", after):
            field = SECTIONS.get(line)
            yield from () if field else (f"**{line}**", "")
        elif not line.strip():
            field = field if after.startswith(" ") or " : " in after else None
            yield line
        elif field and line[0] != " " and " : " in line:
            names, _, text = line.partition(" : ")
            for name in names.split(", ")[:-1]:
                yield f":{field} {name}: see `{names.split(', ')[-1]}`"
            yield f":{field} {names.split(', ')[-1]}: {text}"
        elif field:
            yield f"    {line.strip()}"
        else:
            yield line


def process_docstring(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Replace a docstring by one with fields."""
    lines[:] = fields(list(lines))


ARRAYS = re.compile(
    r"~?(?:numpy\.)?ndarray\[tuple\[~?(?:typing\.)?(?:Any|int), \.\.\.\], ~?(?:numpy\.)?dtype\[~?(?:numpy\.)?(\w+)\]\]"
)


def shorten_arrays(
    app: Any, what: str, name: str, obj: Any, options: Any, arguments: str | None, result: str | None
) -> tuple[str | None, str | None]:
    """Write ``array[float64]`` for NumPy's long names of arrays; their shapes are in the text."""
    return arguments and ARRAYS.sub(r"array[\1]", arguments), result and ARRAYS.sub(r"array[\1]", result)


def notebook_to_page(app: Any, page: str, source: list[str]) -> None:
    """Replace a notebook by its page, with what its cells showed when they were last run."""
    if app.env.doc2path(page).suffix == ".ipynb":
        source[0] = as_markdown(json.loads(source[0]))


def drop_outer_links(app: Any, page: str, source: list[str]) -> None:
    """Leave only the words of links to files of the repository that the manual does not hold; they must be there."""

    manual = Path(__file__).parent
    folder = (manual / page).parent

    def words(link: re.Match[str]) -> str:
        target = (folder / link[2].partition("#")[0]).resolve()
        if not target.exists():
            logger.warning("%s: no file %s", page, link[2])
        return link[0] if target.is_relative_to(manual) else link[1]

    source[0] = re.sub(r"(?<!!)\[([^\]]+)\]\((\.\./[^)]+)\)", words, source[0])


def setup(app: Any) -> None:
    """Register what is ours."""
    app.connect("autodoc-process-docstring", process_docstring)
    app.connect("autodoc-process-signature", shorten_arrays)
    app.connect("source-read", notebook_to_page)
    app.connect("source-read", drop_outer_links)
