"""The messages of the studio over a pipe: for programs that start Unbake themselves and stay connected to it.

Each message is preceded by its length, a little-endian uint32.
"""

from __future__ import annotations

import asyncio
import struct
import threading
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, BinaryIO

from unbake.ground.files.scratch import scratch_folder
from unbake.studio.server.desk import Desk
from unbake.studio.server.launch import LARGEST_MESSAGE
from unbake.studio.server.link.session import Session

LENGTH = struct.Struct("<I")

NOT_READ = (
    "a program asked Unbake's worker for something that it could not read. That is a fault of the program, or of "
    "another version than the worker's; please report it to the program's makers"
)


class Pipe:
    """A pair of streams as a session sees a connection.

    Parameters
    ----------
    incoming, outgoing : binary streams; a thread of its own reads the first, so that waiting stops nothing.
    """

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._read: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read_all, name="unbake-pipe", daemon=True).start()

    def _read_all(self) -> None:
        """Hand on message after message until the stream ends, or holds what cannot be one."""
        while True:
            data = self._next()
            try:
                self._loop.call_soon_threadsafe(self._read.put_nowait, data)
            except RuntimeError:
                return  # the worker has ended
            if data is None:
                return

    def _next(self) -> bytes | None:
        try:
            head = self._incoming.read(LENGTH.size)
            if len(head) < LENGTH.size or LENGTH.unpack(head)[0] > LARGEST_MESSAGE:
                return None
            (size,) = LENGTH.unpack(head)
            data = self._incoming.read(size)
        except (OSError, ValueError):
            return None
        return data if len(data) == size else None

    async def receive(self) -> MutableMapping[str, Any]:
        """Return the next event as a web socket would; at the end of the stream, that the other side has gone."""
        data = await self._read.get()
        if data is None:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "bytes": data}

    async def send_bytes(self, data: bytes) -> None:
        """Send a message; RuntimeError where nobody reads any more."""
        try:
            await asyncio.to_thread(self._write, data)
        except OSError as error:
            raise RuntimeError("the pipe is closed") from error

    def _write(self, data: bytes) -> None:
        self._outgoing.write(LENGTH.pack(len(data)))
        self._outgoing.write(data)
        self._outgoing.flush()


def work(incoming: BinaryIO, outgoing: BinaryIO, folder: Path) -> None:
    """Answer the requests of one program until it closes its end of the pipe.

    Nothing is kept for next time: neither recent files nor what an oracle learnt.

    Parameters
    ----------
    incoming, outgoing : what the program writes to, and reads from.
    folder : where relative paths begin.
    """
    with scratch_folder() as state:
        desk = Desk(None, folder, state=state)
        desk.warming.begin()
        asyncio.run(_answer(desk, incoming, outgoing))


async def _answer(desk: Desk, incoming: BinaryIO, outgoing: BinaryIO) -> None:
    await Session(Pipe(incoming, outgoing), desk, NOT_READ, said=str).run()
