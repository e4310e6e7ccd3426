"""What the rows of a table judge: items of a packet, or trials and questions of a study.

Every row that names nothing, or more than one thing, is a fault with what there is to choose from.
Taking the nearest question instead would put a mark where nobody gave one.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coders.desk.rubric import contradiction
from coders.packets.questions import numbered
from coders.packets.shape import CoderKind, Header, Phase, View
from dsl import __devrun__
from dsl.files.csv_reader import TableFault
from dsl.projections import digest
from dsl.protocol import rated_places
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Place, Question
from runners.coding.code_tables import CodeRow
from runners.coding.coded_packets import HUMAN
from runners.coding.packet_record import record_with_header
from runners.store.records import ItemSource, PacketItem, PacketRecord
from runners.store.store import Store
from runners.studies.study import FinishedTrial

CODEBOOK = "elsewhere"
"""The codebook of codes from tables that name trials: nobody knows which one it was."""

_LETTERS = 24
_FEWEST = 6


@dataclass(frozen=True, slots=True)
class MatchedRow:
    """A row with the item and question it judges."""

    row: CodeRow
    item: str
    question: int


Matched = tuple[PacketRecord | None, list[MatchedRow], list[TableFault]]
"""The packet that rows are of, which question of which item each row judges, and all faults."""


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table to import: whose codes, as which kind of coder, and from which file."""

    coder: str
    kind: CoderKind
    study: str
    file: str
    clock: Callable[[], str]
    rated: bool = False
    """Whether it is a table of ratings from 0 to 5."""


def match_to_packet(
    store: Store,
    rows: Sequence[CodeRow],
    table: TableSource,
    packets: Sequence[PacketRecord],
    kind: CoderKind | None,
) -> Matched:
    """The packet that the rows' items are of, and which question of which item each row judges."""
    people = [packet for packet in packets if CoderKind(packet.coder_kind) in HUMAN]
    # A judge's packet has the very items of a person's.
    people.sort(key=lambda packet: packet.coder == table.coder)
    packet_with = {item.item: packet for packet in people for item in packet.items}
    faults: list[TableFault] = []
    matched: list[MatchedRow] = []
    packet = next((packet_with[row.item] for row in rows if row.item in packet_with), None)
    for row in rows:
        mine = packet_with.get(row.item)
        if mine is None:
            message = f"no packet of study {table.study} has an item {row.item}"
            faults.append(TableFault(row.line, message, "keys of trials have a column `trial`"))
        elif mine.packet != (packet.packet if packet else ""):
            faults.append(
                TableFault(
                    row.line,
                    f"{row.item} belongs to another packet than the previous rows",
                    "use one table per packet",
                )
            )
    if packet is None:
        elsewhere = _other_study(store, rows, table.study)
        return None, matched, [elsewhere] if elsewhere else faults
    if faults:
        return packet, matched, faults
    whole = _packet_fault(store, packet, table, kind)
    if whole is not None:
        return packet, matched, [whole]
    items = {item.item: item for item in packet.items}
    for row in rows:
        asked = {n: place for behind in items[row.item].behind[:1] for n, _, place in behind.places}
        numbers = list(asked)
        number = int(row.question) if row.question.isdecimal() and row.question.isascii() else 0
        if not row.question and (len(numbers) == 1 or not row.mark):
            number = numbers[0] if row.mark else 0
        elif number == 0 or (numbers and number not in numbers):
            there = ", ".join(map(str, numbers)) or "numbers from 1"
            faults.append(TableFault(row.line, f"which question is it? {row.item} has {there}", ""))
            continue
        elif wrong := _unfitting(row, f"question {number}", _is_control(asked.get(number, ""))):
            faults.append(TableFault(row.line, wrong))
            continue
        matched.append(MatchedRow(row, row.item, number))
    return packet, matched, faults


def _other_study(store: Store, rows: Sequence[CodeRow], study: str) -> TableFault | None:
    """Where no item is of this study: which other study of the store has one of them."""
    named = {row.item for row in rows}
    for other in store.studies():
        if other.id != study and any(
            item.item in named for packet in store.packets_of(other.id) for item in packet.items
        ):
            return TableFault(
                0,
                f"these are items of study {other.id}, not of {study}",
                f"write --study {other.id}",
            )
    return None


def _is_control(place: str) -> bool:
    """Whether a place in a trial is one where a control question is asked, by its name."""
    return place.rpartition("/")[2].startswith("control ")


def _unfitting(row: CodeRow, question: str, control: bool) -> str:
    """Why a question cannot have a mark and its flags; empty where it can."""
    if control and row.mark == "half":
        return f"{question} is a control question, which is right or wrong"
    return contradiction(row.mark, row.flags, control=control) if row.mark else ""


def _packet_fault(
    store: Store, packet: PacketRecord, table: TableSource, kind: CoderKind | None
) -> TableFault | None:
    """Why a packet cannot take codes from this table at all."""
    if packet.coder != table.coder:
        return TableFault(
            0,
            f"these are items of the packet of `{packet.coder}`, not of `{table.coder}`",
            f"write --coder {packet.coder}, if it was {packet.coder} who coded them",
        )
    if kind is not None and packet.coder_kind != kind:
        return TableFault(
            0,
            f"the packet was made for `{packet.coder}` as {packet.coder_kind}, not as {kind}",
            "leave --kind out",
        )
    if not View(packet.view).whole:
        return TableFault(
            0,
            "this packet codes what replies say, but the table has marks",
            "code it with `devrun code`, or name trials and questions in the table",
        )
    stored = store.codes_of(packet.packet)
    if stored and '"kind": "imported"' not in stored[0].line:
        return TableFault(
            0,
            f"the log of {packet.coder} was already collected and cannot be combined with a table",
            "collect the log again when it has grown",
        )
    return None


# ------------------------------------------------------------------------------- trials


def match_to_trials(
    store: Store, rows: Sequence[CodeRow], table: TableSource, packets: Sequence[PacketRecord]
) -> Matched:
    """A packet made up of the trials that the rows name, and the question each row judges."""
    from runners.studies.study import opened_study

    opened = opened_study(store, study=table.study)
    keys = sorted(opened.rows.keys)
    faults: list[TableFault] = []
    named: dict[str, str] = {}
    for row in rows:
        if row.trial in named:
            continue
        wanted_key = row.trial.casefold()
        # Sorted keys that begin so are together.
        at = bisect_left(keys, wanted_key)
        found = [key for key in keys[at : at + 5] if key.startswith(wanted_key)]
        if len(row.trial) >= _FEWEST and len(found) == 1:
            named[row.trial] = found[0]
        else:
            faults.append(TableFault(row.line, *_trial_words(row.trial, len(found), table.study)))
    wanted = set(named.values())
    some = replace(opened, rows=opened.rows.with_keys(wanted))
    told = {one.key: one for one in some.finished(store)}
    desk = {
        behind.trial
        for packet in packets
        if packet.coder == table.coder and '"imported": true' not in packet.settings
        for item in packet.items
        for behind in item.behind
    }
    matched: list[MatchedRow] = []
    for row in rows:
        key = named.get(row.trial)
        if key is None:
            continue
        if key not in told:
            faults.append(TableFault(row.line, f"the trial {row.trial} is not finished"))
        elif key in desk:
            message = f"{table.coder} has this trial in a packet"
            instead = "use the packet's item ids, or the name of a coder who was given no packet"
            faults.append(TableFault(row.line, message, instead))
        else:
            number, fault = _question(row, told[key], rated=table.rated)
            if fault:
                faults.append(TableFault(row.line, fault))
            else:
                matched.append(MatchedRow(row, key[:_LETTERS], number))
    return _made_up(table, [told[key] for key in dict.fromkeys(named.values()) if key in told]), (
        matched
    ), faults  # fmt: skip


def _trial_words(trial: str, count: int, study: str) -> tuple[str, str]:
    if len(trial) < _FEWEST:
        return f"`{trial}` is too short for a trial key", f"write at least {_FEWEST} letters"
    if count:
        return f"several trials begin with {trial}", "write more letters"
    return f"study {study} has no trial {trial}", "`devrun score --by trial --json` lists them"


def numbered_by(told: FinishedTrial, *, rated: bool) -> dict[Place, tuple[int, Question]]:
    """The questions of a trial by the numbers that a table names them by: of all that are judged,
    or of those that are rated.
    """
    trial = told.transcript.trial
    if not rated:
        return numbered(trial)
    asked = {place: question for place, _, question in trial.asked()}
    return {at: (number, asked[at]) for number, at in enumerate(rated_places(trial), start=1)}


def _question(row: CodeRow, told: FinishedTrial, *, rated: bool) -> tuple[int, str]:
    """The number of the question that a row judges, or 0 and what is wrong."""
    asked = numbered_by(told, rated=rated)
    if rated and not row.question and len(asked) == 1:
        return 1, ""
    if not row.question:
        nameless = "the question has no name or number: write it in the column `question`"
        return (0, nameless if row.mark else "")
    wanted = " ".join(row.question.split()).casefold()
    found = [
        (number, session + 1, question)
        for (session, _), (number, question) in asked.items()
        if wanted in (question.title.casefold(), str(number))
        and row.story in ("", str(session + 1))
    ]
    if len(found) == 1:
        number, _, question = found[0]
        wrong = _unfitting(row, question.title, question.kind is QuestionKind.CONTROL)
        return (0, wrong) if wrong else (number, "")
    if found:
        stories = ", ".join(str(story) for _, story, _ in found)
        return 0, f"`{row.question}` is asked in stories {stories}: add a column `story`"
    elsewhere = [
        str(session + 1)
        for (session, _), (number, question) in asked.items()
        if wanted in (question.title.casefold(), str(number))
    ]
    if elsewhere:
        stories = ", ".join(dict.fromkeys(elsewhere))
        return 0, (
            f"`{row.question}` is not asked in story `{row.story}`: the column `story` has "
            f"its number, here {stories}"
        )
    titles = ", ".join(dict.fromkeys(question.title for _, question in asked.values()))
    return 0, f"there is no question `{row.question}` here; there is {titles}"


def _made_up(table: TableSource, told: Sequence[FinishedTrial]) -> PacketRecord:
    """The packet of a table that names trials. It is the same one when the table comes again."""
    name = "t" + digest("devrun:table:1", [table.study, table.coder])[:_LETTERS]
    items = tuple(
        PacketItem(
            item=one.key[:_LETTERS],
            position=position,
            phase=str(Phase.MAIN),
            content=one.transcript.hash,
            twin="",
            behind=(
                ItemSource(
                    one.key,
                    one.transcript.hash,
                    tuple(
                        (number, session, place)
                        for (session, place), (number, _) in numbered_by(
                            one, rated=table.rated
                        ).items()
                    ),
                ),
            ),
        )
        for position, one in enumerate(told, start=1)
    )
    header = Header(
        packet=name,
        batch=name,
        coder=table.coder,
        kind=table.kind,
        view=View.RATING if table.rated else View.RUBRIC,
        keyed=False,
        codebook_version=CODEBOOK,
        tool_version=__devrun__,
        made=table.clock(),
        items=len(items),
        blind_to=(),
        not_blind_to=(),
        statement="Coded with other software and imported from a table; what the coder knew is "
        "unknown.",
    )
    settings = json.dumps({"imported": True, "file": table.file}, ensure_ascii=False)
    return record_with_header(header, table.study, settings, items)
