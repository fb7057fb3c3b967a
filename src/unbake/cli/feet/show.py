"""``unbake feet show``: a clip's stored foot labels, or what an oracle has learnt from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.feet.labelled import print_labels, print_oracle
from unbake.cli.feet.options import OracleOption, PictureGroup
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, RangeOption, ReadGroup
from unbake.cli.shared.output import print_json, print_warnings


@with_option_groups
def show(
    file: Annotated[Path, typer.Argument(readable=False, help="A clip with labels, or an oracle.")],
    *,
    labels: Annotated[
        Path | None, typer.Option("--labels", readable=False, help="The clip's labels, where they are not beside it.")
    ] = None,
    oracle: OracleOption = None,
    frames: RangeOption = None,
    drawing: PictureGroup,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Show a clip's stored foot labels, or what an oracle has learnt from."""
    from unbake.cli.feet.given_oracle import check_named_labels, check_walker, guesser
    from unbake.cli.feet.session import FootSession
    from unbake.formats.clip_files import CLIP_SUFFIXES, is_clip
    from unbake.formats.foot_labels.format import labels_file
    from unbake.training.labelled_clips import load_walker

    if file.suffix.lower() not in CLIP_SUFFIXES and not is_clip(file):
        check_walker(file)
        _show_oracle(file, as_json)
        return
    if labels is not None:
        check_named_labels(labels)
    target = labels or labels_file(file)
    drawing.check(file)
    read = reading.options(file, frames=frames)
    clip = load_walker(file, read, target)
    session = FootSession(clip, target, guesser(oracle), read.frame_numbers, file=file)
    session.take_stored()
    notes = [*clip.warnings, *drawing.draw(session, file, with_certainty=oracle is not None)]
    picture = drawing.picture
    fields = session.fields() | {"file": str(file), "picture": picture and str(picture), "warnings": notes}
    if as_json:
        print_json(fields)
        return
    print_labels(fields)
    print_warnings(notes)


def _show_oracle(file: Path, as_json: bool) -> None:
    from unbake.feet.detect.oracle_file import load_oracle

    facts = load_oracle(file).facts()
    if as_json:
        print_json({"oracle": str(file), **facts})
        return
    print_oracle(file, facts)
