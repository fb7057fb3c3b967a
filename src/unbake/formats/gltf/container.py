"""The two wrappings of glTF 2.0, binary (.glb) and text (.gltf), and the buffers behind them.

Specification: Khronos Group, glTF 2.0, sections 3.6 (buffers) and 4 (GLB).
"""

from __future__ import annotations

import base64
import binascii
import json
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from unbake.errors import FileError
from unbake.ground.files.checked_json import Item, parse_json

MAGIC = b"glTF"
_JSON_CHUNK, _BINARY_CHUNK = 0x4E4F534A, 0x004E4942
_COMPRESSED = ("EXT_meshopt_compression", "KHR_meshopt_compression")


@dataclass
class Document:
    """An opened glTF file: its JSON, the binary chunk of a GLB, and what was read so far."""

    file: Path
    root: Item
    binary: bytes | None = None
    numbers_read: int = 0
    _buffers: dict[int, bytes] = field(default_factory=dict)

    def entry(self, collection: str, reference: Item) -> Item:
        """Return the entry of a top-level list that an index elsewhere in the file points to."""
        entries = self.root.value.get(collection)
        count = len(entries) if isinstance(entries, list) else 0
        number = reference.index(count, collection)
        return Item(self.file, f"{collection}[{number}]", entries[number])

    def buffer_view(self, reference: Item) -> tuple[memoryview, int | None]:
        """Return the bytes of a buffer view and its stride, None where it is packed."""
        view = self.entry("bufferViews", reference)
        for extension in _COMPRESSED:
            extensions = view.get("extensions")
            if extensions is not None and extension in extensions.object():
                view.fail("plain numbers", f"is packed by {extension}, which is not supported")
        data = self._buffer(view.need("buffer"))
        offset, stride = view.get("byteOffset"), view.get("byteStride")
        start = offset.integer() if offset is not None else 0
        length = view.need("byteLength").integer()
        if start + length > len(data):
            raise FileError(self.file, f"{view.path} ends at byte {start + length} of a buffer of {len(data)}")
        return memoryview(data)[start : start + length], stride.integer(1, 252) if stride is not None else None

    def _buffer(self, reference: Item) -> bytes:
        buffer = self.entry("buffers", reference)
        number = int(reference.value)
        if number not in self._buffers:
            self._buffers[number] = self._read_buffer(buffer, number)
        return self._buffers[number]

    def _read_buffer(self, buffer: Item, number: int) -> bytes:
        length, uri = buffer.need("byteLength").integer(1), buffer.get("uri")
        if uri is not None:
            data = _data_uri(uri) if uri.text().startswith("data:") else self._neighbour(uri)
        elif self.binary is not None and number == 0:
            data = self.binary
        else:
            raise FileError(self.file, f"{buffer.path} has no data: neither a 'uri' nor a binary chunk")
        if len(data) < length:
            raise FileError(self.file, f"{buffer.path} is cut short: {len(data)} bytes where {length} were announced")
        return data[:length]

    def _neighbour(self, uri: Item) -> bytes:
        """Read a file beside the glTF file; a file may not send its reader elsewhere, up or onto a network."""
        name = unquote(uri.text())
        folder = self.file.absolute().parent.resolve()
        if ":" in name or "\\" in name or "\0" in name or name.startswith("/"):
            uri.fail("a file beside it or data:", "points elsewhere")
        try:
            path = (folder / name).resolve()
            if not path.is_relative_to(folder):
                uri.fail("a file beside it or data:", "points elsewhere")
            if not path.is_file():
                uri.fail("a file beside it or data:", "names no file")
            return path.read_bytes()
        except (OSError, RuntimeError) as error:
            raise FileError(self.file, f"{uri.path} cannot be read ({error})") from error


def open_document(file: Path) -> Document:
    """Open a .glb or .gltf file and check its frame.

    Raises
    ------
    FileError : not glTF 2.0, cut short, or chunks that do not fit the file.
    """
    data = file.read_bytes()
    if not data:
        raise FileError(file, "is empty")
    if data[:4] == MAGIC:
        text, binary = _split_glb(file, data)
        document = Document(file, parse_json(file, text), binary)
    elif file.suffix.lower() == ".glb":
        raise FileError(file, "is no binary glTF", expected="'glTF' at the start", actual=repr(data[:4])[2:-1])
    else:
        document = Document(file, parse_json(file, data))
    version = document.root.need("asset").need("version").text()
    if version.partition(".")[0] != "2":
        raise FileError(file, "is another glTF", expected="version 2", actual=version)
    return document


def _split_glb(file: Path, data: bytes) -> tuple[bytes, bytes | None]:
    """Return the JSON chunk and the binary chunk of a GLB."""
    if len(data) < 20:
        raise FileError(file, f"is cut short: {len(data)} bytes do not hold a GLB's header")
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise FileError(file, "is another GLB", expected="version 2", actual=str(version))
    if length > len(data):
        raise FileError(file, f"is cut short: {len(data)} bytes where {length} were announced")
    chunks: list[tuple[int, bytes]] = []
    place = 12
    while place + 8 <= length:
        size, kind = struct.unpack_from("<II", data, place)
        if place + 8 + size > length:
            raise FileError(file, f"has a chunk at byte {place} that ends beyond the file")
        chunks.append((kind, data[place + 8 : place + 8 + size]))
        place += 8 + size
    if not chunks or chunks[0][0] != _JSON_CHUNK:
        raise FileError(file, "has no JSON as its first chunk")
    binary = chunks[1][1] if len(chunks) > 1 and chunks[1][0] == _BINARY_CHUNK else None
    return chunks[0][1], binary


def _data_uri(uri: Item) -> bytes:
    head, comma, body = uri.text().partition(",")
    if not comma:
        uri.fail("data:…;base64,…", "is no data URI")
    if not head.endswith(";base64"):
        return unquote(body, encoding="latin-1").encode("latin-1", errors="replace")
    try:
        return base64.b64decode(unquote(body), validate=True)
    except (binascii.Error, ValueError) as error:
        raise FileError(uri.file, f"{uri.path} is not valid base64 ({error})") from error


def write_document(file: Path, content: dict[str, Any], binary: bytes) -> None:
    """Write a glTF document with one buffer: in a binary chunk for ``.glb``, else as text with a data: URI."""
    buffer: dict[str, Any] = {"byteLength": len(binary)}
    content = {**content, "buffers": [buffer]}
    if file.suffix.lower() != ".glb":
        buffer["uri"] = "data:application/octet-stream;base64," + base64.b64encode(binary).decode("ascii")
        file.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", encoding="utf-8")
        return
    text = json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    length = 12 + 8 + len(text) + 8 + len(binary)
    with file.open("wb") as out:
        out.write(struct.pack("<4sII", MAGIC, 2, length))
        out.write(struct.pack("<II", len(text), _JSON_CHUNK) + text)
        out.write(struct.pack("<II", len(binary), _BINARY_CHUNK) + binary)
