"""Curves that turn a joint in place, for tests."""

from unbake.curves.excerpts import LEFT, RIGHT, handles_of, with_handles

WHIRLED = "LowerBack"


def whirling(calm, segment, by=0.6):
    """The quaternion curves with a lower back that turns to and fro in one segment."""
    joint, handles = calm.skeleton.names.index(WHIRLED), handles_of(calm)
    for curve, own in enumerate(calm.curves):
        if own.channel.joint == joint and own.channel.name == "qy":
            handles[RIGHT, curve, segment, 1] += by
            handles[LEFT, curve, segment + 1, 1] -= by
    return with_handles(calm, handles)
