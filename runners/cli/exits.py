"""The exit codes, each with a sentence."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a finished command says to the shell that called it."""

    DONE = 0
    """Everything asked for was done."""
    SCRIPT = 1
    """A script has errors, or there is nothing to work on."""
    USAGE = 2
    """The command line is wrong."""
    TRIALS = 3
    """Some trials failed; each is named and the rest is kept."""
    CEILING = 4
    """The spending ceiling was reached."""
    STORE = 5
    """The store or a packet cannot be used."""
    INTERRUPTED = 130
    """Interrupted; the same command goes on where it stopped."""


class Stop(Exception):
    """Ends a command with an exit code and, on stderr, what went wrong and what to do.

    `code` is a short word for `--json` (`{"error": {"code", "message", "help"}}`).
    """

    def __init__(self, exit_code: Exit, code: str, message: str, help: str = "") -> None:
        """Keep the four parts apart, so that the JSON document can have them apart."""
        super().__init__(message)
        self.exit_code = exit_code
        self.code = code
        self.message = message
        self.help = help
