"""Curves that turn a joint in place, for tests."""

from unbake.curves.excerpts import LEFT, RIGHT, handles_of, with_handles

WHIRLED = "LowerBack"


def whirling(calm, segment, by=0.6, *, aligned=False):
    """The quaternion curves with a lower back that turns to and fro in one segment; tangents break there, or stay in
    one line."""
    joint, handles = calm.skeleton.names.index(WHIRLED), handles_of(calm)
    for curve, own in enumerate(calm.curves):
        if own.channel.joint == joint and own.channel.name == "qy":
            handles[RIGHT, curve, segment, 1] += by
            handles[LEFT, curve, segment + 1, 1] -= by
            if aligned:
                sides = handles[:, curve]
                for key, side, other in ((segment, LEFT, RIGHT), (segment + 1, RIGHT, LEFT)):
                    sides[side, key, 1] = sides[side, key, 0] * sides[other, key, 1] / sides[other, key, 0]
    return with_handles(calm, handles)
