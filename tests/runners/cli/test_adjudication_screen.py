"""The adjudicator's screen: a list with filters, one disagreement next to its story, one undo."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from coders.packets.shape import Line, LineKind, View
from coders.screen.app import KeyboardApp
from dsl.record import replace
from runners.cli.adjudication.filters import QuestionOf
from runners.cli.adjudication.pages import ShownParts, list_page
from runners.cli.adjudication.screen import AdjudicationScreen
from runners.coding.adjudication import Adjudication
from runners.coding.coded_packets import coded_packets
from runners.coding.disputes import find_disputes
from runners.coding.log_files import read_log_files
from runners.coding.log_import import import_logs
from runners.coding.packet_items import PacketItemFinder
from runners.store.store import Store
from tests.coders.screen.packets import HOSTILE
from tests.coders.screen.sitting import press, rows_of, settled
from tests.runners.coding.homes import (
    LOCK,
    STUDY,
    Act,
    clock,
    coded,
    item,
    items,
    made_store,
    packet,
    write_file,
    write_log,
)
from tests.shell import Shell
from tests.terminals import in_tmux

MAIN = items(4)
MARKS = {
    "Anna": [("right", "right"), ("right", "half"), ("wrong", "wrong"), ("right", "wrong")],
    "Ben": [("right", "half"), ("right", "half"), ("right", "wrong"), ("right", "right")],
    "Cem": [("right", "wrong"), ("right", "right"), ("right", "wrong"), ("right", "right")],
}
"""What differs: control 1 of the third; question 2 of the first (no majority), second, fourth."""


def coded_by_three(folder: Path) -> Store:
    made = [
        packet(name, tuple(replace(one, id=f"{name}{at}") for at, one in enumerate(MAIN)))
        for name in MARKS
    ]
    store = made_store(folder / "devrun.sqlite", made)
    logs = []
    for one in made:
        write_file(folder / "packets", one)
        acts: list[Act] = coded(one.main, MARKS[one.header.coder])
        if one.header.coder == "Ben":
            note = {"item": one.main[1].id, "question": 2, "note": "is the yard outside?"}
            acts.append(("note", note))
        logs.append(write_log(folder / "packets", one, [*acts, LOCK]))
    assert import_logs(store, read_log_files(logs)).rejected == ()
    return store


class AtTheScreen:
    """An adjudicator; each sitting opens the log again, as after a crash."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self.table: Adjudication | None = None

    def sit(self, *keys: str, size: tuple[int, int] = (80, 24)) -> tuple[str, ...]:
        """The rows of the screen after these keys; a key that begins with `"` is a text."""
        packets = coded_packets(self._store, STUDY)
        rows = PacketItemFinder(self._store, [one.packet for one in packets], self._folder)
        found = find_disputes(packets, rows.find).disputes
        self.table = Adjudication(
            self._store, STUDY, found, adjudicator="Eve", method="third",
            folder=self._folder, clock=clock(2027),
        )  # fmt: skip
        names = {
            one.case.key: QuestionOf("s", str(one.case.question)) for one in self.table.disputes
        }
        with self.table as table:
            parts = ShownParts(table, rows)
            app = KeyboardApp(lambda: AdjudicationScreen(table, parts=parts, questions=names))
            return asyncio.run(self._keys(app, keys, size))

    async def _keys(
        self, app: KeyboardApp, keys: tuple[str, ...], size: tuple[int, int]
    ) -> tuple[str, ...]:
        async with app.run_test(size=size):
            for key in keys:
                for one in key[1:] if key.startswith('"') else [key]:
                    press(app, one)
            await settled(app)
            return rows_of(app)

    @property
    def decisions(self) -> list[tuple[int, str, str]]:
        """The question, the mark and the reason of what is settled, in the order of the list."""
        assert self.table is not None
        settled = self.table.settled
        return [
            (one.case.question, settled[one.case.key].mark,
             self.table.reason(settled[one.case.key]))
            for one in self.table.disputes if one.case.key in settled
        ]  # fmt: skip


@pytest.fixture
def at(tmp_path: Path) -> Iterator[AtTheScreen]:
    with coded_by_three(tmp_path) as store:
        yield AtTheScreen(store, tmp_path / "packets")


def text(rows: tuple[str, ...]) -> str:
    return "\n".join(rows)


def test_the_list_has_a_row_for_each_and_names_nobody(at: AtTheScreen) -> None:
    rows = at.sit()
    assert rows[0].strip() == "0 of 4 resolved"
    assert rows[1].startswith("> 1")
    assert rows[1].endswith("control: Where is the box?")
    codes = [sorted(row.split("  ")[1:]) for row in rows[1:5]]
    assert all(len(" ".join(one)) > 10 for one in codes)
    assert "4 of 4 disagreements listed; 4 unresolved" in text(rows)
    assert sum("*" in row for row in rows[1:5]) == 1
    for name in (*MARKS, "gpt", "openai"):
        assert name not in text(rows)


def test_a_coders_code_is_never_cut_in_the_list(at: AtTheScreen) -> None:
    at.sit()
    assert at.table is not None
    first = at.table.disputes[0]
    opinions = tuple(
        replace(one, mark="half", flags=("hedged", "incomplete")) for one in first.case.opinions
    )
    page = list_page([(1, first, opinions), (2, first, opinions)], {}, 78)
    assert {one.question for one in page} == {1, 2}
    assert max(len(one.text) for one in page) <= 78
    said = " ".join(one.text for one in page if one.question == 1)
    assert said.count("incomplete") == len(opinions)


def test_filters_show_a_part_and_say_which(at: AtTheScreen) -> None:
    listed = {
        ("c",): "1 of 4 disagreements listed",
        ("c", "c"): "3 of 4 disagreements listed",
        ("d",): "3 of 4 disagreements listed",
        ("d", "d"): "1 of 4 disagreements listed",
        ("m",): "3 of 4 disagreements listed",
        ("m", "m"): "1 of 4 disagreements listed",
        ("n",): "1 of 4 disagreements listed",
        ("p", "n", "enter"): "1 of 4 disagreements listed",
        ("c", "c", "d", "a"): "4 of 4 disagreements listed",
    }
    for keys, words in listed.items():
        assert words in text(at.sit(*keys)), keys
    assert "listed: unresolved; other questions; right against wrong" in text(at.sit("c", "c", "d"))
    assert "listed: unresolved; questions like: Where is the box?" in text(
        at.sit("p", "n", "enter")
    )


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_one_disagreement_stands_beside_its_story(at: AtTheScreen, size: tuple[int, int]) -> None:
    rows = at.sit("n", "enter", size=size)
    seen = text(rows)
    assert "Otto has a torch and a box." in seen
    assert "> asked 2" in seen
    assert "> reply 2   In the yard." in seen
    assert "question 2: Where is the torch?" in seen
    assert "note: is the yard" in seen
    assert all(f"{letter}  " in seen for letter in "ABC")
    assert "= majority: half right" in seen
    beside = any("\u2502" in row and "question 2" in row.partition("\u2502")[2] for row in rows)
    assert beside == (size[0] >= 110)


def test_a_mark_needs_a_letter_and_a_reason_and_then_the_next_comes(at: AtTheScreen) -> None:
    assert "not resolved: a letter and a reason are needed" in text(
        at.sit("enter", "3", '"because', "enter")
    )
    assert at.decisions == []
    rows = at.sit("enter", "1", '"s a slip of the hand', "enter")
    assert "resolved: passed" in text(rows)
    assert rows[0].strip() == "disagreement 2 of 4 | 1 of 4 resolved"
    assert at.decisions == [(1, "right", "a slip of the hand")]
    # The next sitting has it, too: the log is on the disk.
    assert at.sit()[0].strip() == "1 of 4 resolved"
    assert "a slip of the hand" in text(at.sit("u", "enter"))


def test_a_coders_code_is_taken_by_its_letter_with_its_flags(at: AtTheScreen) -> None:
    rows = at.sit("enter", "B", '"m read the wrong story', "enter")
    assert "1 of 4 resolved" in rows[0]
    assert at.table is not None
    shown = at.table.shown(at.table.disputes[0])
    assert at.decisions == [(1, shown[1].mark, "read the wrong story")]


def test_what_contradicts_itself_is_refused(at: AtTheScreen) -> None:
    assert "goes with wrong only" in text(at.sit("enter", "r", "1"))
    assert "the keys so far are cancelled" in text(at.sit("enter", "r", "escape"))
    assert at.decisions == []


def test_all_majorities_are_taken_in_one_confirmed_step_and_undone_in_one(
    at: AtTheScreen,
) -> None:
    asked = text(at.sit("="))
    assert "resolve 3 disagreements by majority; 1 of those listed have none and stay?" in asked
    at.sit("=", "n")
    assert at.decisions == []
    taken = text(at.sit("=", "y"))
    assert "3 disagreements resolved by majority; z takes all of them back" in taken
    assert "1 of 4 disagreements listed; 1 unresolved" in taken
    assert [(mark, why) for _, mark, why in at.decisions].count(("right", "majority of 3")) == 2
    assert "none of the unresolved disagreements listed has a majority" in text(at.sit("="))
    undone = text(at.sit("z"))
    assert "3 decisions undone" in undone
    assert at.decisions == []


def test_the_median_is_offered_where_it_is_not_the_majority(at: AtTheScreen) -> None:
    shown = text(at.sit("m", "m", "enter"))
    assert "- median: half right" in shown
    assert "majority:" not in shown
    at.sit("m", "m", "enter", "-")
    assert at.decisions == [(2, "half", "median of 3")]
    assert "these codes have no majority" in text(at.sit("u", "m", "m", "enter", "="))


def test_a_decision_is_changed_and_undone_to_the_one_before(at: AtTheScreen) -> None:
    at.sit("enter", "1", '"s first', "enter")
    at.sit("u", "enter", "3", '"r second', "enter")
    assert at.decisions == [(1, "wrong", "second")]
    assert "the decision on disagreement 1 is undone" in text(at.sit("z"))
    assert at.decisions == [(1, "right", "first")]
    at.sit("z", "z")
    assert at.decisions == []


def test_keys_move_between_disagreements_and_show_more(at: AtTheScreen) -> None:
    assert "disagreement 3 of 4" in at.sit("enter", ">", ">")[0]
    assert "disagreement 1 of 4" in at.sit("enter", ">", "<")[0]
    assert "this is the first" in text(at.sit("enter", "<"))
    assert at.sit("enter", ">", "l")[2].startswith("> 2")
    assert "The whole transcript" in text(at.sit("enter", "t"))
    assert "Rubric" in at.sit("enter", "?")[1]
    assert "take every majority listed" in text(at.sit("?"))
    assert "does nothing here" in text(at.sit("enter", "Q"))


def test_the_question_of_a_copy_is_shown_with_its_own_copy_alone() -> None:
    from coders.desk.pages import conversation_page

    story = item(1)
    told, one, answer, two, other = story.lines
    lines = (
        Line(LineKind.STORY, "story 1"), Line(LineKind.TOLD, "Another story."),
        Line(LineKind.STORY, "story 2"), told,
        Line(LineKind.COPY, "copy 1"), one, answer, Line(LineKind.COPY, "copy 2"), two, other,
    )  # fmt: skip
    page = conversation_page(replace(story, lines=lines), 2)
    assert [one.text for one in page if one.text] == [
        "story 2", "Story 1: Otto has a torch and a box.", "copy 2", "Where is the torch?",
        "In the yard.",
    ]  # fmt: skip


def test_in_content_view_answers_are_chosen_and_the_story_is_logged(tmp_path: Path) -> None:
    asked = replace(item(1).questions[1], number=1, candidates=("the hall", "the yard"))
    one = replace(item(1), lines=item(1).lines[3:], questions=(asked,))
    lines = tuple(replace(line, question=1) for line in one.lines)
    one = replace(one, lines=lines)
    made = [
        packet(name, (replace(one, id=name),), view=View.CONTENT) for name in ("Anna", "Ben")
    ]  # fmt: skip
    with made_store(tmp_path / "devrun.sqlite", made) as store:
        for each, said in zip(made, ("the hall", "the yard"), strict=True):
            write_file(tmp_path / "packets", each)
            given = {"item": each.main[0].id, "question": 1, "said": [said], "plain": True,
                     "flags": [], "ms": 900}  # fmt: skip
            log = write_log(tmp_path / "packets", each, [("said", given), LOCK])
            assert import_logs(store, read_log_files([log])).rejected == ()
        at = AtTheScreen(store, tmp_path / "packets")
        assert "1 the hall" in text(at.sit("enter"))
        assert "the story of this reply is not available" in text(at.sit("enter", "t"))
        at.sit("enter", "h", "2", '"y it is hard to say', "enter")
        assert at.table is not None
        (settled_by,) = at.table.settled.values()
        assert (settled_by.said, settled_by.plain) == (("the yard",), False)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
def test_hostile_words_reach_the_terminal_as_text(tmp_path: Path, size: tuple[int, int]) -> None:
    main = (item(1, replies=(HOSTILE, HOSTILE)),)
    made = [packet(name, (replace(main[0], id=name),)) for name in ("Anna", "Ben")]
    with made_store(tmp_path / "devrun.sqlite", made) as store:
        for each, marks in zip(made, (("right", "wrong"), ("wrong", "right")), strict=True):
            write_file(tmp_path / "packets", each)
            noted = ("note", {"item": each.main[0].id, "question": 1, "note": HOSTILE})
            log = write_log(tmp_path / "packets", each, [*coded(each.main, [marks]), noted, LOCK])
            assert import_logs(store, read_log_files([log])).rejected == ()
        at = AtTheScreen(store, tmp_path / "packets")
        for keys in ((), ("enter",), ("enter", "t"), ("enter", "1"), ("p",)):
            seen = text(at.sit(*keys, size=size))
            assert not [one for one in seen if one != "\n" and not one.isprintable()]


def test_a_killed_sitting_goes_on_where_it_was(shell: Shell, tmp_path: Path) -> None:
    """In a real terminal: devrun is killed without warning and started again."""
    coded_by_three(shell.folder).close()
    command = ("adjudicate", "--coder", "Eve", "--method", "third")
    with in_tmux(shell, tmp_path, *command) as pane:
        pane.wait("4 of 4 disagreements listed")
        pane.press("Enter")
        pane.wait("disagreement 1 of 4", "passed   3 failed")
        pane.press("1")
        pane.wait("then the reason")
        pane.write("s a slip")
        pane.press("Enter")
        pane.wait("disagreement 2 of 4", "resolved: passed")
        (shell_of,) = pane.ask("list-panes", "-t", "coding", "-F", "#{pane_pid}").split()
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", shell_of], capture_output=True, text=True, check=True
        )
        os.kill(int(found.stdout), signal.SIGKILL)
        pane.wait("gone 137")
    (tmp_path / "b").mkdir()
    with in_tmux(shell, tmp_path / "b", *command, columns=120, rows=40) as pane:
        seen = pane.wait("1 of 4 resolved", "3 of 4 disagreements listed")
        assert "Anna" not in seen
        pane.press("q")
        pane.wait("1 of 4 disagreements resolved; saved in packets/Eve.adjudication-")
    (log,) = (shell.folder / "packets").glob("Eve.adjudication-*.log.jsonl")
    first = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    assert (first["mark"], first["reason"], first["method"]) == ("right", "a slip", "third")
