"""How often the matcher is right about families of replies that it was not written for.

    python benchmarks/read_families.py [--seed 1] [--each 2] [--wrong] [--write FILE.jsonl]

A family is one way to word a reply (read_families.toml): a hedge, a discourse marker, a letter with
words, a restated question, ... Replies are made of it for twenty questions, on the side of the key
and on that of a lure, alone and crossed with another family. So the mark of each is known by
construction: right, half, wrong, or that a person would have to ask.

Families are held out whole, by a rule that was settled before the matcher was tuned on any: the
first byte of the SHA-256 of a family's name, even for development, odd for held out. Families are
crossed within their half alone, so that no word of a held-out family is among the others.

`--reasons` puts reasons that name other answers before each reply that is decided, and the reply on
a line of the answer, as a framing asks for it.

`--write` writes the replies as a table for `devrun read --table`, with their marks under `mark`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).parent.parent))

from coders.marks import Verdict
from coders.matcher import match
from coders.tables.replies import ReplyTable, TableReply
from dsl.record import replace
from dsl.trial import Question

FAMILIES = Path(__file__).with_suffix(".toml")
HALVES = ("development", "held out")
UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Made:
    """A reply made of a family; `mark` is right, half, wrong, or unclear."""

    id: str
    family: str
    half: str
    question: str
    reply: str
    mark: str


@dataclass(frozen=True, slots=True)
class Read:
    """A reply, and what the matcher says of it."""

    made: Made
    verdict: Verdict

    @property
    def decided(self) -> bool:
        """Whether the matcher gave a mark."""
        return self.verdict.decided

    @property
    def wrongly(self) -> bool:
        """Whether it gave another mark than the true one."""
        return self.decided and self.verdict.word.value != self.made.mark


@cache
def _file() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(FAMILIES.read_text(encoding="utf-8"))


def half_of(family: str) -> str:
    """Which half a family belongs to."""
    return HALVES[sha256(family.encode()).digest()[0] % 2]


@cache
def questions() -> dict[str, Question]:
    """The questions by name, as `devrun read` reads them."""
    rows = (
        json.dumps(
            {"id": q["name"], "kind": "test", "question": q["text"], "reply": "", **_keyed(q)}
        )
        for q in _file()["question"]
    )
    found = list(ReplyTable(rows, json_lines=True))
    assert all(isinstance(one, TableReply) for one in found), found
    return {one.id: one.question for one in found if isinstance(one, TableReply)}


def _keyed(question: dict[str, Any]) -> dict[str, list[str]]:
    return {part: question[part] for part in ("choices", "answer", "wrong") if part in question}


def made(*, seed: int = 1, each: int = 2) -> Iterator[Made]:
    """Replies of every family: for each question and side `each` alone and one crossed."""
    asked = _file()["question"]
    for family in _file()["family"]:
        for question in asked:
            if not _fits(family, question):
                continue
            sides = (0,) if family.get("marks") in ("yes", "no") else (0, 1)
            for side in sides:
                chance = random.Random(f"{seed} {family['name']} {question['name']} {side}")
                for number, reply in enumerate(_replies(family, question, side, each, chance)):
                    yield Made(
                        id=f"{family['name']} / {question['name']} / {side}{number}",
                        family=family["name"],
                        half=half_of(family["name"]),
                        question=question["name"],
                        reply=reply,
                        mark=_mark(family, question, side),
                    )


def _fits(family: dict[str, Any], question: dict[str, Any]) -> bool:
    shapes = set(question["shapes"])
    only = set(family.get("only", shapes))
    return bool(shapes & only) and not shapes & set(family.get("never", ()))


def _mark(family: dict[str, Any], question: dict[str, Any], side: int) -> str:
    marks = family.get("marks", "answer")
    if marks in ("yes", "no"):
        return "right" if question["answer"] == [marks] else "wrong"
    if marks == "answer":
        return ("right", "wrong")[side]
    return ("half", "wrong")[side] if marks == "half" else str(marks)


def _replies(
    family: dict[str, Any],
    question: dict[str, Any],
    side: int,
    each: int,
    chance: random.Random,
) -> Iterator[str]:
    says = chance.sample(family["says"], min(each, len(family["says"])))
    if family.get("layer"):
        for one in says:
            yield _wrapped(one, *_core(question, side, chance))
        return
    for one in says:
        yield one.format(**_slots(question, side, chance))
    layers = [one for one in _file()["family"] if _may_wrap(one, family, question)]
    if layers:
        layer = chance.choice(layers)
        core = chance.choice(family["says"]).format(**_slots(question, side, chance))
        says = [one for one in layer["says"] if "{Core}" in one]
        yield _wrapped(
            chance.choice(says), core, core, ask=question["text"], clause=question["clause"]
        )


def _may_wrap(layer: dict[str, Any], family: dict[str, Any], question: dict[str, Any]) -> bool:
    """Whether replies of a family may stand in a layer of its own half. A layer that is sure of
    itself goes with plain answers only.
    """
    return (
        bool(layer.get("layer"))
        and half_of(layer["name"]) == half_of(family["name"])
        and _fits(layer, question)
        and any("{Core}" in one for one in layer["says"])
        and (not layer.get("firm") or family["marks"] in ("answer", "yes", "no"))
    )


def _core(question: dict[str, Any], side: int, chance: random.Random) -> tuple[str, str, str, str]:
    """A bare answer or a sentence, in and at the beginning of a sentence; then the question."""
    slots = _slots(question, side, chance)
    told = chance.choice(("{a}.", "{s}."))
    return (
        told.format(**slots),
        told.upper().format(**slots),
        question["text"],
        question["clause"],
    )


def _wrapped(says: str, core: str, capital: str, ask: str, clause: str) -> str:
    return says.format(core=core, Core=capital, ask=ask, clause=clause)


def _slots(question: dict[str, Any], side: int, chance: random.Random) -> dict[str, str]:
    place = chance.randrange(len(question["bare"][side]))
    told = {
        "a": question["bare"][side][place],
        "b": chance.choice(question["bare"][1 - side]),
        "s": chance.choice(question["says"][side]),
        "t": chance.choice(question["says"][1 - side]),
        "why": chance.choice(question["why"][side]),
        "who": question["who"],
        "clause": question["clause"],
        "ask": question["text"],
    }
    if "choices" in question:
        mine, other = (
            next(i for i, c in enumerate(question["choices"]) if c.lower() == bare[0].lower())
            for bare in (question["bare"][side], question["bare"][1 - side])
        )
        told |= {
            "letter": chr(ord("A") + mine),
            "not_letter": chr(ord("A") + other),
            "choice": question["choices"][mine],
            "not_choice": question["choices"][other],
            "q": told["a"] if len(told["a"].split()) < 4 else f'"{told["a"]}"',
        }
    capitals = {name[0].upper() + name[1:]: _capital(text) for name, text in told.items()}
    return {**told, **capitals, "LOUD": told["a"].upper(), "SHOUT": told["s"].upper()}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def read(replies: Sequence[Made]) -> list[Read]:
    """What the matcher says of each."""
    asked = questions()
    return [Read(one, match(one.reply, asked[one.question])) for one in replies]


REASONS = (
    "One might think of the {wrong}. But the {right} was named as well, and both are possible.",
    "Let me think: {wrong} or {right}? The story names the {wrong} last, so I weigh one with the "
    "other.",
    "The {wrong} comes to mind first.",
)


def with_reasons(replies: Sequence[Made]) -> Counter[str]:
    """Of replies on one line that are decided: how many are read as they are alone, with reasons
    for other answers above them; on the line of the answer, and as a whole.
    """
    asked, found = questions(), Counter[str]()
    for number, one in enumerate(replies):
        question = asked[one.question]
        alone = match(one.reply, question)
        if not (alone.decided and question.key.wrong) or "\n" in one.reply:
            continue
        right, wrong = question.key.phrases[0].text, question.key.wrong[0].text
        reasons = REASONS[number % len(REASONS)].format(right=right, wrong=wrong)
        text = f"{reasons}\n\nAnswer: {one.reply}"
        on_line, whole = match(text, replace(question, answer_line="Answer")), match(text, question)
        found["replies"] += 1
        found["alike on the line"] += on_line == alone
        found["alike as a whole"] += whole.mark == alone.mark
        found["otherwise as a whole"] += whole.decided and whole.mark != alone.mark
    return found


def _rows(told: Sequence[Read]) -> Iterator[tuple[str, ...]]:
    families = list(dict.fromkeys(one.made.family for one in told))
    for half in HALVES:
        for family in families:
            some = [r for r in told if r.made.family == family and r.made.half == half]
            if some:
                yield (half, family, *_figures(some))
        yield (half, "all of them", *_figures([r for r in told if r.made.half == half]))


def _figures(some: Sequence[Read]) -> tuple[str, ...]:
    clear = [r for r in some if r.made.mark != UNCLEAR]
    unclear = [r for r in some if r.made.mark == UNCLEAR]
    decided = [r for r in clear if r.decided]
    return (
        str(len(clear)),
        _share(len(decided), len(clear)),
        str(sum(r.wrongly for r in decided)),
        _share(sum(r.wrongly for r in decided), len(decided)),
        str(len(unclear)),
        str(sum(r.decided for r in unclear)),
    )


def _share(some: int, all_of_them: int) -> str:
    return f"{some / all_of_them:.1%}" if all_of_them else ""


_HEAD = ("half", "family", "clear", "decided", "wrong", "of decided", "unclear", "decided")


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--each", type=int, default=2, help="replies a family, question and side")
    options.add_argument("--wrong", action="store_true", help="print wrong verdicts, too")
    options.add_argument("--undecided", action="store_true", help="print clear ones undecided")
    options.add_argument("--half", choices=HALVES, help="print replies of this half alone")
    options.add_argument("--write", type=Path, help="write the replies as JSON lines")
    options.add_argument("--reasons", action="store_true", help="with reasons, and nothing else")
    chosen = options.parse_args()
    replies = list(made(seed=chosen.seed, each=chosen.each))
    if chosen.reasons:
        for name, count in with_reasons(replies).items():
            sys.stdout.write(f"{name:<22}{count:>8,}\n")
        return
    if chosen.write is not None:
        _write(chosen.write, replies)
    told = read(replies)
    rows = [_HEAD, *_rows(told)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_HEAD))]
    for row in rows:
        cells = [
            text.ljust(wide) if place < 2 else text.rjust(wide)
            for place, (text, wide) in enumerate(zip(row, widths, strict=True))
        ]
        sys.stdout.write("  ".join(cells).rstrip() + "\n")
    for one in told:
        if chosen.half not in (None, one.made.half):
            continue
        bad = one.wrongly and chosen.wrong
        open_ = not one.decided and one.made.mark != UNCLEAR and chosen.undecided
        if bad or open_:
            sys.stdout.write(
                f"{one.made.id}: {one.made.mark}, read as {one.verdict.word.value} "
                f"({one.verdict.reason}): {one.made.reply!r}\n"
            )


def _write(file: Path, replies: Sequence[Made]) -> None:
    asked = {question["name"]: question for question in _file()["question"]}
    with file.open("w", encoding="utf-8") as out:
        for one in replies:
            question = asked[one.question]
            row = {"id": one.id, "question": question["text"], **_keyed(question)}
            out.write(json.dumps({**row, "reply": one.reply, "mark": one.mark}) + "\n")


if __name__ == "__main__":
    main()
