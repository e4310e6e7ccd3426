"""A script of one question, for tests that are about stores and not about scripts."""

from __future__ import annotations

from tests.shell import Shell

TEXT = (
    "experiment Where the cup is\n\nprocedure\n    say: A cup is on the shelf.\n    test place\n"
    "        ask: Where is the cup?\n        answer: shelf\n        wrong: desk\n"
)


def run(shell: Shell, *more: str) -> None:
    """Runs the script, one call for each run."""
    (shell.folder / "cup.dev").write_text(TEXT, encoding="utf-8")
    shell.run_once("cup.dev", "-m", "sim/oracle", *more)
