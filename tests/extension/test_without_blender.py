"""What the extension does without Blender: messages, rotations, charts, where it looks for Unbake."""

import os
import re
import subprocess
import zipfile

import numpy as np
import pytest

from extension.conftest import EXTENSION
from unbake.motion.rotations import quaternion_from_euler, rotate
from unbake.studio.server import messages as m
from unbake.studio.server.link import wire
from unbake.studio.server.messages.starting import PROTOCOL
from unbake.studio.server.opening.sources import clip_suffixes

pytestmark = pytest.mark.usefixtures("modules")


def test_its_messages_are_those_of_the_server():
    from link import wire as ours

    frames, values = np.array([0, 5, 9], np.int32), np.linspace(0.0, 1.0, 20)
    body = {"frames": frames, "values": values, "scales": np.ones(2), "fit": "free"}
    data = ours.encode("FitValues", 7, body)
    assert ours.LENGTH.unpack(data[:4])[0] == len(data) - 4
    message, request = wire.decode(data[4:])
    assert request == 7
    assert isinstance(message, m.FitValues)
    np.testing.assert_array_equal(message.values, values)
    reply = m.ValuesFitted(values, values[::-1].copy(), np.array([1, 0], np.uint8))
    kind, number, read = ours.decode(wire.encode(reply, 8))
    assert (kind, number) == ("ValuesFitted", 8)
    np.testing.assert_array_equal(read["right"], values[::-1])
    assert ours.PROTOCOL == PROTOCOL


def test_its_file_browser_shows_everything_that_can_be_opened():
    text = (EXTENSION / "operators" / "exchanging.py").read_text(encoding="utf-8")
    shown = set(re.search(r'filter_glob.*?default="(.*?)"', text, re.DOTALL)[1].split(";"))
    assert shown == {f"*{suffix}" for suffix in clip_suffixes()}


@pytest.mark.parametrize("mode", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
def test_euler_angles_turn_as_unbakes_do(mode):
    from reading.rotations import matrix_from_euler

    angles = np.random.default_rng(3).uniform(-3.0, 3.0, (40, 3))
    order = mode[::-1].lower()
    turned = quaternion_from_euler(order, angles[:, ["xyz".index(letter) for letter in order]])
    wanted = np.stack([rotate(turned, np.eye(3)[axis]) for axis in range(3)], axis=-1)
    np.testing.assert_allclose(matrix_from_euler(mode, angles), wanted, atol=1e-12)


def test_quaternions_come_back_from_matrices():
    from reading.rotations import continuous, matrix_from_quaternion, xyzw_from_matrix

    q = np.random.default_rng(4).normal(size=(200, 4))
    q[:4] = np.eye(4)  # half turns and none
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    back = xyzw_from_matrix(matrix_from_quaternion(q[:, [3, 0, 1, 2]]))
    np.testing.assert_allclose(np.abs((back * q).sum(axis=1)), 1.0, atol=1e-12)
    assert ((continuous(back)[1:] * continuous(back)[:-1]).sum(axis=1) >= 0.0).all()


def test_charts_stay_in_their_boxes():
    from interface.charts import MARGIN, error_strip, space_chart

    corner, size = (10.0, 20.0), (200.0, 80.0)
    low, high = np.array(corner) + MARGIN, np.array(corner) + size - MARGIN
    line, point = space_chart(np.arange(2, 50), 100.0 / np.arange(2, 50) ** 2, 12, corner, size)
    strip, now = error_strip(np.abs(np.sin(np.arange(60.0))), 1, 31, corner, size)
    for drawn in (line, strip, now):
        assert (drawn >= low - 1e-9).all()
        assert (drawn <= high + 1e-9).all()
    assert (np.diff(line[:, 1]) < 0.0).all(), "more keys, less error"
    np.testing.assert_allclose(point, line[10])
    assert now[0, 0] == pytest.approx(low[0] + (high - low)[0] * 30 / 59)


def test_new_curves_of_blender_4_4_get_their_group():
    """There the new function takes no group yet, and the old one knows only the first slot."""
    from types import SimpleNamespace as Stub

    from reading.actions import new_curve

    made, groups = [], {"other": "another group"}

    def ensure(owner, path, *, index=0):
        made.append(Stub(owner=owner, data_path=path, array_index=index, group=None))
        return made[-1]

    class Groups(dict):
        def new(self, name):
            return self.setdefault(name, f"group {name}")

    bag = Stub(slot_handle=2, fcurves=made, groups=Groups(groups))
    layers = [Stub(strips=[Stub(channelbags=[Stub(slot_handle=1), bag])])]
    action = Stub(layers=layers, fcurves=[], fcurve_ensure_for_datablock=ensure)
    data = Stub(action=action, action_slot=Stub(handle=2))
    curves = [new_curve("rig", data, "location", index, "knee") for index in range(2)]
    assert made == curves
    assert [(c.data_path, c.array_index, c.group) for c in made] == [
        ("location", 0, "group knee"),
        ("location", 1, "group knee"),
    ]
    assert set(bag.groups) == {"other", "knee"}


def test_where_unbake_is_looked_for(tmp_path, monkeypatch):
    from link import finding

    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(finding.VARIABLE, raising=False)
    monkeypatch.setattr(finding, "usual_places", lambda private: [tmp_path / "usual" / finding.NAME])
    assert finding.command("", "") is None
    for place in ("usual", "said/bin"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / finding.NAME).touch(mode=0o755)
    assert finding.command("", "") == str(tmp_path / "usual" / finding.NAME)
    assert finding.command(str(tmp_path / "said"), "") == str(tmp_path / "said" / "bin" / finding.NAME)
    assert finding.command(str(tmp_path / "none"), "") is None, "what a person named is not replaced silently"


@pytest.mark.slow
def test_the_wheels_that_came_with_it_are_installed_without_network(tmp_path, monkeypatch):
    """An environment of its own, made by the very commands, from a wheel that holds one module."""
    from link import finding

    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert finding.wheels_folder() is None
    assert finding.install_commands("there")[1][-2:] == ["--upgrade", "unbake"]
    root = tmp_path / "extension"
    (root / "wheels").mkdir(parents=True)
    with zipfile.ZipFile(root / "wheels" / "unbake-9.0-py3-none-any.whl", "w") as wheel:
        about = "unbake-9.0.dist-info"
        wheel.writestr("unbake.py", "VERSION = 9\n")
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: unbake\nVersion: 9.0\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")
    monkeypatch.setattr(finding, "__file__", str(root / "link" / "finding.py"))
    wheels = finding.wheels_folder()
    assert wheels == root / "wheels"
    private = tmp_path / "environment"
    for command in finding.install_commands(private, wheels):
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=os.environ | {"PIP_INDEX_URL": ""}
        )
        assert done.returncode == 0, done.stderr
    python = private / finding.BIN / "python"
    said = subprocess.run(
        [python, "-c", "import unbake; print(unbake.VERSION)"], capture_output=True, text=True, check=True
    )
    assert said.stdout == "9\n"


def test_a_worker_of_another_version_is_refused(tmp_path):
    """Its script answers Hello as a worker of the next version would."""
    import sys

    from link.worker import Worker, WorkerError

    script = tmp_path / "unbake"
    header = b'{"type": "Welcome", "request": 1, "body": {"version": "9.0", "protocol": 99}}'
    header += b" " * (-len(header) % 8)
    script.write_text(
        f"#!{sys.executable}\nimport struct, sys\nheader = {header!r}\n"
        "data = struct.pack('<II', len(header), 0) + header\n"
        "sys.stdout.buffer.write(struct.pack('<I', len(data)) + data)\nsys.stdout.flush()\nsys.stdin.read()\n"
    )
    script.chmod(0o755)
    with pytest.raises(WorkerError, match="update the add-on"):
        list(Worker(str(script)).greeting())
    with pytest.raises(WorkerError, match="no Unbake"):
        list(Worker(sys.executable).greeting())
    with pytest.raises(WorkerError, match="cannot be started"):
        Worker(str(tmp_path / "nothing"))
