"""What players earn on a script.

A player that takes one of the answers on offer, several or none of them is marked by the key
alone; whatever else it says is read by the matcher, like all replies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from coders.marks import Verdict, needs_human
from coders.matcher import kept_phrase, memoized_match
from coders.matching.verdicts.weighing import by_words
from dsl.experiment import Quantity
from dsl.kept_replies import KeptReplies, bare, with_kept
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Key, Question
from renderers.prompt import LETTERS
from runners.check.players import Rule, constant
from runners.check.units import AskedQuestion, Number, PlayedTrial, keyed, whole

Shares = tuple[Fraction, ...]
"""The share of marks in each trial, 0 to 1."""

_NONE = Fraction(0)


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
        self._known: dict[tuple[Rule, str], Number] = {}
        self._verdicts: dict[tuple[str, Question], Verdict] = {}
        self._by_key: dict[Question, Mapping[str, Verdict]] = {}

    def mark(self, rule: Rule, unit: AskedQuestion) -> Number:
        """The mark of a player's answer, 0 where the matcher leaves it to a human."""
        at = (rule, unit.at)
        found = self._known.get(at)
        if found is None:
            verdict = self._verdict(rule, unit)
            found = self._known[at] = whole((verdict and verdict.mark) or _NONE)
        return found

    def right(self, rule: Rule, unit: AskedQuestion) -> bool:
        """Whether a player's answer is right."""
        return self.mark(rule, unit) == 1

    def shares(self, rule: Rule, trials: Sequence[PlayedTrial]) -> Shares:
        """The share of marks that a player gets in each trial."""
        return tuple(_share([self.mark(rule, unit) for unit in one.units], one) for one in trials)

    def above_half(self, rule: Rule, trials: Sequence[PlayedTrial]) -> bool:
        """Whether the mean of a player's shares is above one half; stops once it cannot be."""
        left = Fraction(len(trials), 2)  # so much can still be lost
        for one in trials:
            if not one.worth:
                left -= 1
                continue
            most = left * one.worth
            lost: Number = 0
            for unit, worth in one.weighed():
                lost += worth * (1 - self.mark(rule, unit))
                if lost * most.denominator >= most.numerator:
                    return False
            left -= Fraction(lost) / one.worth
        return left > 0

    def constant(self, trials: Sequence[PlayedTrial]) -> Constant:
        """The best that somebody gets who always gives the same answer to a question.

        `trials` are draws of one cell in one wording. A question that is asked several times in a
        trial has the answer that earns most over all trials; all others share one answer, since
        whoever knows a right answer for each of several questions does understand something.
        Questions between whose answers nobody could guess are passed over.

        An answer is its words. "The place where it was first" would be one answer, too, where
        places change from draw to draw; but to find that place is to follow the story.
        """
        earned: dict[str, dict[str, list[Number]]] = {}
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
                    kept = earned.setdefault(group, {}).setdefault(answer.folded, [0] * len(trials))
                    kept[number] += worth * mark
        best = {
            group: max(answers.items(), key=lambda each: sum(each[1]))
            for group, answers in earned.items()
        }
        shares = tuple(
            Fraction(sum(kept[number] for _, kept in best.values())) / one.worth
            if one.worth
            else _NONE
            for number, one in enumerate(trials)
        )
        group, (answer_of_it, _) = max(
            best.items(), key=lambda each: sum(each[1][1]), default=("", ("", []))
        )
        return Constant(shares, names.get(group, ""), words.get(answer_of_it, ""))

    def _verdict(self, rule: Rule, unit: AskedQuestion) -> Verdict | None:
        given = self._controls_passed and unit.question.kind is QuestionKind.CONTROL
        right = keyed(unit.question.key)[:1] if given else ()
        reply = right[0].words if right else rule(unit)
        if not reply:
            return None
        if unit.kept:
            return self._marked(reply, unit.question, self._kept(rule, unit))
        at = (reply, unit.question)
        found = self._verdicts.get(at)
        if found is None:
            found = self._verdicts[at] = self._marked(*at, {})
        return found

    def _marked(self, reply: str, question: Question, kept: KeptReplies) -> Verdict:
        """The verdict on a reply. Most players take a choice, or say the words of a key or lure:
        the key marks these, since to read them all would take most of the time of a check.
        """
        place = _taken(reply, question.options)
        filled = with_kept(question, kept) if question.kind is QuestionKind.TEST else None
        if filled is not None:
            by_key = self._by_key.get(filled)
            if by_key is None:
                by_key = self._by_key[filled] = by_words(filled.key)
            verdict = by_key.get(bare(reply if place is None else question.options[place]))
            if verdict is not None:
                return verdict
            if place is None and _earns_nothing(reply, question, filled.key):
                return _NOTHING
        return memoized_match(reply if place is None else LETTERS[place], question, kept=kept)

    def _kept(self, rule: Rule, unit: AskedQuestion) -> dict[str, str | None]:
        """What is kept of a player's earlier answers, by name."""
        kept: dict[str, str | None] = {}
        for name, earlier in unit.kept:
            said = self._verdict(rule, earlier)
            kept[name] = kept_phrase(said.matched, earlier.question) if said is not None else None
        return kept


_NOTHING = needs_human("it does not give the one right answer")
_NEGATIVE = frozenset({"no", "none", "not", "nothing", "nobody", "neither", "never", "cannot"})
_JOINS = frozenset({"both", "and", "the", "a", "an"})


def _earns_nothing(reply: str, question: Question, key: Key) -> bool:
    """Whether a player's reply cannot earn a mark: it has no word of what earns one, and no letter;
    or it names several answers and nothing else, where one is asked for. Not where the answer may
    be that there is none.
    """
    if any(one.quantity is Quantity.NONE for one in key.clauses):
        return False
    right = [phrase for one in key.clauses for phrase in one.phrases]
    earning = _words_of(
        *(text for one in (*right, *key.half) for text in (one.text, *one.accepted))
    )
    said = _words_of(reply)
    letters = LETTERS[: len(question.options)].casefold()
    if not earning & _NEGATIVE and earning.isdisjoint(said) and said.isdisjoint(letters):
        return True
    if len(key.answer) != 1 or key.alternatives or key.half:
        return False
    named = _named_alone(reply, question.options or [one.text for one in (*right, *key.wrong)])
    return len(named) > 1 and not named <= {bare(one.text) for one in right}


def _words_of(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in re.findall(r"[^\W_]+", text.casefold()))


def _named_alone(reply: str, answers: Sequence[str]) -> frozenset[str]:
    """The answers that a reply joins by `and` or commas; none where it says anything else."""
    left, named = reply.casefold(), set()
    for one in sorted({bare(answer) for answer in answers}, key=len, reverse=True):
        if one in left:
            left = left.replace(one, " ", 1)
            named.add(one)
    return frozenset(named) if _words_of(left) <= _JOINS else frozenset()


def _taken(reply: str, options: tuple[str, ...]) -> int | None:
    """The place of the choice that a player takes by its words, its letter, or both, if it does."""
    if reply in options:
        return options.index(reply)
    letter, _, words = reply.partition(") ")
    place = LETTERS.find(letter) if len(letter) == 1 else -1
    taken = 0 <= place < len(options) and words in ("", options[place])
    return place if taken else None


def _share(marks: Sequence[Number], one: PlayedTrial) -> Fraction:
    """The share of its worth that a trial earns with these marks, one for each question."""
    if not one.worth:
        return _NONE
    earned = [worth * mark for worth, mark in zip(one.worths, marks, strict=True)]
    return Fraction(sum(earned)) / one.worth
