"""A form for people: some items of each group of a bank, and the key that scores their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from coders.norms.ages import Norms, StageNorm


@dataclass(frozen=True, slots=True)
class FormQuestion:
    """A question of a form: the `column` of its answers, the `item` and `group` of the bank, and
    its choices as shown, of which the letter `key` is right.
    """

    column: str
    item: str
    group: str
    question: str
    choices: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class FormKey:
    """The key of a form: the `bank` with the digest of its `items` and its `stages` (without
    years), how many items of each group are asked, the seed, and the questions.
    """

    bank: str
    items: str
    stages: tuple[StageNorm, ...]
    per_group: int
    seed: int
    questions: tuple[FormQuestion, ...]

    def norms(self) -> Norms:
        """The stages of the bank, without coefficients."""
        return Norms(self.bank, "", 0.0, (0.0, 0.0), self.stages, self.items)

    def of_group(self, group: str) -> Sequence[FormQuestion]:
        """The questions of a group."""
        return [one for one in self.questions if one.group == group]

    def chance(self, group: str) -> float:
        """The mean chance of a group's questions."""
        questions = self.of_group(group)
        return fsum(1 / len(one.choices) for one in questions) / len(questions)
