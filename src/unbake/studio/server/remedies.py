"""What a person at the studio's page can do about an error: the view, or the command, that goes with its code."""

from __future__ import annotations

from unbake.errors import UnbakeError

REMEDIES = {
    "no-material": "open clips, and add them in the Library view",
    "no-transplants": "unbake enrich makes them, on the command line",
    "not-annotated": "the Annotations view labels stretches, and Learn guesses the rest",
    "other-length": "unbake propagate can do it, on the command line",
    "several-actors": "unbake synthesize moves all of them, on the command line",
}
"""Code → remedy. Other programs that ask the server for something never see these."""


def with_remedy(error: UnbakeError) -> str:
    """Return an error's sentence with what can be done about it, where something can."""
    return f"{error}; {REMEDIES[error.code]}" if error.code in REMEDIES else str(error)
