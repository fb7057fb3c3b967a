"""A clip in the manner of Mixamo: names with a prefix, centimetres, an empty take in front of the one with curves."""

import numpy as np

from formats.fbx.fbx_maker import FbxCurve, FbxNode, FbxTake, write_fbx
from unbake.motion.channels import channel_values, channels_of

PREFIX = "mixamorig:"


def write_mixamo_like(path, motion):
    """Write a motion of joints with Euler channels in XYZ order, a key on every frame, 100 for a metre."""
    skeleton = motion.skeleton.with_rotation_orders(
        {joint: "zyx" for joint, names in enumerate(motion.skeleton.channels) if names}
    )
    names = [f"{PREFIX}{name}" for name in skeleton.names]
    nodes = [
        FbxNode(name, names[parent] if parent >= 0 else "", rows={"Lcl Translation": tuple(100.0 * offset)})
        for name, parent, offset in zip(names, skeleton.parents, skeleton.offsets_m, strict=True)
    ]
    times = [float(frame / motion.fps) for frame in range(motion.n_frames)]
    curves = []
    for channel, values in zip(channels_of(skeleton), channel_values(motion, skeleton).T, strict=True):
        moves = channel.name[0] == "t"
        what, scaled = ("Lcl Translation", 100.0 * values) if moves else ("Lcl Rotation", np.rad2deg(values))
        curves.append(FbxCurve(names[channel.joint], what, "xyz".index(channel.name[1]), times, list(scaled)))
    takes = [FbxTake("Take 001", 0.0, 1.0, []), FbxTake("mixamo.com", times[0], times[-1], curves)]
    return write_fbx(path, nodes, takes, mode=14, rate=float(motion.fps))
