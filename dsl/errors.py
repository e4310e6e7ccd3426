"""What stops a command: one root for every error that is reported to a user in a sentence.

    DevrunError
    ├── Stop                  a command that cannot go on (runners/cli)
    ├── Unreadable            a script that cannot be read (dsl)
    ├── PacketUnusable        a packet or a coding log (coders)
    ├── TableUnusable         a table of ratings or replies (coders)
    ├── NoForm                a bank of which no form can be made (coders)
    ├── AgentUnusable         an agent's file, or settings that it does not take (runners/agents)
    ├── StoreUnusable         a store, with a class for each reason (runners/store)
    ├── ParticipantFailure    a participant, with a class for each reason (runners/participants)
    ├── PricesUnusable        a price file (runners/prices)
    ├── NoSuchCoder           a coder who has coded nothing in a study (runners/analysis)
    ├── NoSuchStage           a contrast of a stage that there is not (runners/comparison)
    ├── NothingCoded          a study of which no codes can be compared (runners/agreement)
    ├── Unusable              a preregistration (runners/preregistration)
    ├── CannotWork            a cluster, or an engine of it (runners/cluster)
    └── CannotWrite           the place of an export (runners/export)

An error has all its texts, and `runners.main` prints them. What is wrong inside a
script is data and no exception (`dsl.diagnostic.Fault`). This is on the lowest floor, since
every floor raises some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


class DevrunError(Exception):
    """Ends a command: `message` says what is wrong and where, `help` what to do about it.

    A class says with which exit code, and gives the short word for `--json`
    (`{"error": {"code", "message", "help"}}`).
    """

    code = "error"
    exit_code = Exit.USAGE

    def __init__(self, message: str, help: str = "") -> None:
        """Keep both apart, so that the JSON document can have them apart."""
        super().__init__(message)
        self.message = message
        self.help = help


def reason_of(fault: OSError | ValueError) -> str:
    """Why the system, or Python, refuses to read or write something, to stand in a sentence."""
    return (getattr(fault, "strerror", None) or str(fault)).lower()


@contextmanager
def os_errors_as(error: Callable[[str, str], DevrunError], what: str, help: str) -> Iterator[None]:
    """Inside, an OSError becomes an `error` that says `what`, the system's reason, and `help`."""
    try:
        yield
    except OSError as fault:
        raise error(f"{what}: {reason_of(fault)}", help) from fault
