"""A forked command is what a started one is, and is not used where it would not be."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.ready import Ready, can_fork
from tests.shell import NOTHING_KEPT, Shell, ready_to_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="commands are not forked here")


@pytest.mark.parametrize(
    "words", [("--version",), ("chek",), ("check", "nowhere.dev"), ("show", "blicket", "--json")]
)
def test_a_forked_command_says_and_ends_as_a_started_one(
    shell: Shell, words: tuple[str, ...]
) -> None:
    forked, started = (
        Shell(shell.folder, shell.environment, plain=plain).run(*words, code=None)
        for plain in (True, False)
    )
    assert (forked.returncode, forked.stdout, forked.stderr) == (
        started.returncode,
        started.stdout,
        started.stderr,
    )


@pytest.mark.parametrize(
    "name",
    ["OPENAI_LOG", "OPENAI_API_TYPE", "ANTHROPIC_LOG", "DEFER_PYDANTIC_BUILD", "MPLBACKEND"],
)
def test_a_variable_that_a_library_read_as_it_was_imported_asks_for_a_fresh_process(
    shell: Shell, name: str
) -> None:
    environment = {**NOTHING_KEPT, **shell.environment, "OPENAI_API_KEY": "a-key"}
    ready = ready_to_fork()
    assert ready.can_run(environment)
    assert not ready.can_run({**environment, name: "another"})


def test_it_is_ready_for_a_user_for_whom_no_library_has_kept_anything_yet(
    shell: Shell, tmp_path: Path
) -> None:
    """Some libraries look for what they have kept in the home as they are imported."""
    environment = {**shell.environment, "HOME": str(tmp_path), "MPLCONFIGDIR": str(tmp_path)}
    with closing(Ready(environment)) as ready:
        assert ready.start(["--version"], tmp_path, environment).completed().returncode == 0
