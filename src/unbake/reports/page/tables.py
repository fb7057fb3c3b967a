"""The page's tables: how the run was set, what each layer did, what was written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from unbake._version import __version__
from unbake.curves.measure import MeasuredError
from unbake.ground.wording import counted
from unbake.keyframes.layers import LEAD, Blocking, Layer
from unbake.reduce.reduction import ReduceOptions, Reduction
from unbake.reports.wording import centimetres, criterion_sentence, percent, short

FEW_TIPS = 5
"""Tips that are listed where no error was promised."""
FRAMES_AT_ONCE = 120
"""More frames of a layer than this are folded away: three thousand in a column are fifteen pages."""

LAYER_NAMES = ("1 Main keyposes", "2 More keyposes", "3 Breakdowns")


@dataclass(frozen=True)
class OutputLine:
    """One file that the run wrote: its name, its format, the fit in it, its largest error in centimetres, and where
    Blender shows its frames."""

    name: str
    format: str
    fit: str
    max_cm: float
    tips_max_cm: float | None = None
    blender: str = ""


@dataclass(frozen=True)
class FoldedText:
    """A text that is too long for a cell: what is seen at once, what the fold says, and what it hides."""

    shown: str
    summary: str
    rest: str


def table(head: Sequence[str], rows: Iterable[Sequence[str | FoldedText]], css_class: str = "") -> str:
    """Return an HTML table of texts, all escaped; without a head the first column is the rows' headings."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(_cells(row, bool(head)))}</tr>" for row in rows)
    header = f"<thead><tr>{top}</tr></thead>" if head else ""
    return f'<div class="scroll"><table class="{css_class}">{header}<tbody>{body}</tbody></table></div>'


def _cells(row: Sequence[str | FoldedText], has_head: bool) -> list[str]:
    texts = [_cell_html(cell) for cell in row]
    cells = [f"<td>{text}</td>" for text in texts]
    return cells if has_head else [f'<th scope="row">{texts[0]}</th>', *cells[1:]]


def _cell_html(cell: str | FoldedText) -> str:
    if isinstance(cell, str):
        return escape(cell)
    fold = f"<details><summary>{escape(cell.summary)}</summary>{escape(cell.rest)}</details>"
    return f"{escape(cell.shown)} {fold}"


def outputs_table(outputs: Sequence[OutputLine]) -> str:
    """Return the table of the files that were written."""
    rows = [
        (
            line.name,
            line.format,
            line.fit,
            f"{short(line.max_cm)} cm",
            "–" if line.tips_max_cm is None else f"{short(line.tips_max_cm)} cm",
            line.blender or "–",
        )
        for line in outputs
    ]
    return table(("File", "Format", "Fit", "Largest error", "Of the tips", "Frames in Blender"), rows)


def tips_table(tips: MeasuredError, limit_m: float | None) -> str:
    """Return the table of tips, the farthest first: all that are beyond a limit, or the worst where there is none."""
    shown = tips.by_joint()[:FEW_TIPS] if limit_m is None else tips.beyond(limit_m)
    rows = [(one.joint, centimetres(one.max_m), str(one.number)) for one in shown]
    return table(("Tip", "At worst", "Frame"), rows) if rows else ""


def layers_table(blocking: Blocking, layers: Sequence[Layer], lead: Sequence[str] | None, first_frame: int) -> str:
    """Return the table of the three layers: what each looked at, its thresholds, and the keys that it added."""
    rows = []
    for number, (name, layer) in enumerate(zip(LAYER_NAMES, layers, strict=True), start=1):
        keys = [
            f + first_frame for f, by in zip(blocking.selection.frames, blocking.layer_of, strict=True) if by == number
        ]
        rows.append(
            (
                f"{number} {layer.criterion.capitalize()}" if layer.is_moments else name,
                *_how(layer, lead),
                str(len(blocking.segments[number - 1])),
                str(len(keys)),
                _frames_cell(keys),
            )
        )
    head = ("Layer", "Criterion", "Looks at", "Accurate within", "Gain per key", "Spans", "Keys added", "On frames")
    return table(head, rows, "layers")


def _frames_cell(frames: Sequence[int]) -> str | FoldedText:
    """All frames; of very many, the first ones, and the others behind a fold."""
    shown, rest = (", ".join(map(str, some)) for some in (frames[:FRAMES_AT_ONCE], frames[FRAMES_AT_ONCE:]))
    return FoldedText(shown, f"Show the other {len(frames) - FRAMES_AT_ONCE:,}", rest) if rest else shown or "–"


def _how(layer: Layer, lead: Sequence[str] | None) -> tuple[str, str, str, str]:
    """A layer's criterion, what it looks at, and its two thresholds."""
    if layer.is_moments:
        what = ", ".join(lead or ("the leading part",)) if layer.lead else "all joints"
        return "–", what, f"{short(100 * layer.floor_m)} cm" if layer.floor_m else "–", "–"
    thresholds = f"{percent(layer.accuracy)} or {short(100 * layer.floor_m)} cm", percent(layer.significance)
    return f"{layer.criterion}, {layer.metric}", _seen(layer, lead), *thresholds


def _seen(layer: Layer, lead: Sequence[str] | None) -> str:
    what = ", ".join(lead or LEAD) if layer.lead else "all joints"
    return f"{what}, in the {'world' if layer.space == 'world' else 'body’s space'}"


def settings_table(reduction: Reduction, source: str) -> str:
    """Return the table of everything that decides what comes out of the run."""
    motion, options = reduction.motion, reduction.options
    rate = f"{float(motion.fps):.6g}"
    rows = [
        ("File", source),
        ("Frames", f"{motion.first_frame} to {motion.last_frame} ({counted(motion.n_frames, 'frame')})"),
        ("Frame rate", f"{rate} a second ({motion.duration_s:.2f} s)"),
        ("Keys asked for", _asked(options)),
    ]
    if reduction.blocking is not None:
        usual = (
            ("found over time: see the dopesheet",)
            if any(layer.criterion == "extremes" for layer in options.layers)
            else LEAD
        )
        rows.append(("Leading part", ", ".join(options.lead or usual)))
    if reduction.space is not None:
        made = reduction.space.table
        rows += [
            ("Criterion", f"{made.criterion.name}, {made.metric}: {criterion_sentence(made.criterion, made.metric)}"),
            ("Segments add up by", made.compose),
            ("Space made from", ", ".join(_space_lead(reduction) or ("the default joints",))),
        ]
    rows += [
        ("Pinned frames", ", ".join(map(str, options.pinned_numbers)) or "none"),
        (
            "Frames between keys",
            _gaps(reduction),
        ),
        ("Fit", f"{reduction.animation.fit}, {' and '.join(options.curves)}"),
        ("Broken tangents", _breaks(reduction)),
        *_ends(reduction),
        ("Joints measured", f"{len(reduction.error.joints)}: {', '.join(reduction.error.joints)}"),
    ]
    if reduction.tips is not None:
        rows.append(("Tips measured", f"{len(reduction.tips.joints)}: {', '.join(reduction.tips.joints)}"))
    rows.append(("Tips count", "yes, like every joint" if options.tips else "no: they are only measured"))
    if named := reduction.motion.skeleton.named_roles:
        rows.append(("Roles given", ", ".join(f"{role} = {joint}" for role, joint in named.items())))
    rows.append(("Unbake", __version__))
    return table((), rows, "settings")


def _breaks(reduction: Reduction) -> str:
    counts = (animation.count_breaks() for animation in reduction.animations.values())
    tangents = (animation.count_tangents() for animation in reduction.animations.values())
    kinds = reduction.animations
    parts = [f"{n:,} of {of:,} ({kind})" for kind, n, of in zip(kinds, counts, tangents, strict=True)]
    return ", ".join(parts)


def _ends(reduction: Reduction) -> list[tuple[str, str]]:
    """What the world-space match did, one row for each kind of curves."""
    return [
        (
            f"{ends.title.capitalize()} ({kind})",
            f"{centimetres(ends.before.max_m)} at worst before the world-space match, "
            f"{centimetres(ends.after.max_m)} after it"
            if ends.before
            else f"{centimetres(ends.after.max_m)} at worst",
        )
        for kind, ends in reduction.ends.items()
    ]


def _space_lead(reduction: Reduction) -> tuple[str, ...] | None:
    """What the space sees: where layers chose, it is there to compare with, and sees all default joints."""
    return None if reduction.blocking is not None else reduction.options.lead


def _gaps(reduction: Reduction) -> str:
    options = reduction.options
    usual = "1/20 s" if reduction.blocking is not None else "1"
    least = usual if options.min_gap is None else str(options.min_gap)
    return f"at least {least}" + (f", at most {options.max_gap}" if options.max_gap else "")


def _asked(options: ReduceOptions) -> str:
    if options.keys is not None:
        return f"{options.keys}"
    if options.error_m is not None:
        where = ", tips included" if options.tips else ""
        return f"the fewest that stay within {short(100.0 * options.error_m)} cm{where}"
    return "automatic, by three layers"
