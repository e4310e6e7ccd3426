"""How often the reader takes the right option from replies to items with choices.

    python -m benchmarks.choice_families [--seed 1] [--batch 1] [--wrong] [--undecided]
    python -m benchmarks.choice_families --half "held out" --write FILE.jsonl

A family is one way to word a reply that takes an option (choice_families.toml): a box, a letter
after an echoed "A:", an elimination, a reply that goes on with the next question, ... Replies are
made of it for items of the ten abilities of a bank, with two to five options, so what each takes is
known by construction: an option, none, or that a person would have to say.

Families are held out whole, by the rule of benchmarks/read_families.py, those of batch 2 were
written when the reader was done, and those of batch 3 with the rules that read them. `--write`
writes the replies that are clear for `devrun read --table FILE --methods`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.read_families import HALVES, half_of
from coders.choices import ChoiceReading, read_choice

FAMILIES = Path(__file__).with_suffix(".toml")
_IN_ORDER = ("first", "second", "third", "fourth", "fifth")
BATCHES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Made:
    """A reply made of a family for an item; `takes` is a place among the options, "none" or
    "unclear".
    """

    family: str
    batch: int
    shape: str
    question: str
    options: tuple[str, ...]
    reply: str
    takes: int | str

    @property
    def half(self) -> str:
        """Which half its family belongs to."""
        return half_of(self.family)


@dataclass(frozen=True, slots=True)
class Read:
    """A reply, and what the reader takes it for."""

    made: Made
    reading: ChoiceReading

    @property
    def decided(self) -> bool:
        """Whether the reader says an option, or that there is none."""
        return self.reading.decided

    @property
    def wrongly(self) -> bool:
        """Whether it decided otherwise than the reply was made; two options in the same words are
        one.
        """
        if not self.decided:
            return False
        told, takes = self.reading.option, self.made.takes
        if told is None or not isinstance(takes, int):
            return not (told is None and takes == "none")
        return self.made.options[told] != self.made.options[takes]


@cache
def _file() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(FAMILIES.read_text(encoding="utf-8"))


def made(*, seed: int = 1, batch: int | None = None) -> Iterator[Made]:
    """Replies of every family: for each item two, taking different options."""
    for family in _file()["family"]:
        if batch not in (None, family["batch"]):
            continue
        turn = 0
        for item in _file()["item"]:
            if not _fits(family, item):
                continue
            chance = random.Random(f"{seed} {family['name']} {item['question']}")
            for place in chance.sample(range(len(item["options"])), 2):
                says = family["says"][(turn + seed) % len(family["says"])]
                turn += 1
                reply = _filled(says, _slots(item, place, chance))
                if reply is not None:
                    reads = family.get("reads", "choice")
                    yield Made(
                        family["name"],
                        family["batch"],
                        item["shape"],
                        item["question"],
                        tuple(item["options"]),
                        reply,
                        place if reads == "choice" else reads,
                    )


def _fits(family: dict[str, Any], item: dict[str, Any]) -> bool:
    return (
        item["shape"] in family.get("only", [item["shape"]])
        and item["shape"] not in family.get("never", ())
        and len(item["options"]) >= family.get("least", 2)
    )


def _filled(says: str, slots: dict[str, str]) -> str | None:
    """The reply; None where the item has nothing for one of its slots."""
    wanted = set(re.findall("«([^»]+)»", says))
    if not wanted <= slots.keys():
        return None
    return re.sub("«([^»]+)»", lambda slot: slots[slot[1]], says)


def _slots(item: dict[str, Any], place: int, chance: random.Random) -> dict[str, str]:
    options: list[str] = item["options"]
    told = {"q": item["question"]}
    mine = options[place]
    others = [at for at, text in enumerate(options) if text != mine]
    chance.shuffle(others)
    names = (
        ("L", "T", "why", place),
        *zip("MN", "UV", ("whynot", "whyneither"), others, strict=False),
    )
    for letter, words, why, at in names:
        text = options[at]
        told |= {
            letter: "ABCDE"[at],
            words: text,
            words.lower(): text[:1].lower() + text[1:],
            why: item["why"][at],
            why.capitalize(): _capital(item["why"][at]),
        }
    told["l"] = told["L"].lower()
    told["nth"] = _IN_ORDER[place]
    told["end"] = "last" if place == len(options) - 1 else _IN_ORDER[place]
    told["LOUD"] = mine.upper()
    listed = list(zip("ABCDE", options, strict=False))
    told["all"] = " ".join(f"{letter}. {text}" for letter, text in listed)
    told["lines"] = "\n".join(f"{letter}. {text}" for letter, text in listed)
    told["para"] = ", ".join(f"({letter}) {text}" for letter, text in listed)
    typo = _slip(mine, chance)
    if typo is not None:
        told["TYPO"] = typo
    cut = mine[: len(mine) * 3 // 4]
    if sum(text.startswith(cut) for text in options) == 1:
        told["CUT"] = cut
    return told


def _slip(text: str, chance: random.Random) -> str | None:
    """The text with two letters of one of its longer words exchanged."""
    words = list(re.finditer(r"[a-z]{6,}", text))
    if not words:
        return None
    word = chance.choice(words)
    at = word.start() + chance.randrange(1, len(word[0]) - 2)
    return f"{text[:at]}{text[at + 1]}{text[at]}{text[at + 2 :]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def read(replies: Sequence[Made]) -> list[Read]:
    """What the reader takes each for."""
    return [
        Read(one, read_choice(one.reply, one.options, question=one.question)) for one in replies
    ]


@dataclass(frozen=True, slots=True)
class Figures:
    """Of replies that take an option or none: how many there are, are decided, and are decided
    wrongly; of unclear ones how many there are and are decided.
    """

    clear: int
    decided: int
    wrong: int
    unclear: int
    unclear_decided: int

    @property
    def cells(self) -> tuple[str, ...]:
        """As cells of the table."""
        return (
            f"{self.clear:,}",
            _share(self.decided, self.clear),
            str(self.wrong),
            _share(self.decided - self.wrong, self.decided),
            str(self.unclear),
            str(self.unclear_decided),
        )


def figures(some: Sequence[Read]) -> Figures:
    """The figures of some replies. One that takes none may be left to a person, too."""
    clear = [r for r in some if r.made.takes != "unclear"]
    asked = [r for r in clear if r.made.takes != "none" or r.decided]
    unclear = [r for r in some if r.made.takes == "unclear"]
    return Figures(
        len(asked),
        sum(r.decided for r in asked),
        sum(r.wrongly for r in asked),
        len(unclear),
        sum(r.decided for r in unclear),
    )


def _share(some: int, all_of_them: int) -> str:
    return f"{some / all_of_them:.2%}" if all_of_them else ""


_HEAD = ("batch", "half", "family", "clear", "decided", "wrong", "right", "unclear", "decided")


def _rows(told: Sequence[Read], *, families: bool) -> Iterator[tuple[str, ...]]:
    for batch in BATCHES:
        for half in HALVES:
            some = [r for r in told if r.made.batch == batch and r.made.half == half]
            if not some:
                continue
            for family in dict.fromkeys(r.made.family for r in some) if families else ():
                own = [r for r in some if r.made.family == family]
                yield (str(batch), half, family, *figures(own).cells)
            yield (str(batch), half, "all of them", *figures(some).cells)


def as_rows(replies: Sequence[Made]) -> Iterator[str]:
    """A row for each reply that takes a choice or none, as JSON lines."""
    for one in replies:
        if one.takes != "unclear":
            takes = one.options[one.takes] if isinstance(one.takes, int) else "none"
            row = {
                "question": one.question,
                "choices": list(one.options),
                "takes": takes,
                "reply": one.reply,
            }
            yield json.dumps(row, ensure_ascii=False) + "\n"


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--batch", type=int, choices=BATCHES)
    options.add_argument("--families", action="store_true", help="a row for each family, too")
    options.add_argument("--wrong", action="store_true", help="print wrong readings, too")
    options.add_argument("--undecided", action="store_true", help="print clear ones undecided")
    options.add_argument("--half", choices=HALVES, help="this half alone")
    options.add_argument(
        "--write", type=Path, help="write the clear replies as JSON lines, no more"
    )
    chosen = options.parse_args()
    replies = [
        one for one in made(seed=chosen.seed, batch=chosen.batch) if chosen.half in (None, one.half)
    ]
    if chosen.write is not None:
        chosen.write.write_text("".join(as_rows(replies)), encoding="utf-8")
        return
    told = read(replies)
    rows = [_HEAD, *_rows(told, families=chosen.families)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_HEAD))]
    for row in rows:
        cells = [
            text.ljust(wide) if place < 3 else text.rjust(wide)
            for place, (text, wide) in enumerate(zip(row, widths, strict=True))
        ]
        sys.stdout.write("  ".join(cells).rstrip() + "\n")
    reasons: Counter[str] = Counter()
    for one in told:
        clear = one.made.takes != "unclear"
        if not one.decided and one.made.takes not in ("unclear", "none"):
            reasons[one.reading.reason] += 1
        bad = chosen.wrong and (one.wrongly if clear else one.decided)
        open_ = chosen.undecided and not one.decided and isinstance(one.made.takes, int)
        if bad or open_:
            sys.stdout.write(
                f"{one.made.family}: {one.made.takes}, read as {one.reading.option} "
                f"({one.reading.reason}): {one.made.reply!r} of {' | '.join(one.made.options)}\n"
            )
    for reason, count in reasons.most_common():
        sys.stdout.write(f"{count:>6}  {reason}\n")


if __name__ == "__main__":
    main()
