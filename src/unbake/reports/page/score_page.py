"""The scores of clips as one HTML file: a table, and the picture of each clip."""

from __future__ import annotations

import base64
import io
from html import escape
from pathlib import Path

from unbake.ground.files.whole_file import whole_file
from unbake.reports.pictures.score_picture import score_picture
from unbake.reports.pictures.strip_picture import PAPER
from unbake.reports.wording import percent
from unbake.synthesis.naturalness.scored import ScoredMotion

_STYLE = """
body { margin: 2rem auto; max-width: 96rem; padding: 0 1rem; background: #fcfcfa; color: #22262b;
  font: 15px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; margin: 1rem 0 2rem; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; border-bottom: 1px solid #d9d9d3; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.why { min-width: 18rem; }
.wide { overflow-x: auto; }
img { width: 100%; min-width: 52rem; display: block; margin: 1.5rem 0; }
"""
_NUMBERS = ("frames", "worst second", "worst frame", "unnatural share")


def write_score_page(clips: list[tuple[str, ScoredMotion]], path: Path) -> None:
    """Write the page, whole or not at all; it needs no other file. FileError where it cannot be written."""
    numbers = "".join(f'<th class="number">{name}</th>' for name in _NUMBERS)
    header = f"<th>clip</th>{numbers}<th>what is wrong there</th>"
    rows = "".join(_row(name, scored) for name, scored in clips)
    pictures = "".join(_picture(name, scored) for name, scored in clips)
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Naturalness</title>'
        f"<style>{_STYLE}</style></head><body><main><h1>Naturalness</h1>"
        f'<div class="wide"><table><tr>{header}</tr>{rows}</table></div>{pictures}</main></body></html>\n'
    )
    with whole_file(path) as temporary:
        temporary.write_text(page, encoding="utf-8", errors="replace")


def _row(name: str, scored: ScoredMotion) -> str:
    why = "; ".join(f"{reason.term.name}: {reason.amount:.2g} {reason.term.unit}" for reason in scored.reasons())
    cells = (
        str(scored.motion.n_frames),
        percent(scored.worst_probability),
        str(scored.worst_number),
        percent(scored.unnatural_part),
    )
    numbers = "".join(f'<td class="number">{escape(cell)}</td>' for cell in cells)
    return f'<tr><td>{escape(name)}</td>{numbers}<td class="why">{escape(why or "nothing")}</td></tr>'


def _picture(name: str, scored: ScoredMotion) -> str:
    out = io.BytesIO()
    score_picture([(name, scored)]).savefig(out, format="png", facecolor=PAPER, metadata={"Software": None})
    data = base64.b64encode(out.getvalue()).decode("ascii")
    return f'<div class="wide"><img alt="{escape(name)}, frame by frame" src="data:image/png;base64,{data}"></div>'
