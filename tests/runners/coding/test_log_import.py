"""Logs come home once, whole, and only where they belong; everything else is named."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from homes import (
    LOCK,
    coded,
    coded_trials,
    item,
    items,
    kept,
    lrs,
    made_store,
    mark,
    packet,
    start,
    write_file,
    write_log,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coders.packets.shape import Gold, GoldMark
from dsl.record import replace
from runners.coding.coded_packets import coded_packets
from runners.coding.gold.items import rows_of
from runners.coding.log_files import Rejected, read_log_files
from runners.coding.log_import import LogImport, import_logs
from runners.store.records import LogLine
from runners.store.store import Store
from tests.property import examples

MAIN = items(3)
ANNA = packet("Anna", MAIN)
BEN = packet("Ben", MAIN)
ALL_RIGHT = coded(MAIN, [("right", "right")] * 3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with made_store(tmp_path / "store.sqlite", [ANNA, BEN]) as opened:
        yield opened


def home(store: Store, *paths: Path, study: str | None = None) -> LogImport:
    return import_logs(store, read_log_files(paths), study=study)


def refusal(store: Store, *paths: Path, study: str | None = None) -> tuple[str, str]:
    """The one refusal there is, without the folder's name; nothing has been kept."""
    before = [store.codes_of(one.header.packet) for one in (ANNA, BEN)]
    found = home(store, *paths, study=study)
    assert found.taken == ()
    assert [store.codes_of(one.header.packet) for one in (ANNA, BEN)] == before
    (one,) = found.rejected
    folder = str(paths[0].parent)
    return tuple(text.replace(f"{folder}/", "") for text in (one.message, one.help))  # type: ignore[return-value]


def test_a_log_that_came_home_is_laid_over_its_trials(store: Store, tmp_path: Path) -> None:
    path = write_log(tmp_path, ANNA, [*ALL_RIGHT, LOCK])
    found = home(store, path)
    assert [(one.new, one.known, one.shorter, one.cut) for one in found.taken] == [
        (10, 0, False, False)
    ]
    anna, _ = coded_packets(store, "5tudy5tudy12")
    assert anna.locked
    assert "".join(f"{code.line}\n" for code in store.codes_of(ANNA.header.packet)) == (
        path.read_text(encoding="utf-8")
    )
    trials = coded_trials([anna])
    assert [{place: one.mark for place, one in trial.judgements.items()} for trial in trials] == [
        {(0, "/control 1"): "right", (0, "/test 2"): "right"}
    ] * 3
    first = store.codes_of(ANNA.header.packet)[2]
    assert (first.item, first.place, first.mark, first.trial) == (
        "i1", "0 /test 2", "right", "t" + "0" * 62 + "1",
    )  # fmt: skip


def test_the_same_log_again_adds_nothing_and_a_longer_one_the_rest(
    store: Store, tmp_path: Path
) -> None:
    path = write_log(tmp_path, ANNA, ALL_RIGHT[:4])
    early = tmp_path / "early" / "Anna.log.jsonl"
    early.parent.mkdir()
    early.write_bytes(path.read_bytes())
    assert [one.new for one in home(store, path, path).taken] == [6]
    assert [one.new for one in home(store, path).taken] == [0]
    write_log(tmp_path, ANNA, [*ALL_RIGHT[4:], LOCK])
    assert [(one.new, one.known) for one in home(store, path).taken] == [(4, 6)]
    assert [(one.new, one.shorter) for one in home(store, early).taken] == [(0, True)]


def test_a_folder_stands_for_its_logs_and_a_packet_for_its_own(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "packets"
    for made in (ANNA, BEN):
        write_file(folder, made)
        write_log(folder, made, ALL_RIGHT)
    assert [one.packet.coder for one in home(store, folder).taken] == ["Anna", "Ben"]
    assert [one.new for one in home(store, folder / "Ben.packet.jsonl").taken] == [0]


def test_line_ends_of_windows_and_a_byte_order_mark_are_no_damage(
    store: Store, tmp_path: Path
) -> None:
    path = write_log(tmp_path, ANNA, ALL_RIGHT)
    whole = path.read_bytes()
    home(store, path)
    path.write_bytes(b"\xef\xbb\xbf" + whole.replace(b"\n", b"\r\n"))
    assert [one.new for one in home(store, path).taken] == [0]


def test_a_last_line_without_its_end_is_left_out_and_said(store: Store, tmp_path: Path) -> None:
    path = write_log(tmp_path, ANNA, ALL_RIGHT)
    path.write_bytes(path.read_bytes()[:-20])
    assert [(one.new, one.cut) for one in home(store, path).taken] == [(8, True)]


def test_what_is_good_is_kept_beside_what_is_refused(store: Store, tmp_path: Path) -> None:
    good = write_log(tmp_path, ANNA, ALL_RIGHT)
    bad = tmp_path / "Ben.log.jsonl"
    bad.write_text("{}\n", encoding="utf-8")
    found = home(store, bad, good)
    assert [one.file for one in found.taken] == [str(good)]
    assert [one.file for one in found.rejected] == [str(bad)]
    assert len(store.codes_of(ANNA.header.packet)) == 9


@settings(
    examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    lengths=st.lists(st.tuples(st.booleans(), st.integers(1, 10)), min_size=1, max_size=6),
    data=st.data(),
)
def test_any_order_and_any_number_of_times_give_one_store(
    tmp_path_factory: pytest.TempPathFactory,
    lengths: list[tuple[bool, int]],
    data: st.DataObject,
) -> None:
    """Copies of two coders' logs from several moments, collected one by one or together."""
    folder = tmp_path_factory.mktemp("orders")
    whole = {
        made.header.coder: write_log(folder, made, [*ALL_RIGHT, LOCK]).read_text(encoding="utf-8")
        for made in (ANNA, BEN)
    }
    copies = []
    for number, (first, length) in enumerate(lengths):
        lines = whole["Anna" if first else "Ben"].splitlines(keepends=True)[:length]
        copy = folder / f"{number}.log.jsonl"
        copy.write_text("".join(lines), encoding="utf-8")
        copies.append(copy)
    shuffled = data.draw(st.permutations([*copies, *copies[:2]]))
    cut = data.draw(st.integers(0, len(shuffled)))
    with (
        made_store(folder / "one.sqlite", [ANNA, BEN]) as one,
        made_store(folder / "other.sqlite", [ANNA, BEN]) as other,
    ):
        assert import_logs(one, read_log_files(copies)).rejected == ()
        for some in (shuffled[:cut], shuffled[cut:]):
            assert import_logs(other, read_log_files(some)).rejected == ()
        for made in (ANNA, BEN):
            assert one.codes_of(made.header.packet) == other.codes_of(made.header.packet)


# ------------------------------------------------------------------------------- refusals


def test_a_packet_of_another_store_is_reported_by_its_store(store: Store, tmp_path: Path) -> None:
    other = replace(ANNA, header=replace(ANNA.header, packet="elsewhere"))
    path = write_log(tmp_path, other, ALL_RIGHT)
    message, remedy = refusal(store, path)
    assert message == (
        "Anna.log.jsonl: the store store.sqlite did not make the packet elsewhere that Anna coded; "
        "it made packets for 5tudy5tudy12 (Anna, Ben)"
    )
    assert remedy == "name the store of the study with --store"
    with Store.open(str(tmp_path / "lab.sqlite")) as lab:
        lab.record(start())
        lab.add_packets([kept(other)])
    message, remedy = refusal(store, path)
    assert message == (
        "Anna.log.jsonl: the packet elsewhere was made by lab.sqlite, not by store.sqlite"
    )
    assert remedy == "write --store sqlite:///lab.sqlite"


def test_a_log_of_another_study_is_refused_where_one_is_named(store: Store, tmp_path: Path) -> None:
    assert refusal(store, write_log(tmp_path, ANNA, ALL_RIGHT), study="0ther") == (
        "Anna.log.jsonl is of study 5tudy5tudy12, not of 0ther",
        "leave --study out, or write --study 5tudy5tudy12",
    )


@pytest.mark.parametrize(
    ("coder", "message"),
    [
        ("Eve", "Anna.log.jsonl was coded by `Eve`, and the packet was made for `Anna`"),
        (
            "anna ",
            "Anna.log.jsonl was coded by `anna `, and the packet was made for `Anna`: the "
            "names differ only in capitals or spaces",
        ),
    ],
)
def test_the_packet_of_another_coder_is_refused(
    store: Store, tmp_path: Path, coder: str, message: str
) -> None:
    forged = replace(ANNA, header=replace(ANNA.header, coder=coder))
    path = write_log(tmp_path, forged, ALL_RIGHT, name="Anna")
    assert refusal(store, path) == (
        message,
        "send the log of this coder's packet; do not change names by hand",
    )


def test_two_coders_whose_names_differ_in_capitals_only_are_refused(
    store: Store, tmp_path: Path
) -> None:
    twin = packet("ANNA", MAIN)
    store.add_packets([kept(twin)])
    assert refusal(store, write_log(tmp_path, twin, ALL_RIGHT)) == (
        "ANNA.log.jsonl: `ANNA` and `Anna` differ only in capitals or spaces and could be confused",
        "make new packets for one of them under another name",
    )


def test_another_codebook_is_refused(store: Store, tmp_path: Path) -> None:
    other = replace(ANNA, header=replace(ANNA.header, codebook_version="codebook-2"))
    assert refusal(store, write_log(tmp_path, other, ALL_RIGHT)) == (
        "Anna.log.jsonl was coded under codebook codebook-2, and the packet was made with "
        "codebook-1",
        "codes from two codebooks cannot be mixed: code the packet as it was made",
    )


def test_items_that_the_packet_does_not_have_are_refused(store: Store, tmp_path: Path) -> None:
    path = write_log(tmp_path, ANNA, [*ALL_RIGHT, mark("i9", 1, "right")])
    assert refusal(store, path) == (
        "Anna.log.jsonl, line 10: the item i9 is not in the packet of Anna",
        "the log belongs to another version of the packet; send the one for this study",
    )


def test_items_that_showed_other_words_are_refused(store: Store, tmp_path: Path) -> None:
    shown = ("shown", {"item": "i1", "content": "f" * 64})
    assert refusal(store, write_log(tmp_path, ANNA, [shown, *ALL_RIGHT])) == (
        "Anna.log.jsonl, line 1: the item i1 showed a different text than was packed",
        "the packet was changed: send it to the coder again",
    )


def test_a_changed_packet_next_to_the_log_is_refused(store: Store, tmp_path: Path) -> None:
    path = write_log(tmp_path, ANNA, ALL_RIGHT)
    changed = replace(ANNA, main=(replace(MAIN[0], content="f" * 64), *MAIN[1:]))
    write_file(tmp_path, changed)
    assert refusal(store, path) == (
        "Anna.packet.jsonl: the item i1 was changed, so its codes belong to a different text",
        "send the coder the packet again",
    )


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (mark("i1", 3, "right"), "the item has no question 3"),
        (mark("i1", 2, "fine"), "there is no mark `fine`"),
        (mark("i1", 2, "right", "odd"), "there is no flag `odd`"),
        (lrs("i1", 6), "an LRS is a whole number from 0 to 5"),
    ],
)
def test_judgements_outside_the_codebook_are_refused(
    store: Store, tmp_path: Path, act: tuple[str, dict[str, object]], message: str
) -> None:
    assert refusal(store, write_log(tmp_path, ANNA, [act])) == (
        f"Anna.log.jsonl, line 2: {message}",
        "send the log unchanged",
    )


def test_a_log_without_the_calibration_of_its_packet_is_refused(
    store: Store, tmp_path: Path
) -> None:
    """Its lines were dropped and the checksums computed again, which anybody with devrun can do."""
    store.add_packets([kept(packet("Cleo", MAIN, training=[item(4)], gate_a=[item(5)]))])
    bare = write_log(tmp_path, packet("Cleo", MAIN), [*ALL_RIGHT, LOCK])
    assert refusal(store, bare) == (
        "Cleo.log.jsonl, line 2: this is judged before the training is finished (1 of 1 training "
        "items are missing)",
        "ask Cleo for the log as devrun wrote it. If there is none, Cleo codes a new packet: "
        "`devrun packets --coder Cleo --again --to second`",
    )


GATE: dict[str, object] = {"form": "gate A", "right": 1, "marks": 1, "gates_wrong": 0}


@pytest.mark.parametrize(("says", "given"), [("passed", "half"), ("failed", "right")])
def test_the_calibration_is_counted_again_by_the_gold_that_the_store_kept(
    says: str, given: str, store: Store, tmp_path: Path
) -> None:
    """One log claims another result than its judgements have, the other has the right figures and
    draws the wrong conclusion.
    """
    form = item(5)
    made = packet("Cleo", MAIN, gate_a=[form])
    gold = Gold(form.id, (GoldMark(1, "right"), GoldMark(2, "right")))
    rows = json.dumps({"gold": rows_of([form], {form.id: gold})})
    store.add_packets([replace(kept(made), settings=rows)])
    gate = ("gate", {**GATE, "passed": says == "passed"})
    path = write_log(tmp_path, made, [*coded([form], [("right", given)]), gate])
    truth = {
        "half": "failed (0 of 1 marks right, 0 control questions wrong)",
        "right": "passed (1 of 1 marks right, 0 control questions wrong)",
    }
    assert refusal(store, path) == (
        f"Cleo.log.jsonl: the log says that calibration A was {says} (1 of 1 marks right, "
        f"0 control questions wrong), and its judgements make it {truth[given]}",
        "ask Cleo for the log as devrun wrote it. If there is none, Cleo codes a new packet: "
        "`devrun packets --coder Cleo --again --to second`",
    )
    (tmp_path / "right").mkdir()
    gate = ("gate", {**GATE, "passed": True})
    path = write_log(tmp_path / "right", made, [*coded([form], [("right", "right")]), gate])
    assert len(home(store, path).taken) == 1


def test_a_log_of_another_year_is_refused(store: Store, tmp_path: Path) -> None:
    later = write_log(tmp_path, ANNA, ALL_RIGHT, year=2931)
    message, _ = refusal(store, later)
    assert message.startswith(
        "Anna.log.jsonl, line 1: it is dated 2931-01-02T00:00:00.000Z, which is in the future"
    )


def test_a_log_that_contradicts_what_came_home_is_refused(store: Store, tmp_path: Path) -> None:
    home(store, write_log(tmp_path / "first", ANNA, ALL_RIGHT))
    path = write_log(tmp_path / "second", ANNA, [*ALL_RIGHT[:2], mark("i2", 1, "wrong")])
    message, remedy = refusal(store, path)
    assert message == (
        "Anna.log.jsonl, line 5: a different judgement 5 of Anna was collected before, so one "
        "of the two files is wrong"
    )
    assert remedy == (
        f"the store {store.where} keeps what was collected first. If that was the wrong file, "
        "let Anna code a new packet with the same view: `devrun packets --coder Anna "
        "--again --to second`. Once collected, its codes count instead of the first"
    )


class LateStore(Store):
    """A store into which somebody else brings a log home between a look and a write."""

    def add_codes(self, codes: Sequence[LogLine]) -> int:
        meanwhile, self.meanwhile = self.meanwhile, ()
        for path in meanwhile:
            with Store.open(self.where) as other:
                assert not home(other, path).rejected
        return super().add_codes(codes)

    meanwhile: tuple[Path, ...] = ()


def test_a_log_that_came_home_meanwhile_is_looked_at_again(store: Store, tmp_path: Path) -> None:
    """The wrong log of Anna is refused by what another owner kept; Ben's is kept all the same."""
    true = write_log(tmp_path / "true", ANNA, ALL_RIGHT)
    wrong = write_log(tmp_path / "wrong", ANNA, [mark("i1", 1, "wrong")])
    ben = write_log(tmp_path / "ben", BEN, [LOCK])
    with LateStore.open(store.where) as late:
        assert isinstance(late, LateStore)
        late.meanwhile = (true,)
        found = home(late, wrong, ben)
    assert [one.packet.coder for one in found.taken] == ["Ben"]
    assert [Path(one.file).parent.name for one in found.rejected] == ["wrong"]
    assert len(store.codes_of(ANNA.header.packet)) == len(MAIN) + len(ALL_RIGHT)
    assert len(store.codes_of(BEN.header.packet)) == 1


def test_two_logs_that_part_are_both_refused_whatever_their_order(
    store: Store, tmp_path: Path
) -> None:
    one = write_log(tmp_path / "one", ANNA, ALL_RIGHT)
    two = write_log(tmp_path / "two", ANNA, [*ALL_RIGHT[:2], mark("i2", 1, "wrong")])
    for paths in itertools.permutations((one, two)):
        found = home(store, *paths)
        assert found.taken == ()
        assert [rejected.message for rejected in found.rejected] == [
            f"{mine} and {other} are logs of Anna for the same packet and differ from "
            "judgement 5 on"
            for mine, other in (paths, paths[::-1])
        ]
    assert store.codes_of(ANNA.header.packet) == ()


def test_a_log_that_fits_is_not_refused_for_one_that_does_not(store: Store, tmp_path: Path) -> None:
    true = write_log(tmp_path / "one", ANNA, ALL_RIGHT)
    home(store, true)
    false = write_log(tmp_path / "two", ANNA, [mark("i1", 1, "wrong")])
    found = home(store, false, true)
    assert [one.file for one in found.taken] == [str(true)]
    assert [one.file for one in found.rejected] == [str(false)]


def test_what_is_no_log_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    table = tmp_path / "codes.csv"
    table.write_text("item,mark\n", encoding="utf-8")
    latin = tmp_path / "latin.log.jsonl"
    latin.write_bytes(b"\xe9\n")
    nothing = tmp_path / "nothing.log.jsonl"
    nothing.write_bytes(b"")
    mixed = tmp_path / "mixed.log.jsonl"
    changed = tmp_path / "changed.log.jsonl"
    log = write_log(tmp_path, ANNA, ALL_RIGHT[:2])
    changed.write_text(
        log.read_text(encoding="utf-8").replace('"right"', '"wrong"', 1), encoding="utf-8"
    )
    alone = write_file(folder / "packets", BEN)
    mixed.write_text("", encoding="utf-8")
    gone, long = tmp_path / "gone", tmp_path / ("a" * 300)
    every = [folder, table, latin, nothing, changed, alone, gone, long]
    found = list(read_log_files(every))
    assert [(one.message, one.help) for one in found if isinstance(one, Rejected)] == [
        (
            f"there is no coding log in {folder}",
            "logs end in `.log.jsonl` and are next to the coder's packet",
        ),
        (
            f"{table} is not a coding log",
            f"name a log written by devrun; for a table of codes: `devrun collect {table} "
            "--csv --coder NAME`",
        ),
        (
            f"{latin} is not UTF-8, so it is not a coding log",
            "name a log written by devrun",
        ),
        (f"{nothing} is empty: nothing has been coded yet", ""),
        (
            f"{changed}, line 2: this line was changed after it was written, or an "
            "earlier one is missing",
            "send the log as the coding tool left it, or a copy from before; if there is none, the "
            "coder's `devrun code PACKET --repair` drops the damaged lines and says which",
        ),
        (
            f"{alone} is a packet without a log",
            "ask its coder for Ben.log.jsonl",
        ),
        (
            f"{gone} cannot be read: no such file or directory",
            "name a log, or a folder of logs",
        ),
        (f"{long} cannot be read: file name too long", "name a log, or a folder of logs"),
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r"),
        lambda data: data.replace(b"\n", b"\n\n"),
        lambda data: data.replace(b"\n", b"\r\r\n") + b"\r\n",
        lambda data: data.decode().encode("utf-16"),
    ],
    ids=["old line ends", "blank lines", "line ends changed twice", "UTF-16"],
)
def test_what_mail_and_editors_do_to_a_file_is_no_damage(
    store: Store, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    path = write_log(tmp_path, ANNA, [*ALL_RIGHT, LOCK])
    path.write_bytes(change(path.read_bytes()))
    found = home(store, path)
    assert [(one.new, one.cut) for one in found.taken] == [(len(MAIN) + len(ALL_RIGHT) + 1, False)]


def test_a_folder_is_searched_for_logs_that_were_renamed_on_their_way(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "back"
    log = write_log(folder, ANNA, ALL_RIGHT)
    for name in ("Anna.log (1).jsonl", "Copy of Anna.log.jsonl.txt", "notes.txt", "A.jsonl"):
        (folder / name).write_bytes(log.read_bytes())
    # As macOS leaves one beside every file on a stick.
    (folder / "._Anna.log.jsonl").write_bytes(b"\x00\x05\x16\x07Mac OS X")
    log.unlink()
    found = home(store, folder)
    assert found.rejected == ()
    assert [(Path(one.file).name, one.new) for one in found.taken] == [
        ("Anna.log (1).jsonl", len(MAIN) + len(ALL_RIGHT)),
        ("Copy of Anna.log.jsonl.txt", 0),
    ]
    # One folder of coders' folders will do.
    assert [one.new for one in home(store, tmp_path).taken] == [0, 0]


def test_a_damaged_packet_next_to_a_log_is_distinguished_from_the_log(
    store: Store, tmp_path: Path
) -> None:
    log = write_log(tmp_path, ANNA, ALL_RIGHT)
    beside = write_file(tmp_path, ANNA)
    beside.write_bytes(beside.read_bytes()[:300])
    message, remedy = refusal(store, log)
    assert message == (
        "the packet beside Anna.log.jsonl cannot be read, so the coded text is unknown: "
        "Anna.packet.jsonl is not a packet: its first line is not that of a packet"
    )
    assert remedy == ("if it was damaged after coding, move the packet and collect the log alone")
    beside.rename(tmp_path / "away")
    assert len(home(store, log).taken) == 1


def test_what_seems_to_have_happened_to_a_log_is_said(store: Store, tmp_path: Path) -> None:
    lines = write_log(tmp_path, ANNA, ALL_RIGHT).read_bytes().splitlines(keepends=True)
    files = {
        "both.log.jsonl": b"".join([*lines, *lines]),
        "later.log.jsonl": b"".join(lines[2:]),
        "Anna.zip": b"PK\x03\x04\x14\x00",
        "Anna.log.jsonl.gz": b"\x1f\x8b\x08\x00",
        "codes.xlsx": b"PK\x03\x04\xff",
        "half.log.jsonl": lines[0][:40],
    }
    told = {}
    for name, data in files.items():
        (tmp_path / "sent").mkdir(exist_ok=True)
        (tmp_path / "sent" / name).write_bytes(data)
        told[name] = refusal(store, tmp_path / "sent" / name)
    unpack = "unpack it, and name the log"
    assert told == {
        "both.log.jsonl": (
            "both.log.jsonl contains 2 logs: the second starts in line 10",
            "collect each log as a separate, unchanged file",
        ),
        "later.log.jsonl": (
            "the beginning of later.log.jsonl is missing: its first line is not the first of a log",
            "send the complete, unchanged log",
        ),
        "Anna.zip": ("Anna.zip is packed into an archive", unpack),
        "Anna.log.jsonl.gz": ("Anna.log.jsonl.gz is packed into an archive", unpack),
        "codes.xlsx": (
            "codes.xlsx is not UTF-8, so it is not a coding log",
            "name a log written by devrun; for a table of codes: `devrun collect "
            "codes.csv --csv --coder NAME`",
        ),
        "half.log.jsonl": (
            "half.log.jsonl has no complete line of a coding log",
            "name a log written by devrun",
        ),
    }


def test_folding_is_of_the_log_as_it_came_home(store: Store, tmp_path: Path) -> None:
    path = write_log(tmp_path, ANNA, [mark("i1", 1, "wrong"), ("undo", {"undoes": 2})])
    home(store, path)
    anna, _ = coded_packets(store, "5tudy5tudy12")
    assert anna.state.codes("i1").judgements == {}
