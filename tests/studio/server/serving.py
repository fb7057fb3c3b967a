"""A studio that is really served, and pages that talk to it; small clips."""

import json
import struct
import threading
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import numpy as np
import uvicorn
from websockets.sync.client import connect

from clips import packaged_clip
from unbake.formats.registry import save
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.launch import listen, settings
from unbake.studio.server.link.wire import encode

TOKEN = "a-token-for-tests"
FRAMES = 30


@cache
def small_motion():
    """Thirty frames of the packaged clip."""
    first = packaged_clip().first_frame
    return packaged_clip().excerpt(first, first + FRAMES - 1)


@cache
def file_bytes(suffix, what=small_motion):
    """What `what` returns, as a file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"clip{suffix}"
        save(what(), file)
        return file.read_bytes()


@cache
def two_takes():
    """A text glTF file with the takes Walk, all of the small clip, and Sway, its hips and spine alone."""
    document = json.loads(file_bytes(".gltf"))
    (walk,) = document["animations"]
    channels = [{**channel, "target": dict(channel["target"])} for channel in walk["channels"][:4]]
    sway = {**walk, "name": "Sway", "channels": channels}
    return json.dumps({**document, "animations": [{**walk, "name": "Walk"}, sway]}).encode()


def desk_in(folder, startup=None, **others):
    """A desk whose own folders lie in one."""
    (folder / "work").mkdir(exist_ok=True)
    return Desk(startup, folder / "work", state=folder / "state", **others)


def quietly(step, part):
    """Told how far something is, says nothing."""


def opened_clip(desk, folder):
    """The small clip, opened from the start of the desk."""
    desk.startup = folder / "work" / "walk.bvh"
    desk.startup.write_bytes(file_bytes(".bvh"))
    return desk.answer(m.Open("startup"), quietly)


def quick_keys(desk, opened, keys=5):
    """Keys of an open clip, chosen by count and joined by the quick fit."""
    choice = m.Choice(**{**vars(opened.choice), "by": "count", "keys": keys})
    asked = m.Choose(opened.clip.id, opened.settings, choice, opened.joining, 0.0, True)
    return desk.answer(asked, quietly).keys


class Address:
    """Where a studio is served, and what a page of it sends along."""

    def __init__(self, port):
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"
        self.own = {"Origin": self.url, "Authorization": f"Bearer {TOKEN}"}

    def page(self, host=None, **others):
        """A page that is connected, by some name for this machine."""
        name = host or self.host
        given = {"origin": f"http://{name}", "subprotocols": ["unbake", TOKEN], "max_size": None, **others}
        return Page(connect(f"ws://{name}/socket", proxy=None, **given))

    def put(self, name, data, group="a" * 16, **others):
        """Upload a file."""
        params = {"name": name, "group": group}
        return httpx.put(f"{self.url}/upload", params=params, content=data, **{"headers": self.own, **others})

    def get(self, path, **others):
        """Fetch something."""
        return httpx.get(f"{self.url}{path}", **others)


class Page:
    """The page's side of the socket."""

    def __init__(self, connecting):
        self.connecting = connecting
        self.number = 0

    def __enter__(self):
        self.socket = self.connecting.__enter__()
        return self

    def __exit__(self, *error):
        self.connecting.__exit__(*error)

    def send(self, message):
        """Send a request and return its number."""
        self.number += 1
        self.socket.send(encode(message, self.number))
        return self.number

    def receive(self, timeout=60):
        """The next message: its type, the request's number, its parts."""
        return reply_of(self.socket.recv(timeout))

    def ask(self, message):
        """The answer to a request, what it is told meanwhile left out: type and parts."""
        number = self.send(message)
        while True:
            kind, request, body = self.receive()
            if request == number and kind != "Progress":
                return kind, body


def reply_of(data):
    """A message of the server: its type, the request's number, its parts with arrays in them."""
    (size,) = struct.unpack_from("<I", data)

    def plain(value):
        if isinstance(value, list):
            return [plain(one) for one in value]
        if not isinstance(value, dict):
            return value
        if set(value) == {"$"}:
            kind, start, count = value["$"]
            return np.frombuffer(data, kind, count, 8 + size + start)
        return {key: plain(one) for key, one in value.items()}

    header = json.loads(data[8 : 8 + size])
    return header["type"], header["request"], plain(header["body"])


@contextmanager
def served(desk, folder):
    """Serve a desk, with a page of one line; yields its address."""
    built = folder / "built"
    built.mkdir(exist_ok=True)
    (built / "index.html").write_text("<!doctype html><title>Unbake</title>")
    listener = listen(0)
    address = Address(listener.getsockname()[1])
    server = uvicorn.Server(settings(desk, TOKEN, address.port, built))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()
