"""The bank: for each ability so many items, chosen among what its rules make."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from math import lcm

from dsl.record import record
from runners.abilities.balance import fittest, habits_of, letters
from runners.abilities.dice import Dice
from runners.abilities.rules import AbilityRules, DraftedItem, Rule

ABILITIES = (
    "constancy", "early representation", "semiotic function", "empathy", "reversibility",
    "conservation", "induction", "deduction", "propositions", "planning",
)  # fmt: skip
"""In the order of their stages; each is a module of this package."""

_OFFERS = ((200, 16), (1_000, 6))
"""So many drafts are made for each of the first 200 items, and so on; then four. The one is taken
that balances best."""

_LAST_OFFERS = 4

_TRIES = 100
"""So many drafts repeat questions before a rule is taken to be used up."""

_SWEEPS = 2
"""So often the items are gone through to mend what habits earn. Single words are only weighed: a
rare one in a small bank always earns something."""

_MOST_EARNED = 0.03
"""So much no habit should earn, on the average over items."""


@dataclass(frozen=True, slots=True)
class AbilityItem:
    """One item. `choices` are in the order of the file, and `answer` is one of them. `rule`,
    `difficulty` and `seed` are what made it: with the same three the rule makes it again.
    """

    id: str
    ability: str
    question: str
    choices: tuple[str, ...]
    answer: str
    rule: str
    difficulty: int
    seed: str


class UsedUp(Exception):
    """The rules of an ability can make no more questions; the text says of which."""


def made(ability: str, *, items: int, seed: int) -> tuple[AbilityItem, ...]:
    """So many items of one ability, no question twice. Rules and their levels of difficulty take
    turns; a rule without new questions is left out. Each item is the draft, of several, that keeps
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
    difficulty: int
    token: str
    draft: DraftedItem
    gains: dict[str, float]


class _Choosing:
    """Chooses drafts one by one."""

    def __init__(self, ability: str, seed: int) -> None:
        self.ability, self.seed = ability, seed
        self.rules = rules_of(ability).by_name
        self.turns = deque(_turns(self.rules))
        self.chosen: list[_Offer] = []
        self.totals: Counter[str] = Counter()
        self._asked: set[str] = set()
        self._drafts: Counter[tuple[str, int]] = Counter()

    def add(self) -> None:
        """One more, by the rule and the level whose turn it is."""
        while self.turns:
            turn = self.turns[0]
            offers = self._offers(*turn)
            if offers:
                self.turns.rotate(-1)
                self._take(offers)
                return
            self.turns = deque(one for one in self.turns if one != turn)
        raise UsedUp(f"{self.ability} has no more than {len(self.chosen):,} different questions")

    def mend(self) -> None:
        """Choose items again, from the first on, while some habit earns more than it may."""
        for _ in range(_SWEEPS * len(self.chosen)):
            most = max(gain for name, gain in self.totals.items() if not name.startswith("word "))
            if most <= _MOST_EARNED * len(self.chosen):
                return
            old = self.chosen.pop(0)
            self.totals.subtract(old.gains)
            self._asked.remove(old.draft.question)
            self._take([old, *self._offers(old.rule, old.difficulty)])

    def _take(self, offers: list[_Offer]) -> None:
        best = offers[fittest(self.totals, [one.gains for one in offers])]
        self.totals.update(best.gains)
        self._asked.add(best.draft.question)
        self.chosen.append(best)

    def _offers(self, name: str, difficulty: int) -> list[_Offer]:
        """New drafts of a rule, none with a question that was asked."""
        wanted = next((n for most, n in _OFFERS if len(self.chosen) < most), _LAST_OFFERS)
        found: dict[str, _Offer] = {}
        for _ in range(_TRIES):
            self._drafts[name, difficulty] += 1
            number = self._drafts[name, difficulty]
            dice = Dice(self.seed, self.ability, name, difficulty, number)
            draft = self.rules[name].make(dice, difficulty)
            if draft.question not in self._asked:
                gains = habits_of(draft)
                # An answer must not be frequent in one kind of question either, by whose words it
                # could be known.
                here = f"{name} {difficulty} "
                gains |= {here + one: gain / 2 for one, gain in gains.items() if one[:5] == "says "}
                one = _Offer(name, difficulty, f"{self.seed}-{number}", draft, gains)
                found.setdefault(draft.question, one)
            if len(found) == wanted:
                break
        return list(found.values())


def _turns(rules: Mapping[str, Rule]) -> list[tuple[str, int]]:
    """Each rule as often as the other, and so each level of a rule; neighbours begin with
    different levels.
    """
    rounds = lcm(*(len(rule.levels) for rule in rules.values()))
    return [
        (name, rule.levels[(at + place) % len(rule.levels)])
        for at in range(rounds)
        for place, (name, rule) in enumerate(rules.items())
    ]


def _item(ability: str, number: int, chosen: _Offer, places: Counter[str]) -> AbilityItem:
    """The item, with its key where the letters earn least so far, which are counted on."""
    draft = chosen.draft
    count = len(draft.options)
    dice = Dice(0, ability, chosen.rule, chosen.difficulty, chosen.token, "order")
    order = dice.shuffled(range(count))
    gains = [letters(place, count) for place in order]
    best = fittest(places, gains)
    places.update(gains[best])
    choices = dice.shuffled(draft.wrong)
    choices.insert(order[best], draft.right)
    return AbilityItem(
        id=f"{ability} {number:03}", ability=ability, question=draft.question,
        choices=tuple(choices), answer=draft.right, rule=chosen.rule,
        difficulty=chosen.difficulty, seed=chosen.token,
    )  # fmt: skip


def rules_of(ability: str) -> AbilityRules:
    """The rules of an ability."""
    found: AbilityRules = import_module(f"runners.abilities.{file_of(ability)}").RULES
    return found


def file_of(ability: str) -> str:
    """The name of an ability as that of a file."""
    return ability.replace(" ", "_")


def bank_files(*, items: int, seed: int) -> dict[str, bytes]:
    """The files of a bank with so many items an ability, by their paths beside the script: a file
    an ability, in the order of the stages.

    Raises:
        UsedUp: the rules of some abilities cannot make so many; the text says how many they can.
    """
    found, few = {}, []
    for number, ability in enumerate(ABILITIES, start=1):
        try:
            text = lines(made(ability, items=items, seed=seed))
        except UsedUp as problem:
            few.append(str(problem))
        else:
            found[f"abilities/{number:02}_{file_of(ability)}.jsonl"] = text.encode()
    if few:
        raise UsedUp("; ".join(few))
    return found


def lines(items: tuple[AbilityItem, ...]) -> str:
    """The items as a JSONL file: the columns id, ability, question, choices, answer, rule,
    difficulty, seed.
    """
    return "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in items)
