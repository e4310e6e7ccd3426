"""How a command ends that cannot go on, for reasons of the command line's own."""

from __future__ import annotations

from dsl.errors import DevrunError, Exit

__all__ = ["Exit", "Stop", "UsageError"]


class Stop(DevrunError):
    """Ends a command with an exit code, a short word for `--json`, a message and a help."""

    def __init__(self, exit_code: Exit, code: str, message: str, help: str = "") -> None:
        """As for every `DevrunError`, with the exit code and the word of this one."""
        super().__init__(message, help)
        self.exit_code = exit_code
        self.code = code


class UsageError(Stop):
    """The words of a command line do not go together."""

    def __init__(self, message: str, help: str) -> None:
        """As for every `DevrunError`."""
        super().__init__(Exit.USAGE, "usage", message, help)
