"""Handlers: every request has one, which takes that request and returns the reply that the message names."""

import subprocess
import sys
from typing import Any, get_args, get_type_hints

import pytest

from unbake.studio.server import messages as m
from unbake.studio.server.handlers import HANDLERS
from unbake.studio.server.link.handler import handles
from unbake.studio.server.typescript import reply_named

BY_THE_SESSION = {m.Cancel, m.AwaitKernels}
"""Requests that need no thread."""

KINDS = sorted(set(get_args(m.Request)) - BY_THE_SESSION, key=lambda kind: kind.__name__)


def test_every_request_has_a_handler_and_every_handler_a_request():
    assert set(HANDLERS) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_handler_takes_its_request_and_returns_the_reply(kind):
    types = get_type_hints(HANDLERS[kind].answer)
    assert types["message"] in (kind, Any)
    assert types["return"].__name__ == reply_named(kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_kept_is_kept_when_the_page_has_gone(kind):
    is_saved = reply_named(kind) in ("Saved", "Exported", "Done")
    learns = kind in (m.LearnFeet, m.UnlearnFeet, m.BeginOracle, m.LearnAnnotations)
    assert HANDLERS[kind].keeps == (is_saved or learns or kind in (m.AddToLibrary, m.ChangeFlags))
    if is_saved:
        assert HANDLERS[kind].lane == "files"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("is_preview", [True, False])
def test_keys_and_how_they_move_come_quickly(kind, is_preview):
    request = object.__new__(kind)
    vars(request)["is_preview"] = is_preview
    poses = ("PoseDragged", "PoseRead", "InfluencePainted", "DeltasFound", "LayersApplied")
    is_awaited = reply_named(kind) in ("Edited", "Evaluated", "LiveFrames", *poses) or (kind is m.Choose and is_preview)
    assert (HANDLERS[kind].lane_of(request) == "quick") == is_awaited


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind not in (m.Choose, m.Autosave)], ids=lambda kind: kind.__name__
)
def test_only_the_newest_of_what_is_only_shown_counts(kind):
    newer, older = object.__new__(kind), object.__new__(kind)
    in_library = (m.GuessAnnotations, m.SearchLibrary, m.BeginPass, m.OpenJudged, m.CheckDemand, m.Synthesize)
    of_poses = (m.FindDeltas, m.Propagate, m.ApplyLayers)
    is_shown = kind in (
        m.FindSpace,
        m.Evaluate,
        m.PlanExport,
        m.GuessFeet,
        m.CleanFeet,
        m.ScoreClip,
        *in_library,
        *of_poses,
    )
    assert HANDLERS[kind].supersedes(newer, older) == is_shown


def test_a_request_has_no_second_handler():
    with pytest.raises(AssertionError, match="Hello has a handler already"):
        handles(m.Hello, lane="quick")(lambda desk, message, report: m.Done())


@pytest.mark.slow
def test_a_desk_alone_knows_all_handlers(tmp_path):
    lines = (
        "import sys",
        "from pathlib import Path",
        "from unbake.studio.server import messages as m",
        "from unbake.studio.server.desk import Desk",
        "folder = Path(sys.argv[1])",
        "print(type(Desk(None, folder, state=folder).answer(m.Hello(), print)).__name__)",
    )
    ended = subprocess.run([sys.executable, "-c", "\n".join(lines), tmp_path], capture_output=True, text=True)
    assert ended.stdout == "Welcome\n", ended.stderr
