"""Nobody but the studio's own page gets anything: not another site, not another name, not without the token."""

from socket import create_connection

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from studio.server.serving import TOKEN, desk_in, served
from unbake.studio.server import messages as m
from unbake.studio.server.launch import listen
from unbake.studio.server.link.security import Guard


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    with served(desk_in(folder), folder) as found:
        yield found


def test_the_own_page_is_let_in(address):
    with address.page() as page:
        assert page.ask(m.Hello())[0] == "Welcome"
        assert page.socket.subprotocol == "unbake"
    socket = create_connection(("127.0.0.1", address.port))
    with address.page(host=f"localhost:{address.port}", sock=socket) as page:
        assert page.ask(m.Hello())[0] == "Welcome"


def test_what_is_offered_may_come_as_one_line():
    """Up to version 0.50, uvicorn does not take it apart."""
    let_in = []

    async def app(scope, receive, send):
        let_in.append(scope)

    headers = [(b"host", b"127.0.0.1:80"), (b"origin", b"http://127.0.0.1:80")]
    socket = {"type": "websocket", "headers": headers, "subprotocols": [f"unbake, {TOKEN}"]}
    with pytest.raises(StopIteration):  # nothing in it waits; where a browser is driven, a loop runs already
        Guard(app, TOKEN, 80)(socket, None, None).send(None)
    assert let_in == [socket]


@pytest.mark.parametrize(
    "origin", [None, "null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "HTTPS"]
)
def test_sockets_of_other_sites_are_refused(address, origin):
    given = f"https://{address.host}" if origin == "HTTPS" else origin
    with pytest.raises(InvalidStatus) as refused, address.page(origin=given):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "offered",
    [None, ["unbake"], ["unbake", "none"], ["unbake", TOKEN + "x"], [TOKEN, "unbake"], ["unbake", TOKEN, "more"]],
)
def test_sockets_without_the_token_are_refused(address, offered):
    with pytest.raises(InvalidStatus) as refused, address.page(subprotocols=offered):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:{port}"])
def test_other_names_for_this_machine_are_refused(address, host):
    name = host.format(port=address.port)
    assert address.get("/", headers={"Host": name}).status_code == 403
    assert address.put("a.bvh", b"x", headers={**address.own, "Host": name}).status_code == 403
    socket = create_connection(("127.0.0.1", address.port))
    with pytest.raises(InvalidStatus) as refused, address.page(host=name, sock=socket):
        pass
    assert refused.value.response.status_code == 403


def test_the_page_itself_needs_no_token_and_comes_with_its_policy(address):
    answer = address.get("/")
    assert answer.status_code == 200
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert f"ws://{address.host}" in policy["connect-src"].split()
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert not any(name.startswith("access-control") for name in answer.headers)


@pytest.mark.parametrize("path", ["/nothing", "/download/unknown", "/../secret", "/%2e%2e/secret", "/socket"])
def test_answers_that_are_no_pages_come_with_the_policy_too(address, path):
    answer = address.get(path)
    assert answer.status_code == 404
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def without(headers, name):
    return {key: value for key, value in headers.items() if key != name}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda own: without(own, "Authorization"),
        lambda own: without(own, "Origin"),
        lambda own: {**own, "Origin": "https://evil.example"},
        lambda own: {**own, "Origin": "null"},
        lambda own: {**own, "Authorization": "Bearer wrong"},
        lambda own: {**own, "Authorization": f"Basic {TOKEN}"},
        lambda own: {**own, "Authorization": "Bearer tökén".encode("latin-1")},
    ],
)
def test_uploads_of_others_are_refused(address, spoil):
    assert address.put("a.bvh", b"x", headers=spoil(address.own)).status_code == 403
    assert address.put("a.bvh", b"x").status_code == 200


@pytest.mark.parametrize("method", ["POST", "DELETE", "OPTIONS", "PATCH"])
def test_other_methods_of_other_sites_are_refused(address, method):
    answer = httpx.request(method, f"{address.url}/upload", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_other_sites_cannot_load_parts_of_the_page(address):
    from_elsewhere = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert address.get("/index.html", headers=from_elsewhere).status_code == 403
    assert address.get("/", headers={**from_elsewhere, "Sec-Fetch-Mode": "navigate"}).status_code == 200
    assert address.get("/", headers={"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}).status_code == 200


def test_it_listens_on_this_machine_only(address):
    with listen(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
