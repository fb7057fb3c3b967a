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
    """A worker, and one request after the other; `arrays` in a body are NumPy arrays."""

    def __init__(self, command):
        self.process = subprocess.Popen([*command, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def ask(self, kind, **body):
        """Send a request and return the reply's body; progress is printed."""
        self.number += 1
        header = json.dumps({"type": kind, "request": self.number, "body": body}).encode()
        header += b" " * (-len(header) % 8)
        message = struct.pack("<II", len(header), 0) + header
        self.process.stdin.write(struct.pack("<I", len(message)) + message)
        self.process.stdin.flush()
        while True:
            (size,) = struct.unpack("<I", self.process.stdout.read(4))
            message = self.process.stdout.read(size)
            (length,) = struct.unpack_from("<I", message)
            header, arrays = json.loads(message[8 : 8 + length]), message[8 + length :]
            if header["type"] == "Progress":
                print(f"{header['body']['step']}: {header['body']['part']:.0%}", file=sys.stderr)
            elif header["type"] in ("Failed", "Cancelled"):
                raise SystemExit(header["body"].get("message", "cancelled"))
            else:
                return with_arrays(header["body"], arrays)


def with_arrays(value, data):
    """Return a body with its arrays in place."""
    if isinstance(value, dict) and "$" in value:
        dtype, start, count = value["$"]
        return np.frombuffer(data, dtype, count, start)
    if isinstance(value, dict):
        return {key: with_arrays(inner, data) for key, inner in value.items()}
    return [with_arrays(inner, data) for inner in value] if isinstance(value, list) else value


if __name__ == "__main__":
    worker = Worker([sys.executable, "-m", "unbake"])
    welcome = worker.ask("Hello")
    if welcome["protocol"] != PROTOCOL:
        raise SystemExit(f"Unbake {welcome['version']} speaks other messages than this client")
    opened = worker.ask("Open", source="path", name=sys.argv[1])
    asked = {name: opened[name] for name in ("settings", "choice", "joining")}
    asked["choice"] |= {"by": "count", "keys": 12}
    chosen = worker.ask("Choose", clip=opened["clip"]["id"], **asked, detail=0.0, is_preview=False)
    print("keys:", *chosen["keys"]["frames"], f"  error: {chosen['evaluation']['max_cm']:.2f} cm at most")
