"""The pairs of a seed as a bank: a row for each picture, and the pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from dsl.record import record
from runners.abilities.bank import UsedUp
from runners.abilities.dice import Dice
from runners.core_pairs import CORE_PAIRS, concrete, formal, sensorimotor
from runners.core_pairs.drawing import picture
from runners.core_pairs.pair import Pair, Rule

RULES: Mapping[str, Rule] = {**sensorimotor.RULES, **concrete.RULES, **formal.RULES}
"""The rule of each concept, in the order of the stages."""

_TRIES = 1_000
"""So many draws are tried before a rule is taken to be used up."""


@record
class DrawnPair:
    """A pair with its concept, its name and its two pictures (PNG) by version."""

    concept: str
    name: str
    pair: Pair
    pictures: Mapping[str, bytes]

    def file(self, version: str) -> str:
        """The path of a picture beside the table."""
        return f"pictures/{self.name.replace(' ', '_')}_{version}.png"


def drawn(*, pairs: int, seed: int) -> tuple[DrawnPair, ...]:
    """So many pairs of each concept, none of them twice.

    Raises:
        UsedUp: a rule cannot draw so many.
    """
    return tuple(one for concept in RULES for one in _different(concept, pairs, seed))


def _different(concept: str, pairs: int, seed: int) -> list[DrawnPair]:
    """Pairs that differ in more than their colours and words, and no picture twice with the same
    question.
    """
    found: list[DrawnPair] = []
    known: set[object] = set()
    for number in range(_TRIES):
        pair = RULES[concept](Dice(seed, CORE_PAIRS, concept, number))
        looks = json.dumps(
            [
                {name: fact for name, fact in facts.items() if not name.startswith("colour")}
                for facts in pair.versions.values()
            ]
        )
        if looks in known:
            continue
        pictures = {name: picture(pair.scene(facts)) for name, facts in pair.versions.items()}
        shown = {(pair.question, one) for one in pictures.values()}
        if known.isdisjoint(shown):
            known |= {looks, *shown}
            found.append(DrawnPair(concept, f"{concept} {len(found) + 1:02}", pair, pictures))
        if len(found) == pairs:
            return found
    raise UsedUp(f"there are no more than {len(found)} pairs on {concept}")


def rows(pairs: tuple[DrawnPair, ...]) -> Iterator[dict[str, object]]:
    """The rows of the bank. `shortcut` is the answer of somebody who looks but does not use the
    concept; `facts` are what the picture was drawn from, `changed` the one that differs in a pair.
    """
    for one in pairs:
        for version, facts in one.pair.versions.items():
            yield {
                "id": f"{one.name} {version}",
                "concept": one.concept,
                "pair": one.name,
                "version": version,
                "control": f"{one.name} control" if version == "manipulated" else "",
                "question": one.pair.question,
                "choices": list(one.pair.choices),
                "answer": one.pair.answer(facts),
                "shortcut": one.pair.shortcut(facts),
                "pictures": [one.file(version)],
                "changed": one.pair.changed[0],
                "facts": dict(facts),
            }


def pair_files(*, pairs: int, seed: int) -> dict[str, bytes]:
    """The files of a bank by their paths beside its script. Raises UsedUp."""
    found = drawn(pairs=pairs, seed=seed)
    table = "".join(f"{json.dumps(row)}\n" for row in rows(found))
    pictures = {
        f"{CORE_PAIRS}/{one.file(version)}": data
        for one in found
        for version, data in one.pictures.items()
    }
    return {f"{CORE_PAIRS}/items.jsonl": table.encode(), **pictures}
