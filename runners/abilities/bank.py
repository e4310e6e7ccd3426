"""The bank: for each ability so many items, chosen among what its rules make."""

from __future__ import annotations

import json
from collections import Counter
from importlib import import_module

from dsl.record import record, replace
from runners.abilities.balance import fittest, habits_of, letters
from runners.abilities.dice import Dice
from runners.abilities.rules import Draft, Rules

ABILITIES = (
    "constancy", "early representation", "semiotic function", "empathy", "reversibility",
    "conservation", "induction", "deduction", "propositions", "planning",
)  # fmt: skip
"""In the order of their stages; each is a module of this package."""

_OFFERS = 16
"""So many drafts are made for each item, of which the one is taken that balances best."""

_TRIES = 200
"""So many drafts are made for it at most, if they repeat items; then the rule is used up."""


@record
class Item:
    """One item. `choices` are in the order of the file, and `answer` is one of them. `rule` and
    `seed` are what made it: with the same two the rule makes it again.
    """

    id: str
    ability: str
    question: str
    choices: tuple[str, ...]
    answer: str
    rule: str
    seed: str


_SWEEPS = 3
"""So often the items are gone through to mend what habits earn."""

_MOST_EARNED = 0.035
"""So much no habit should earn, on the average over items."""


class UsedUp(Exception):
    """The rules of an ability can make no more questions; the text says of which."""


def made(ability: str, *, items: int, seed: int) -> tuple[Item, ...]:
    """So many items of one ability. Rules take turns; each item is the draft, of sixteen, that keeps
    what habits earn nearest to 0 (`balance`), and its key is put where letters stay balanced.

    Raises:
        UsedUp: the rules cannot make so many different questions.
    """
    choosing = _Choosing(ability, seed)
    while len(choosing.chosen) < items:
        choosing.add()
    choosing.mend()
    places: Counter[str] = Counter()
    return tuple(
        _item(ability, number, one, places) for number, one in enumerate(choosing.chosen, start=1)
    )


@record
class _Offer:
    """A draft, what made it and what habits earn on it."""

    rule: str
    token: str
    draft: Draft
    gains: dict[str, float]

    @property
    def identity(self) -> tuple[str, frozenset[str]]:
        """What no two items have in common."""
        return self.draft.question, frozenset(self.draft.options)


class _Choosing:
    """Chooses drafts one by one."""

    def __init__(self, ability: str, seed: int) -> None:
        self.ability, self.seed = ability, seed
        self.rules = rules_of(ability).by_name
        self.names = list(self.rules)
        self.chosen: list[_Offer] = []
        self.totals: Counter[str] = Counter()
        self._asked: Counter[object] = Counter()
        self._drafts: Counter[str] = Counter()

    def add(self) -> None:
        """One more, by the rule whose turn it is."""
        while self.names:
            name = self.names[len(self.chosen) % len(self.names)]
            offers = self._offers(name)
            if offers:
                self._take(offers)
                return
            self.names.remove(name)
        raise UsedUp(f"there are no more than {len(self.chosen)} questions on {self.ability}")

    def mend(self) -> None:
        """Choose items again, from the first on, while some habit earns more than it may."""
        for _ in range(_SWEEPS):
            for _ in range(len(self.chosen)):
                if max(self.totals.values()) <= _MOST_EARNED * len(self.chosen):
                    return
                old = self.chosen.pop(0)
                self.totals.subtract(old.gains)
                self._asked.subtract((old.draft.question, old.identity))
                self._take([old, *self._offers(old.rule)])

    def _take(self, offers: list[_Offer]) -> None:
        best = offers[fittest(self.totals, [one.gains for one in offers])]
        self.totals.update(best.gains)
        self._asked.update((best.draft.question, best.identity))
        self.chosen.append(best)

    def _offers(self, name: str) -> list[_Offer]:
        """New drafts of a rule. A question comes again, with other options, only if the rule has
        no new one.
        """
        found: list[_Offer] = []
        for _ in range(_TRIES):
            self._drafts[name] += 1
            number = self._drafts[name]
            draft = self.rules[name](Dice(self.seed, self.ability, name, number))
            one = _Offer(name, f"{self.seed}-{number}", draft, {})
            if not self._asked[one.identity]:
                found.append(one)
            if len(found) == _OFFERS:
                break
        new = [one for one in found if not self._asked[one.draft.question]] or found
        return [replace(one, gains=habits_of(one.draft)) for one in new]


def _item(ability: str, number: int, chosen: _Offer, places: Counter[str]) -> Item:
    """The item, with its key where the letters earn least so far, which are counted on."""
    draft = chosen.draft
    count = len(draft.options)
    dice = Dice(0, ability, chosen.rule, chosen.token, "order")
    order = dice.shuffled(range(count))
    gains = [letters(place, count) for place in order]
    best = fittest(places, gains)
    places.update(gains[best])
    choices = dice.shuffled(draft.wrong)
    choices.insert(order[best], draft.right)
    return Item(
        id=f"{ability} {number:03}", ability=ability, question=draft.question,
        choices=tuple(choices), answer=draft.right, rule=chosen.rule, seed=chosen.token,
    )  # fmt: skip


def rules_of(ability: str) -> Rules:
    """The rules of an ability."""
    found: Rules = import_module(f"runners.abilities.{file_of(ability)}").RULES
    return found


def file_of(ability: str) -> str:
    """The name of an ability as that of a file."""
    return ability.replace(" ", "_")


def bank_files(*, items: int, seed: int) -> dict[str, bytes]:
    """The files of a bank with so many items an ability, by their paths beside the script: a file
    an ability, in the order of the stages. Raises UsedUp.
    """
    return {
        f"abilities/{number:02}_{file_of(ability)}.jsonl": lines(
            made(ability, items=items, seed=seed)
        ).encode()
        for number, ability in enumerate(ABILITIES, start=1)
    }


def lines(items: tuple[Item, ...]) -> str:
    """The items as a JSONL file: the columns id, ability, question, choices, answer, rule, seed."""
    return "".join(
        json.dumps(
            {
                "id": one.id, "ability": one.ability, "question": one.question,
                "choices": one.choices, "answer": one.answer, "rule": one.rule, "seed": one.seed,
            },
            ensure_ascii=False,
        )
        + "\n"
        for one in items
    )  # fmt: skip
