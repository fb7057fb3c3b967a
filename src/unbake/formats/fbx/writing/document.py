"""The whole file: header, settings, objects, connections, takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from unbake._version import __version__
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.fbx.writing.binary import CREATED, FILE_ID, Long, Node, binary, named, node
from unbake.formats.fbx.writing.models import Ids, bind_matrices, bind_pose, joint_links, joint_nodes
from unbake.formats.fbx.writing.properties import properties, row, time_row
from unbake.formats.fbx.writing.take import TAKE, take_of, time_span
from unbake.formats.fbx.writing.times import CUSTOM, time_mode

FIRST_ID = 1_000_000
DOCUMENT_ID, POSE_ID = FIRST_ID, FIRST_ID + 1
JOINTS_FROM = FIRST_ID + 16
CREATOR = f"Unbake {__version__}"


def fbx_bytes(animation: KeyedAnimation, version: int | None = None, *, has_figure: bool = False) -> bytes:
    """Return the file of an animation whose rotations are Euler channels.

    Parameters
    ----------
    animation : curves that are straight where the fit is ``baked``, cubic otherwise.
    version : 7400 or 7500; by default the first that can hold it.
    has_figure : whether a skinned figure of bones goes with the skeleton.

    Raises
    ------
    UsageError : another version, or one that cannot hold so much.
    """
    skeleton = animation.skeleton
    ids = Ids(JOINTS_FROM)
    matrices = bind_matrices(skeleton)
    objects, links = joint_nodes(skeleton, ids), joint_links(skeleton, ids)
    models = [ids.model(joint) for joint in range(len(skeleton.names))]
    free = ids.model(len(skeleton.names))
    if has_figure:
        from unbake.formats.fbx.writing.figure import figure_of

        figure = figure_of(skeleton, ids, matrices, free)
        objects, links, free = [*objects, *figure.objects], [*links, *figure.links], figure.free
        models, matrices = [*models, figure.model], np.concatenate([matrices, np.eye(4).reshape(1, 16)])
    take = take_of(animation, ids, free)
    objects = [*objects, bind_pose(POSE_ID, models, matrices), *take.objects]
    top = (
        _header(version or 7400),
        node("FileId", FILE_ID),
        node("CreationTime", CREATED),
        node("Creator", CREATOR),
        _settings(animation),
        _documents(),
        node("References"),
        _definitions(objects),
        node("Objects", children=objects),
        node("Connections", children=(*links, *take.links)),
        _takes(animation),
    )
    return binary(top, version)


def _header(version: int) -> Node:
    info = node(
        "SceneInfo",
        named("GlobalInfo", "SceneInfo"),
        "UserData",
        children=(
            node("Type", "UserData"),
            node("Version", 100),
            properties(
                [
                    row("Original|ApplicationName", "text", "Unbake"),
                    row("Original|ApplicationVersion", "text", __version__),
                ]
            ),
        ),
    )
    parts = (
        node("FBXHeaderVersion", 1003),
        node("FBXVersion", version),
        node("EncryptionType", 0),
        node("Creator", CREATOR),
        info,
    )
    return node("FBXHeaderExtension", children=parts)


def _settings(animation: KeyedAnimation) -> Node:
    """Y up, right-handed, centimetres; the rate and the time span."""
    mode, (begin, end) = time_mode(animation.fps), time_span(animation)
    axes = {
        "UpAxis": 1,
        "UpAxisSign": 1,
        "FrontAxis": 2,
        "FrontAxisSign": 1,
        "CoordAxis": 0,
        "CoordAxisSign": 1,
        "OriginalUpAxis": 1,
        "OriginalUpAxisSign": 1,
    }
    rows = [row(name, "int", value) for name, value in axes.items()]
    rows += [
        row("UnitScaleFactor", "number", 1.0),
        row("OriginalUnitScaleFactor", "number", 1.0),
        row("TimeMode", "enum", mode),
        row("CustomFrameRate", "number", float(animation.fps) if mode == CUSTOM else -1.0),
        time_row("TimeSpanStart", begin),
        time_row("TimeSpanStop", end),
    ]
    return node("GlobalSettings", children=(node("Version", 1000), properties(rows)))


def _documents() -> Node:
    rows = properties([row("SourceObject", "object"), row("ActiveAnimStackName", "text", TAKE)])
    document = node("Document", Long(DOCUMENT_ID), "", "Scene", children=(rows, node("RootNode", Long(0))))
    return node("Documents", children=(node("Count", 1), document))


def _definitions(objects: Sequence[Node]) -> Node:
    counts = Counter(made.name for made in objects) + Counter({"GlobalSettings": 1})
    types = [node("ObjectType", name, children=(node("Count", count),)) for name, count in counts.items()]
    return node("Definitions", children=(node("Version", 100), node("Count", counts.total()), *types))


def _takes(animation: KeyedAnimation) -> Node:
    begin, end = map(Long, time_span(animation))
    parts = (
        node("FileName", f"{TAKE}.tak"),
        node("LocalTime", begin, end),
        node("ReferenceTime", begin, end),
    )
    return node("Takes", children=(node("Current", TAKE), node("Take", TAKE, children=parts)))
