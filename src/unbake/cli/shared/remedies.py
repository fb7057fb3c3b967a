"""What a person at a command line can do about a note or an error: the options that go with its code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from unbake.ground.notes import Note

REMEDIES = {
    "rate-assumed": "--fps overrides",
    "unit-assumed": "--unit overrides",
    "rate-of-keys": "--fps overrides",
    "take-chosen": "--take names another",
    "layer-left-out": "unbake convert --foot-layer bakes layers in",
    "no-skeleton-file": "--skeleton names one",
    "skeleton-doubtful": "--skeleton names another",
    "no-legs": "--role ROLE=JOINT says which they are",
    "no-character-legs": "unbake retarget --to-role ROLE=JOINT says which they are",
    "no-marker": "--role {role}=LABEL says which it is",
    "no-markers": "--role {role}=LABEL says which it is, and so on",
    "gaps": "--range {first}:{last} takes the longest part that can be used",
    "usd-skeleton": "--usd splines writes them",
    "damaged-library": "unbake library merge takes what can still be read into a new one",
    "no-library": "unbake library create makes one",
    "not-trained": "unbake annotate LIB train trains it",
    "nothing-labelled": "unbake annotate LIB set labels something",
    "one-sided-labels": "unbake annotate LIB set says both, with --no and --only",
    "not-annotated": "unbake annotate LIB set labels stretches, and unbake annotate LIB train --apply guesses the rest",
    "worker-memory": "--jobs takes fewer workers, --memory says what each may have",
    "scheduler": "the same command goes on from there",
    "memory": "--range takes fewer frames",
    "folder": "unbake batch and unbake library add take folders",
    "jumps": "--pin {missing} keeps them",
    "close-keys": "--min-gap keeps keys apart",
    "no-material": "unbake library add adds clips",
    "graph-not-built": "unbake graph build makes one",
    "damaged-graph": "unbake graph build makes it again",
    "table-not-built": "unbake transitions build makes one",
    "table-incomplete": "unbake transitions build goes on",
    "no-rejected-transplant": (
        "unbake enrich makes some, and unbake annotate LIB set CLIP '{flag}' FIRST LAST --no labels them"
    ),
    "clips-changed": "the same command goes on",
    "port": "without --port any free one is taken",
}
"""Code → remedy, with the names of what the note is about in braces."""


def with_remedy(text: str, code: str, about: Mapping[str, object]) -> str:
    """Return a sentence with what can be done about it, where something can."""
    return f"{text}; {REMEDIES[code].format(**about)}" if code in REMEDIES else text


def with_remedies(notes: Iterable[str]) -> list[str]:
    """Return notes with what can be done about them."""
    return [with_remedy(note, note.code, note.about) if isinstance(note, Note) else note for note in notes]
