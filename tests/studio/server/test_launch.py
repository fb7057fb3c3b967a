"""``unbake studio``: one clear line, an end without a fuss, and errors before the browser opens."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx
import pytest

from studio.server.serving import Address, file_bytes
from unbake.cli.main import main
from unbake.errors import UnbakeError
from unbake.studio.server import launch
from unbake.studio.server import messages as m
from unbake.studio.server.choosing.warming import Warming, warm_up
from unbake.studio.server.launch import listen
from unbake.studio.server.link import app

LINE = re.compile(r"Unbake studio: http://127\.0\.0\.1:(\d+)/#([\w-]{43}) \(Ctrl\+C ends it\)\n")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to be in, with a clip and a built page."""
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "index.html").write_text("<!doctype html><title>Unbake</title>")
    (tmp_path / "walk.bvh").write_bytes(file_bytes(".bvh"))
    (tmp_path / "points.csv").write_text("frame,a_x,a_y,a_z\n1,0,0,0\n")
    (tmp_path / "alone.amc").write_text(":FULLY-SPECIFIED\n")
    (tmp_path / "dir.bvh").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNBAKE_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(launch, "BUILT", tmp_path / "built")
    return tmp_path


@contextmanager
def running(folder, *arguments):
    """The command as a program of its own; yields it with its address and token."""
    surroundings = {**os.environ, "UNBAKE_STUDIO_BUILT": str(folder / "built"), "UNBAKE_STATE": str(folder / "state")}
    code = "import sys; from unbake.cli.main import run; sys.argv[0] = 'unbake'; run()"
    command = [sys.executable, "-c", code, "studio", "--no-browser", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=folder, env=surroundings, **pipes) as program:
        try:
            line = LINE.fullmatch(program.stdout.readline())
            assert line, program.stderr.read()
            yield program, Address(int(line[1])), line[2]
        finally:
            program.kill()


def is_answering(address):
    """Wait until the server answers."""
    for _ in range(400):
        try:
            return address.get("/").status_code == 200
        except httpx.TransportError:
            time.sleep(0.05)
    return False


@pytest.mark.slow
@pytest.mark.parametrize("is_busy", [False, True])
def test_it_says_where_it_is_opens_its_file_and_ends_on_ctrl_c(folder, is_busy):
    with running(folder, "walk.bvh", "--fps", "25") as (program, address, token):
        assert is_answering(address)
        with address.page(subprotocols=["unbake", token]) as page:
            kind, welcome = page.ask(m.Hello())
            assert (kind, welcome["startup"]) == ("Welcome", "walk.bvh")
            assert welcome["folder"] == str(folder.resolve())
            opened = page.ask(m.Open("startup"))[1]
            assert opened["clip"]["fps"] == 25.0
            assert page.ask(m.Autosave(opened["clip"]["id"], "{}", 1))[0] == "Done"
            if is_busy:
                page.send(m.Open("packaged"))
            program.send_signal(signal.SIGINT)
            out, err = program.communicate(timeout=60)
        assert (program.returncode, out, err) == (0, "", "")
    assert len(list((folder / "state" / "autosave").glob("*/work.json"))) == 1, "left for a recovery"


@pytest.mark.slow
def test_a_fresh_token_every_time(folder):
    with running(folder) as (_, _, first), running(folder) as (_, _, second):
        assert first != second


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["gone.bvh"], 1, "gone.bvh: cannot be read (No such file or directory)"),
        (["gone.unbake"], 1, "gone.unbake: cannot be read (No such file or directory)"),
        (["dir.bvh"], 1, "dir.bvh: is a folder, not a file"),
        (["clip.xyz"], 2, "clip.xyz: unknown suffix '.xyz'; known: .bvh .amc"),
        (["points.csv"], 1, "points.csv: holds points without a skeleton"),
        (["alone.amc"], 1, "alone.amc: no skeleton beside it"),
        (["walk.bvh", "--fps", "fast"], 2, "--fps 'fast'"),
        (["walk.bvh", "--unit", "ell"], 2, "--unit 'ell'"),
        (["--port", "70000"], 2, "65535"),
        (["--port", "-1"], 2, "--port"),
        (["a.bvh", "b.bvh"], 2, "b.bvh"),
    ],
)
def test_what_cannot_be_opened_is_said_before_the_browser_opens(folder, capsys, monkeypatch, arguments, code, text):
    monkeypatch.setattr("webbrowser.open", lambda address: pytest.fail("the browser was opened"))
    assert main(["studio", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err
    assert err.count("\n") == 1


def test_a_port_that_is_taken_is_said(folder, capsys):
    with listen(0) as taken:
        port = taken.getsockname()[1]
        assert main(["studio", "--no-browser", "--port", str(port)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"unbake: port {port} cannot be listened on (")
    assert err.endswith("); without --port any free one is taken\n")
    assert err.count("\n") == 1


def test_a_client_that_was_not_built_is_said(folder, capsys):
    (folder / "built" / "index.html").unlink()
    assert main(["studio", "walk.bvh"]) == 1
    err = capsys.readouterr().err
    assert "'make web' builds it" in err
    assert "without UNBAKE_SKIP_WEB=1" in err
    assert err.count("\n") == 1
    with pytest.raises(UnbakeError):
        app.check_built(folder / "nothing")


def test_the_browser_opens_an_address_without_the_token(folder, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(Warming, "begin", lambda self: None)
    monkeypatch.setattr(launch.uvicorn.Server, "run", lambda self, sockets: [s.close() for s in sockets])
    assert main(["studio"]) == 0
    _, port, token = LINE.fullmatch(capsys.readouterr().out).group(0, 1, 2)
    assert re.fullmatch(rf"http://127\.0\.0\.1:{port}/enter/[\w-]{{43}}", opened[0])
    assert token not in opened[0]


def test_help_names_what_can_be_given(capsys):
    assert main(["studio", "--help"]) == 0
    out = capsys.readouterr().out
    for word in ("[FILE]", "--port", "--no-browser", "--fps", "--unit", "--skeleton"):
        assert word in out


def test_warming_up_does_what_the_slider_does():
    warm_up()
