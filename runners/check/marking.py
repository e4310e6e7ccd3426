"""What players earn on a script: their replies are marked by the matcher, like all replies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from coders.marks import RIGHT, Verdict
from coders.matcher import kept_phrase, memoized_match
from dsl.record import record
from dsl.tree import QuestionKind
from runners.check.players import Rule, constant
from runners.check.units import AskedQuestion, PlayedTrial, keyed

Shares = tuple[Fraction, ...]
"""The share of marks in each trial, 0 to 1."""


@record
class Constant:
    """The best that one and the same answer earns: its shares, and the question and the answer to
    which it owes most of them, empty where there is none."""

    shares: Shares
    question: str
    answer: str


class Marking:
    """Marks what players say; the same reply to the same question is read once.

    Players without understanding are taken to pass the controls, unless these are what they play.
    """

    def __init__(self, *, controls_passed: bool = True) -> None:
        self._controls_passed = controls_passed
        self._known: dict[tuple[Rule, str], Verdict | None] = {}

    def mark(self, rule: Rule, unit: AskedQuestion) -> Fraction:
        """The mark of a player's answer, 0 where the matcher leaves it to a human."""
        verdict = self._verdict(rule, unit)
        return Fraction(0) if verdict is None or verdict.mark is None else verdict.mark

    def right(self, rule: Rule, unit: AskedQuestion) -> bool:
        """Whether a player's answer is right."""
        return self.mark(rule, unit) == RIGHT

    def shares(self, rule: Rule, trials: Sequence[PlayedTrial]) -> Shares:
        """The share of marks that a player gets in each trial."""
        return tuple(_share([self.mark(rule, unit) for unit in one.units], one) for one in trials)

    def above_half(self, rule: Rule, trials: Sequence[PlayedTrial]) -> bool:
        """Whether the mean of a player's shares is above one half; stops once it cannot be."""
        earned = Fraction(0)
        for left, one in zip(reversed(range(len(trials))), trials, strict=True):
            earned += _share([self.mark(rule, unit) for unit in one.units], one)
            if 2 * (earned + left) <= len(trials):
                return False
        return True

    def constant(self, trials: Sequence[PlayedTrial]) -> Constant:
        """The best that somebody gets who always gives the same answer to a question.

        `trials` are draws of one cell in one wording. A question that is asked several times in a
        trial has the answer that earns most over all trials; all others share one answer, since
        whoever knows a right answer for each of several questions does understand something.
        Questions between whose answers nobody could guess are passed over.

        An answer is its words. "The place where it was first" would be one answer, too, where
        places change from draw to draw; but to find that place is to follow the story.
        """
        earned: dict[str, dict[str, list[Fraction]]] = {}
        words: dict[str, str] = {}
        names: dict[str, str] = {}
        for number, one in enumerate(trials):
            titles = [unit.question.title for unit in one.units]
            for unit, worth in one.weighed():
                if not unit.question.key.candidates:
                    continue
                title = unit.question.title
                group = title if titles.count(title) > 1 else ""
                names.setdefault(group, unit.question.name)
                for answer in unit.candidates:
                    mark = self.mark(constant(answer.words), unit)
                    words.setdefault(answer.folded, answer.words)
                    kept = earned.setdefault(group, {}).setdefault(
                        answer.folded, [Fraction(0)] * len(trials)
                    )
                    kept[number] += worth * mark
        best = {
            group: max(answers.items(), key=lambda each: sum(each[1]))
            for group, answers in earned.items()
        }
        shares = tuple(
            sum((kept[number] for _, kept in best.values()), Fraction(0)) / one.worth
            if one.worth
            else Fraction(0)
            for number, one in enumerate(trials)
        )
        group, (answer_of_it, _) = max(
            best.items(), key=lambda each: sum(each[1][1]), default=("", ("", []))
        )
        return Constant(shares, names.get(group, ""), words.get(answer_of_it, ""))

    def _verdict(self, rule: Rule, unit: AskedQuestion) -> Verdict | None:
        at = (rule, unit.at)
        if at not in self._known:
            self._known[at] = self._read_reply(rule, unit)
        return self._known[at]

    def _read_reply(self, rule: Rule, unit: AskedQuestion) -> Verdict | None:
        kept: dict[str, str | None] = {}
        for name, earlier in unit.kept:
            said = self._verdict(rule, earlier)
            kept[name] = kept_phrase(said.matched, earlier.question) if said is not None else None
        given = self._controls_passed and unit.question.kind is QuestionKind.CONTROL
        right = keyed(unit.question.key)[:1] if given else ()
        reply = right[0].words if right else rule(unit)
        return memoized_match(reply, unit.question, kept=kept) if reply else None


def _share(marks: Sequence[Fraction], one: PlayedTrial) -> Fraction:
    if not one.worth:
        return Fraction(0)
    earned = [worth * mark for worth, mark in zip(one.worths, marks, strict=True) if mark]
    return sum(earned, Fraction(0)) / one.worth
