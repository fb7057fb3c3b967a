"""How a person likes the studio: the page's own JSON, kept as it is."""

from __future__ import annotations

import json
from pathlib import Path

from unbake.errors import UsageError
from unbake.studio.server.keeping.state import read_json, write_json

MOST_CHARACTERS = 1_000_000


class Preferences:
    """The preferences, kept in a file of their own."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def text(self) -> str:
        """Return the preferences as JSON; an empty object where there are none."""
        kept = read_json(self.file)
        return json.dumps(kept) if isinstance(kept, dict) else "{}"

    def keep(self, text: str) -> None:
        """Keep preferences for next time; UsageError for anything but a JSON object of a sensible size."""
        try:
            value = json.loads(text) if len(text) <= MOST_CHARACTERS else None
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise UsageError("preferences that are no JSON object cannot be kept")
        write_json(self.file, value)
