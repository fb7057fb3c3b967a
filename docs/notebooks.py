"""Run the manual's notebooks and keep what they show; the manual's pages are made from that.

A cell shows what it prints and the figures that are open at `plt.show()`, as in Jupyter, which is not needed here.

Run: python -m docs.notebooks
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

import matplotlib.pyplot as plt

NOTEBOOKS = sorted((Path(__file__).parent / "tutorials").glob("*.ipynb"))

Notebook = dict[str, Any]
"""https://nbformat.readthedocs.io, version 4"""


class Shown(io.StringIO):
    """What a cell shows, in order, as a notebook's outputs."""

    def __init__(self) -> None:
        super().__init__()
        self.outputs: list[dict[str, Any]] = []

    def end_text(self) -> None:
        """Keep what was printed so far."""
        if self.getvalue():
            text = self.getvalue().splitlines(keepends=True)
            self.outputs.append({"name": "stdout", "output_type": "stream", "text": text})
            self.seek(0)
            self.truncate()

    def show_figures(self) -> None:
        """Keep the open figures as PNG, with their first title as the text, and close them."""
        self.end_text()
        for number in plt.get_fignums():
            figure, png = plt.figure(number), io.BytesIO()
            figure.savefig(png, format="png", metadata={"Software": None})
            picture = base64.b64encode(png.getvalue()).decode("ascii")
            data = {"image/png": picture + "\n", "text/plain": [figure.axes[0].get_title(loc="left")]}
            self.outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
            plt.close(figure)


def run(notebook: Notebook) -> dict[str, Any]:
    """Run the cells in order, in the current folder; put what they show into them and return the names they define."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    plt.switch_backend("agg")
    with plt.rc_context():
        for number, cell in enumerate(cells, start=1):
            shown = Shown()
            with contextlib.redirect_stdout(shown), patch.object(plt, "show", shown.show_figures):
                exec(compile("".join(cell["source"]), f"<cell {number}>", "exec"), names)
            shown.end_text()
            cell |= {"execution_count": number, "outputs": shown.outputs}
    return names


def as_markdown(notebook: Notebook) -> str:
    """Return a notebook as a page: texts as they are, code, and what it shows."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            if output["output_type"] == "stream":
                parts.append(f"```text\n{''.join(output['text'])}```")
            else:
                title, png = "".join(output["data"]["text/plain"]), output["data"]["image/png"].strip()
                parts.append(f"![{title}](data:image/png;base64,{png})")
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Run every notebook of the manual and write it back."""
    for file in NOTEBOOKS:
        notebook = json.loads(file.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            run(notebook)
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
