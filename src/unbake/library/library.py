"""A library of motions in one file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import FileError, UnbakeError, UsageError
from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Floats32
from unbake.ground.choices import check_words
from unbake.library.annotations import THIRTEEN, Annotations, annotations_of, check_vocabulary, flag_index
from unbake.library.clip import Clip
from unbake.library.composed.rows import check_captured, check_unused, composed_motion, keep_recipe, recipe_row
from unbake.library.database import Database, create
from unbake.library.derived import DerivedTable
from unbake.library.foot_labels import labels_text, parse_labels
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.library.rows import clips as clip_rows
from unbake.library.rows import flags as flag_rows
from unbake.library.stored import StoredMotion
from unbake.motion.body.mirror import mirrored as mirror_twin
from unbake.motion.composed.assembled import assembled
from unbake.motion.composed.recipe import Recipe
from unbake.motion.motion import Motion


class Library:
    """Clips, and what is known about them, in one SQLite file.

    Two processes may use a library at once, and threads may share one. Every change is there as a whole or not at all.
    Use it as a context, or call `close`.

    Parameters
    ----------
    path : the file, made by `Library.create`; usually ``*.unbakelib``.

    Raises
    ------
    FileError : a file that is missing, no library, damaged, or of a newer version. Every method raises it where the
        file cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.database = Database(self.path)

    @classmethod
    def create(cls, path: str | os.PathLike[str], vocabulary: Sequence[str] = THIRTEEN) -> Library:
        """Make an empty library with a vocabulary of flags, and open it.

        Raises
        ------
        FileError : there is a file already, or none can be written.
        UsageError : a flag whose name is none, or there twice.
        """
        check_words("flags", vocabulary)
        check_vocabulary(tuple(vocabulary))
        create(Path(path))
        library = cls(path)
        library.set_vocabulary(vocabulary)
        return library

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Library:
        """Open a library, as the class itself does."""
        return cls(path)

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    # Clips

    def clips(self) -> list[Clip]:
        """Return all clips, by name."""
        return clip_rows.clips(self.database)

    def clip(self, name: str | int) -> Clip:
        """Return the clip of a name or number (7 or ``#7``); UsageError with the nearest names where there is none."""
        return clip_rows.clip(self.database, name)

    def motion(self, clip: str | int, *, mirrored: bool = False) -> Motion:
        """Return a clip's motion, to the last bit as it was added, or its mirrored twin.

        Raises
        ------
        UsageError : no such clip.
        FileError : what is stored is damaged.
        MotionError : a skeleton that has no mirror image.
        """
        found = self.clip(clip)
        if found.is_composed:
            motion = self._composed(found.id)
            return mirror_twin(motion) if mirrored else motion
        try:
            motion = clip_rows.captured(self.database, found.id).motion()
        except (ValueError, UnbakeError) as error:
            raise FileError(self.path, f"clip '{found.name}' is damaged ({error})", code="damaged-clip") from error
        return mirror_twin(motion) if mirrored else motion

    def _composed(self, clip_id: int) -> Motion:
        motion = composed_motion(
            self.database, clip_id, lambda source: clip_rows.captured(self.database, source).motion()
        )
        if motion is None:
            raise FileError(self.path, f"the recipe of clip #{clip_id} is gone", code="damaged-clip")
        return motion

    def stored(self, clip_id: int) -> StoredMotion:
        """Return a clip's motion as it is stored; that of a clip that is made of others is made again.

        Raises UsageError where there is no such clip.
        """
        captured = clip_rows.captured(self.database, clip_id)
        if captured.rotations:
            return captured
        return replace(StoredMotion.of(self._composed(clip_id)), hash=captured.hash)

    def add(
        self, motion: Motion, name: str, *, source: str = "", tags: Sequence[str] = (), licence: str = ""
    ) -> tuple[int, bool]:
        """Add a motion, unless the very same is there.

        Parameters
        ----------
        motion : kept to the last bit.
        name : what it is to be called; a number is put behind it if another clip is called so.
        source : where it came from.
        tags : words to find it by.
        licence : a note on what may be done with it.

        Returns
        -------
        The clip's number, and whether it is new.
        """
        return self.add_stored(StoredMotion.of(motion), name, source=source, tags=tags, licence=licence)

    def add_stored(
        self, stored: StoredMotion, name: str, *, source: str = "", tags: Sequence[str] = (), licence: str = ""
    ) -> tuple[int, bool]:
        """Add a motion in its stored form, unless the very same is there.

        Parameters
        ----------
        stored : the motion, as `stored` returns it.
        name, source, tags, licence : see `add`.

        Returns
        -------
        The clip's number, and whether it is new.

        Raises
        ------
        UsageError : a name or a tag that lists could not show.
        """
        return clip_rows.add(self.database, stored, name, source=source, tags=tags, licence=licence)

    def add_composed(
        self,
        recipe: Recipe,
        sources: Sequence[int],
        name: str,
        *,
        source: str = "",
        tags: Sequence[str] = (),
        licence: str = "",
    ) -> tuple[int, bool]:
        """Add a motion that is made of captured clips, as a recipe: some hundred bytes.

        Parameters
        ----------
        recipe : how it is made.
        sources : the numbers of the clips that the recipe's own numbers mean.
        name, source, tags, licence : see `add`.

        Returns
        -------
        The clip's number, and whether it is new.

        Raises
        ------
        UsageError : a source that is not there, or is made of others itself.
        MotionError : a recipe that asks for what the sources do not have.
        """
        check_captured(self.database, sources)
        motion = assembled([clip_rows.captured(self.database, number).motion() for number in sources], recipe)
        empty = replace(StoredMotion.of(motion), rotations=b"", translations=b"")
        with self.database.transaction():
            clip_id, is_new = self.add_stored(empty, name, source=source, tags=tags, licence=licence)
            if is_new:
                keep_recipe(self.database, clip_id, recipe, sources)
        return clip_id, is_new

    def recipe(self, clip_id: int) -> tuple[Recipe, tuple[int, ...]] | None:
        """Return how a clip is made, and the numbers of the clips it is made of; None for a captured clip."""
        return recipe_row(self.database, clip_id)

    def clip_of_content(self, content_hash: str) -> int | None:
        """Return the number of the clip whose motion has a hash, None where there is none."""
        row = self.database.row("SELECT id FROM clip WHERE hash = ?", [content_hash])
        return None if row is None else int(row[0])

    def rename(self, clip_id: int, name: str) -> None:
        """Rename a clip; UsageError where there is none, or another is called so."""
        clip_rows.rename(self.database, self.clip(clip_id).id, name)

    def set_licence(self, clip_id: int, licence: str) -> None:
        """Note what may be done with a clip; UsageError where there is none."""
        self.database.change("UPDATE clip SET licence = ? WHERE id = ?", [licence, self.clip(clip_id).id])

    def remove(self, *clip_ids: int) -> None:
        """Remove clips with all that is known about them, all or none, and give their space back.

        Raises UsageError for unknown numbers, and where clips that stay are made of them.
        """
        with self.database.transaction():
            chosen = {clip_id: self.clip(clip_id) for clip_id in clip_ids}.values()
            # What is made of others goes before what it is made of.
            for clip in sorted(chosen, key=lambda clip: not clip.is_composed):
                check_unused(self.database, clip.id)
                self.database.change("DELETE FROM clip WHERE id = ?", [clip.id])
            self.database.change("DELETE FROM skeleton WHERE id NOT IN (SELECT skeleton_id FROM clip)")
        self.database.shrink()

    def tag(self, clip_id: int, tags: Sequence[str]) -> None:
        """Give a clip tags; those that it has stay. UsageError where there is no such clip, or a tag is none."""
        clip_rows.tag(self.database, self.clip(clip_id).id, tags)

    def untag(self, clip_id: int, tags: Sequence[str]) -> None:
        """Take tags from a clip, as far as it has them; UsageError where there is no such clip."""
        check_words("tags", tags)
        with self.database.transaction():
            clip = self.clip(clip_id)
            for tag in tags:
                self.database.change("DELETE FROM tag WHERE clip_id = ? AND name = ?", [clip.id, tag])

    # Feet

    def foot_labels(self, clip_id: int) -> FootLabels | None:
        """Return the foot labels stored with a clip, None where there are none; FileError where they are damaged."""
        row = self.database.row("SELECT data FROM foot_labels WHERE clip_id = ?", [clip_id])
        if row is None:
            return None
        clip = self.clip(clip_id)
        return parse_labels(self.path, row[0], clip)

    def set_foot_labels(self, clip_id: int, labels: FootLabels | None) -> None:
        """Store a clip's foot labels, or none; MotionError for labels of another length or rate."""
        if labels is None:
            self.database.change("DELETE FROM foot_labels WHERE clip_id = ?", [clip_id])
            return
        text = labels_text(labels, self.clip(clip_id))
        self.database.change("INSERT OR REPLACE INTO foot_labels VALUES (?, ?)", [clip_id, text])

    # Annotations

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The flags, in order."""
        return flag_rows.vocabulary(self.database)

    def set_vocabulary(self, flags: Sequence[str]) -> None:
        """Set the flags and their order; flags that are left out go with all that is annotated.

        Raises UsageError for a name that is none, or there twice.
        """
        check_words("flags", flags)
        flag_rows.set_vocabulary(self.database, tuple(flags))

    def rename_flag(self, old: str, new: str) -> None:
        """Call a flag otherwise; its annotations stay. UsageError for unknown flags and names that are taken."""
        flag_rows.rename(self.database, old, new)

    def annotations(self, clip_id: int) -> Annotations:
        """Return what is said and guessed of a clip."""
        clip = self.clip(clip_id)
        flags = self.vocabulary
        labels = flag_rows.labels(self.database, clip.id)
        guesses = flag_rows.guesses(self.database, clip.id, clip.n_frames)
        return annotations_of(flags, clip.n_frames, labels, guesses)

    def annotate(self, clip_id: int, flag: str, start: int, stop: int, yes: bool | None) -> None:
        """Store what a person says of some frames.

        Parameters
        ----------
        flag : one of the vocabulary.
        start, stop : frames from 0, `stop` the first behind them; they must be inside the clip.
        yes : whether the flag holds there; None takes back what was said.
        """
        clip = self.clip(clip_id)
        if not 0 <= start < stop <= clip.n_frames:
            shown = f"{start + clip.first_frame} to {stop - 1 + clip.first_frame}"
            raise UsageError(f"frames {shown} are not inside the clip's {clip.first_frame} to {clip.last_frame}")
        if yes is not None and yes not in (True, False):
            raise UsageError(f"a flag holds, does not hold, or nothing is said: True, False or None, not {yes!r}")
        flag_rows.paint(self.database, clip.id, flag_index(self.vocabulary, flag), start, stop, yes)

    def keep_guesses(self, clip_id: int, flag: str, probability: Floats32, stamp: str) -> None:
        """Store how certain a classifier is (F,) that a flag holds, to 1/255, and which classifier it is."""
        clip = self.clip(clip_id)
        if probability.shape != (clip.n_frames,):
            raise UsageError(f"guesses have shape {probability.shape}, expected {(clip.n_frames,)}")
        flag_rows.keep_guess(self.database, clip.id, flag_index(self.vocabulary, flag), probability, stamp)

    def guess_stamp(self, clip_id: int, flag: str) -> str | None:
        """Return which classifier guessed where a flag holds, None where none did."""
        return flag_rows.stamp(self.database, clip_id, flag_index(self.vocabulary, flag))

    def drop_guess(self, clip_id: int, flag: str) -> None:
        """Forget what a classifier guessed of a flag in a clip."""
        flag_rows.drop_guess(self.database, clip_id, flag_index(self.vocabulary, flag))

    def drop_guesses(self) -> None:
        """Forget all that classifiers guessed."""
        self.database.change("DELETE FROM guess")

    # What is computed

    def derived(self, clip_id: int, table: DerivedTable) -> dict[str, NDArray[Any]]:
        """Return a table of a clip, made and kept where it is missing, damaged or by another recipe."""
        query = "SELECT data FROM derived WHERE clip_id = ? AND name = ? AND version = ?"
        row = self.database.row(query, [clip_id, table.name, table.version])
        if row is not None:
            try:
                return unpacked_tables(row[0])
            except ValueError:
                pass  # it is made again
        arrays = {name: np.asarray(array) for name, array in table.make(self.motion(clip_id)).items()}
        self.keep_derived(clip_id, table, packed_tables(arrays))
        return arrays

    def keep_derived(self, clip_id: int, table: DerivedTable, data: bytes) -> None:
        """Keep a table that was made elsewhere, as `packed_tables` has it; in a file that is read-only, nothing."""
        if not self.database.is_read_only:
            values = [clip_id, table.name, table.version, data]
            self.database.change("INSERT OR REPLACE INTO derived VALUES (?, ?, ?, ?)", values)

    def lacking(self, table: DerivedTable) -> list[int]:
        """Return the clips that have no table of this recipe yet."""
        query = """SELECT id FROM clip WHERE id NOT IN (SELECT clip_id FROM derived WHERE name = ? AND version = ?)
            ORDER BY id"""
        return [int(clip_id) for (clip_id,) in self.database.rows(query, [table.name, table.version])]

    def kept(self, name: str, stamp: str) -> bytes | None:
        """Return what was kept for the whole library under a name, None where nothing is of this stamp."""
        row = self.database.row("SELECT data FROM kept WHERE name = ? AND stamp = ?", [name, stamp])
        return None if row is None else bytes(row[0])

    def keep(self, name: str, stamp: str, data: bytes) -> None:
        """Keep something for the whole library (a model, an index) in place of what was kept under its name."""
        self.database.change("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", [name, stamp, data])
