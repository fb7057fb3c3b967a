"""Requests about poses."""

from __future__ import annotations

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.posing import posing


@handles(m.DragPose, lane="quick")
def drag_pose(desk: Desk, message: m.DragPose, report: Report) -> m.PoseDragged:
    """Drag a joint to a place. The page asks one step after the other."""
    return posing.dragged(desk.clip(message.clip), message, desk.posers)


@handles(m.TurnJoint, lane="quick")
def turn_joint(desk: Desk, message: m.TurnJoint, report: Report) -> m.PoseDragged:
    """Turn a joint about an axis."""
    return posing.turned(desk.clip(message.clip), message)


@handles(m.TweenPose, lane="quick")
def tween_pose(desk: Desk, message: m.TweenPose, report: Report) -> m.PoseDragged:
    """Make a pose one between two keys."""
    return posing.tweened(desk.clip(message.clip), message)


@handles(m.PutPose, lane="quick")
def put_pose(desk: Desk, message: m.PutPose, report: Report) -> m.PoseDragged:
    """Set a pose that was read."""
    return posing.put(desk.clip(message.clip), message)


@handles(m.ReadPose, lane="quick")
def read_pose(desk: Desk, message: m.ReadPose, report: Report) -> m.PoseRead:
    """Tell the pose at a frame."""
    return posing.read_pose(desk.clip(message.clip), message)


@handles(m.PaintInfluence, lane="quick")
def paint_influence(desk: Desk, message: m.PaintInfluence, report: Report) -> m.InfluencePainted:
    """Pass the brush over a joint."""
    return posing.painted(desk.clip(message.clip), message)


@handles(m.FindDeltas, lane="quick", supersedes=same_type)
def find_deltas(desk: Desk, message: m.FindDeltas, report: Report) -> m.DeltasFound:
    """Tell which keys have another pose than the capture, or which a layer has."""
    return posing.deltas(desk.clip(message.clip), message)
