"""A transcript full of what terminals obey passes through coding as visible text, and no more."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from coders.desk.log import log_path, read_log
from coders.packets.shape import Packet, View
from tests.coders.screen.packets import HOSTILE, packet_of, said, trial
from tests.packet_text import packet_text
from tests.shell import Shell
from tests.terminals import at_a_terminal, in_tmux

SEQUENCE = re.compile(r"\x1b(?:\[[0-9;?<>=$]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.)", re.DOTALL)
SENT = re.compile(
    r"""\x1b(?:
        \[(?:0|[1247](?:;[1247])*|39;49|[1247](?:;[1247])*;39;49)?m  # bold, dim, reverse
        | \[[0-9]+;[0-9]+H                        # go to a place
        | \[\?(?:25|7|1004|1049|2004|2026)[hl]    # the other screen, the cursor, pasting
        | \[\?(?:2026|2048)\$p                    # what the terminal can do
        | \[>[0-9]+u | \[<u                       # how keys are told
        | \]22;default\x07                        # the pointer's shape
    )""",
    re.VERBOSE,
)
"""What Textual sends of itself. Nothing of it moves, clears or colours on a reply's behalf."""
MARKS = ("\x1b]52", "\x1b]0;", "\x1b]8;", "\x1b[31m", "\x1b[2J")


def written(folder: Path, packet: Packet) -> Path:
    path = folder / "A.packet.jsonl"
    path.write_text(packet_text(packet), encoding="utf-8", newline="")
    return path


def hostile(view: View, reply: str = HOSTILE) -> Packet:
    make = trial if view is View.RUBRIC else said
    return packet_of(tuple(make(number, reply=reply) for number in (1, 2)), view=view)


def kinds(packet: Path) -> list[str]:
    log = log_path(packet)
    return [event.kind for event in read_log(log.read_text("utf-8"), str(log))]


def assert_quiet(out: str) -> None:
    """The terminal got Textual's own sequences and text without effect, and no others."""
    sequences = SEQUENCE.findall(out)
    assert {one for one in sequences if not SENT.fullmatch(one)} == set()
    left = SEQUENCE.sub("", out)
    odd = {one for one in left if unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    assert odd <= {"\r", "\n"}
    assert not [mark for mark in MARKS if mark in out]


def test_the_payload_would_be_found_if_it_got_through() -> None:
    for mark in MARKS:
        with pytest.raises(AssertionError):
            assert_quiet(f"{HOSTILE[:40]}{mark}x\x07")
    with pytest.raises(AssertionError):
        assert_quiet("\u202eabc")
    with pytest.raises(AssertionError):
        assert_quiet("\x9b2J")


OF_REPLIES = [view for view in View if view is not View.PEOPLE]
"""The views in which replies are read; people who rate as a profile read none."""
COLOURS: list[dict[str, str]] = [{}, {"NO_COLOR": "1"}]
ON_THE_SCREEN = [
    pytest.param(
        view,
        more,
        marks=[] if bool(more) == (view is View.CONTENT) else [pytest.mark.thorough],
        id=f"{view}-{'no ' if more else ''}colours",
    )
    for view in OF_REPLIES
    for more in COLOURS
]


@pytest.mark.parametrize(("view", "more"), ON_THE_SCREEN)
def test_the_terminal_of_the_screen_gets_no_byte_of_it(
    shell: Shell, view: View, more: dict[str, str]
) -> None:
    packet = written(shell.folder, hostile(view))
    with at_a_terminal(shell, "code", str(packet), **more) as terminal:
        terminal.press("", lambda out: b"Enter begins" in out)
        terminal.press("\r", lambda out: b"reply" in out)
        judged = b"judged" if view is View.RUBRIC else b"2 of 2"
        terminal.press("1", lambda out: judged in out)
        terminal.press("?", lambda out: b"Rubric" in out)
        terminal.press("q", lambda out: b"reply" in out)
        terminal.press("q", lambda out: b"\x1b[?1049l" in out)
        assert terminal.wait() == 0
    out = terminal.out.decode()
    assert_quiet(out)
    assert "Traceback" not in out
    assert "\u241b]52;c;aGFja2Vk\u241b\\" in SEQUENCE.sub("", out)
    assert {"mark", "said"} & set(kinds(packet))


@pytest.mark.parametrize(
    ("columns", "rows"), [(80, 24), pytest.param(200, 50, marks=pytest.mark.thorough)]
)
def test_in_tmux_title_and_clipboard_stay_and_the_reply_is_read(
    shell: Shell, tmp_path: Path, columns: int, rows: int
) -> None:
    packet = written(shell.folder, hostile(View.CONTENT))
    with in_tmux(shell, tmp_path, "code", str(packet), columns=columns, rows=rows) as pane:
        pane.wait("Enter begins")
        # A terminal that takes everything: what got through would have its effect.
        pane.ask("set-option", "-s", "set-clipboard", "on")
        pane.ask("set-option", "-w", "allow-rename", "on")
        title = pane.ask("display-message", "-p", "-t", "coding", "#{pane_title}")
        pane.press("Enter")
        seen = pane.wait("> reply")
        assert "[red]x[/oops] [@click=app.quit]y[/] [bold]z[/bold] \u241b[31mred\u241b[0m" in seen
        assert "<U+202E>abc<U+202C>" in seen
        assert pane.ask("display-message", "-p", "-t", "coding", "#{pane_title}") == title
        assert pane.ask("list-buffers") == ""
        pane.press("1")
        pane.wait("coding 2 of 2")
        pane.press("q")
        seen = pane.wait("gone 0")
        assert "judgements are saved in" in seen
    assert "said" in kinds(packet)


def test_a_coder_in_tmux_codes_to_the_end_and_hands_in(shell: Shell, tmp_path: Path) -> None:
    """Keys are sent as fast as tmux sends them, notes among them; none gets to a wrong place."""
    packet = written(shell.folder, packet_of((trial(1), trial(2)), models=("a/b",)))
    with in_tmux(shell, tmp_path, "code", str(packet)) as pane:
        pane.wait("Enter begins")
        pane.press("Enter", "1", "h", "2", "n")
        pane.write("1 odd ? one")
        pane.press("Enter", "1", "Enter", "3", "1", "1", "Enter")
        pane.wait("What do you think this study")
        pane.press("0", "Enter", "y", "y")
        pane.wait("Nothing can be changed any more")
        pane.press("q")
        pane.wait("handed in")
        pane.wait("gone 0")
    log = log_path(packet)
    events = read_log(log.read_text("utf-8"), str(log))
    told = [
        (event.kind, event.text("mark") or event.number("lrs") or event.text("note"))
        for event in events
        if event.kind in ("mark", "lrs", "note", "lock")
    ]
    assert told == [
        ("mark", "right"), ("mark", "half"), ("note", "1 odd ? one"), ("mark", "right"),
        ("lrs", 4), ("mark", "wrong"), ("mark", "right"), ("mark", "right"), ("lrs", ""),
        ("lock", ""),
    ]  # fmt: skip


def test_a_screen_that_is_killed_comes_back_to_the_same_place(shell: Shell, tmp_path: Path) -> None:
    packet = written(shell.folder, packet_of((trial(1), trial(2))))
    with in_tmux(shell, tmp_path, "code", str(packet)) as pane:
        pane.wait("Enter begins")
        pane.press("Enter", "1", "u", "1")
        before = pane.wait("question 3:", "> reply 3")
        pane.ask("kill-server")
    (tmp_path / "again").mkdir()
    with in_tmux(shell, tmp_path / "again", "code", str(packet)) as pane:
        assert pane.wait("question 3:", "> reply 3").splitlines()[1:] == before.splitlines()[1:]


@pytest.mark.parametrize("view", OF_REPLIES)
def test_plain_lines_show_it_and_send_nothing_else(shell: Shell, view: View) -> None:
    packet = written(shell.folder, hostile(view))
    done = shell.run("code", str(packet), "--plain", typed="\n1\n1\n?\nq\n")
    for out in (done.stdout, done.stderr):
        odd = {one for one in out if unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
        assert odd <= {"\n"}
    assert "\u241b]52;c;aGFja2Vk\u241b\\" in done.stdout


def test_a_reply_of_200_000_characters_passes_through_both(shell: Shell) -> None:
    packet = written(shell.folder, hostile(View.CONTENT, "the box [/b] \x1b[2J" * 11_200))
    with at_a_terminal(shell, "code", str(packet)) as terminal:
        terminal.press("", lambda out: b"Enter begins" in out)
        terminal.press("\r", lambda out: b"PageDown for more" in out)
        terminal.press("2", lambda out: b"2 of 2" in out)
        terminal.press("q", lambda out: b"\x1b[?1049l" in out)
        assert terminal.wait() == 0
    assert_quiet(terminal.out.decode())
    shell.run("code", str(packet), "--plain")
    assert "said" in kinds(packet)
