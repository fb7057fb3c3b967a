"""The takes of a glTF file: its animations, and the figures that each of them moves."""

from __future__ import annotations

from collections.abc import Sequence

from unbake.formats.gltf.container import Document
from unbake.formats.gltf.figures import Figure, all_figures, moved_figures
from unbake.formats.gltf.nodes import Node
from unbake.formats.gltf.samplers import WIDTHS
from unbake.formats.takes import Animation, Takes
from unbake.formats.unique_names import UniqueNames
from unbake.ground.files.checked_json import Item
from unbake.motion.names import writable


def file_takes(document: Document, nodes: Sequence[Node]) -> tuple[Takes, list[list[Figure]]]:
    """Return the takes of a file, and for each animation the figures that it moves, where these are several."""
    figure_of = {node: figure for figure in all_figures(document, nodes) for node in figure.nodes}
    unique, animations, moved = UniqueNames(), list[Animation](), list[list[Figure]]()
    for number, animation in enumerate(document.root.list_of("animations"), start=1):
        name, moving = animation.get("name"), _moving(animation, len(nodes))
        given = writable(name.text()) if name is not None else ""
        moved.append(moved_figures(figure_of, moving))
        named = tuple(writable(figure.name) for figure in moved[-1])
        animations.append(Animation(unique.take(given or f"animation {number}"), named, bool(moving)))
    return Takes(animations, "animation"), moved


def _moving(animation: Item, n_nodes: int) -> set[int]:
    """The nodes that an animation turns or moves."""
    targets = [channel.need("target") for channel in animation.list_of("channels")]
    return {
        node.index(n_nodes, "nodes")
        for target in targets
        if (node := target.get("node")) is not None and target.need("path").text() in WIDTHS
    }
