"""The tables of a library, as numbered steps: whoever opens an older file takes the steps that it lacks."""

from __future__ import annotations

APPLICATION_ID = 0x756E626B
"""``unbk``, in the header of the file: it tells a library from other SQLite files."""

_FIRST = (
    """CREATE TABLE skeleton (
        id INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        data BLOB NOT NULL
    )""",
    """CREATE TABLE clip (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        hash TEXT NOT NULL UNIQUE,
        source TEXT NOT NULL,
        licence TEXT NOT NULL,
        added TEXT NOT NULL,
        skeleton_id INTEGER NOT NULL REFERENCES skeleton(id),
        has_body INTEGER NOT NULL,
        n_frames INTEGER NOT NULL,
        first_frame INTEGER NOT NULL,
        fps_numerator INTEGER NOT NULL,
        fps_denominator INTEGER NOT NULL,
        warnings TEXT NOT NULL,
        rotations BLOB NOT NULL,
        translations BLOB NOT NULL
    )""",
    "CREATE INDEX clip_skeleton ON clip(skeleton_id)",
    # What was read already: a second run need not read a file to know it.
    """CREATE TABLE source_file (
        hash TEXT PRIMARY KEY,
        clip_id INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE
    ) WITHOUT ROWID""",
    "CREATE INDEX source_file_clip ON source_file(clip_id)",
    """CREATE TABLE tag (
        clip_id INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE,
        name TEXT NOT NULL COLLATE NOCASE,
        PRIMARY KEY (clip_id, name)
    ) WITHOUT ROWID""",
    """CREATE TABLE foot_labels (
        clip_id INTEGER PRIMARY KEY REFERENCES clip(id) ON DELETE CASCADE,
        data TEXT NOT NULL
    )""",
    """CREATE TABLE flag (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        position INTEGER NOT NULL
    )""",
    # What a person said: runs of frames that never overlap within one clip and flag.
    """CREATE TABLE label (
        clip_id INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE,
        flag_id INTEGER NOT NULL REFERENCES flag(id) ON DELETE CASCADE,
        start INTEGER NOT NULL,
        stop INTEGER NOT NULL,
        is_set INTEGER NOT NULL,
        PRIMARY KEY (clip_id, flag_id, start),
        CHECK (0 <= start AND start < stop AND is_set IN (0, 1))
    ) WITHOUT ROWID""",
    "CREATE INDEX label_flag ON label(flag_id)",
    # What a classifier guesses: a certainty for every frame.
    """CREATE TABLE guess (
        clip_id INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE,
        flag_id INTEGER NOT NULL REFERENCES flag(id) ON DELETE CASCADE,
        stamp TEXT NOT NULL,
        certainty BLOB NOT NULL,
        PRIMARY KEY (clip_id, flag_id)
    )""",
    "CREATE INDEX guess_flag ON guess(flag_id)",
    """CREATE TABLE derived (
        clip_id INTEGER NOT NULL REFERENCES clip(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        version TEXT NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (clip_id, name)
    )""",
    """CREATE TABLE kept (
        name TEXT PRIMARY KEY,
        stamp TEXT NOT NULL,
        data BLOB NOT NULL
    )""",
)

_COMPOSED = (
    # A clip that is made of others has empty blobs, but a recipe, and the clips that the recipe numbers.
    """CREATE TABLE recipe (
        clip_id INTEGER PRIMARY KEY REFERENCES clip(id) ON DELETE CASCADE,
        data BLOB NOT NULL
    )""",
    """CREATE TABLE ingredient (
        clip_id INTEGER NOT NULL REFERENCES recipe(clip_id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        source_id INTEGER NOT NULL REFERENCES clip(id),
        PRIMARY KEY (clip_id, position)
    ) WITHOUT ROWID""",
    "CREATE INDEX ingredient_source ON ingredient(source_id)",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _COMPOSED)
"""Step n turns version n of the tables into version n + 1; a step that was published is never changed."""
VERSION = len(MIGRATIONS)
