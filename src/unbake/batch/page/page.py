"""The summary of a run as a single HTML file that needs nothing but a browser."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from urllib.parse import quote

from unbake._version import __version__
from unbake.batch.outliers import Odd
from unbake.batch.page.columns import columns_of
from unbake.batch.page.wording import facts, headline, reason_text, sentence
from unbake.batch.record import Outcome
from unbake.batch.summary import Summary
from unbake.ground.files.whole_file import whole_file
from unbake.ground.wording import counted
from unbake.reports.page.report import own as of_reports
from unbake.reports.page.report import policy

MOST_CARDS = 60
"""Outliers that have cards; the table has them all, these first."""


def write_page(summary: Summary, file: Path) -> None:
    """Write the page; the file appears whole or not at all.

    Links go to the results by paths relative to the page, so both can be moved together. The page loads nothing.
    """
    with whole_file(file) as temporary:
        temporary.write_bytes(page_html(summary).encode(errors="replace"))


def page_html(summary: Summary) -> str:
    """Return the page's HTML."""
    script = _own("batch.js")
    before, after = headline(summary)
    return Template(_own("batch.html")).substitute(
        policy=policy(script),
        version=escape(__version__),
        title=escape(f"{Path(summary.archive).name}: {before}"),
        style=of_reports("report.css") + _own("batch.css"),
        archive=escape(summary.archive),
        headline=f'{escape(before)} <span class="to">→</span> <span class="keys">{escape(after)}</span>',
        sentence=f"{escape(sentence(summary))}.",
        failed=_failed(summary.failed),
        odd=_odd(summary.odd, len(summary.done)),
        table=_table(summary),
        command=escape(summary.command_line),
        script=script,
    )


def _own(name: str) -> str:
    return files("unbake.batch.page").joinpath(name).read_text(encoding="utf-8")


def _failed(failed: Sequence[Outcome]) -> str:
    if not failed:
        return ""
    rows = "".join(f"<tr><td>{escape(one.clip)}</td><td>{escape(one.reason)}</td></tr>" for one in failed)
    return (
        f'<section id="failed"><h2>{counted(len(failed), "clip")} failed</h2><p class="caption">Nothing was kept of '
        "them. The same command tries them again, and leaves alone what is done.</p>"
        f"<table><thead><tr><th>Clip</th><th>Reason</th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _odd(odd: Sequence[Odd], n_done: int) -> str:
    if not odd:
        text = "No clip stands out: each measure is within twice its median, or within 3.5 robust deviations."
        return f'<p class="caption">{text if n_done >= 5 else "There are too few clips to say which stands out."}</p>'
    more = "" if len(odd) <= MOST_CARDS else f" The first {MOST_CARDS} are shown; the table begins with all of them."
    caption = (
        f"{counted(len(odd), 'clip')} far from all others: more than 3.5 robust standard deviations above the median "
        f"of a measure, and more than twice that median. The farthest come first.{more}"
    )
    return f'<p class="caption">{caption}</p><div class="cards">{"".join(map(_card, odd[:MOST_CARDS]))}</div>'


def _card(odd: Odd) -> str:
    one = odd.outcome
    reasons = "".join(f"<li>{escape(reason_text(oddity))}</li>" for oddity in odd.reasons)
    return (
        f'<article class="pose">{one.picture}<h3>{_link(one)}</h3><ul class="reasons">{reasons}</ul>'
        f"<p>{escape('; '.join(facts(one)))}.</p>{_notes(one)}{_files(one)}</article>"
    )


def _notes(outcome: Outcome) -> str:
    if not outcome.notes:
        return ""
    items = "".join(f"<li>{escape(note)}</li>" for note in outcome.notes)
    return f"<details><summary>{counted(len(outcome.notes), 'note')}</summary><ul>{items}</ul></details>"


def _link(outcome: Outcome) -> str:
    """The clip's name, which leads to its report where there is one."""
    report = next((name for name in outcome.outputs if name.endswith(".html")), None)
    name = escape(outcome.clip)
    return name if report is None else f'<a href="{_href(report)}">{name}</a>'


def _files(outcome: Outcome) -> str:
    """Links to the results, each by what its name ends with."""
    links = (
        f'<a href="{_href(name)}">{escape("report" if name.endswith(".html") else _ending(name, outcome.stem))}</a>'
        for name in outcome.outputs
    )
    return f'<p class="files">{" ".join(links)}</p>'


def _ending(name: str, stem: str) -> str:
    return name.removeprefix(stem) or name


def _href(name: str) -> str:
    return escape("./" + quote(name, errors="surrogateescape"))


def _table(summary: Summary) -> str:
    columns = columns_of(summary)
    head = "".join(f'<th><button type="button">{escape(column.title)}</button></th>' for column in columns)
    odd = {one.outcome.clip for one in summary.odd}
    rows = []
    for one in summary.outcomes:
        kind = "failed" if one.state == "failed" else "odd" if one.clip in odd else ""
        cells = "".join(_cell(column.value(one), column.text(one)) for column in columns)
        rows.append(
            f'<tr class="{kind}"><td class="pose">{one.picture}</td>'
            f'<td data-value="{escape(one.clip)}">{_link(one)}</td>{cells}<td>{_files(one)}</td></tr>'
        )
    return (
        f'<thead><tr><th></th><th><button type="button">Clip</button></th>{head}<th></th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody>"
    )


def _cell(value: float | None, text: str) -> str:
    return f'<td class="number" data-value="{"" if value is None else f"{value:.6g}"}">{escape(text)}</td>'
