"""The takes of an FBX file, and the figures that each of them moves."""

from __future__ import annotations

from collections.abc import Sequence

from unbake.formats.fbx.scene import Node, Scene
from unbake.formats.takes import LEAST_MOVING, Animation, Takes


def file_takes(scene: Scene) -> tuple[Takes, list[list[int]]]:
    """Return the takes of a file, and for each of the file's own the figures that it moves, where these are several.

    A figure is what hangs below one node of the scene's top, its number, with enough limb nodes that have curves.
    """
    tops = _tops(scene.nodes)
    figures = [_moved(scene.nodes, tops, take.nodes) for take in scene.takes]
    names = {top: _name(scene.nodes, tops, top) for found in figures for top in found}
    animations = [
        Animation(take.name, tuple(names[top] for top in found), take.n_curves > 0)
        for take, found in zip(scene.takes, figures, strict=True)
    ]
    return Takes(animations, "take"), figures


def of_figure(scene: Scene, top: int) -> set[int]:
    """Return the nodes of a figure."""
    return {number for number, own in enumerate(_tops(scene.nodes)) if own == top}


def _tops(nodes: Sequence[Node]) -> list[int]:
    """Return for each node the one below the scene's root that it hangs on; −1 for the root."""
    tops: list[int] = []
    for number, node in enumerate(nodes):
        tops.append(-1 if node.parent < 0 else number if node.parent == 0 else tops[node.parent])
    return tops


def _moved(nodes: Sequence[Node], tops: Sequence[int], moving: Sequence[int]) -> list[int]:
    """Return the figures of which enough limb nodes move, those with most first; none where they are not several."""
    counts: dict[int, int] = {}
    for number in moving:
        if nodes[number].kind == "BONE":
            counts[tops[number]] = counts.get(tops[number], 0) + 1
    found = sorted((top for top in counts if counts[top] >= LEAST_MOVING), key=lambda top: (-counts[top], top))
    return found if len(found) > 1 else []


def _name(nodes: Sequence[Node], tops: Sequence[int], top: int) -> str:
    """Return the namespace of all limb nodes of a figure, as in ``Anna:Hips``, or else the name of its first node."""
    limbs = [node.name for node, own in zip(nodes, tops, strict=True) if own == top and node.kind == "BONE"]
    spaces = {name.rpartition(":")[0] for name in limbs}
    return (spaces.pop() if len(spaces) == 1 else "") or nodes[top].name
