"""A folder with Python files in it is read as data, whatever devrun starts there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from runners.background import processes
from runners.isolated import isolated_children
from tests.runners.cli.cup_script import TEXT
from tests.shell import ROOT, Shell

SHADOWING = """
    click coders contextlib csv dsl encodings io json logging matplotlib multiprocessing numpy os
    pickle random re renderers rich runners scipy selectors signal sitecustomize site socket
    sqlalchemy sqlite3 struct tempfile textual threading tomllib types usercustomize weakref
""".split()  # noqa: SIM905
"""Modules that a new interpreter imports, that its work does, or that a library may."""

COMMANDS = (
    ("check", "cup.dev"),
    ("show", "cup.dev"),
    ("plan", "cup.dev", "-m", "sim/oracle"),
    ("run", "cup.dev", "-m", "sim/oracle", "--runs", "1", "--store", "a.sqlite"),
    ("score", "--store", "a.sqlite"),
    ("transcript", "--store", "a.sqlite"),
    ("report", "--store", "a.sqlite", "--output", "page.html"),
    ("export", "--store", "a.sqlite", "--output", "out"),
    ("packets", "--store", "a.sqlite", "--coder", "Ann", "--coder", "Ben"),
    ("store", "check", "--store", "a.sqlite"),
)


@pytest.fixture
def strangers(shell: Shell) -> Path:
    """A folder with a file for each of those modules, which leaves its name when it is executed."""
    ran = shell.folder.parent / "ran"
    ran.mkdir()
    for name in SHADOWING:
        told = f"open({str(ran / name)!r}, 'w').close()\n"
        if name in ("coders", "dsl", "renderers", "runners"):
            (shell.folder / name).mkdir()
            (shell.folder / name / "__init__.py").write_text(told, "utf-8")
        else:
            (shell.folder / f"{name}.py").write_text(told, "utf-8")
    return ran


def test_work_next_to_other_work_takes_no_module_from_the_folder(
    strangers: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shell.folder)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with processes(1) as pool:
        assert pool.begin(len, "four").result() == 4
    assert "PYTHONSAFEPATH" not in os.environ
    assert list(strangers.iterdir()) == []


def test_the_same_files_are_executed_without_it(strangers: Path, shell: Shell) -> None:
    """The test above can fail."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONSAFEPATH"}
    start = [sys.executable, "-c", "import multiprocessing"]
    subprocess.run(start, cwd=shell.folder, env=kept, check=True)
    assert (strangers / "multiprocessing").exists()
    (strangers / "multiprocessing").unlink()
    with isolated_children():
        subprocess.run(start, cwd=shell.folder, check=True)
    assert list(strangers.iterdir()) == []


def test_commands_take_no_module_from_the_folder(strangers: Path, shell: Shell) -> None:
    (shell.folder / "cup.dev").write_text(TEXT, "utf-8")
    # Matplotlib would read its settings there, and wait for ever for the end of this one.
    if hasattr(os, "mkfifo"):
        os.mkfifo(shell.folder / "matplotlibrc")
    own = Shell(shell.folder, shell.environment, plain=True)  # in a process of its own
    for arguments in COMMANDS:
        own.run(*arguments)
    # A forked command has imported Matplotlib before.
    report = ("report", "--store", "a.sqlite", "--output", "again.html")
    own.run(*report, more={"PYTHONSAFEPATH": "1"})
    assert list(strangers.iterdir()) == []


def test_all_that_a_command_starts_gets_the_same(shell: Shell) -> None:
    """Libraries start interpreters of their own, too."""
    asked = (
        "import sys, subprocess; from runners.main import main\n"
        "sys.argv = ['devrun', '--version']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "subprocess.run([sys.executable, '-c', 'import sys; print(sys.flags.safe_path)'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", asked],
        cwd=shell.folder,
        env=dict(shell.environment),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "True"


STARTS = re.compile(
    r"(import|from) (subprocess|multiprocessing|runpy|pty)\b|\bProcessPoolExecutor\b"
    r"|\bos\.(exec|spawn|fork|posix_spawn|system|popen|startfile)|asyncio\.create_subprocess"
)


def test_only_two_files_start_processes() -> None:
    """What is said of processes holds only while there is one place for them, and one that opens
    a picture in the system's own viewer.
    """
    starting = {
        path.relative_to(ROOT).as_posix()
        for floor in ("dsl", "renderers", "coders", "runners")
        for path in (ROOT / floor).rglob("*.py")
        if STARTS.search(path.read_text("utf-8"))
    }
    assert starting == {"runners/background.py", "runners/cli/picture_viewer.py"}


SWALLOWED = """
import os, signal, sys, time, weakref
from runners.main import interrupted_again
sys.unraisablehook = interrupted_again
class Thing: pass
thing = Thing()
held = weakref.ref(thing, lambda gone: os.kill(os.getpid(), signal.SIGINT))
try:
    del thing
    time.sleep(20)
    print("it went on")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_an_interrupt_that_python_swallows_comes_again() -> None:
    """Python prints a traceback for what is raised while it calls back, and goes on."""
    asked = [sys.executable, "-c", SWALLOWED]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
