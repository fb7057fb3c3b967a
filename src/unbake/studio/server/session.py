"""One page that is connected: its requests are worked on, its answers sent, newer ones stop older ones."""

from __future__ import annotations

import asyncio
import os
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from unbake.errors import UnbakeError, UsageError
from unbake.studio.server.desk import Desk
from unbake.studio.server.messages import Cancel, Cancelled, Choose, Evaluate, Failed, FindSpace, Progress
from unbake.studio.server.wire import decode, encode
from unbake.studio.server.work import Job, Lanes, Stopped

QUICK = (Evaluate,)
"""Requests that a hand waits for, besides previews."""


def is_quick(message: Any) -> bool:
    """Return whether a request has to be answered while the hand is still moving."""
    return isinstance(message, QUICK) or (isinstance(message, Choose) and message.is_preview)


def supersedes(newer: Any, older: Any) -> bool:
    """Return whether a newer request makes an older one of the same page needless."""
    if isinstance(newer, Choose) and isinstance(older, Choose):
        # The final answer to what a preview shows may have been asked for before the preview was sent.
        is_of_another = replace(newer, is_preview=older.is_preview) != older
        return newer.is_preview == older.is_preview or (newer.is_preview and is_of_another)
    return isinstance(newer, (FindSpace, Evaluate)) and type(newer) is type(older)


class Session:
    """The requests of one connected page.

    Parameters
    ----------
    socket : the page's web socket, accepted.
    desk : what is open and what can be done with it.
    lanes : the threads that work.
    """

    def __init__(self, socket: WebSocket, desk: Desk, lanes: Lanes) -> None:
        self.socket = socket
        self.desk = desk
        self.lanes = lanes
        self.running: dict[int, tuple[Any, Job]] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Answer requests until the page goes away."""
        try:
            while True:
                self._take(await self.socket.receive_bytes())
        except (WebSocketDisconnect, KeyError):
            pass
        finally:
            for _, job in self.running.values():
                job.cancel()

    def _take(self, data: bytes) -> None:
        try:
            message, request = decode(data)
        except UsageError as error:
            self._start(self._send(Failed(str(error)), 0))
            return
        if isinstance(message, Cancel):
            if message.which in self.running:
                self.running[message.which][1].cancel()
            return
        for older, job in self.running.values():
            if supersedes(message, older):
                job.cancel()
        self._start(self._answer(message, request))

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _answer(self, message: Any, request: int) -> None:
        job = Job(lambda told: self.desk.answer(message, told), self._reporter(request))
        self.running[request] = (message, job)
        try:
            answer = await self.lanes.run(job, is_quick=is_quick(message))
        except Stopped:
            answer = Cancelled()
        except UnbakeError as error:
            answer = failure(error)
        except MemoryError:
            answer = Failed("not enough memory for this", is_usage=False)
        except Exception as error:
            if os.environ.get("UNBAKE_TRACEBACK"):
                traceback.print_exc()
            shown = f"{type(error).__name__}: {error}".replace("\n", " ")
            answer = Failed(f"a fault of Unbake's own ({shown}); please report it", is_usage=False)
        finally:
            del self.running[request]
        await self._send(answer, request)

    def _reporter(self, request: int) -> Callable[[str, float], None]:
        last = -1.0

        def report(step: str, part: float) -> None:
            nonlocal last
            # A hundred steps are enough for a bar.
            if step and request in self.running and abs(part - last) >= 0.01:
                last = part
                self._start(self._send(Progress(step, min(max(part, 0.0), 1.0)), request))

        return report

    async def _send(self, message: Any, request: int) -> None:
        try:
            await self.socket.send_bytes(encode(message, request))
        except (WebSocketDisconnect, RuntimeError):
            return


def failure(error: UnbakeError) -> Failed:
    """Return what the page is told of an error."""
    return Failed(str(error), is_usage=isinstance(error, UsageError), exists=getattr(error, "exists", False))
