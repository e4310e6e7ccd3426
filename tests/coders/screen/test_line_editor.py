"""The line to write in."""

from __future__ import annotations

from pathlib import Path

from coders.desk.state import replay
from coders.screen.reading import LONGEST, InputLine
from tests.coders.screen.packets import packet_of, trial
from tests.coders.screen.sitting import sit


def written(*keys: str) -> str:
    line = InputLine()
    for key in keys:
        line = line.insert(key) if len(key) == 1 else line.press(key)
    return line.shown.replace("\u258f", "|")


def test_keys_move_and_delete() -> None:
    assert written(*"one two") == "one two|"
    assert written(*"one two", "left", "left", "x") == "one tx|wo"
    assert written(*"one", "home", "delete", "right", "backspace") == "|e"
    assert written(*"one two ", "ctrl+w") == "one |"
    assert written(*"one", "left", "ctrl+u") == "|e"
    assert written(*"ab", "home", "left", "backspace", "end", "right", "delete", "f5") == "ab|"


def test_there_is_an_end_to_what_is_written() -> None:
    assert len(InputLine("x" * (LONGEST - 1), 0).insert("abc").text) == LONGEST


def test_an_older_note_is_there_to_be_changed(tmp_path: Path) -> None:
    path, packet = tmp_path / "a.log.jsonl", packet_of((trial(1),))
    sat = sit(packet, path, "enter", "n", '"odd', "enter", "n", "home", '"so ', "enter")
    assert replay(sat.events).codes("item-1").notes == {1: "so odd"}


def test_escape_leaves_what_was_there(tmp_path: Path) -> None:
    path, packet = tmp_path / "a.log.jsonl", packet_of((trial(1),))
    sat = sit(packet, path, "enter", "n", '"odd', "escape", "1")
    assert sat.kinds() == ["opened", "mark"]


def test_letters_of_a_note_are_no_commands(tmp_path: Path) -> None:
    path, packet = tmp_path / "a.log.jsonl", packet_of((trial(1),))
    sat = sit(packet, path, "enter", "n", '"quiz 1 ? / j', "enter", "1")
    assert replay(sat.events).codes("item-1").notes == {1: "quiz 1 ? / j"}
    assert sat.kinds() == ["opened", "note", "mark"]


def test_the_transcript_can_be_scrolled_while_a_note_is_written(tmp_path: Path) -> None:
    packet = packet_of((trial(1, reply="the box " * 900),))
    sat = sit(packet, tmp_path / "a.log.jsonl", "enter", "n", '"odd', "pagedown", '"er')
    assert "rows 1 to" not in sat.text
    assert "odder" in sat.text
