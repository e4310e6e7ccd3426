"""A small study with packets for its coders, made by hand, and logs as coders write them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from coders.desk.log import Log
from coders.packets.file import to_json
from coders.packets.shape import (
    CoderKind,
    Header,
    Item,
    Line,
    LineKind,
    Packet,
    PacketQuestion,
    Phase,
    View,
)
from dsl.record import replace
from runners.coding.coded_packets import CodedPacket
from runners.coding.coded_trials import CodedTrial, CodeTable
from runners.store.records import (
    ItemSource,
    PacketItem,
    PacketRecord,
    ParticipantRecord,
    Start,
)
from runners.store.store import Store
from tests.packet_text import packet_text

STUDY = "5tudy5tudy12"
REAL = ParticipantRecord("q" * 64, "openai/gpt-5", False, '{"provider":"openai","model":"gpt-5"}')
CODEBOOK = "codebook-1"

Act = tuple[str, Mapping[str, object]]


def asked(number: int, kind: str = "test") -> PacketQuestion:
    return PacketQuestion(number, kind, f"Where is the {'torch' if kind == 'test' else 'box'}?")


def item(number: int, *, replies: Sequence[str] = ("In the hall.", "In the yard.")) -> Item:
    """A control question and a test question with their replies."""
    lines = [Line(LineKind.TOLD, f"Story {number}: Otto has a torch and a box.")]
    questions = (asked(1, "control"), asked(2))
    for question, reply in zip(questions, replies, strict=True):
        lines.append(Line(LineKind.TOLD, question.text, question.number))
        lines.append(Line(LineKind.REPLY, reply, question.number))
    return Item(f"i{number}", f"{number:064d}", tuple(lines), questions)


def items(count: int) -> tuple[Item, ...]:
    return tuple(item(number) for number in range(1, count + 1))


def packet(
    coder: str,
    main: Sequence[Item],
    *,
    kind: CoderKind = CoderKind.BLIND,
    view: View = View.RUBRIC,
    training: Sequence[Item] = (),
    gate_a: Sequence[Item] = (),
    gate_b: Sequence[Item] = (),
) -> Packet:
    header = Header(
        packet=f"packet-of-{coder}",
        batch="batch-1",
        coder=coder,
        kind=kind,
        view=view,
        keyed=False,
        codebook_version=CODEBOOK,
        tool_version="0.1.0",
        made="2026-01-01T00:00:00.000Z",
        items=len(main),
        blind_to=("model",),
        not_blind_to=("condition",),
        statement="You do not know the model.",
    )
    return Packet(header, tuple(training), tuple(gate_a), tuple(gate_b), tuple(main))


def behind(one: Item) -> ItemSource:
    """The trial behind an item, by its content: two coders' items of one content share it."""
    places = tuple((q.number, 0, f"/{q.kind} {q.number}") for q in one.questions)
    return ItemSource("t" + one.content[1:], "h" * 64, places)


def kept(made: Packet, *, study: str = STUDY) -> PacketRecord:
    header = made.header
    before = (
        (Phase.TRAINING, made.training),
        (Phase.GATE_A, made.gate_a),
        (Phase.GATE_B, made.gate_b),
    )
    calibration = tuple(
        PacketItem(one.id, position, str(phase), one.content, "", ())
        for phase, items in before
        for position, one in enumerate(items, start=1)
    )
    rows = calibration + tuple(
        PacketItem(
            one.id,
            position,
            str(Phase.SILENT if one.id in made.gold else Phase.MAIN),
            one.content,
            "",
            () if one.id in made.gold else (behind(one),),
        )
        for position, one in enumerate(made.main, start=1)
    )
    return PacketRecord(
        packet=header.packet,
        study=study,
        batch=header.batch,
        coder=header.coder,
        coder_kind=str(header.kind),
        view=str(header.view),
        codebook_version=header.codebook_version,
        settings="{}",
        header=json.dumps(to_json(header)),
        items=rows,
        tool_version=header.tool_version,
        at=header.made,
    )


def start(study: str = STUDY) -> Start:
    return Start("s" * 32, study, False, "{}", (), (REAL,), "0.1.0", "2026-01-01T00:00:00.000Z")


def made_store(path: Path, packets: Iterable[Packet]) -> Store:
    store = Store.open(str(path))
    store.record(start())
    store.add_packets([kept(one) for one in packets])
    return store


def clock(year: int = 2026) -> Callable[[], str]:
    seconds = itertools.count()
    return lambda: f"{year}-01-02T00:{next(seconds) // 60:02d}:00.000Z"


def write_log(
    folder: Path,
    made: Packet,
    acts: Iterable[Act],
    *,
    name: str = "",
    year: int = 2026,
    at: str = "",
) -> Path:
    """A log of these acts as the coding tool writes it, which shows an item before it is judged;
    goes on where there is one already. `at`: the time of all of them.
    """
    times = (lambda: at) if at else clock(year)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name or made.header.coder}.log.jsonl"
    with Log(path, made, clock=times, tool_version="0.1.0") as log:
        for kind, data in acts:
            item = data.get("item")
            shown = {event.text("item") for event in log.events if event.kind == "shown"}
            if kind in ("mark", "said", "lrs") and item not in shown:
                log.append("shown", {"item": str(item), "question": 0})
            log.append(kind, data)  # type: ignore[arg-type]
    return path


def write_file(folder: Path, made: Packet) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{made.header.coder}.packet.jsonl"
    path.write_text(packet_text(made), encoding="utf-8")
    return path


def mark(one: str, question: int, given: str, *flags: str, ms: int = 3000) -> Act:
    return (
        "mark",
        {"item": one, "question": question, "mark": given, "flags": list(flags), "ms": ms},
    )


def lrs(one: str, value: int, *, proposed: int | None = None) -> Act:
    return ("lrs", {"item": one, "lrs": value, "proposed": proposed, "first": False, "reason": ""})


LOCK: Act = ("lock", {})


def coded(main: Sequence[Item], marks: Sequence[tuple[str, str]]) -> list[Act]:
    """A control mark and a test mark for each item."""
    return [
        act
        for one, (gate, test) in zip(main, marks, strict=False)
        for act in (mark(one.id, 1, gate), mark(one.id, 2, test))
    ]


def named(made: Packet, coder: str) -> Packet:
    return replace(made, header=replace(made.header, coder=coder))


def coded_trials(packets: Sequence[CodedPacket]) -> list[CodedTrial]:
    """Every trial that has some judgement, by packet and item."""
    table = CodeTable(packets, None)
    return list(map(table.coded, range(len(table))))
