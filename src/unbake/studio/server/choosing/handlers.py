"""Requests for selection spaces and for keys."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.choosing.choosing import choose, preview_space, space_of
from unbake.studio.server.desk import Desk
from unbake.studio.server.feet.holding import OracleGiven, source_of
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.link.work import LaneName


@handles(m.FindSpace, lane="spaces", supersedes=same_type)
def find_space(desk: Desk, message: m.FindSpace, report: Report) -> m.SpaceFound:
    """Make the selection space."""
    clip = desk.clip(message.clip)
    source = source_of(clip, message.settings, message.holds_feet, message.plants, _oracle_for_keys(desk))
    made = preview_space if message.is_preview else space_of
    space = made(source.clip, message.settings, report)
    return m.SpaceFound(
        counts=np.array(space.counts, dtype=np.int32),
        errors_cm=np.array([100.0 * e for e in space.errors_m], dtype=np.float32),
        pose_range_cm=100.0 * space.pose_range_m,
        note=space.note,
        is_preview=space.is_preview,
    )


def _lane(message: m.Choose) -> LaneName:
    return "quick" if message.is_preview else "slow"


def _supersedes(newer: m.Choose, older: Any) -> bool:
    if isinstance(older, m.Choose):
        # The final answer to what a preview shows may have been asked for before the preview was sent.
        is_of_another = replace(newer, is_preview=older.is_preview) != older
        return newer.is_preview == older.is_preview or (newer.is_preview and is_of_another)
    # The keys are others now, and the hand waits for them.
    return isinstance(older, m.Evaluate) and newer.is_preview


@handles(m.Choose, lane=_lane, supersedes=_supersedes)
def choose_keys(desk: Desk, message: m.Choose, report: Report) -> m.Chosen:
    """Choose keys and join them."""
    return choose(desk.clip(message.clip), message, report, _oracle_for_keys(desk))


def _oracle_for_keys(desk: Desk) -> OracleGiven:
    """The oracle that says where feet hold, where nobody has labelled them."""
    return partial(desk.own_oracle.oracle, "own")
