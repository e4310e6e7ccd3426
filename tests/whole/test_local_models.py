"""Whole runs with a local model: in this process, and behind a server that nobody here wrote."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.patience import PATIENCE, wait_until
from tests.runners.cli import cup_script
from tests.shell import Shell
from tests.tiny_models import tiny

COMMIT = "0123456789abcdef0123456789abcdef01234567"
QUIET = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny(tmp_path_factory.mktemp("models") / "tiny", reach=2048)


RUN = ("blicket", "--runs", "1", "--wording", "original", "--max-tokens", "6")


def calls(shell: Shell) -> list[tuple[str, str, str]]:
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as store:
        return store.execute("select call, text, sent from calls order by call").fetchall()


@pytest.mark.thorough
def test_a_run_that_was_killed_goes_on_and_asks_nothing_twice(shell: Shell, model: Path) -> None:
    where = shutil.copytree(model, shell.folder / "tiny")
    arguments = (*RUN, "-m", "hf/./tiny")
    whole = shell.json(*arguments, "--store", "sqlite:///whole.sqlite", more=QUIET)
    assert whole["trials"]["failed"] == whole["trials"]["left"] == 0
    assert whole["calls"]["failed"] == 0

    begun = shell.start(*arguments, "--concurrency", "1", more=QUIET)
    wait_until(lambda: _finished(shell) or begun.poll() is not None)
    begun.kill()
    begun.communicate()
    kept = calls(shell)
    assert kept

    shutil.copytree(where, shell.folder / "elsewhere" / "tiny")
    again = shell.json(*RUN, "-m", "hf/./elsewhere/tiny", more=QUIET)
    assert again["calls"]["made"] + len(kept) == whole["calls"]["made"]
    after = calls(shell)
    assert set(kept) <= set(after)
    with closing(sqlite3.connect(shell.folder / "whole.sqlite")) as store:
        # Also after the kill, together with other calls, and from another folder.
        assert [(key, text) for key, text, _ in after] == store.execute(
            "select call, text from calls order by call"
        ).fetchall()
    third = shell.json(*arguments, more=QUIET)
    assert third["calls"]["made"] == 0
    assert third["calls"]["replayed"] == whole["calls"]["made"]
    assert str(shell.folder) not in "".join(sent for _, _, sent in after)


def _finished(shell: Shell) -> bool:
    """Whether a call is stored; looks only where readers stand in nobody's way."""
    if not (shell.folder / "devrun.sqlite-wal").exists():
        return False
    try:
        return bool(calls(shell))
    except sqlite3.OperationalError:
        return False


def test_a_repository_that_was_fetched_is_asked_without_the_network(
    shell: Shell, model: Path, tmp_path: Path, thorough: bool
) -> None:
    repository = tmp_path / "home" / "hub" / "models--lab--tiny"
    shutil.copytree(model, repository / "snapshots" / COMMIT)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(COMMIT, encoding="utf-8")
    more = {**QUIET, "HF_HOME": str(tmp_path / "home")}
    (shell.folder / "cup.dev").write_text(cup_script.TEXT, encoding="utf-8")
    once = ("cup.dev", "--runs", "1", "--max-tokens", "6")
    done = shell.json(*once, "-m", "hf/lab/tiny", more=more)
    assert done["trials"]["failed"] == done["trials"]["left"] == 0
    assert all(f'"revision":"{COMMIT}"' in sent for _, _, sent in calls(shell))
    if thorough:
        by_commit = shell.json(*once, "-m", f"hf/lab/tiny@{COMMIT}", more=more)
        assert by_commit["calls"]["made"] == 0


@pytest.mark.thorough
def test_a_repository_that_is_not_here_is_not_looked_for_without_the_network(shell: Shell) -> None:
    other = shell.run(*RUN, "-m", "hf/lab/other", code=2, more=QUIET)
    assert other.stderr.splitlines()[-2:] == [
        "devrun: hf/lab/other is not on this computer, and HF_HUB_OFFLINE is set",
        "help: fetch it while online: hf download lab/other; or give a folder, like hf/./my_folder",
    ]


def test_a_repository_that_there_is_not(shell: Shell) -> None:
    class Nowhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404)
            self.send_header("X-Error-Code", "RepoNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Nowhere) as hub:
        thread = Thread(target=hub.serve_forever)
        thread.start()
        more = {"HF_ENDPOINT": f"http://127.0.0.1:{hub.server_port}", "NO_PROXY": "127.0.0.1"}
        done = shell.run(*RUN, "-m", "hf/lab/nowhere", code=2, more=more)
        hub.shutdown()
        thread.join()
    assert done.stderr.splitlines()[-2].startswith(
        "devrun: there is no repository lab/nowhere, or you have no access"
    )


def test_without_the_packages_it_is_said_how_to_get_them(shell: Shell, tmp_path: Path) -> None:
    # A Python that has all of this one's packages but these.
    bare = tmp_path / "bare"
    (bare / "lib").mkdir(parents=True)
    import click

    for one in Path(click.__file__).parents[1].iterdir():
        if not one.name.startswith(("torch", "transformers", "__pycache__")):
            (bare / "lib" / one.name).symlink_to(one)
    root = shell.environment["PYTHONPATH"]
    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-m",
            "runners.main",
            *RUN,
            "-m",
            "hf/lab/tiny",
        ],
        cwd=shell.folder,
        env={**shell.environment, "PYTHONPATH": f"{root}{os.pathsep}{bare / 'lib'}"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-2:] == [
        "devrun: local models need torch and transformers, which are not installed",
        "help: run: pip install 'devrun[local]'",
    ]


COMMANDS_WITHOUT_MODELS = """\
import sys
from runners.main import main

for words in {commands!r}:
    sys.argv = ["devrun", *words]
    try:
        main()
    except SystemExit as end:
        assert not end.code, (words, end.code)
    heavy = {{"torch", "transformers", "huggingface_hub"}} & set(sys.modules)
    assert not heavy, (words, heavy)
"""


def test_help_and_check_load_no_library_of_models(shell: Shell) -> None:
    commands = (("--help",), ("check", "blicket"), ("models",), (*RUN, "-m", "sim/oracle"))
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS_WITHOUT_MODELS.format(commands=commands)],
        cwd=shell.folder,
        env=dict(shell.environment),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def serving(model: Path, home: Path) -> Iterator[str]:
    """`transformers serve` on this computer; gives its base URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = shutil.which("transformers", path=str(Path(sys.executable).parent))
    assert command is not None
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    with (home / "served.log").open("w", encoding="utf-8") as log:
        server = subprocess.Popen(
            [command, "serve", str(model), "--host", "127.0.0.1", "--port", str(port)],
            env={**kept, **QUIET, "HF_HOME": str(home), "NO_PROXY": "127.0.0.1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        try:
            said = home / "served.log"
            wait_until(lambda: _healthy(port) or server.poll() is not None)
            assert server.poll() is None, said.read_text(encoding="utf-8")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()
            server.wait()


def _healthy(port: int) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


@pytest.mark.thorough
def test_transformers_serve_is_asked_through_its_address(
    shell: Shell, model: Path, tmp_path: Path
) -> None:
    pytest.importorskip("fastapi", reason="install transformers[serving]")
    where = shutil.copytree(model, tmp_path / "served")
    # This server samples where the model's makers say so, whatever temperature is asked for.
    (where / "generation_config.json").write_text(
        json.dumps({"do_sample": True, "eos_token_id": 1}), encoding="utf-8"
    )
    with serving(where, tmp_path) as url:
        more = {"OPENAI_BASE_URL": url}
        arguments = (*RUN, "--samples", "2", "-m", f"openai/{where}")
        done = shell.json(*arguments, more=more)
        again = shell.json(*arguments, more=more)
    assert done["trials"]["failed"] == done["trials"]["left"] == 0
    assert (done["calls"]["retried"], done["calls"]["failed"]) == (0, 0)
    assert (again["calls"]["made"], again["calls"]["replayed"]) == (0, done["calls"]["made"])
    texts = [text for _, text, _ in calls(shell)]
    # Each call has a seed of its own, so that samples of one text differ.
    assert len(set(texts)) > 0.9 * len(texts)
