"""The errors that end a command, each with all its texts."""

from __future__ import annotations

import pickle

import pytest

from coders.packets.shape import PacketUnusable
from dsl.errors import DevrunError, Exit
from dsl.files.source import Unreadable
from runners.analysis.codings import NoSuchCoder
from runners.cli.errors import Stop
from runners.export.folder import CannotWrite
from runners.participants.failures import BadName
from runners.preregistration.plan import FormUnusable
from runners.prices.table import PricesUnusable
from runners.store.errors import StoreMissing

ENDS = (
    (Unreadable("what", "do"), "unreadable", Exit.SCRIPT),
    (PacketUnusable("what", "do"), "packet", Exit.STORE),
    (StoreMissing("what", "do"), "store", Exit.STORE),
    (BadName("what", "do"), "bad-model-name", Exit.USAGE),
    (PricesUnusable("what", "do"), "prices", Exit.USAGE),
    (FormUnusable("what", "do"), "preregistration", Exit.SCRIPT),
    (CannotWrite("what", "do"), "cannot-write", Exit.USAGE),
    (Stop("word", "what", "do", exit_code=Exit.CEILING), "word", Exit.CEILING),
)


@pytest.mark.parametrize(("error", "code", "exit_code"), ENDS, ids=lambda one: type(one).__name__)
def test_an_error_says_what_is_wrong_what_to_do_and_how_the_command_ends(
    error: DevrunError, code: str, exit_code: Exit
) -> None:
    told = (error.code, error.exit_code, error.message, error.help, str(error))
    assert told == (code, exit_code, "what", "do", "what")


def test_a_coder_who_coded_nothing_learns_who_did() -> None:
    error = NoSuchCoder("Eve", ("Ada", "matcher"), "S1")
    told = (error.code, error.exit_code, error.message, error.help)
    assert told == (
        "no-such-coder",
        Exit.USAGE,
        "`Eve` has not coded anything in study S1",
        "choose among: Ada, matcher",
    )


def test_an_error_of_the_store_comes_whole_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(StoreMissing("what", "do")))
    assert (type(error), error.message, error.help) == (StoreMissing, "what", "do")
