"""A study that was run for real, and packets, logs and codes for it made by hand."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coders.desk.log import Log
from coders.packets.file import to_json
from coders.packets.shape import CoderKind, Header, Packet, Phase, View
from dsl.tree import QuestionKind
from dsl.trial import Question, turns
from runners.coding.log_snapshots import save_snapshot
from runners.store.records import ItemSource, LogLine, PacketItem, PacketRecord
from runners.store.store import Store
from runners.studies.study import FinishedTrial, OpenStudy, opened_study
from tests.shell import Shell

SHELF = """\
experiment The shelf

people
    Otto (he): Karim, Lena (she), Milo

things
    cup: scarf, torch, spoon

places
    shelf: drawer, crate, stool
    table: bench, ledge, chest

conditions end
    moved
    left

design
    runs 10
    wording permuted
    different shelf, table

procedure
    say: {Otto} puts {a cup} on the {shelf} and goes away.
    when moved
        say: Somebody puts the {cup} on the {table}.
    separately
        control before
            ask: Where was the {cup} at first?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
        test now
            ask: Where is the {cup} now?
            choices:
                The {shelf}
                The {table}
            answer by end
                moved: The {table}
                left: The {shelf}
        test next
            ask: Where will {Otto} look for the {cup}?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
"""

ANY_ORDER = SHELF.replace("separately", "in any order")
UNLIKE_GATES = ANY_ORDER.replace(
    "        test now",
    """\
        control after
            ask: Is the {table} there?
            choices:
                Yes
                No
            answer: Yes
            if failed exclude
        test now""",
)

Act = tuple[str, Mapping[str, object]]
Opinion = Callable[[FinishedTrial, Question], str]
"""What a coder says of one question of a trial: right, half or wrong."""


@dataclass
class CodedStudy:
    """A store with one study in it, for which packets are handed out and coded."""

    store: Store
    opened: OpenStudy
    folder: Path
    told: tuple[FinishedTrial, ...]
    numbers: itertools.count[int] = field(default_factory=itertools.count)
    folds: bool = True
    """Whether a snapshot of a log is stored with it, as `devrun collect` does."""

    def reopened(self) -> OpenStudy:
        return opened_study(self.store)

    def add_packets(
        self,
        coder: str,
        *,
        kind: CoderKind = CoderKind.BLIND,
        view: View = View.RUBRIC,
        twins: int = 0,
        fixed_order: bool = False,
        trials: Sequence[FinishedTrial] | None = None,
        alike: Mapping[str, str] | None = None,
    ) -> PacketRecord:
        """A packet of these trials (all of them, if left out), the first `twins` items doubled.

        `alike`: trials (by key) that stand behind the item of another trial.
        """
        chosen = self.told if trials is None else tuple(trials)
        name = f"p{next(self.numbers):03d}"
        groups: dict[str, list[FinishedTrial]] = {}
        for one in chosen:
            groups.setdefault((alike or {}).get(one.key, one.key), []).append(one)
        made: list[tuple[str, str, tuple[ItemSource, ...]]] = []
        for key, group in groups.items():
            if view is View.RUBRIC:
                made.append((key, f"{name}-{len(made)}", tuple(behind(one) for one in group)))
                continue
            for place in judged(group[0]):
                item = f"{name}-{len(made)}"
                made.append((f"{key}{place}", item, tuple(behind(one, place) for one in group)))
        items = [
            PacketItem(item, position, Phase.MAIN, content, "", behinds)
            for position, (content, item, behinds) in enumerate(made, start=1)
        ]
        for content, item, behinds in made[:twins]:
            position = len(items) + 1
            items.append(PacketItem(f"{item}t", position, Phase.MAIN, content, item, behinds))
        header = Header(
            name, "b1", coder, kind, view, False, "book", "0.1.0", f"2026-01-01T00:00:{name[1:]}Z",
            len(items), ("model",), ("condition",), "You do not know the model.",
            fixed_order=fixed_order,
        )  # fmt: skip
        kept = PacketRecord(
            name, self.opened.study.id, "b1", coder, kind, view, "book", "{}",
            json.dumps(to_json(header)), tuple(items), "0.1.0", header.made,
        )  # fmt: skip
        self.store.add_packets([kept])
        return kept

    def add_codes(self, packet: PacketRecord, acts: Sequence[Act], *, lock: bool = True) -> None:
        """A log of these acts, written as the desk writes it and collected."""
        path = self.folder / f"{packet.packet}.log.jsonl"
        minutes = itertools.count()
        header = Header(
            packet.packet, "b1", packet.coder, CoderKind(packet.coder_kind), View(packet.view),
            False, "book", "0.1.0", packet.at, len(packet.items), (), (), "",
        )  # fmt: skip
        with Log(
            path,
            Packet(header, (), (), (), ()),
            clock=lambda: f"2026-01-02T{next(minutes):06d}Z",
            tool_version="0.1.0",
        ) as log:
            for kind, data in (*acts, *([("lock", {})] if lock else [])):
                log.append(kind, data)  # type: ignore[arg-type]
            events = tuple(log.events)
        self.store.add_codes(
            [
                LogLine(packet.packet, packet.coder, packet.coder_kind, one.seq, one.line)
                for one in events
            ]
        )
        if self.folds:
            save_snapshot(self.store, packet, events)

    def coded(self, coder: str, opinion: Opinion, **options: object) -> PacketRecord:
        """A packet in rubric view, every question of it marked by an opinion."""
        lock = bool(options.pop("lock", True))
        packet = self.add_packets(coder, **options)  # type: ignore[arg-type]
        self.add_codes(packet, self.marks(packet, opinion), lock=lock)
        return packet

    def marks(self, packet: PacketRecord, opinion: Opinion) -> list[Act]:
        by_key = {one.key: one for one in self.told}
        acts: list[Act] = []
        for item in packet.items:
            told = by_key[item.behind[0].trial]
            asked = judged(told)
            for number, session, place in item.behind[0].places:
                mark = opinion(told, asked[session, place])
                acts.append(mark_act(item.item, number, mark))
        return acts


def mark_act(item: str, question: int, mark: str, *flags: str) -> Act:
    return "mark", {"item": item, "question": question, "mark": mark, "flags": list(flags)}


def judged(told: FinishedTrial) -> dict[tuple[int, str], Question]:
    """The control and test questions of a trial, by place."""
    return {
        (number, turn.place): turn.question
        for number, session in enumerate(told.transcript.trial.sessions)
        for turn in turns(session.nodes)
        if turn.question is not None
        and turn.question.kind in (QuestionKind.CONTROL, QuestionKind.TEST)
    }


def behind(told: FinishedTrial, only: tuple[int, str] | None = None) -> ItemSource:
    places = [only] if only is not None else list(judged(told))
    return ItemSource(
        told.key,
        told.transcript.hash,
        tuple((number, *place) for number, place in enumerate(places, start=1)),
    )


def ran(shell: Shell, *options: str, text: str = SHELF) -> Path:
    """The store of a run of a script by simulated participants."""
    (shell.folder / "shelf.dev").write_text(text, encoding="utf-8")
    shell.run_once("shelf.dev", *(options or ("-m", "sim/random")))
    return shell.folder / "devrun.sqlite"


def at_hand(store_file: Path, folder: Path) -> CodedStudy:
    """The study in a copy of that store, opened for coding; close its `store` at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "devrun.sqlite"
    shutil.copyfile(store_file, copy)
    store = Store.open(f"sqlite:///{copy}")
    opened = opened_study(store)
    return CodedStudy(store, opened, folder, tuple(opened.finished(store)))


def lot(*words: str) -> float:
    """A number from 0 to 1 that is the same for the same words."""
    digest = hashlib.sha256("|".join(words).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64
