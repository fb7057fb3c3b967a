"""Motions that the server makes, as files that wait to be opened like uploads."""

from __future__ import annotations

from dataclasses import replace

from unbake.feet.labels import FootLabels
from unbake.ground.files.scratch import scratch_folder
from unbake.library import Library
from unbake.motion.motion import Motion
from unbake.studio.server.opening.sources import LIBRARY, plain_name
from unbake.studio.server.opening.uploads import Uploads


def keep_made(
    uploads: Uploads, motion: Motion, name: str, labels: FootLabels | None = None, *, source: str = ""
) -> str:
    """Let a motion wait as a library with one clip, numbered from 1; returns the id of its upload.

    Parameters
    ----------
    name : of the clip and of its file.
    labels : its foot labels, if they are known.
    source : what it was made of.
    """
    file_name = f"{plain_name(name)}{LIBRARY}"
    motion, labels = replace(motion, first_frame=1), labels and replace(labels, first_frame=1)
    with scratch_folder() as folder:
        with Library.create(folder / file_name, ()) as alone:
            only, _ = alone.add(motion, name, source=source)
            alone.set_foot_labels(only, labels)
        return uploads.keep(file_name, (folder / file_name).read_bytes())
