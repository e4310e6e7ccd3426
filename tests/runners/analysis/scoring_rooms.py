"""A small study with real replies, and coders whose judgements are made by rule, through the store.

A coder is a function of a question and a reply to what that coder enters; packets and logs are
written as the coding tool writes them, and brought home.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from coders.desk.log import Log
from coders.packets.file import to_json
from coders.packets.shape import CoderKind, Header, Packet, View
from dsl.tree import QuestionKind
from dsl.trial import Question, Trial, turns
from runners.engine.transcripts import answers_of
from runners.store.records import ItemSource, LogLine, PacketItem, PacketRecord
from runners.store.store import Store
from runners.studies.study import FinishedTrial, opened_study
from tests.shell import Shell

HAT = """\
experiment The hat

domain: Theory of Mind

things
    hat: scarf, torch

places
    box: crate, trunk
    bag: sack, pouch

conditions seen
    unseen
        let key: {box}
        let lure: {bag}
    seen
        let key: {bag}
        let lure: {box}

design
    runs 6
    wording permuted
    contrast follows what was seen
        look across unseen, seen

procedure
    say: Otto puts {a hat} into the {box} and leaves.
    say by seen
        unseen: The {hat} is moved to the {bag}.
        seen: Otto comes back and sees that the {hat} is moved to the {bag}.
    separately
        test look
            ask search: Where will Otto look for the {hat}?
            ask think: Where does Otto think the {hat} is?
            answer: {key}
            wrong: {lure}
        control now
            ask: Where is the {hat} now?
            answer: {bag}
            wrong: {box}
"""

Entry = tuple[str, tuple[str, ...]] | tuple[tuple[str, ...], tuple[str, ...]] | None
"""(mark, flags), or (what was said, flags), or None for nothing entered."""


@dataclass(frozen=True)
class Seen:
    """What a coder made by rule may go by."""

    trial: Trial
    question: Question
    reply: str

    @property
    def is_control(self) -> bool:
        return self.question.kind is QuestionKind.CONTROL

    @property
    def right(self) -> bool:
        """Whether the reply holds the key's word."""
        return self.question.key.answer[0].phrases[0].text in self.reply.casefold()


Coder = Callable[[Seen], Entry]


def honest(seen: Seen) -> Entry:
    """Marks what holds the key's word right, everything else wrong."""
    return ("right" if seen.right else "wrong"), ()


def study(shell: Shell, *arguments: str, text: str = HAT) -> Path:
    """A study of the script, run in the shell's folder; the script's path."""
    path = shell.folder / "hat.dev"
    path.write_text(text, encoding="utf-8")
    shell.run_once("hat.dev", *arguments)
    return path


def store_of(shell: Shell, *, reading: bool = True) -> Store:
    return Store.open(f"sqlite:///{shell.folder / 'devrun.sqlite'}", reading=reading)


def coded(
    shell: Shell,
    coder: str,
    rule: Coder,
    *,
    kind: CoderKind = CoderKind.BLIND,
    view: View = View.RUBRIC,
    trials: Callable[[FinishedTrial], bool] = lambda told: True,
    lrs: Callable[[FinishedTrial], tuple[int, bool] | None] = lambda told: None,
    lock: bool = True,
    words: str = "",
    day: int = 2,
    settings: str = "{}",
    twin: str = "",
    notes: Mapping[int, str] | None = None,
) -> None:
    """A packet for `coder` over these trials, coded by rule and brought home.

    `lrs` gives (LRS, whether before any mark) for a trial; `words` is another transcript hash,
    `twin` the item of which every item is a hidden duplicate; `notes` are by question, on each.
    """
    with store_of(shell, reading=False) as store:
        opened = opened_study(store)
        told = [one for one in opened.finished(store) if trials(one)]
        name = f"{coder}-{kind.value}-{day}"
        header = Header(
            name, "batch", coder, kind, view, False, "codebook", "0.1.0",
            "2026-01-01T00:00:00.000Z", len(told), (), (), "",
        )  # fmt: skip
        items = [_item(position, one, words, twin) for position, one in enumerate(told, start=1)]
        store.add_packets(
            [
                PacketRecord(
                    name, opened.study.id, "batch", coder, kind.value, view.value, "codebook",
                    settings, json.dumps(to_json(header)), tuple(items), "0.1.0", header.made,
                )
            ]
        )  # fmt: skip
        path = shell.folder / f"{name}.log.jsonl"
        packet = Packet(header, (), (), (), ())
        with Log(path, packet, clock=_clock(day), tool_version="0.1.0") as log:
            for item, one in zip(items, told, strict=True):
                for event, data in _events(item, one, rule, lrs):
                    log.append(event, data)
                for question, note in (notes or {}).items():
                    log.append("note", {"item": item.item, "question": question, "note": note})
            if lock:
                log.append("lock", {})
            store.add_codes(
                [LogLine(name, coder, kind.value, event.seq, event.line) for event in log.events]
            )


def _item(position: int, told: FinishedTrial, words: str, twin: str) -> PacketItem:
    places = tuple(
        (number, session, place) for number, (session, place, _) in enumerate(_asked(told), start=1)
    )
    behind = ItemSource(told.key, words or told.transcript.hash, places)
    return PacketItem(f"i{position}", position, "main", f"c{position}", twin, (behind,))


def _asked(told: FinishedTrial) -> list[tuple[int, str, Question]]:
    return [
        (index, turn.place, turn.question)
        for index, session in enumerate(told.transcript.trial.sessions)
        for turn in turns(session.nodes)
        if turn.question is not None
    ]


def _events(
    item: PacketItem,
    told: FinishedTrial,
    rule: Coder,
    lrs: Callable[[FinishedTrial], tuple[int, bool] | None],
) -> Iterable[tuple[str, dict[str, object]]]:
    answers = answers_of(told.transcript)
    trial = told.transcript.trial
    for number, (session, place, question) in enumerate(_asked(told), start=1):
        entry = rule(Seen(trial, question, answers[session, place].text))
        if entry is None:
            continue
        given, flags = entry
        data: dict[str, object] = {"item": item.item, "question": number, "flags": list(flags)}
        if isinstance(given, str):
            yield "mark", {**data, "mark": given}
        else:
            plain = "hedged" not in flags
            yield "said", {**data, "said": list(given), "plain": plain}
    own = lrs(told)
    if own is not None:
        yield "lrs", {"item": item.item, "lrs": own[0], "first": own[1], "reason": "made up"}


def _clock(day: int) -> Callable[[], str]:
    seconds = itertools.count()
    return lambda: f"2026-01-{day:02d}T00:{next(seconds) // 60:02d}:00.000Z"
