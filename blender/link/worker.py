"""A worker: an Unbake at the end of a pipe, which is asked and answers."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import threading
import time

from .wire import LENGTH, PROTOCOL, decode, encode

PATIENCE_S = 60.0
"""How long a worker may take to say that it is there."""
LOOK_S = 0.004


class WorkerError(Exception):
    """Why something was not done, in a sentence for people."""


class WorkerGoneError(WorkerError):
    """The worker has ended; another one can be started."""


class CancelledError(WorkerError):
    """The request was cancelled, or a newer one made it needless."""


GONE = (
    "Unbake's worker has ended before it answered, and nothing in the scene was changed. "
    "Try again: a new one is started"
)


class Ticket:
    """A request that is under way: `poll` it, or `cancel` it."""

    def __init__(self, worker, number):
        self.worker = worker
        self.number = number
        self.step, self.part = "", 0.0
        self._reply = None

    def poll(self):
        """Return the reply's body, None as long as there is none; WorkerError where the request failed."""
        if self._reply is None:
            if self.worker.is_gone:
                raise WorkerGoneError(GONE)
            return None
        kind, body = self._reply
        if kind == "Failed":
            message = body["message"]
            raise WorkerError(message[:1].upper() + message[1:])
        if kind == "Cancelled":
            raise CancelledError("Cancelled")
        return body

    def wait(self):
        """Return the reply's body as soon as it is there."""
        while (body := self.poll()) is None:
            time.sleep(LOOK_S)
        return body

    def cancel(self):
        """Say that nobody wants the answer any more."""
        if self._reply is None and not self.worker.is_gone:
            with contextlib.suppress(WorkerGoneError):
                self.worker.send("Cancel", which=self.number)

    def heard(self, kind, body):
        """Take what the worker says about the request."""
        if kind == "Progress":
            self.step, self.part = body["step"], body["part"]
        else:
            self._reply = (kind, body)


class Worker:
    """A process of Unbake, which has to be greeted first. WorkerError where it cannot be started."""

    def __init__(self, command):
        flags = subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0
        self.folder = tempfile.TemporaryDirectory(prefix="unbake-blender-")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 – open as long as the worker
        try:
            self.process = subprocess.Popen(
                [command, "worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=self.folder.name,
                creationflags=flags,
            )
        except OSError as error:
            self._put_away()
            raise WorkerError(f"{command} cannot be started ({error.strerror or error})") from error
        self.is_gone = False
        self._tickets = {}
        self._number = 0
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, name="unbake-worker", daemon=True).start()
        self.command = command

    def greeting(self):
        """Wait until it has said which messages it speaks: yields (what is done, how far); WorkerError for others."""
        command, until = self.command, time.monotonic() + PATIENCE_S
        try:
            ticket = self.send("Hello")
            while (welcome := ticket.poll()) is None:
                if time.monotonic() > until:
                    raise WorkerError(f"{command} does not answer")
                yield "Starting Unbake", 0.0
        except WorkerGoneError as error:
            reason = self._said() or "it ended at once"
            self.stop()
            raise WorkerError(f"{command} is no Unbake that can work for Blender ({reason})") from error
        except (WorkerError, GeneratorExit):
            self.stop()
            raise
        self.version = welcome["version"]
        spoken = welcome.get("protocol", 0)
        if spoken != PROTOCOL:
            self.stop()
            older = "Unbake" if spoken < PROTOCOL else "the add-on"
            raise WorkerError(f"Unbake {self.version} and this add-on do not go together: update {older}")

    def send(self, kind, **body):
        """Send a request and return its ticket."""
        with self._lock:
            self._number += 1
            ticket = Ticket(self, self._number)
            self._tickets[self._number] = ticket
            try:
                self.process.stdin.write(encode(kind, self._number, body))
                self.process.stdin.flush()
            except (OSError, ValueError) as error:
                self.is_gone = True
                raise WorkerGoneError(GONE) from error
        return ticket

    def ask(self, kind, **body):
        """Send a request and wait for the reply's body."""
        return self.send(kind, **body).wait()

    def _listen(self):
        stream = self.process.stdout
        try:
            while len(head := stream.read(LENGTH.size)) == LENGTH.size:
                (size,) = LENGTH.unpack(head)
                message = stream.read(size)
                if len(message) < size:
                    break
                kind, number, body = decode(message)
                ticket = self._tickets.get(number)
                if ticket is not None:
                    ticket.heard(kind, body)
                    if kind != "Progress":
                        del self._tickets[number]
        except (OSError, ValueError, KeyError):
            pass  # what is left of a worker that was killed
        self.is_gone = True

    def _said(self):
        """The last line that the worker complained with."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2.0)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    def stop(self):
        """End the worker: it goes when its pipe is closed, and is killed if it does not."""
        self.is_gone = True
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(3.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self._put_away()

    def _put_away(self):
        self._errors.close()
        with contextlib.suppress(OSError):
            self.folder.cleanup()
