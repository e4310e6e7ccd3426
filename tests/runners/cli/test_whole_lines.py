"""Commands that print lines and no tables: on no terminal is a word cut, dropped or broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from dsl.record import replace
from tests.here import Here, here
from tests.renderers.test_whole_tables import BROAD, WIDTHS
from tests.runners.coding.homes import LOCK, coded, items, made_store, packet, write_log

TITLE = "Where the second puppet looks for the marble 箱の中身は何 that was moved"
SCRIPT = f"""\
experiment {TITLE}

people
    Otto (he): Karim, Lena (she)

conditions seen
    told beforehand by a second speaker who is older 見た人に聞いた
    never told

design
    runs 2
    wording original and permuted
    contrast knows when it is known and when it is not
        now across told beforehand by a second speaker who is older 見た人に聞いた, never told
    compare never told with told beforehand by a second speaker who is older 見た人に聞いた

procedure
    say: {{Otto}} has a key and goes through each of the doors of the house with it, 鍵を持って.
    test now
        ask: Does {{Otto}} have a key?
        answer by seen
            never told: No, {{he/Otto}} has lost it
            told beforehand by a second speaker who is older 見た人に聞いた: Yes
        wrong: Perhaps
"""
PLAYERS = ("-m", "sim/child?p=0.123456&gate=0.654321", "-m", "sim/most-frequent-noun")
COMMANDS = (
    ("plan", "moved.dev", *PLAYERS),
    ("studies",),
    ("transcript", "--list"),
    ("collect", "packets", "--store", "coded.sqlite"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with long names, and a store to which a coder's log comes home."""
    made = tmp_path_factory.mktemp("lines")
    (made / "moved.dev").write_text(SCRIPT, encoding="utf-8")
    here(made).run("moved.dev", *PLAYERS)
    main = items(3)
    theirs = packet("Benedikta-Maria von Hohenstein (花子)", main)
    made_store(made / "coded.sqlite", [theirs]).close()
    skipped = ("skip", {"item": "i3", "reason": "the reply 返事 breaks off in the middle of it"})
    write_log(made / "packets", theirs, [*coded(main, [("right", "half")] * 2), skipped, LOCK])
    here(made).run("collect", "packets", "--store", "coded.sqlite")
    return made


def printed(folder: Path, command: tuple[str, ...], width: int) -> str:
    shell: Here = replace(here(folder), terminal=True)
    done = shell.run(*command, more={"COLUMNS": str(width)})
    return done.stdout + done.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_word_is_there_at_every_width(folder: Path, command: tuple[str, ...]) -> None:
    broad = printed(folder, command, BROAD)
    assert "箱の中身は何" in broad or "返事" in broad
    for width in WIDTHS:
        page = printed(folder, command, width)
        assert page.split() == broad.split()
        assert max(map(cell_len, page.splitlines())) <= width, (width, page)
