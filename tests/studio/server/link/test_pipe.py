"""The studio's messages over a pipe: what a program that starts a worker sees."""

import json
import os
import signal
import struct
import subprocess
import sys
import threading

import numpy as np
import pytest

from unbake.curves.fits.fit import fit
from unbake.curves.keyed_animation import are_broken
from unbake.keyframes.selection import Selection
from unbake.library import Library
from unbake.motion.channels import channel_values
from unbake.studio.server import messages as m
from unbake.studio.server.link.pipe import work
from unbake.studio.server.link.wire import encode
from unbake.studio.server.messages.starting import PROTOCOL

from ..serving import file_bytes, small_motion


class Host:
    """The other end of a worker's pipe."""

    def __init__(self, folder):
        self.to_worker, self.from_worker = os.pipe(), os.pipe()
        incoming, outgoing = os.fdopen(self.to_worker[0], "rb"), os.fdopen(self.from_worker[1], "wb")
        self.reading, self.writing = os.fdopen(self.from_worker[0], "rb"), os.fdopen(self.to_worker[1], "wb")
        self.streams = incoming, outgoing, self.reading, self.writing
        self.thread = threading.Thread(target=work, args=(incoming, outgoing, folder), daemon=True)
        self.thread.start()

    def send(self, data):
        self.writing.write(struct.pack("<I", len(data)) + data)
        self.writing.flush()

    def reply(self):
        (size,) = struct.unpack("<I", self.reading.read(4))
        data = self.reading.read(size)
        (length,) = struct.unpack_from("<I", data)
        return json.loads(data[8 : 8 + length]), data[8 + length :]

    def ask(self, message, request=1):
        self.send(encode(message, request))
        while True:
            header, arrays = self.reply()
            if header["type"] != "Progress":
                return header["type"], header["body"], arrays


@pytest.fixture
def host(tmp_path, monkeypatch):
    monkeypatch.setattr("unbake.studio.server.choosing.warming.warm_up", lambda: None)
    host = Host(tmp_path)
    yield host
    host.writing.close()
    host.thread.join(20.0)
    assert not host.thread.is_alive(), "a worker ends with its host"
    for stream in host.streams:
        stream.close()


def test_a_host_learns_which_messages_are_spoken(host):
    kind, welcome, _ = host.ask(m.Hello())
    assert (kind, welcome["protocol"]) == ("Welcome", PROTOCOL)
    assert welcome["recent"] == []


def test_a_clip_opens_from_a_path(host, tmp_path):
    (tmp_path / "clip.json").write_bytes(file_bytes(".json"))
    kind, opened, _ = host.ask(m.Open("path", str(tmp_path / "clip.json")))
    assert kind == "Opened"
    assert opened["clip"]["last_frame"] - opened["clip"]["first_frame"] + 1 == small_motion().n_frames


def test_what_is_no_message_is_refused_and_the_worker_goes_on(host):
    host.send(b"garbage")
    reply = host.reply()[0]
    assert reply["type"] == "Failed"
    assert "a program asked Unbake's worker" in reply["body"]["message"]
    assert reply["body"]["detail"] == "a message that cannot be read"
    assert host.ask(m.Hello())[0] == "Welcome"


def test_what_can_be_done_in_the_studio_is_not_said_to_a_host(host, tmp_path):
    Library.create(tmp_path / "empty.unbakelib").close()
    assert host.ask(m.OpenLibrary("empty.unbakelib"))[0] == "LibraryOpened"
    kind, failed, _ = host.ask(m.StartLive())
    assert kind == "Failed"
    assert failed["message"].endswith("empty.unbakelib has no clips yet")


def test_a_length_that_no_message_has_ends_the_worker(host):
    host.writing.write(b"\xff\xff\xff\xff")
    host.writing.flush()
    host.thread.join(20.0)
    assert not host.thread.is_alive()


def test_half_a_message_ends_the_worker(host):
    host.writing.write(struct.pack("<I", 100) + b"half")
    host.writing.close()
    host.thread.join(20.0)
    assert not host.thread.is_alive()


def array_of(body, arrays, name):
    dtype, start, count = body[name]["$"]
    return np.frombuffer(arrays, dtype, count, start)


@pytest.mark.parametrize("method", ["hermite", "free"])
def test_values_are_joined_as_channels_are(host, method):
    motion, keys = small_motion(), np.array([0, 8, 17, 29], dtype=np.int32)
    skeleton = motion.skeleton
    columns = [c for c, channel in enumerate(_channels(skeleton)) if channel.name.startswith("r")]
    values = channel_values(motion)[:, columns]
    scales = np.full(len(columns), 180.0 / np.pi)
    kind, body, arrays = host.ask(m.FitValues(keys, values.ravel(), scales, method))
    assert kind == "ValuesFitted"
    wanted = fit(motion, Selection(tuple(int(k) for k in keys)), method, rotation_orders="source")
    for side in ("left", "right"):
        found = array_of(body, arrays, side).reshape(len(keys), len(columns), 2)
        expected = np.stack([getattr(wanted.curves[c], side) for c in columns], axis=1)
        np.testing.assert_allclose(found, expected, atol=1e-9)
    left, right = (np.stack([getattr(wanted.curves[c], s) for c in columns]) for s in ("left", "right"))
    broken = are_broken(keys.astype(float), values[keys].T, left, right)
    assert (broken == array_of(body, arrays, "broken").reshape(len(keys), -1).T).all()


def _channels(skeleton):
    from unbake.motion.channels import channels_of

    return channels_of(skeleton)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"frames": np.array([0, 5], np.int32)}, "rise"),
        ({"scales": np.array([1.0, 0.0])}, "above zero"),
        ({"scales": np.ones(7)}, "rows of 7"),
        ({"values": np.full(20, np.inf)}, "finite"),
    ],
)
def test_values_that_cannot_be_joined(host, changes, reason):
    given = {"frames": np.array([0, 9], np.int32), "values": np.arange(20.0), "scales": np.ones(2), "fit": "hermite"}
    kind, body, _ = host.ask(m.FitValues(**(given | changes)))
    assert kind == "Failed"
    assert reason in body["message"]


@pytest.mark.slow
def test_the_command_answers_and_ends_with_its_host(tmp_path):
    command = [sys.executable, "-m", "unbake", "worker"]
    data = encode(m.Hello(), 1)
    run = subprocess.run(
        command, input=struct.pack("<I", len(data)) + data, capture_output=True, cwd=tmp_path, timeout=120, check=False
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is no signal to a process on Windows")
def test_ctrl_c_ends_the_command_with_one_line(tmp_path):
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{heard}; from unbake.cli.main import run; run()"
    command = [sys.executable, "-c", code, "worker"]
    data = encode(m.Hello(), 1)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=tmp_path) as process:
        process.stdin.write(struct.pack("<I", len(data)) + data)
        process.stdin.flush()
        assert process.stdout.read(4), "it is at work"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == b"unbake: interrupted\n"
