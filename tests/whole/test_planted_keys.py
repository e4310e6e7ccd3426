"""Keys stand nowhere but in the request they open: every command, against a server that gossips.

Each vendor has a marker for a key. The server puts the key it was sent into whatever an answer has
room for, and then everything that was said and written is searched, also in the ways in which JSON
may spell it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from runners.participants.double import Behaviour, Double, Function, Hang, Request, ServerAnswer
from runners.participants.double.formats import MeantReply, written
from tests.patience import PATIENCE
from tests.runners.cli import cup_script
from tests.shell import Shell

MARKERS = {
    "OPENAI_API_KEY": "sk-proj/openai+marker_0001",
    "ANTHROPIC_API_KEY": "sk-ant/anthropic+marker_0002",
    "GEMINI_API_KEY": "AIza/gemini+marker_0003",
    "GOOGLE_API_KEY": "AIza/google+marker_0004",
    "ANTHROPIC_AUTH_TOKEN": "sk-ant-oat/marker_0005",
}
NAMES = ("openai/any", "openai/responses/any", "anthropic/any", "google/any")
MODELS = tuple(word for name in NAMES for word in ("-m", name))
RUN = ("cup.dev", "--runs", "2", *MODELS)
SAID = ("openai+marker", "anthropic+marker", "gemini+marker", "google+marker", "oat/marker")
_ESCAPED = re.compile(rb"\\+u00([0-9a-fA-F]{2})|\\+/")


def sent_key(request: Request) -> str:
    """The one key that a request carries; no other may travel with it."""
    held = {key for key in MARKERS.values() if key in json.dumps(dict(request.headers))}
    held |= {key for key in MARKERS.values() if key in request.path + request.body.decode()}
    assert len(held) == 1
    return held.pop()


def spelt(key: str) -> str:
    """A key as JSON may spell it: every second letter as its number, every slash escaped."""
    numbers = (f"\\u{ord(c):04X}" if n % 2 else c for n, c in enumerate(key))
    return "".join("\\/" if c == "/" else c for c in numbers)


def headers(key: str) -> tuple[tuple[str, str], ...]:
    names = ("x-request-id", "request-id", "retry-after", "retry-after-ms", "www-authenticate")
    return (*((name, key) for name in names), ("location", f"/{key}"), ("set-cookie", f"k={key}"))


def gossip(request: Request, text: str = "The first one.") -> ServerAnswer:
    """A good reply that repeats the key in its words, its model, its name and its headers."""
    key = sent_key(request)
    body = written(MeantReply(f"{text} {key} SPELT"), request.path).decode()
    names = ("double-1", "chatcmpl-double", "resp_double", "msg_double", "response-double", "SPELT")
    for name in names:
        body = body.replace(name, f"{name}-{spelt(key)}")
    return ServerAnswer(body=body.encode(), headers=headers(key))


def fault(request: Request, status: int) -> ServerAnswer:
    """An error that repeats the key in its sentence, its kind and its headers."""
    key = sent_key(request)
    meant = MeantReply("Incorrect key: SPELT.", status=status, type=key)
    body = written(meant, request.path).decode().replace("SPELT", spelt(key))
    return ServerAnswer(status, body.encode(), headers(key))


def lines(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Everything in a folder: names, and bytes with JSON's escapes undone."""
    for path in folder.rglob("*"):
        yield str(path), str(path).encode()
        if path.is_file():
            found = path.read_bytes()
            yield str(path), found
            yield str(path), _ESCAPED.sub(lambda m: bytes.fromhex((m[1] or b"2f").decode()), found)


def leaks(folder: Path, *said: str) -> list[str]:
    """Where a marker stands, in files or in what was said."""
    everywhere = [*lines(folder), *(("said", one.encode()) for one in said)]
    return sorted({place for place, held in everywhere for sign in SAID if sign.encode() in held})


@pytest.fixture
def room(shell: Shell) -> Shell:
    """A shell whose home and temporary files lie in its own folder."""
    places = {name: shell.folder / name for name in ("home", "tmp")}
    for place in places.values():
        place.mkdir()
    (shell.folder / "cup.dev").write_text(cup_script.TEXT, encoding="utf-8")
    home, tmp = map(str, places.values())
    here = {"HOME": home, "TMPDIR": tmp, "TMP": tmp, "TEMP": tmp}
    return Shell(shell.folder, {**shell.environment, **here, **MARKERS}, plain=True)


def test_no_command_says_or_writes_down_a_key_that_a_server_repeats(room: Shell) -> None:
    said: list[str] = []

    def run(*words: str, code: int = 0, **more: str) -> str:
        done = room.run(*words, code=code, more={**addresses, **more})
        said.extend((done.stdout, done.stderr))
        return done.stdout + done.stderr

    turned_down: set[str] = set()

    def answer(request: Request) -> Behaviour:
        # Each participant once: one that is turned down again and again is asked nothing more.
        if request.path not in turned_down:
            turned_down.add(request.path)
            return fault(request, 500)
        return gossip(request)

    then: Function = answer
    with Double(then=then) as double:
        addresses = _addresses(double)
        run("plan", *RUN)
        run("models")
        run("check", "blicket")
        # The logs of the SDKs are switched on.
        run(*RUN, DEVRUN_DEBUG="1", OPENAI_LOG="debug", ANTHROPIC_LOG="debug")
        made = len(double.requests)
        run(*RUN, "--json")
        assert len(double.requests) == made > 6
        run("replay")
        run("score", "--json")
        run("studies", "--json")
        run("packets", "--coder", "Ada")
        for name in NAMES:
            run("code", "packets/Ada.packet.jsonl", "--judge", name)
        run("store", "check")
        run("export")
        for form in ("inspect", "jsonl"):
            run("export", "--to", form)
    tables = {one.name.split("-")[-1] for one in room.folder.rglob("*_data.csv")}
    assert tables >= {f"{name}_data.csv" for name in ("calls", "codes", "questions", "scores")}
    assert b"[key removed]" in (room.folder / "devrun.sqlite").read_bytes()
    assert leaks(room.folder, *said) == []


def test_a_refused_key_is_not_repeated_with_the_refusal(room: Shell) -> None:
    def refuse(request: Request) -> Behaviour:
        return fault(request, 401)

    then: Function = refuse
    with Double(then=then) as double:
        done = room.run(*RUN, code=3, more=_addresses(double))
    assert done.stderr.count("refused the key (401): Incorrect key: [key removed].") == 4
    assert leaks(room.folder, done.stdout, done.stderr) == []


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="no /proc to look into")
def test_who_looks_at_the_processes_sees_no_key(room: Shell) -> None:
    started = Shell(room.folder, room.environment)
    with Double(then=Hang()) as double:
        running = started.start("blicket", "-m", "openai/any", more=_addresses(double))
        try:
            assert double.arrived(1, within_s=PATIENCE)
            seen = Path(f"/proc/{running.pid}/cmdline").read_text(encoding="utf-8")
        finally:
            running.kill()
            said = running.communicate()
    assert "openai/any" in seen
    assert leaks(room.folder, seen, *said) == []


def _addresses(double: Double) -> dict[str, str]:
    return {name: value for name, value in double.environment.items() if name.endswith("URL")}
