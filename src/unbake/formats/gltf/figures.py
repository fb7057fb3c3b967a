"""Which nodes of a glTF file belong to one figure: trees of nodes, and what skins have for themselves within a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from unbake.formats.gltf.container import Document
from unbake.formats.gltf.nodes import Node, depth_first
from unbake.formats.takes import LEAST_MOVING

_NOBODY, _SEVERAL = -1, -2


@dataclass(frozen=True)
class Figure:
    """A figure's name, its place among those of the file, and its nodes: all that no other figure has a part in."""

    name: str
    place: int
    nodes: frozenset[int]


def all_figures(document: Document, nodes: Sequence[Node]) -> list[Figure]:
    """Return the figures of a file, in the order of their first nodes.

    Skins that share joints, or of which one hangs below the other, are one figure: a body and its clothes, or a horse
    and its rider. A tree without skins is a figure of its own.
    """
    skins = [
        [joint.index(len(nodes), "nodes") for joint in skin.list_of("joints")]
        for skin in document.root.list_of("skins")
    ]
    order, root_of = depth_first(list(nodes))
    owner_of = _owners(nodes, order, skins)
    skinned_roots = {root_of[number] for number, owner in enumerate(owner_of) if owner != _NOBODY}
    members: dict[tuple[bool, int], list[int]] = {}
    for number in order:
        if root_of[number] not in skinned_roots:
            members.setdefault((False, root_of[number]), []).append(number)
        elif owner_of[number] >= 0:
            members.setdefault((True, owner_of[number]), []).append(number)
    names = [skin.get("name") for skin in document.root.list_of("skins")]
    return [
        Figure(
            (name.text() if is_skin and (name := names[key]) is not None else "")
            or nodes[found[0]].name
            or f"figure {place}",
            place,
            frozenset(found),
        )
        for place, ((is_skin, key), found) in enumerate(members.items(), start=1)
    ]


def moved_figures(figure_of: Mapping[int, Figure], moving: Iterable[int]) -> list[Figure]:
    """Return the figures of which enough nodes move, those with most such nodes first; none where they are not several.

    Parameters
    ----------
    figure_of : the figure of each node that belongs to one.
    moving : the nodes that an animation moves, each once.
    """
    counts = Counter(figure_of[number] for number in moving if number in figure_of)
    found = [figure for figure in counts if counts[figure] >= LEAST_MOVING]
    return sorted(found, key=lambda figure: (-counts[figure], figure.place)) if len(found) > 1 else []


def _owners(nodes: Sequence[Node], order: Sequence[int], skins: Sequence[Sequence[int]]) -> list[int]:
    """Return for each node the first skin of the figure that it belongs to: its own, or that of a node above it."""
    first_of: dict[int, int] = {}
    united = [(first_of.setdefault(joint, skin), skin) for skin, joints in enumerate(skins) for joint in joints]
    above = [_NOBODY] * len(nodes)
    for number in order:
        parent = nodes[number].parent
        inherited = above[parent] if parent >= 0 else _NOBODY
        above[number] = first_of.get(number, inherited)
        if number in first_of and inherited != _NOBODY:
            united.append((inherited, first_of[number]))
    group_of = _groups(len(skins), united)
    owner_of = [group_of[skin] if skin != _NOBODY else _NOBODY for skin in above]
    for number in reversed(order):
        parent, owner = nodes[number].parent, owner_of[number]
        if parent >= 0 and owner != _NOBODY and above[parent] == _NOBODY:
            owner_of[parent] = owner if owner_of[parent] in (_NOBODY, owner) else _SEVERAL
    for number in order:
        if owner_of[number] == _NOBODY and nodes[number].parent >= 0:
            owner_of[number] = owner_of[nodes[number].parent]
    return owner_of


def _groups(count: int, united: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each of so many skins the first that it is united with, directly or through others."""
    leads_to = list(range(count))

    def first(skin: int) -> int:
        while leads_to[skin] != skin:
            leads_to[skin] = leads_to[leads_to[skin]]
            skin = leads_to[skin]
        return skin

    for one, other in united:
        low, high = sorted((first(one), first(other)))
        leads_to[high] = low
    return [first(skin) for skin in range(count)]
