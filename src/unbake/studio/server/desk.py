"""What is open, and what is kept beside it: the state that the handlers of all requests work on."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

from unbake.errors import UsageError
from unbake.formats.registry import ReadOptions
from unbake.ground.progress import Report
from unbake.studio.server.choosing.warming import Warming
from unbake.studio.server.demands.synthesis import DemandDesk
from unbake.studio.server.exporting.downloads import Downloads
from unbake.studio.server.feet.own_oracle import OwnOracle
from unbake.studio.server.judging.bench import JudgingBench
from unbake.studio.server.keeping.autosave import Autosaves
from unbake.studio.server.keeping.preferences import Preferences
from unbake.studio.server.keeping.saving import Paper
from unbake.studio.server.keeping.state import state_folder
from unbake.studio.server.library.searching import Searcher
from unbake.studio.server.library.shelf import Shelf
from unbake.studio.server.live.stage import LiveStage
from unbake.studio.server.messages.synthesis.judging import BeginPass
from unbake.studio.server.opening.open_clip import OpenClip
from unbake.studio.server.opening.places import Places
from unbake.studio.server.opening.recent import RecentFiles
from unbake.studio.server.opening.uploads import Uploads
from unbake.studio.server.opening.worked_out import WorkedOutBefore
from unbake.studio.server.posing.posers import Posers


class Desk:
    """Everything that a studio has open, for all its pages.

    Parameters
    ----------
    startup : file to open first.
    folder : where new files go.
    options : what the command line said about the first file.
    state : where things are kept for next time; by default the person's own folder.
    """

    def __init__(
        self, startup: Path | None, folder: Path, options: ReadOptions | None = None, state: Path | None = None
    ) -> None:
        self.startup = startup
        self.folder = folder
        self.options = options or ReadOptions()
        self.papers: dict[str, Paper] = {}
        self.leaving: dict[str, asyncio.Event] = {}  # by number, work that is being kept of pages that have gone
        self.places = Places(folder)
        self.uploads = Uploads()
        self.downloads = Downloads()
        state = state or state_folder()
        self.worked_out = WorkedOutBefore()
        self.recent = RecentFiles(state / "recent.json")
        self.preferences = Preferences(state / "preferences.json")
        self.autosaves = Autosaves(state / "autosave")
        self.own_oracle = OwnOracle(state)
        self.shelf = Shelf()
        self.searcher = Searcher()
        self.live = LiveStage()
        self.warming = Warming()
        self.judging = JudgingBench()
        self.demands = DemandDesk()
        self.posers = Posers()
        self.first_pass: BeginPass | None = None
        self.offered: dict[str, ReadOptions] = {}  # clips that a sequence to label was found in, and how they were read
        self._numbers = count(1)

    def answer(self, message: Any, report: Report) -> Any:
        """Return the reply to a request; UnbakeError where it cannot be met."""
        from unbake.studio.server.handlers import handler_of  # which know the desk

        return handler_of(message).answer(self, message, report)

    def new_number(self) -> str:
        """Return the number of another clip."""
        return str(next(self._numbers))

    def clip(self, number: str) -> OpenClip:
        """Return an open clip."""
        return self.paper(number).clip

    def paper(self, number: str) -> Paper:
        """Return an open clip with where it came from and where its work is kept."""
        if number not in self.papers:
            raise UsageError("this clip is not open any more")
        return self.papers[number]

    def put_away(self, number: str) -> None:
        """Forget a clip that no page has open any more; its unsaved work can be recovered."""
        paper = self.papers.pop(number, None)
        if paper is not None and paper.kept is not None:
            paper.kept.release()
