"""Examples of an edit, as files name them: two clips, a clip and layers for it, or a reduced clip with changed keys."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from unbake.cli.shared.arguments import parse_range
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing.propagation.examples import Example
from unbake.editing.propagation.keys import changed_keys, changed_part
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.native.layer_file import is_layer_file, load_layers
from unbake.formats.registry import ReadOptions, load, with_skeleton
from unbake.motion.motion import Motion
from unbake.motion.points import Points

Clip = Motion | KeyedAnimation


def load_take(file: Path, options: ReadOptions) -> Clip:
    """Return a motion or keyed animation; UsageError for bare points."""
    clip = load(file, with_skeleton(file, options))
    if isinstance(clip, Points):
        raise UsageError(f"{file}: bare points have no joints that could be edited")
    return clip


def motion_of(clip: Clip) -> Motion:
    """Return a clip frame by frame, layers included."""
    return clip.layered() if isinstance(clip, KeyedAnimation) else clip


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
        example, own = _example(source, edit, given, options, warp=warp, is_own=is_own)
        examples.append(example)
        notes += own
    return examples, notes


def _example(
    source: Path, edit: Path, given: tuple[int, int] | None, options: ReadOptions, *, warp: bool | None, is_own: bool
) -> tuple[Example, list[str]]:
    before = load_take(source, options)
    motion = motion_of(before)
    frames = None
    if given is not None:
        frames = motion.frame_index(given[0]), motion.frame_index(given[1])
    try:
        if is_layer_file(edit):
            layers = load_layers(edit, before)
            example = Example.of_layers(motion, layers, frames)
            part = changed_part(motion, example.edited)
        else:
            after = load_take(edit, options)
            keyed = isinstance(before, KeyedAnimation) and isinstance(after, KeyedAnimation)
            example = Example.of(motion, motion_of(after), frames, warp=warp)
            part = changed_keys(before, after) if keyed else None  # type: ignore[arg-type]
            part = part or changed_part(motion, example.edited)
    except (UsageError, MotionError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError.of(edit, error) from error
    # Of the very take that is edited, frames outside the change are what is to be filled in, not examples.
    if part is None or given is not None or not is_own or (part[1] - part[0]) < 0.25 * float(motion.fps):
        return example, []
    first, last = part[0] + motion.first_frame, part[1] + motion.first_frame
    note = f"{edit.name}: learnt from frames {first}–{last}, where it differs; --range says otherwise"
    return Example(example.source, example.edited, example.seconds, *part, example.notes), [note]
