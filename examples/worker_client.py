"""Talk to ``unbake worker`` as an animation program would: open a clip, choose 12 keys, print them.

    python examples/worker_client.py clip.bvh

Needs NumPy and the standard library alone. docs/worker.md explains the messages.
"""

import json
import struct
import subprocess
import sys

import numpy as np

PROTOCOL = 1


class Worker:
    """A worker, and one request after the other."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def ask(self, kind, **body):
        """Send a request and return the reply's body; progress is left out."""
        self.number += 1
        header = json.dumps({"type": kind, "request": self.number, "body": body}).encode()
        header += b" " * (-len(header) % 8)
        self.process.stdin.write(struct.pack("<III", len(header) + 8, len(header), 0) + header)
        self.process.stdin.flush()
        while (reply := self.reply())["type"] == "Progress":
            pass
        if reply["type"] in ("Failed", "Cancelled"):
            raise SystemExit(reply["body"].get("message", "cancelled"))
        return reply["body"]

    def reply(self):
        """Read a message with its arrays."""
        length, size, _ = struct.unpack("<III", self.process.stdout.read(12))
        header, arrays = self.process.stdout.read(size), self.process.stdout.read(length - 8 - size)
        return json.loads(header, object_hook=lambda found: array(*found["$"], arrays) if "$" in found else found)


def array(dtype, start, count, data):
    """Return an array that lies behind a header."""
    return np.frombuffer(data, dtype, count, start)


worker = Worker(sys.executable, "-m", "unbake", "worker")
if worker.ask("Hello")["protocol"] != PROTOCOL:
    raise SystemExit("Unbake speaks other messages than this client")
opened = worker.ask("Open", source="path", name=sys.argv[1])
asked = {name: opened[name] for name in ("settings", "choice", "joining")}
asked["choice"] |= {"by": "count", "keys": 12}
chosen = worker.ask("Choose", clip=opened["clip"]["id"], **asked, detail=0.0, is_preview=False)
print("keys:", *chosen["keys"]["frames"], f"  error: {chosen['evaluation']['max_cm']:.2f} cm at most")
