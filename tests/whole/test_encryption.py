"""Words and keys on the way: a warning where they can be read, a refusal where they cannot be sure.

The server at plain http on another machine is reached through a proxy on this one, as users in a
laboratory reach theirs; the server with a certificate of its own making listens on loopback.
"""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

import pytest

from runners.participants.double.formats import MeantReply, written
from tests.patience import PATIENCE
from tests.runners.coding.homes import items, packet, write_file
from tests.shell import Shell

KEYS = dict.fromkeys(
    ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), "a-key-of-some-length"
)
ADDRESSES = {
    "openai/any": ("OPENAI_BASE_URL", "/v1"),
    "anthropic/any": ("ANTHROPIC_BASE_URL", ""),
    "google/any": ("GOOGLE_GEMINI_BASE_URL", ""),
}
RUN = ("blicket", "--runs", "1", "--wording", "original")
WARNING = (
    "http://lab.example:8000 is reached without encryption, so the key and all text can be "
    "intercepted; use https:// unless the network is your own"
)


class Server(ThreadingHTTPServer):
    """Answers every request, once `open` is set, as its path wants it."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.open = threading.Event()
        self.asked: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append(self.path)
        opened = self.server.open.wait(PATIENCE)
        body = written(MeantReply("The first one." if opened else "Nobody was warned."), self.path)
        self.send_response(200 if opened else 400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """A test's output is its own."""


@contextmanager
def serving(context: ssl.SSLContext | None = None) -> Iterator[Server]:
    server = Server()
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.open.set()
        server.shutdown()
        server.server_close()
        thread.join()


def proxied(server: Server) -> dict[str, str]:
    """Another machine's addresses, and this server as the way to it."""
    proxy = f"http://127.0.0.1:{server.server_address[1]}"
    lab = {name: f"http://lab.example:8000{path}" for name, path in ADDRESSES.values()}
    return {**KEYS, **lab, "http_proxy": proxy, "HTTP_PROXY": proxy, "no_proxy": "", "NO_PROXY": ""}


@pytest.mark.parametrize(
    ("name", "as_json"),
    [
        ("anthropic/any", True),
        pytest.param("openai/any", False, marks=pytest.mark.thorough),
        pytest.param("google/any", False, marks=pytest.mark.thorough),
    ],
)
def test_plain_http_to_another_machine_is_warned_of_once_and_before_the_first_call(
    shell: Shell, name: str, as_json: bool
) -> None:
    with serving() as server:
        words = (*RUN, "-m", name, *(("--json",) if as_json else ()))
        running = shell.start(*words, more=proxied(server))
        assert running.stderr is not None
        before = ""
        for line in running.stderr:
            before += line
            if line == WARNING + "\n":
                break
        # Only now is the first call answered.
        server.open.set()
        out, after = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, before + after
    assert before.endswith(WARNING + "\n")
    assert WARNING not in after + out
    assert len(server.asked) > 1
    assert all(path.startswith("http://lab.example:8000/") for path in server.asked)


def test_a_judge_is_warned_of_before_its_first_call_too(shell: Shell) -> None:
    write_file(shell.folder, packet("Anna", items(2)))
    judge = ("code", "Anna.packet.jsonl", "--judge", "openai/any")
    with serving() as server:
        running = shell.start(*judge, more=proxied(server))
        assert running.stderr is not None
        first = running.stderr.readline()
        server.open.set()
        _, after = running.communicate(timeout=PATIENCE)
    assert first == WARNING + "\n"
    assert WARNING not in after
    assert server.asked


def test_this_very_machine_is_warned_of_by_nobody(shell: Shell) -> None:
    with serving() as server:
        server.open.set()
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        done = shell.run(*RUN, "-m", "openai/any", more={**KEYS, "OPENAI_BASE_URL": url})
    assert "encryption" not in done.stderr


@pytest.mark.parametrize(
    "name",
    [
        "openai/any",
        pytest.param("anthropic/any", marks=pytest.mark.thorough),
        pytest.param("google/any", marks=pytest.mark.thorough),
    ],
)
def test_a_server_whose_certificate_nobody_vouches_for_gets_neither_key_nor_words(
    shell: Shell, name: str, tmp_path: Path
) -> None:
    variable, path = ADDRESSES[name]
    # Nor does Python's own variable help. It asks for a fresh process: once is enough.
    waived = {"PYTHONHTTPSVERIFY": "0"} if name == "openai/any" else {}
    with serving(certified(tmp_path)) as server:
        server.open.set()
        place = f"https://127.0.0.1:{server.server_address[1]}"
        more = {**KEYS, variable: place + path, **waived}
        done = shell.run(*RUN, "-m", name, code=3, more=more)
        assert server.asked == []
    assert f"the certificate of {place} cannot be trusted: self-signed certificate" in done.stderr
    assert (
        f"help: nothing was sent; on this computer plain http:// is as safe: set {variable} to it"
        in done.stderr
    )


def certified(folder: Path) -> ssl.SSLContext:
    """A server's side of TLS, with a certificate for 127.0.0.1 that is signed by itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    file = folder / "server.pem"
    file.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(pem)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
