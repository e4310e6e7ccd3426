"""Codes made elsewhere come home from a table: all of it or nothing, and as often as one likes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from homes import (
    LOCK,
    clock,
    coded,
    coded_trials,
    items,
    kept,
    made_store,
    packet,
    start,
    write_log,
)

from coders.packets.shape import CoderKind, View
from runners.coding.coded_packets import coded_packets
from runners.coding.disputes import find_disputes
from runners.coding.log_files import read_log_files
from runners.coding.log_import import import_logs
from runners.coding.packet_items import PacketItemFinder
from runners.coding.table_import import TableImport, import_table
from runners.store.store import Store
from runners.studies.study import opened_study
from tests.here import here

STUDY = "5tudy5tudy12"
MAIN = items(2)
ANNA = packet("Anna", MAIN)

HALL = """\
experiment The hall

people
    Otto (he): Karim, Lena (she)

versions end
    moved
    left

design
    runs 2
    wording permuted

procedure
    say: {Otto} puts a cup in the hall.
    when moved
        say: Somebody puts the cup in the yard.
    control before
        ask: Where was the cup at first?
        answer: in the hall
    test now
        ask: Where is the cup now?
        answer by end
            moved: in the yard
            left: in the hall
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with made_store(tmp_path / "store.sqlite", [ANNA]) as opened:
        yield opened


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a study of two trials, each with two stories."""
    folder = tmp_path_factory.mktemp("hall")
    (folder / "hall.dev").write_text(HALL, encoding="utf-8")
    here(folder).run("hall.dev", "-m", "sim/oracle")
    return folder / "devrun.sqlite"


@pytest.fixture
def hall(told: Path, tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(shutil.copy(told, tmp_path / "hall.sqlite"))) as opened:
        yield opened


def bring(
    store: Store,
    *lines: str,
    coder: str = "Anna",
    kind: CoderKind | None = None,
    study: str = STUDY,
) -> TableImport:
    return import_table(
        store,
        "\n".join(lines),
        file="codes.csv",
        coder=coder,
        kind=kind,
        study=study,
        clock=clock(),
    )


def faults(found: TableImport) -> list[tuple[int, str]]:
    assert found.taken == ()
    return [(one.line, one.message) for one in found.faults]


def marks(store: Store, study: str = STUDY) -> list[tuple[str, str, dict[str, str]]]:
    return [
        (
            one.coder,
            str(one.kind),
            {place[1]: judged.mark for place, judged in one.judgements.items()},
        )
        for one in coded_trials(coded_packets(store, study))
    ]


def test_a_spreadsheet_filled_in_from_a_packet_is_that_packets_log(store: Store) -> None:
    found = bring(
        store, "item,question,mark,flags,lrs,note", "i1,1,1,,,", "i1,2,0.5,hedged,3,odd",
        "i2,1,0,,0,",
    )  # fmt: skip
    assert [one.new for one in found.taken] == [8]
    (anna,) = coded_packets(store, STUDY)
    assert anna.locked
    assert [event.kind for event in anna.events] == [
        "imported", "mark", "mark", "note", "mark", "lrs", "lrs", "lock",
    ]  # fmt: skip
    codes = anna.state.codes("i1")
    assert (codes.judgements[2].flags, codes.notes[2]) == (("hedged",), "odd")
    assert codes.lrs is not None
    assert codes.lrs.lrs == 3
    assert marks(store) == [
        ("Anna", "blind", {"/control 1": "right", "/test 2": "half"}),
        ("Anna", "blind", {"/control 1": "wrong"}),
    ]


def test_a_table_that_comes_again_adds_what_is_new_and_keeps_what_was(store: Store) -> None:
    first = ("item,question,mark", "i1,1,right", "i1,2,right")
    bring(store, *first)
    again = bring(store, *first)
    assert [(one.new, one.known) for one in again.taken] == [(0, 4)]
    more = bring(store, *first[:2], "i1,2,wrong", "i2,1,right")
    assert [one.new for one in more.taken] == [2]
    (anna,) = coded_packets(store, STUDY)
    assert [event.text("mark") for event in anna.events if event.kind == "mark"] == [
        "right", "right", "wrong", "right",
    ]  # fmt: skip
    assert marks(store)[0] == ("Anna", "blind", {"/control 1": "right", "/test 2": "wrong"})


def test_every_bad_row_is_named_and_nothing_is_kept(store: Store) -> None:
    found = bring(
        store, "item,question,mark", "i1,1,right", "i9,1,right", "i1,2,right", "i8,2,wrong",
    )  # fmt: skip
    assert faults(found) == [
        (3, "no packet of study 5tudy5tudy12 has an item i9"),
        (5, "no packet of study 5tudy5tudy12 has an item i8"),
    ]
    found = bring(
        store, "item,question,mark,lrs", "i1,1,right,3", "i1,,right,", "i1,3,right,",
        "i1,1,wrong,4",
    )  # fmt: skip
    assert faults(found) == [
        (3, "which question is it? i1 has 1, 2"),
        (4, "which question is it? i1 has 1, 2"),
        (5, "line 2 has `right` for this question"),
        (5, "line 2 gives LRS 3 for the same trial"),
    ]
    assert store.codes_of(ANNA.header.packet) == ()


def test_a_control_is_never_half_right(store: Store) -> None:
    found = bring(store, "item,question,mark", "i1,1,half", "i1,2,half")
    assert faults(found) == [(2, "question 1 is a control question, which is right or wrong")]


def test_a_control_may_be_passed_with_a_hedge_and_a_scored_question_not(store: Store) -> None:
    found = bring(store, "item,question,mark,flags", "i1,1,right,hedged", "i1,2,right,hedged")
    ((line, message),) = faults(found)
    assert line == 3
    assert "hedged" in message


def test_items_of_another_study_are_reported_by_their_study(store: Store) -> None:
    store.record(start("an0ther5tudy"))
    found = bring(store, "item,question,mark", "i1,1,right", study="an0ther5tudy")
    assert [(one.message, one.help) for one in found.faults] == [
        ("these are items of study 5tudy5tudy12, not of an0ther5tudy", "write --study 5tudy5tudy12")
    ]


@pytest.mark.parametrize(
    ("coder", "kind", "message"),
    [
        ("Ben", None, "these are items of the packet of `Anna`, not of `Ben`"),
        ("ANNA", None, "`ANNA` and `Anna` differ only in capitals or spaces"),
        ("judge x", None, "`judge x` is not the name of a person here"),
        ("Anna", CoderKind.AUTHOR, "the packet was made for `Anna` as blind, not as author"),
    ],
)
def test_a_table_under_a_wrong_name_is_refused(
    store: Store, coder: str, kind: CoderKind | None, message: str
) -> None:
    found = bring(store, "item,question,mark", "i1,1,right", coder=coder, kind=kind)
    assert faults(found) == [(0, message)]


def test_a_table_is_not_mixed_into_a_log_of_the_coding_tool(store: Store, tmp_path: Path) -> None:
    log = write_log(tmp_path, ANNA, [*coded(MAIN, [("right", "right")] * 2), LOCK])
    import_logs(store, read_log_files([log]))
    found = bring(store, "item,question,mark", "i1,1,right")
    assert faults(found) == [
        (0, "the log of Anna was already collected and cannot be combined with a table")
    ]


def test_marks_for_a_packet_in_content_view_are_refused(store: Store) -> None:
    ben = packet("Ben", (items(3)[2],), view=View.CONTENT)
    store.add_packets([kept(ben)])
    found = bring(store, "item,question,mark", "i3,1,right", coder="Ben")
    assert faults(found) == [(0, "this packet codes what replies say, but the table has marks")]


# ------------------------------------------------------------------------------- trials


def test_codes_by_trial_and_question_make_a_coder_of_their_own(hall: Store) -> None:
    study = opened_study(hall)
    one, two = sorted(row.key for row in study.rows)
    found = bring(
        hall,
        "trial,question,story,mark,lrs",
        f"{one[:10]},before,1,right,",
        f"{one[:10]},NOW,1,right,4",
        f"{one[:10]},3,,right,",
        f"{one[:10]},now,2,half,",
        f"{two},now,1,wrong,",
        coder="Cem",
        kind=CoderKind.AUTHOR,
        study=study.study.id,
    )
    assert found.faults == ()
    (cem,) = coded_packets(hall, study.study.id)
    assert (cem.packet.coder, cem.kind, cem.locked) == ("Cem", CoderKind.AUTHOR, True)
    assert sorted(
        (trial.trial, place, judged.mark)
        for trial in coded_trials([cem])
        for place, judged in trial.judgements.items()
    ) == sorted(
        (key, place, mark)
        for key, place, mark in [
            (one, (0, "moved/control before"), "right"),
            (one, (0, "moved/test now"), "right"),
            (one, (1, "left/control before"), "right"),
            (one, (1, "left/test now"), "half"),
            (two, (0, "moved/test now"), "wrong"),
        ]
    )


def test_a_coder_does_not_turn_from_blind_to_author(hall: Store) -> None:
    study = opened_study(hall)
    head = ("trial,question,story,mark", f"{study.rows[0].key},now,1,right")
    bring(hall, *head, coder="Cem", kind=CoderKind.AUTHOR, study=study.study.id)
    found = bring(hall, *head, coder="Cem", kind=CoderKind.BLIND, study=study.study.id)
    assert faults(found) == [
        (0, "the codes of `Cem` were collected earlier as author, not as blind")
    ]
    found = bring(hall, *head, coder="Cem", study=study.study.id)
    assert [(one.new, one.packet.coder_kind) for one in found.taken] == [(0, "author")]


def test_rows_that_name_no_trial_or_question_are_reported_with_what_there_is(hall: Store) -> None:
    study = opened_study(hall)
    one = study.rows[0].key
    found = bring(
        hall,
        "trial,question,mark",
        f"{one},now,right",
        f"{one},later,right",
        f"{one},1,half",
        "abc,now,right",
        "zzzzzz,now,right",
        coder="Cem",
        study=study.study.id,
    )
    assert faults(found) == [
        (2, "`now` is asked in stories 1, 2: add a column `story`"),
        (3, "there is no question `later` here; there is before, now"),
        (4, "before is a control question, which is right or wrong"),
        (5, "`abc` is too short for a trial key"),
        (6, f"study {study.study.id} has no trial zzzzzz"),
    ]
    assert hall.packets_of(study.study.id) == ()


def test_a_story_that_is_no_number_of_one_is_reported_with_the_numbers(hall: Store) -> None:
    """And not as if there were no such question."""
    study = opened_study(hall)
    one = study.rows[0].key
    rows = ("trial,question,story,mark", f"{one},now,away,right")
    found = bring(hall, *rows, coder="Cem", study=study.study.id)
    assert faults(found) == [
        (
            2,
            "`now` is not asked in story `away`: the column `story` has its number, here 1, 2",
        )
    ]


def test_two_tables_can_be_held_against_each_other(hall: Store, tmp_path: Path) -> None:
    study = opened_study(hall)
    one = study.rows[0].key
    for coder, mark in (("Cem", "right"), ("Dora", "wrong")):
        head = "trial,question,story,mark"
        bring(hall, head, f"{one},now,1,{mark}", coder=coder, study=study.study.id)
    packets = coded_packets(hall, study.study.id)
    find = PacketItemFinder(hall, [packet.packet for packet in packets], tmp_path).find
    (dispute,) = find_disputes(packets, find).disputes
    assert dispute.item.question(dispute.case.question).text == "Where is the cup now?"
    assert [one.mark for one in dispute.case.opinions] == ["right", "wrong"]
