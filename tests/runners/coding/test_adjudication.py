"""What coders disagree on is settled once, kept twice, and changes nothing of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from homes import (
    LOCK,
    STUDY,
    Act,
    clock,
    coded,
    items,
    kept,
    made_store,
    mark,
    packet,
    write_file,
    write_log,
)

from coders.adjudication.disagreements import DisagreementSource, Opinion
from coders.packets.shape import CoderKind, Packet, PacketUnusable
from dsl.record import replace
from runners.coding.adjudication import Adjudication
from runners.coding.coded_packets import coded_packets
from runners.coding.disputes import Disputes, find_disputes
from runners.coding.log_files import read_log_files
from runners.coding.log_import import import_logs
from runners.coding.packet_items import PacketItemFinder
from runners.store.store import Store

MAIN = items(4)
OTHER_IDS = tuple(replace(one, id=f"b{number}") for number, one in enumerate(MAIN, 1))
ANNA = packet("Anna", MAIN)
BEN = packet("Ben", OTHER_IDS)

ANNAS = coded(MAIN, [("right", "right"), ("right", "half"), ("wrong", "wrong"), ("right", "right")])
BENS = coded(
    OTHER_IDS, [("right", "right"), ("right", "right"), ("right", "wrong"), ("right", "wrong")]
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    for made in (ANNA, BEN):
        write_file(tmp_path, made)
    with made_store(tmp_path / "store.sqlite", [ANNA, BEN]) as opened:
        yield opened


def home(store: Store, folder: Path, made: Packet, acts: Sequence[Act]) -> None:
    assert import_logs(store, read_log_files([write_log(folder, made, acts)])).rejected == ()


def found(store: Store, folder: Path) -> Disputes:
    packets = coded_packets(store, STUDY)
    return find_disputes(
        packets, PacketItemFinder(store, [one.packet for one in packets], folder).find
    )


def both_home(store: Store, folder: Path) -> Disputes:
    home(store, folder, ANNA, [*ANNAS, LOCK])
    home(store, folder, BEN, [*BENS, LOCK])
    return found(store, folder)


def table(
    store: Store, folder: Path, disputes: Disputes, *, method: str = "third", name: str = "Eve"
) -> Adjudication:
    return Adjudication(
        store,
        STUDY,
        disputes.disputes,
        adjudicator=name,
        method=method,
        folder=folder,
        clock=clock(),
    )


def settle(at: Adjudication, given: str = "right", reason: str = "as the script says") -> None:
    at.settle(at.left[0], Opinion("", given), reason=reason, fault=DisagreementSource.SLIP)


def test_disagreements_meet_by_what_stands_behind_them(store: Store, tmp_path: Path) -> None:
    disputes = both_home(store, tmp_path)
    assert (disputes.compared, disputes.waiting, disputes.open_coders) == (8, 0, ())
    assert sorted(
        (one.item.id, one.case.question, one.case.control) for one in disputes.disputes
    ) == [("i2", 2, False), ("i3", 1, True), ("i4", 2, False)]
    with table(store, tmp_path, disputes) as at:
        assert [one.case.control for one in at.left] == [True, False, False]


def test_nothing_is_settled_while_a_coder_may_still_change_it(store: Store, tmp_path: Path) -> None:
    home(store, tmp_path, ANNA, [*ANNAS, LOCK])
    home(store, tmp_path, BEN, BENS)
    waiting = found(store, tmp_path)
    assert (waiting.disputes, waiting.compared, waiting.waiting) == ((), 0, 8)
    assert waiting.open_coders == ("Ben",)
    packets = coded_packets(store, STUDY)
    rows = PacketItemFinder(store, [one.packet for one in packets], tmp_path)
    left = find_disputes(packets, rows.find, gone=["Ben"])
    assert (left.compared, left.waiting, left.waited_for) == (8, 0, ())
    assert len(left.disputes) == 3


def test_a_coder_under_another_codebook_neither_joins_in_nor_is_waited_for(
    store: Store, tmp_path: Path
) -> None:
    made = packet("Cem", tuple(replace(one, id=f"c{one.id}") for one in MAIN))
    cem = replace(made, header=replace(made.header, codebook_version="another"))
    store.add_packets([kept(cem)])
    before = both_home(store, tmp_path)
    home(store, tmp_path, cem, [mark("ci1", 2, "wrong"), mark("ci2", 2, "wrong")])
    after = found(store, tmp_path)
    assert (after.disputes, after.compared, after.waiting) == (before.disputes, 8, 0)
    assert (after.mixed, after.open_coders) == (0, ("Cem",))


def test_who_judged_nothing_yet_is_waited_for(store: Store, tmp_path: Path) -> None:
    home(store, tmp_path, ANNA, [*ANNAS[:3], LOCK])
    waiting = found(store, tmp_path)
    assert (waiting.compared, waiting.waiting, waiting.open_coders) == (0, 3, ("Ben",))


def test_who_failed_the_calibration_is_not_waited_for(store: Store, tmp_path: Path) -> None:
    forms = [replace(one, id=f"form {one.id}") for one in items(2)]
    own = [replace(one, id=f"own {one.id}") for one in MAIN]
    made = packet("Cem", own, gate_a=forms[:1], gate_b=forms[1:])
    store.add_packets([kept(made)])
    result = {"right": 40, "marks": 96, "gates_wrong": 3, "passed": False}
    tried = [
        (*coded([form], [("wrong", "wrong")]), ("gate", {"form": f"gate {name}", **result}))
        for form, name in zip(forms, "AB", strict=True)
    ]
    home(store, tmp_path, made, [*tried[0]])
    assert both_home(store, tmp_path).waited_for == ("Cem",)
    home(store, tmp_path, made, [*tried[1]])
    after = found(store, tmp_path)
    assert (after.compared, after.waiting, after.open_coders, after.waited_for) == (8, 0, (), ())
    # Another packet does not hide the failure.
    other = [replace(one, id=f"again {one.id}") for one in MAIN]
    again = packet("Cem", other)
    later = {"packet": "another packet of Cem", "made": "2026-01-02T12:00:00.000Z"}
    again = replace(again, header=replace(again.header, **later))
    store.add_packets([kept(again)])
    assert found(store, tmp_path).waited_for == ("Cem",)
    home(store, tmp_path / "again", again, [*coded(other, 4 * [("right", "right")]), LOCK])
    assert [one.failed for one in coded_packets(store, STUDY) if one.packet.coder == "Cem"] == [
        True,
        False,
    ]


def test_authors_and_judges_are_no_party(store: Store, tmp_path: Path) -> None:
    author = packet("Cem", tuple(replace(one, id=f"c{one.id}") for one in MAIN))
    author = replace(author, header=replace(author.header, kind=CoderKind.AUTHOR))
    store.add_packets([kept(author)])
    home(store, tmp_path, author, [mark("ci1", 2, "wrong")])
    assert len(both_home(store, tmp_path).disputes) == 3


def test_hidden_duplicates_are_no_second_opinion(tmp_path: Path) -> None:
    """The same coder's two judgements of one reply are not two coders."""
    twice = packet("Anna", (*MAIN[:1], replace(MAIN[0], id="i1 again")))
    row = kept(twice)
    row = replace(row, items=(row.items[0], replace(row.items[1], twin="i1")))
    ben = packet("Ben", OTHER_IDS[:1])
    write_file(tmp_path, twice)
    with made_store(tmp_path / "store.sqlite", [ben]) as store:
        store.add_packets([row])
        acts = [mark("i1", 2, "right"), mark("i1 again", 2, "wrong"), LOCK]
        home(store, tmp_path, twice, acts)
        home(store, tmp_path, ben, [mark("b1", 2, "right"), LOCK])
        assert found(store, tmp_path).disputes == ()


def test_what_is_settled_is_in_the_file_and_in_the_store_and_undone_in_both(
    store: Store, tmp_path: Path
) -> None:
    disputes = both_home(store, tmp_path)
    before = [store.codes_of(one.header.packet) for one in (ANNA, BEN)]
    with table(store, tmp_path, disputes) as at:
        gate = at.left[0]
        settle(at)
        settle(at, "half")
        back = at.undo()
        assert back is not None
        assert back.case.key == at.left[0].case.key
        settle(at, "wrong", "the reply names the lure")
        name = at.path
        assert not at.finish()
    _, _, eve = coded_packets(store, STUDY)
    assert (eve.packet.coder, eve.kind, eve.locked) == ("Eve", CoderKind.ADJUDICATOR, False)
    assert "".join(f"{event.line}\n" for event in eve.events) == name.read_text(encoding="utf-8")
    assert [event.kind for event in eve.events] == ["mark", "mark", "undo", "mark"]
    first = eve.events[0]
    told = {name: first.text(name) for name in ("item", "reason", "error", "method")}
    assert told == {
        "item": gate.case.key,
        "reason": "as the script says",
        "error": "slip",
        "method": "third",
    }
    assert [store.codes_of(one.header.packet) for one in (ANNA, BEN)] == before


def test_what_was_settled_of_other_cells_is_not_taken_back(store: Store, tmp_path: Path) -> None:
    """A table of some cells goes on in the log of a table of others."""
    disputes = both_home(store, tmp_path)
    some, others = (replace(disputes, disputes=disputes.disputes[at::2]) for at in (0, 1))
    with table(store, tmp_path, others) as at:
        settle(at)
    with table(store, tmp_path, some) as at:
        assert at.undo() is None
        first = at.left[0]
        settle(at)
        assert at.undo() == first
    with table(store, tmp_path, others) as at:
        assert at.left == ()


def test_another_day_goes_on_with_what_is_left(store: Store, tmp_path: Path) -> None:
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes) as at:
        order = at.left
        settle(at)
    with table(store, tmp_path, disputes) as at:
        assert at.left == order[1:]
        settle(at)
        settle(at)
        assert at.finish()
        assert at.undo() is not None
        assert len(at.left) == 1


def test_a_file_that_was_lost_comes_back_out_of_the_store(store: Store, tmp_path: Path) -> None:
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes) as at:
        settle(at)
        path = at.path
    whole = path.read_bytes()
    path.unlink()
    with table(store, tmp_path, disputes) as at:
        assert len(at.left) == 2
    assert path.read_bytes() == whole


@pytest.mark.parametrize("mailed", [False, True])
@pytest.mark.parametrize("left", [0, 1, 150, -1])
def test_a_file_that_ends_before_the_store_does_is_completed_from_it(
    store: Store, tmp_path: Path, left: int, mailed: bool
) -> None:
    """An older copy, or what a full disk left: the next decision must not get a stored number. Mail
    may have changed the ends of its lines, too.
    """
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes) as at:
        settle(at)
        settle(at)
        path = at.path
    whole = path.read_bytes()
    kept = whole[:left] if left != 1 else whole[: whole.index(b"\n") + 1]
    path.write_bytes(b"\xef\xbb\xbf" + kept.replace(b"\n", b"\r\n") if mailed else kept)
    with table(store, tmp_path, disputes) as at:
        assert path.read_bytes() == whole
        settle(at)
        assert at.finish()
    assert [
        code.line for code in store.codes_of(coded_packets(store, STUDY)[2].packet.packet)
    ] == path.read_text().splitlines()


def test_a_damaged_file_is_moved_away_and_comes_back_out_of_the_store(
    store: Store, tmp_path: Path
) -> None:
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes) as at:
        settle(at)
        path = at.path
    path.write_bytes(path.read_bytes().replace(b"right", b"wrong"))
    with pytest.raises(PacketUnusable) as refused, table(store, tmp_path, disputes):
        pass
    assert refused.value.help == (
        "move the file to another folder: the store has the decisions, and the same command writes "
        "it again"
    )
    path.rename(tmp_path / "damaged")
    with table(store, tmp_path, disputes) as at:
        assert len(at.left) == 2


def test_a_folder_with_an_adjudicators_log_is_collected_again(store: Store, tmp_path: Path) -> None:
    """It has no lines that say what was shown, as a coder's log has; and may be empty."""
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes) as at:
        settle(at)
    with table(store, tmp_path, disputes, name="Zoe"):
        pass
    again = import_logs(store, read_log_files([tmp_path]))
    assert again.rejected == ()
    assert [one.new for one in again.taken] == [0, 0, 0]


def test_a_store_that_is_behind_its_file_is_brought_up(tmp_path: Path, store: Store) -> None:
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes) as at:
        settle(at)
    with made_store(tmp_path / "copy.sqlite", [ANNA, BEN]) as copy:
        with table(copy, tmp_path, disputes) as at:
            assert len(at.left) == 2
        assert len(coded_packets(copy, STUDY)[2].events) == 1


def test_a_file_that_contradicts_the_store_is_refused(store: Store, tmp_path: Path) -> None:
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes) as at:
        settle(at)
        path = at.path
    path.unlink()
    with (
        made_store(tmp_path / "copy.sqlite", [ANNA, BEN]) as copy,
        table(copy, tmp_path, disputes) as at,
    ):
        settle(at, "wrong")
    with pytest.raises(PacketUnusable) as refused, table(store, tmp_path, disputes):
        pass
    assert refused.value.message == (
        f"{path} and the store {store.where} contain different decisions by Eve"
    )


def test_medians_settle_what_has_a_middle(store: Store, tmp_path: Path) -> None:
    third = packet("Cem", tuple(replace(one, id=f"c{n}") for n, one in enumerate(MAIN, 1)))
    store.add_packets([kept(third)])
    marks = [("right", "right"), ("right", "right"), ("wrong", "wrong")]
    home(store, tmp_path, third, [*coded(third.main, marks), LOCK])
    disputes = both_home(store, tmp_path)
    with table(store, tmp_path, disputes, method="median", name="median") as at:
        assert at.take_medians() == 2
        assert [(one.item.id, one.case.question) for one in at.left] == [("i4", 2)]
        assert sorted(one.mark for one in at.settled.values()) == ["right", "wrong"]
    assert {event.text("reason") for event in coded_packets(store, STUDY)[-1].events} == {
        "median of 3"
    }


def test_words_that_are_not_at_hand_are_asked_for(store: Store, tmp_path: Path) -> None:
    both_home(store, tmp_path)
    with pytest.raises(PacketUnusable) as refused:
        found(store, tmp_path / "elsewhere")
    assert (refused.value.message, refused.value.help) == (
        "no packet of Anna or Ben was found, so what they read cannot be shown",
        "name the folder with their packets: --packets FOLDER",
    )
