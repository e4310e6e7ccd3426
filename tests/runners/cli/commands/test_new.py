"""`devrun new`: what it says to type next can be typed."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from runners.cli.commands.new import command


@pytest.mark.parametrize(
    ("name", "typed"), [("my_study", "my_study.dev"), ("My study!", "'My study!.dev'")]
)
def test_a_name_with_spaces_is_quoted_in_the_next_commands(
    name: str, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(command, [name], catch_exceptions=False)
    said = " ".join(done.stderr.split())
    for words in (f"devrun show {typed}", f"devrun check {typed}", f"devrun {typed}"):
        assert f"`{words}`" in said
