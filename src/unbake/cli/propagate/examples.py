"""Examples of an edit, as files name them: two clips, a clip and layers for it, or a reduced clip with changed keys."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from unbake.cli.shared.arguments import parse_range
from unbake.cli.shared.loading import load_take, motion_of
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing.propagation.examples import LEAST_S, Example
from unbake.editing.propagation.keys import changed_keys, changed_part
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.native.layer_file import is_layer_file, load_layers
from unbake.formats.registry import ReadOptions
from unbake.ground.wording import listed


def load_examples(
    sources: Sequence[Path],
    edits: Sequence[Path],
    ranges: Sequence[str],
    take: Path,
    options: ReadOptions,
    *,
    warp: bool | None,
) -> tuple[list[Example], list[str]]:
    """Return the examples that pairs of files make, and what was assumed.

    Raises
    ------
    UsageError : not as many edits as sources, more ranges than examples; what `Example.of` refuses.
    FileError : files that cannot be read, with the edited file where its pair is no example.
    """
    if len(sources) != len(edits):
        raise UsageError(
            f"--from and --edited come in pairs; there are {len(sources)} and {len(edits)}", option="--edited"
        )
    if len(ranges) > len(sources):
        raise UsageError(f"{len(ranges)} ranges for {len(sources)} examples", option="--range")
    examples, notes = [], []
    for place, (source, edit) in enumerate(zip(sources, edits, strict=True)):
        given = parse_range(ranges[place]) if place < len(ranges) else None
        is_own = os.path.realpath(source) == os.path.realpath(take)
        found, own = _examples(source, edit, given, options, warp=warp, is_own=is_own)
        examples += found
        notes += own
    return examples, notes


def _examples(
    source: Path, edit: Path, given: tuple[int, int] | None, options: ReadOptions, *, warp: bool | None, is_own: bool
) -> tuple[list[Example], list[str]]:
    before = load_take(source, options)
    motion = motion_of(before)
    frames, keys = None, None
    if given is not None:
        frames = motion.frame_index(given[0]), motion.frame_index(given[1])
    try:
        if is_layer_file(edit):
            layers = load_layers(edit, before)
            example = Example.of_layers(motion, layers, frames)
        else:
            after = load_take(edit, options)
            example = Example.of(motion, motion_of(after), frames, warp=warp)
            if isinstance(before, KeyedAnimation) and isinstance(after, KeyedAnimation):
                keys = changed_keys(before, after)
        part = changed_part(motion, example.edited, example.seconds)
    except (UsageError, MotionError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError.of(edit, error) from error
    # Of the very take that is edited, frames outside the change are what is to be filled in, not examples.
    parts = keys or ([part] if part else [])
    parts = [one for one in parts if one[1] - one[0] >= LEAST_S * float(motion.fps)]
    if not parts or given is not None or not is_own:
        return [example], []
    named = listed([f"{first + motion.first_frame}–{last + motion.first_frame}" for first, last in parts])
    note = f"{edit.name}: learnt from frames {named}, where it differs; --range says otherwise"
    return [replace(example, first=first, last=last) for first, last in parts], [note]
