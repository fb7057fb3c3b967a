"""One page that is connected: its requests are worked on, its answers sent, newer ones stop older ones."""

from __future__ import annotations

import asyncio
import os
import traceback
from collections.abc import Callable, Coroutine, MutableMapping
from typing import Any, Protocol

from starlette.websockets import WebSocketDisconnect

from unbake.errors import UnbakeError, UsageError
from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.handlers import handler_of
from unbake.studio.server.link.wire import MessageError, decode, encode
from unbake.studio.server.link.work import Job, Lane, Lanes, Stopped
from unbake.studio.server.messages import Cancel, Cancelled, Failed, Opened, Progress
from unbake.studio.server.remedies import with_remedy

KEPT_CLIPS = 2
"""Clips that a page has open at most: the one that is seen, and the one before, of which answers may be under way."""

NOT_READ = (
    "the studio's page asked for something that its server could not read. That is a fault of Unbake's own: "
    "please report it, with what the browser's console says"
)

LOOK_AGAIN_S = 0.25
"""How often a page hears of kernels that are being compiled."""

STEPS = {
    "table": "Measuring pairs of frames",
    "select": "Selecting keys",
    "fit": "Fitting curves",
}
"""What people read of the library's steps."""


class Connection(Protocol):
    """What a session talks through: a web socket, or a pipe (`link/pipe`)."""

    async def receive(self) -> MutableMapping[str, Any]:
        """Return the next event, as a web socket of Starlette does."""

    async def send_bytes(self, data: bytes) -> None:
        """Send a message; RuntimeError where nobody is there any more."""


class Session:
    """The requests of one connected page.

    Parameters
    ----------
    socket : the page's web socket, accepted, or what else is connected.
    desk : what is open and what can be done with it.
    not_read : what is said of a message that is none; its `detail` says what is wrong with it.
    said : what is said of an error; other programs than the page know other remedies.
    """

    def __init__(
        self,
        socket: Connection,
        desk: Desk,
        not_read: str = NOT_READ,
        said: Callable[[UnbakeError], str] = with_remedy,
    ) -> None:
        self.socket = socket
        self.desk = desk
        self.not_read = not_read
        self.said = said
        self.lanes = Lanes()
        self.running: dict[int, tuple[Any, Job]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.clips: list[str] = []
        self.is_gone = False
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()

    async def run(self) -> None:
        """Answer requests until the page goes away; what it had open is put away then."""
        sending = asyncio.ensure_future(self._send_all())
        try:
            while (event := await self.socket.receive())["type"] == "websocket.receive":
                self._take(event.get("bytes") or b"")
        finally:
            self.is_gone = True
            sending.cancel()
            await self._leave()

    async def _leave(self) -> None:
        """Finish what is being kept, then put away what was open."""
        left = asyncio.Event()
        works = [self.desk.papers[clip].work for clip in self.clips if clip in self.desk.papers]
        self.desk.leaving.update(dict.fromkeys(works, left))
        for message, job in self.running.values():
            if not handler_of(message).keeps:
                job.cancel()
        self.lanes.close()
        kept = [job.answer for message, job in self.running.values() if handler_of(message).keeps]
        await asyncio.gather(*kept, return_exceptions=True)
        try:
            self._put_away(self.clips)
        finally:
            for work in works:
                self.desk.leaving.pop(work, None)
            left.set()

    def _take(self, data: bytes) -> None:
        try:
            message, request = decode(data)
        except MessageError as error:
            self._outgoing.put_nowait(encode(Failed(self.not_read, is_usage=False, detail=str(error)), error.request))
            return
        if isinstance(message, Cancel):
            if message.which in self.running:
                self.running[message.which][1].cancel()
            return
        if isinstance(message, m.AwaitKernels):
            self._keep_task(self._await_kernels(request))
            return
        if request in self.running:
            detail = "a message with the number of another"
            self._outgoing.put_nowait(encode(Failed(self.not_read, is_usage=False, detail=detail), request))
            return
        handler = handler_of(message)
        for older, job in self.running.values():
            if handler.supersedes(message, older):
                job.cancel()
        job = Job(lambda report: self._work(message, request, report), self._reporter(request))
        self.running[request] = (message, job)
        left = self.desk.leaving.get(message.name) if isinstance(message, m.Open) else None
        if left:
            self._keep_task(self._begin_after(left, message, job))
        else:
            self._lane(message).put(job)
        self._keep_task(self._answer(request, job))

    async def _await_kernels(self, request: int) -> None:
        """Say how far compiling is until there is nothing left of it. In no thread: one that waits would be missing."""
        warming = self.desk.warming
        while not (warming.is_done or self.is_gone):
            part = warming.compiled_part
            if part is not None:
                self._outgoing.put_nowait(encode(Progress("Compiling", part), request))
            await asyncio.sleep(LOOK_AGAIN_S)
        self._outgoing.put_nowait(encode(m.Done(), request))

    async def _begin_after(self, left: asyncio.Event, message: Any, job: Job) -> None:
        """A page that is loaded again may ask for its work before that is kept."""
        await left.wait()
        if not self.is_gone:
            self._lane(message).put(job)

    def _keep_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _lane(self, message: Any) -> Lane:
        return self.lanes.named(handler_of(message).lane_of(message))

    def _work(self, message: Any, request: int, report: Report) -> tuple[Any, bytes]:
        """The answer, and its bytes: a long clip takes long to write down. In a thread."""
        report("", 0.0)
        answer = self.desk.answer(message, report)
        return answer, encode(answer, request)

    async def _answer(self, request: int, job: Job) -> None:
        try:
            answer, data = await job.answer
        except Exception as error:
            answer = failure(error, self.said)
            data = encode(answer, request)
        finally:
            del self.running[request]
        if isinstance(answer, Opened):
            self._opened(answer.clip.id)
        self._outgoing.put_nowait(data)

    def _opened(self, clip: str) -> None:
        self.clips.append(clip)
        if self.is_gone:
            self._put_away(self.clips)
        else:
            self._put_away(self.clips[:-KEPT_CLIPS])

    def _put_away(self, clips: list[str]) -> None:
        for clip in list(clips):
            self.clips.remove(clip)
            self.desk.put_away(clip)

    def _reporter(self, request: int) -> Report:
        last: tuple[str, float] = ("", -1.0)

        def report(step: str, part: float) -> None:
            nonlocal last
            # A hundred steps are enough for a bar.
            if step and request in self.running and (step != last[0] or abs(part - last[1]) >= 0.01):
                last = (step, part)
                progress = Progress(STEPS.get(step, step), min(max(part, 0.0), 1.0))
                self._outgoing.put_nowait(encode(progress, request))

        return report

    async def _send_all(self) -> None:
        """Send answers one after the other, so that none overtakes another."""
        while True:
            data = await self._outgoing.get()
            try:
                await self.socket.send_bytes(data)
            except (WebSocketDisconnect, RuntimeError):
                return


def failure(error: Exception, said: Callable[[UnbakeError], str]) -> Failed | Cancelled:
    """Return what the page is told of an error; `said` makes a sentence of one on purpose."""
    if isinstance(error, Stopped):
        return Cancelled()
    if isinstance(error, UnbakeError):
        return Failed(said(error), is_usage=isinstance(error, UsageError), exists=getattr(error, "exists", False))
    if isinstance(error, MemoryError):
        return Failed("not enough memory for this", is_usage=False)
    if os.environ.get("UNBAKE_TRACEBACK"):
        traceback.print_exception(error)
    shown = f"{type(error).__name__}: {error}".replace("\n", " ")
    return Failed(f"a fault of Unbake's own ({shown}); please report it", is_usage=False)
