"""The bank of ten abilities: keys derived again from the words, and habits that earn nothing."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from importlib import import_module

import pytest

from dsl.words import folded
from runners.abilities.bank import ABILITIES, AbilityItem, UsedUp, bank_files, made, rules_of
from runners.abilities.dice import Dice
from runners.abilities.rules import AbilityRules, DraftedItem
from runners.abilities.sizes import FEWEST, SHIPPED_ITEMS, SHIPPED_SEED
from tests.shell import ROOT

FRESH = (2, 3, 5, 8, 13)
MOST_EARNED = 0.05
BANKS = [(SHIPPED_SEED, SHIPPED_ITEMS), *((seed, FEWEST) for seed in FRESH)]
IN_EVERY_RUN = 2
"""So many of these banks, the one that ships first."""


@cache
def items_of(ability: str, *, items: int, seed: int) -> tuple[AbilityItem, ...]:
    return made(ability, items=items, seed=seed)


def test_the_bank_that_ships_is_made_by_the_rules_and_is_read_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("runners.abilities.bank.made", items_of)
    files = bank_files(items=SHIPPED_ITEMS, seed=SHIPPED_SEED)
    folder = ROOT / "additions"
    assert {path.name for path in (folder / "abilities").iterdir()} == {
        name.partition("/")[2] for name in files
    }
    for name, data in files.items():
        assert (folder / name).read_bytes() == data
        for line in data.decode().splitlines():
            row = json.loads(line)
            assert list(row) == [
                "id", "ability", "question", "choices", "answer", "rule", "difficulty", "seed",
            ]  # fmt: skip


@pytest.fixture
def banks(thorough: bool) -> list[tuple[int, int]]:
    """Seed and number of items of each bank."""
    return BANKS if thorough else BANKS[:IN_EVERY_RUN]


@pytest.mark.parametrize("ability", ABILITIES)
def test_an_item_has_one_key_among_two_to_five_different_choices(
    ability: str, banks: list[tuple[int, int]]
) -> None:
    items = [one for seed, count in banks for one in items_of(ability, items=count, seed=seed)]
    for one in items:
        assert 2 <= len(one.choices) <= 5
        assert len({folded(choice) for choice in one.choices}) == len(one.choices)
        assert one.choices.count(one.answer) == 1
        assert re.match(r"[A-Z“]", one.question), one.question
        assert re.search(r"[.?!”]$", one.question), one.question
        assert not re.search(r"[{}]|  |\ba [aeio](?!ne\b)|\ban [^aeiouh]", one.question), (
            one.question
        )
    for seed, count in banks:
        asked = Counter(one.question for one in items_of(ability, items=count, seed=seed))
        assert max(asked.values()) == 1


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_dozen_rules_or_more_take_turns_and_so_do_their_levels(
    ability: str, banks: list[tuple[int, int]]
) -> None:
    rules = rules_of(ability).by_name
    assert len(rules) >= 12
    for seed, count in banks:
        used = Counter(
            (one.rule, one.difficulty) for one in items_of(ability, items=count, seed=seed)
        )
        for name, rule in rules.items():
            turns = [used[name, level] for level in rule.levels]
            assert max(turns) - min(turns) <= 1
            assert count // len(rules) <= sum(turns) <= count // len(rules) + 1


@pytest.mark.thorough
@pytest.mark.parametrize("ability", ["early representation", "semiotic function"])
def test_a_level_with_few_questions_is_left_out_when_they_were_asked(ability: str) -> None:
    items = made(ability, items=1_400, seed=4)
    assert len({one.question for one in items}) == len(items)
    last, first = (
        {(one.rule, one.difficulty) for one in part} for part in (items[-150:], items[:150])
    )
    assert last < first


def test_an_ability_says_how_many_questions_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = AbilityRules()
    rules.named("coin")(lambda dice: DraftedItem(f"Heads {dice.number(1, 3)}?", "yes", ("no",)))
    monkeypatch.setattr("runners.abilities.bank.rules_of", lambda _: rules)
    with pytest.raises(UsedUp, match="constancy has no more than 3 different questions; early"):
        bank_files(items=4, seed=1)


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_second_program_derives_every_key_from_the_words_alone(
    ability: str, banks: list[tuple[int, int]]
) -> None:
    solver = import_module(f"tests.runners.abilities.solver.{ability.replace(' ', '_')}")
    for seed, count in banks:
        for one in items_of(ability, items=count, seed=seed):
            assert solver.solve(one.question, list(one.choices)) == one.answer, one
    for name, rule in rules_of(ability).by_name.items():
        for level in rule.levels:
            for number in range(5):
                dice = Dice(21, ability, name, level, number)
                draft = rule.make(dice, level)
                assert solver.solve(draft.question, dice.shuffled(draft.options)) == draft.right


# ---------------------------------------------------------------- habits, counted independently

_LITTLE = re.compile(
    r"(?:an?|the|of|to|in|on|at|is|are|was|be|it|its|and|or|with|for|by|as|from|than)"
)


def words(text: str) -> list[str]:
    return re.findall(r"\w[\w'’]*", text.lower())


def content(text: str) -> set[str]:
    found = set(words(text))
    return {word for word in found if not _LITTLE.fullmatch(word)} or found


def mention(choice: str, question: str, *, last: bool) -> int:
    """Where a choice is mentioned in the question, -1 for nowhere."""
    wanted = " ".join(words(choice))
    told = f" {' '.join(words(question))} "
    return told.rfind(f" {wanted} ") if last else told.find(f" {wanted} ")


def taken(habit: str, one: AbilityItem) -> list[str]:
    """The choices that a habit hesitates between."""
    told = Counter(words(one.question))
    scores = {
        "longest": [len(choice) for choice in one.choices],
        "shortest": [-len(choice) for choice in one.choices],
        "most mentioned": [sum(told[word] for word in content(choice)) for choice in one.choices],
        "first mentioned": [
            -at if (at := mention(choice, one.question, last=False)) >= 0 else -(10**6)
            for choice in one.choices
        ],
        "last mentioned": [mention(choice, one.question, last=True) for choice in one.choices],
        "always the same": [
            bool(re.search(r"\bsame\b|\bas \w+ as\b|\balike\b|exactly at", choice))
            for choice in one.choices
        ],
        "always yes": [choice == "yes" for choice in one.choices],
    }[habit]
    return [
        choice for choice, score in zip(one.choices, scores, strict=True) if score == max(scores)
    ]


HABITS = (
    "longest", "shortest", "most mentioned", "first mentioned", "last mentioned",
    "always the same", "always yes",
)  # fmt: skip


def earned(items: tuple[AbilityItem, ...], right: list[float]) -> tuple[float, float]:
    """Calibrated accuracy of what is right with these probabilities: item by item, aggregate."""
    chances = [1 / len(one.choices) for one in items]
    by_item = sum((p - c) / (1 - c) for p, c in zip(right, chances, strict=True)) / len(items)
    mean, chance = sum(right) / len(items), sum(chances) / len(items)
    return by_item, (mean - chance) / (1 - chance)


@pytest.mark.parametrize("ability", ABILITIES)
@pytest.mark.parametrize(
    "bank",
    [
        *BANKS[:IN_EVERY_RUN],
        *(pytest.param(one, marks=pytest.mark.thorough) for one in BANKS[IN_EVERY_RUN:]),
    ],
)
def test_no_habit_earns_more_than_chance_and_five_points(
    ability: str, bank: tuple[int, int]
) -> None:
    seed, count = bank
    items = items_of(ability, items=count, seed=seed)
    found = {}
    for habit in HABITS:
        choices = [taken(habit, one) for one in items]
        right = [(one.answer in of) / len(of) for one, of in zip(items, choices, strict=True)]
        found[habit] = earned(items, right)
    for at in range(5):
        # Where there is no such letter, any choice is taken.
        right = [
            float(one.choices.index(one.answer) == at)
            if at < len(one.choices)
            else 1 / len(one.choices)
            for one in items
        ]
        found[f"always {'ABCDE'[at]}"] = earned(items, right)
    # One that 3 of 100 items offer earns 0.03 * 0.8 / 0.5 at most, which is below the limit.
    asked = Counter(choice for one in items for choice in set(one.choices))
    for text in (text for text, many in asked.items() if many > 0.03 * len(items)):
        right = [
            float(one.answer == text) if text in one.choices else 1 / len(one.choices)
            for one in items
        ]
        found[f"always “{text}”"] = earned(items, right)
    over = {habit: worth for habit, worth in found.items() if max(worth) > MOST_EARNED + 1e-9}
    assert not over
