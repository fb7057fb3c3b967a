"""A command, run in this process."""

import json
from typing import Any

from unbake.cli.main import main


def run_json(capsys: Any, *arguments: object) -> Any:
    """Run a command with ``--json``, which must succeed, and return what it says."""
    code = main([*map(str, arguments), "--json"])
    shown = capsys.readouterr()
    assert code == 0, shown.err
    return json.loads(shown.out)
