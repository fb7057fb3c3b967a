"""Accessors: typed arrays in a glTF file's buffers, read with every bound checked, and written."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import FileError
from unbake.formats.gltf.container import Document
from unbake.ground.arrays import Floats
from unbake.ground.files.checked_json import Item

COMPONENTS: dict[int, str] = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
MOST_ELEMENTS = 50_000_000
MOST_ZEROS = 1_000_000
"""An accessor without data stands for zeros, so its count is bounded by nothing in the file but this."""
MOST_NUMBERS = 200_000_000
"""Many channels may use one accessor, so a small file could ask for any amount of memory; this is 1.6 GB."""


def read_accessor(document: Document, reference: Item, kinds: tuple[str, ...]) -> Floats:
    """Return an accessor's elements (count, width) as float64; normalised integers become −1 to 1 or 0 to 1.

    Parameters
    ----------
    document : the file.
    reference : the index of the accessor, where it is used.
    kinds : what it may be there: ``SCALAR``, ``VEC3``, ``VEC4``.

    Raises
    ------
    FileError : another kind, data beyond its buffer, numbers that are not finite.
    """
    accessor = document.entry("accessors", reference)
    kind = accessor.need("type")
    if kind.text() not in kinds:
        kind.fail(" or ".join(kinds), f"(used by {reference.path}) is of the wrong kind")
    count = accessor.need("count").integer(1, MOST_ELEMENTS)
    code = accessor.need("componentType").integer()
    if code not in COMPONENTS:
        accessor.need("componentType").fail("5120 to 5126")
    dtype, width = np.dtype(COMPONENTS[code]), WIDTHS[kind.text()]
    document.numbers_read += count * width
    if document.numbers_read > MOST_NUMBERS:
        raise FileError(document.file, f"holds more than {MOST_NUMBERS:,} numbers of animation")
    raw = _elements(document, accessor, count, width, dtype)
    sparse = accessor.get("sparse")
    if sparse is not None:
        raw = _with_sparse(document, sparse, raw)
    values = raw.astype(np.float64)
    normalised = accessor.get("normalized")
    if normalised is not None and normalised.boolean() and dtype.kind != "f":
        values = np.maximum(values / np.iinfo(dtype).max, -1.0)
    if not np.isfinite(values).all():
        element = int(np.argwhere(~np.isfinite(values))[0, 0])
        raise FileError(document.file, f"{accessor.path} holds a number that is not finite (element {element})")
    return values


def _elements(document: Document, holder: Item, count: int, width: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return (count, width) numbers of an accessor, or of a part of a sparse one; zeros where it has no data."""
    view, offset = holder.get("bufferView"), holder.get("byteOffset")
    if view is None:
        if count > MOST_ZEROS:
            raise FileError(document.file, f"{holder.path} has {count:,} elements but no data")
        return np.zeros((count, width), dtype)
    data, stride = document.buffer_view(view)
    start, size = offset.integer() if offset is not None else 0, width * dtype.itemsize
    step = stride or size
    if step < size:
        raise FileError(document.file, f"{holder.path}: a stride of {step} bytes is too short for its {size}")
    end = start + step * (count - 1) + size
    if end > len(data):
        raise FileError(document.file, f"{holder.path} ends at byte {end} of a buffer view of {len(data)}")
    return np.ndarray((count, width), dtype, data, start, (step, dtype.itemsize))


def _with_sparse(document: Document, sparse: Item, raw: NDArray[Any]) -> NDArray[Any]:
    """Return the elements with those replaced that a sparse accessor lists."""
    count = sparse.need("count").integer(1, len(raw))
    indices = sparse.need("indices")
    code = indices.need("componentType").integer()
    if code not in (5121, 5123, 5125):
        indices.need("componentType").fail("5121, 5123 or 5125")
    places = _elements(document, indices, count, 1, np.dtype(COMPONENTS[code]))[:, 0]
    if places.max(initial=0) >= len(raw):
        raise FileError(document.file, f"{indices.path} points beyond the accessor's {len(raw)} elements")
    out = raw.copy()
    out[places] = _elements(document, sparse.need("values"), count, raw.shape[1], raw.dtype)
    return out


class BufferBuilder:
    """Collects arrays into one buffer and describes each by a buffer view and an accessor."""

    VERTICES = 34962

    def __init__(self) -> None:
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.data = bytearray()

    def add(self, array: NDArray[Any], kind: str, *, target: int | None = None, bounds: bool = False) -> int:
        """Append an array (count, width) or (count,) and return its accessor's index.

        Parameters
        ----------
        array : float64 is stored as float32; uint8, uint16 and uint32 as they are.
        kind : ``SCALAR``, ``VEC3``, ``VEC4`` or ``MAT4``.
        target : ``VERTICES`` for what a mesh uses.
        bounds : whether the accessor says its minimum and maximum.
        """
        stored = np.ascontiguousarray(array, dtype="<f4" if array.dtype.kind == "f" else array.dtype.newbyteorder("<"))
        self.data += b"\0" * (-len(self.data) % 4)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self.data), "byteLength": stored.nbytes}
        self.data += stored.tobytes()
        code = next(c for c, name in COMPONENTS.items() if np.dtype(name) == stored.dtype)
        accessor: dict[str, Any] = {
            "bufferView": len(self.views),
            "componentType": code,
            "count": len(stored),
            "type": kind,
        }
        if target is not None:
            view["target"] = target
        if bounds:
            flat = stored.reshape(len(stored), -1)
            accessor["min"], accessor["max"] = flat.min(axis=0).tolist(), flat.max(axis=0).tolist()
        self.views.append(view)
        self.accessors.append(accessor)
        return len(self.accessors) - 1
