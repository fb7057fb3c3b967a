"""A figure of bones, bound to the skeleton, so that viewers and engines have something to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.formats.bone_mesh import COLOURS_SRGB, BoneMesh, bone_meshes
from unbake.formats.fbx.writing.binary import Long, Node, named, node, packed
from unbake.formats.fbx.writing.models import CM_A_M, Ids, link, model, names_of
from unbake.formats.fbx.writing.properties import properties, vector_row
from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats
from unbake.motion.skeleton import Skeleton

FIGURE = "Figure"


@dataclass(frozen=True)
class Figure:
    """The objects of a figure, their connections, its model's number, and the first number that is free after them."""

    objects: tuple[Node, ...]
    links: tuple[Node, ...]
    model: int
    free: int


def figure_of(skeleton: Skeleton, ids: Ids, matrices: Floats, first_id: int) -> Figure:
    """Return the figure of a skeleton; `matrices` (J, 16) bind it, numbers from `first_id` on are free."""
    meshes = bone_meshes(skeleton)
    body, geometry, skin = first_id, first_id + 1, first_id + 2
    name = UniqueNames(names_of(skeleton)).take(FIGURE)
    objects = [model(body, name, "Mesh", []), _geometry(geometry, meshes), _skin(skin)]
    links = [link(body, 0), link(geometry, body), link(skin, geometry)]
    free = first_id + 3
    for mesh in meshes:
        objects.append(_material(free, mesh.side))
        links.append(link(free, body))
        free += 1
    joints = np.concatenate([mesh.joints for mesh in meshes])
    for joint in np.unique(joints):
        objects.append(_cluster(free, np.flatnonzero(joints == joint), matrices[joint]))
        links += [link(free, skin), link(ids.model(int(joint)), free)]
        free += 1
    return Figure(tuple(objects), tuple(links), body, free)


def _geometry(identifier: int, meshes: Sequence[BoneMesh]) -> Node:
    """All triangles in one mesh, vertices not shared, a material a side."""
    places = CM_A_M * np.concatenate([mesh.positions_m for mesh in meshes])
    normals = np.concatenate([mesh.normals for mesh in meshes])
    corners = np.arange(len(places), dtype=np.int32)
    corners[2::3] = ~corners[2::3]  # the last corner of a polygon is written so
    materials = np.repeat(np.arange(len(meshes)), [len(mesh.joints) // 3 for mesh in meshes]).astype(np.int32)
    parts = (
        node("Vertices", packed(places.ravel())),
        node("PolygonVertexIndex", packed(corners)),
        node("GeometryVersion", 124),
        _element("Normal", 102, "ByPolygonVertex", "Direct", node("Normals", packed(normals.ravel()))),
        _element("Material", 101, "ByPolygon", "IndexToDirect", node("Materials", packed(materials))),
        node(
            "Layer",
            0,
            children=(node("Version", 100), _use("LayerElementNormal"), _use("LayerElementMaterial")),
        ),
    )
    return node("Geometry", Long(identifier), named(FIGURE, "Geometry"), "Mesh", children=parts)


def _element(what: str, version: int, mapping: str, reference: str, data: Node) -> Node:
    parts = (
        node("Version", version),
        node("Name", ""),
        node("MappingInformationType", mapping),
        node("ReferenceInformationType", reference),
        data,
    )
    return node(f"LayerElement{what}", 0, children=parts)


def _use(element: str) -> Node:
    return node("LayerElement", children=(node("Type", element), node("TypedIndex", 0)))


def _material(identifier: int, side: str) -> Node:
    colour = np.array(COLOURS_SRGB[side])
    rows = properties([vector_row("DiffuseColor", "colour", colour), vector_row("Diffuse", "vector", colour)])
    parts = (node("Version", 102), node("ShadingModel", "lambert"), node("MultiLayer", 0), rows)
    return node("Material", Long(identifier), named(side.capitalize(), "Material"), "", children=parts)


def _skin(identifier: int) -> Node:
    parts = (node("Version", 101), node("Link_DeformAcuracy", 50.0))
    return node("Deformer", Long(identifier), named(FIGURE, "Deformer"), "Skin", children=parts)


def _cluster(identifier: int, vertices: np.ndarray, matrix: Floats) -> Node:
    """The vertices (V,) that follow one joint; `matrix` (16,) is where this is bound."""
    inverse = np.linalg.inv(matrix.reshape(4, 4)).ravel()
    parts = (
        node("Version", 100),
        node("UserData", "", ""),
        node("Indexes", packed(vertices.astype(np.int32))),
        node("Weights", packed(np.ones(len(vertices)))),
        node("Transform", packed(inverse)),
        node("TransformLink", packed(matrix)),
    )
    return node("Deformer", Long(identifier), named("", "SubDeformer"), "Cluster", children=parts)
