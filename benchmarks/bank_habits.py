"""What habits of answering, cue words and a classifier that sees only words earn in the bank on ten
abilities, in points of calibrated accuracy (aggregate form).

    python -m benchmarks.bank_habits --items 2000 --seeds 2 3 5 8 13

A habit is counted by definitions of this file, not by those that balanced the bank. A *cue word* is
the word whose presence or absence in a choice says most on half of the items, tested on the other
half. The *classifiers* are logistic regressions over choices, cross-validated over items: one sees
the words of the choice and of the question, the other every pair of a word of the question and a
word of the choice, which can also learn what a sentence of a rule means.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, median

import numpy as np
from sklearn.feature_extraction import DictVectorizer  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from runners.abilities.bank import ABILITIES, AbilityItem, made

Scores = Callable[[AbilityItem], Sequence[float]]


def words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return re.findall(r"\w[\w'’-]*", text.lower())


def calibrated(items: Sequence[AbilityItem], right: Sequence[float]) -> float:
    """Points above chance, of what is right with these probabilities."""
    chance = fmean(1 / len(one.choices) for one in items)
    return 100 * (fmean(right) - chance) / (1 - chance)


def taken(item: AbilityItem, scores: Sequence[float]) -> float:
    """How likely it is to be right to take the highest score, ties by lot."""
    best = [
        choice for choice, score in zip(item.choices, scores, strict=True) if score == max(scores)
    ]
    return (item.answer in best) / len(best)


def place(item: AbilityItem, choice: str, *, last: bool) -> int:
    """Where a question has the words of a choice."""
    told, wanted = f" {' '.join(words(item.question))} ", f" {' '.join(words(choice))} "
    at = told.rfind(wanted) if last else told.find(wanted)
    return at if at >= 0 else -1 if last else 10**6


def shared(choice: str, item: AbilityItem) -> int:
    """How many words of a choice are in other choices, counted in each."""
    return sum(len({*words(choice)} & {*words(other)}) for other in item.choices if other != choice)


def number(choice: str) -> int:
    """The digits of a choice as a number, 0 if there are none."""
    return int("".join(re.findall(r"\d", choice)) or 0)


def from_middle(item: AbilityItem) -> list[float]:
    """How near each number is to the middle one."""
    numbers = [number(one) for one in item.choices]
    return [-abs(one - median(numbers)) for one in numbers]


def overlap(choice: str, item: AbilityItem) -> int:
    """How many words of a choice are in the question."""
    return len({*words(choice)} & {*words(item.question)})


def mentions(choice: str, item: AbilityItem) -> int:
    """How often a question has words of a choice."""
    told = Counter(words(item.question))
    return sum(told[one] for one in {*words(choice)})


SAME = re.compile(r"\bsame\b|\bjust as\b|\bas \w+ as\b|not changed|\balike\b|exactly at")
HABITS: dict[str, Scores] = {
    "longest": lambda item: [len(one) for one in item.choices],
    "shortest": lambda item: [-len(one) for one in item.choices],
    "most words": lambda item: [len(words(one)) for one in item.choices],
    "most mentioned": lambda item: [mentions(one, item) for one in item.choices],
    "least mentioned": lambda item: [-mentions(one, item) for one in item.choices],
    "overlaps most with the question": lambda item: [overlap(one, item) for one in item.choices],
    "overlaps least with the question": lambda item: [-overlap(one, item) for one in item.choices],
    "first mentioned": lambda item: [-place(item, one, last=False) for one in item.choices],
    "last mentioned": lambda item: [place(item, one, last=True) for one in item.choices],
    "most in common with others": lambda item: [shared(one, item) for one in item.choices],
    "least in common with others": lambda item: [-shared(one, item) for one in item.choices],
    "greatest number": lambda item: [number(one) for one in item.choices],
    "least number": lambda item: [-number(one) for one in item.choices],
    "middle number": from_middle,
    "first in the alphabet": lambda item: [one == min(item.choices) for one in item.choices],
    "says that nothing changed": lambda item: [bool(SAME.search(one)) for one in item.choices],
}  # fmt: skip


def habits(items: Sequence[AbilityItem]) -> Iterator[tuple[str, float]]:
    """What each habit earns."""
    for name, scores in HABITS.items():
        yield name, calibrated(items, [taken(one, scores(one)) for one in items])
    for at in range(5):
        yield (
            f"always {'ABCDE'[at]}",
            calibrated(
                items, [taken(one, [n == at for n in range(len(one.choices))]) for one in items]
            ),
        )
    for text, many in Counter(choice for one in items for choice in one.choices).items():
        if many > len(items) / 100:
            yield (
                f"always “{text}”",
                calibrated(
                    items, [taken(one, [choice == text for choice in one.choices]) for one in items]
                ),
            )


def cue_word(items: Sequence[AbilityItem], chance: random.Random) -> tuple[str, float]:
    """The best cue word of one half, and what it earns on the other, the mean of both ways."""
    order = chance.sample(range(len(items)), len(items))
    halves = [[items[at] for at in order[start::2]] for start in (0, 1)]
    found = []
    for learned, tested in (halves, halves[::-1]):
        gains: dict[tuple[str, bool], float] = defaultdict(float)
        for one in learned:
            sets = [{*words(choice)} for choice in one.choices]
            for word in set.union(*sets) - set.intersection(*sets):
                for has in (True, False):
                    gains[word, has] += taken(
                        one, [(word in these) == has for these in sets]
                    ) - 1 / len(one.choices)
        word, has = max(gains, key=gains.__getitem__)
        right = [
            taken(one, [(word in words(choice)) == has for choice in one.choices]) for one in tested
        ]
        found.append((f"{'with' if has else 'without'} “{word}”", calibrated(tested, right)))
    return found[0][0], fmean(gain for _, gain in found)


def classified(items: Sequence[AbilityItem], *, pairs: bool, folds: int = 5) -> list[float]:
    """How likely each item is answered right by a logistic regression over the words that was
    trained on other items.
    """
    rows: list[dict[str, int]] = []
    for one in items:
        asked = {*words(one.question)}
        for choice in one.choices:
            telling = {*words(choice), f"={choice.lower()}"}
            rows.append(
                {f"{x} {y}": 1 for x in asked for y in telling}
                if pairs
                else Counter(
                    [*(f"choice {y}" for y in telling), *words(one.question), *words(choice)]
                )
            )
    matrix = DictVectorizer().fit_transform(rows)
    owner = np.repeat(np.arange(len(items)), [len(one.choices) for one in items])
    key = np.array([choice == one.answer for one in items for choice in one.choices])
    right = np.zeros(len(items))
    for fold in range(folds):
        held = owner % folds == fold
        model = LogisticRegression(C=1.0, solver="liblinear").fit(matrix[~held], key[~held])
        scores = iter(model.decision_function(matrix[held]))
        for at in np.unique(owner[held]):
            right[at] = taken(items[at], [next(scores) for _ in items[at].choices])
    return list(right)


def by_rule(items: Sequence[AbilityItem], right: Sequence[float]) -> list[tuple[float, str, int]]:
    """What is earned in each rule and level, the most first, with the number of items."""
    cells: dict[tuple[str, int], list[int]] = defaultdict(list)
    for at, one in enumerate(items):
        cells[one.rule, one.difficulty].append(at)
    found = [
        (
            calibrated([items[at] for at in own], [right[at] for at in own]),
            f"{rule} {level}",
            len(own),
        )
        for (rule, level), own in cells.items()
    ]
    return sorted(found, reverse=True)


def main() -> None:
    """Print what each ability of made banks gives away."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--items", type=int, default=2000, help="items of each ability")
    parser.add_argument("--seeds", type=int, nargs="+", default=[2, 3, 5, 8, 13])
    parser.add_argument("--abilities", nargs="+", default=ABILITIES)
    parser.add_argument(
        "--classifiers", action="store_true", help="train them, too, on the bank of the first seed"
    )
    options = parser.parse_args()
    for ability in options.abilities:
        best, cues = ("", -100.0), ("", -100.0)
        for seed in options.seeds:
            items = made(ability, items=options.items, seed=seed)
            best = max([best, *habits(items)], key=lambda one: one[1])
            cues = max(cues, cue_word(items, random.Random(seed)), key=lambda one: one[1])
            if seed == options.seeds[0] and options.classifiers:
                for name, pairs in (("words", False), ("pairs of words", True)):
                    right = classified(items, pairs=pairs)
                    most = "; ".join(
                        f"{rule} {earned:.0f} (n {n})"
                        for earned, rule, n in by_rule(items, right)[:5]
                    )
                    print(f"{ability}: {name} {calibrated(items, right):.1f}; {most}", flush=True)
        print(f"{ability}: {best[0]} {best[1]:.1f}; choices {cues[0]} {cues[1]:.1f}", flush=True)


if __name__ == "__main__":
    main()
