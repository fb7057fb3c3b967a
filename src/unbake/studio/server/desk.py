"""What is open, and the answer to every request: one method a message, called in a thread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unbake import __version__
from unbake.curves.fit import FIT_METHODS
from unbake.errors import UsageError
from unbake.formats.registry import FORMATS
from unbake.keyframes.criteria import CRITERIA
from unbake.keyframes.layers import BLOCKING_LAYERS, THESIS_LAYERS
from unbake.reports.wording import criterion_sentence
from unbake.studio.server import messages as m
from unbake.studio.server.choosing import choose, space_of
from unbake.studio.server.editing import EDITS
from unbake.studio.server.evaluating import evaluate
from unbake.studio.server.keys import animation_from, keys_of
from unbake.studio.server.open_clip import OpenClip, first_choice, first_joining, layer_settings
from unbake.studio.server.opening import packaged_sources, read_sources, sources_of
from unbake.studio.server.spaces import Reported

UPLOAD_LIMIT = 512 * 1024 * 1024


class Desk:
    """Everything that a studio has open.

    Parameters
    ----------
    startup : file to open first.
    folder : where new files go.
    """

    def __init__(self, startup: Path | None, folder: Path) -> None:
        self.startup = startup
        self.folder = folder
        self.clips: dict[str, OpenClip] = {}
        self.uploads: dict[str, dict[str, bytes]] = {}

    def answer(self, message: Any, told: Reported) -> Any:
        """Return the reply to a request; UnbakeError where it cannot be met."""
        if type(message) in EDITS:
            return self.edit(message, told)
        return getattr(self, type(message).__name__)(message, told)

    def clip(self, number: str) -> OpenClip:
        """Return an open clip."""
        if number not in self.clips:
            raise UsageError("this clip is not open any more")
        return self.clips[number]

    def Hello(self, message: m.Hello, told: Reported) -> m.Welcome:  # noqa: N802 – named for its message
        presets = {"blocking": BLOCKING_LAYERS, "thesis": THESIS_LAYERS}
        return m.Welcome(
            version=__version__,
            startup=str(self.startup) if self.startup else None,
            folder=str(self.folder),
            criteria=tuple(
                m.CriterionInfo(name, criterion_sentence(criterion, "joint"), criterion.compose)
                for name, criterion in CRITERIA.items()
            ),
            fits=tuple(FIT_METHODS),
            layer_presets={name: tuple(layer_settings(layer) for layer in layers) for name, layers in presets.items()},
            suffixes=tuple(s for f in FORMATS if "load" in f.holds and "points" not in f.holds for s in f.suffixes),
            exports=tuple(m.ExportFormat(s, f.name) for f in FORMATS if "animation" in f.holds for s in f.suffixes),
            upload_limit_bytes=UPLOAD_LIMIT,
            recent=(),
            recoverable=(),
            preferences="{}",
        )

    def Open(self, message: m.Open, told: Reported) -> m.Opened:  # noqa: N802
        told("open", 0.0)
        path = None
        if message.source == "packaged":
            sources = packaged_sources()
        elif message.source == "upload":
            sources = self.uploads.pop(message.name)
        else:
            path = self.startup
            if path is None:
                raise UsageError("no file was named on the command line")
            sources = sources_of(path)
        motion, format_name = read_sources(sources)
        name = next(iter(sources))
        number = str(len(self.clips) + 1)
        clip = OpenClip(number, motion, name=name, format_name=format_name, path=path, sources=sources)
        self.clips[number] = clip
        return m.Opened(clip.message(), clip.first_settings(), first_choice(), first_joining())

    def FindSpace(self, message: m.FindSpace, told: Reported) -> m.SpaceFound:  # noqa: N802
        import numpy as np

        space = space_of(self.clip(message.clip), message.settings, told)
        return m.SpaceFound(
            counts=np.array(space.counts, dtype=np.int32),
            errors_cm=np.array([100.0 * e for e in space.errors_m], dtype=np.float32),
            pose_range_cm=100.0 * space.pose_range_m,
            note=space.note,
        )

    def Choose(self, message: m.Choose, told: Reported) -> m.Chosen:  # noqa: N802
        return choose(self.clip(message.clip), message, told)

    def Evaluate(self, message: m.Evaluate, told: Reported) -> m.Evaluated:  # noqa: N802
        clip = self.clip(message.clip)
        excerpt = clip.excerpt(message.keys.first, message.keys.last)
        animation = animation_from(message.keys, excerpt.motion, excerpt.skeleton)
        return m.Evaluated(evaluate(excerpt.motion, animation, message.detail))

    def edit(self, message: Any, told: Reported) -> m.Edited:
        """Return the animation after an edit of its keys."""
        clip = self.clip(message.clip)
        excerpt = clip.excerpt(message.keys.first, message.keys.last)
        animation, notes = EDITS[type(message)](animation_from(message.keys, excerpt.motion, excerpt.skeleton), message)
        return m.Edited(keys_of(animation), evaluate(excerpt.motion, animation, message.detail), notes)
