"""What players earn on a script.

A player that takes one of the answers on offer, several or none of them is marked by the key
alone; whatever else it says is read by the matcher, like all replies.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from coders.marks import Verdict, needs_human, wrong
from coders.matching.verdicts.weighing import by_words
from dsl.experiment import Quantity
from dsl.kept_replies import KeptReplies, bare, with_kept
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Clause, Phrase, Question
from renderers.prompt import LETTERS
from runners.check.players import Rule, constant
from runners.check.units import Number, PlayedQuestion, PlayedTrial, keyed, whole

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
        self._earners: dict[Question, list[tuple[str, Number]]] = {}
        self._keys: dict[tuple[Question, tuple[tuple[str, str | None], ...]], _KeyWords | None] = {}

    def mark(self, rule: Rule, unit: PlayedQuestion) -> Number:
        """The mark of a player's answer, 0 where the matcher leaves it to a human."""
        found = self._known.get((rule, unit.at))
        return self._keep(rule, unit, self._verdict(rule, unit)) if found is None else found

    def all_right(self, rule: Rule, units: Sequence[PlayedQuestion]) -> bool:
        """Whether all answers of a player are right. What the key does not mark is read last."""
        known = [self._mark_by_key(rule, unit) for unit in units]
        return all(mark is None or mark == 1 for mark in known) and all(
            self.mark(rule, unit) == 1
            for unit, mark in zip(units, known, strict=True)
            if mark is None
        )

    def shares(self, rule: Rule, trials: Sequence[PlayedTrial]) -> Shares:
        """The share of marks that a player gets in each trial."""
        return tuple(_share([self.mark(rule, unit) for unit in one.units], one) for one in trials)

    def above_half(self, rule: Rule, trials: Sequence[PlayedTrial]) -> bool:
        """Whether the mean of a player's shares is above one half; stops once it cannot be. What
        the key does not mark is read last: most players are out before.
        """
        left = Fraction(len(trials), 2)  # so much can still be lost
        unread: list[tuple[PlayedQuestion, Fraction]] = []
        for one in trials:
            if not one.worth:
                left -= 1
                continue
            lost: Number = 0
            for unit, worth in one.weighed():
                mark = self._mark_by_key(rule, unit)
                if mark is None:
                    unread.append((unit, Fraction(worth, one.worth)))
                else:
                    lost += worth * (1 - mark)
            if lost:
                left -= Fraction(lost, one.worth)
                if left <= 0:
                    return False
        for unit, share in unread:
            left -= share * (1 - self.mark(rule, unit))
            if left <= 0:
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
        earned: dict[str, dict[str, list[Number]]] = {}
        words: dict[str, str] = {}
        names: dict[str, str] = {}
        met: set[tuple[str, Question]] = set()
        for number, one in enumerate(trials):
            titles = [unit.question.title for unit in one.units]
            for unit, worth in one.weighed():
                question = unit.question
                if not question.key.candidates:
                    continue
                group = question.title if titles.count(question.title) > 1 else ""
                names.setdefault(group, question.name)
                if (group, question) not in met:
                    met.add((group, question))
                    for answer in unit.candidates:
                        words.setdefault(answer.folded, answer.words)
                        nothing: list[Number] = [0] * len(trials)
                        earned.setdefault(group, {}).setdefault(answer.folded, nothing)
                for folded, mark in self._earning(unit):
                    earned[group][folded][number] += worth * mark
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

    def _earning(self, unit: PlayedQuestion) -> Sequence[tuple[str, Number]]:
        """Each candidate that earns a mark when it is said, folded, and the mark. Of hundreds few
        do; without kept replies they are the same wherever a question comes.
        """
        found = None if unit.kept else self._earners.get(unit.question)
        if found is None:
            marks = ((one.folded, self._mark_of_words(one.words, unit)) for one in unit.candidates)
            found = [one for one in marks if one[1]]
            if not unit.kept:
                self._earners[unit.question] = found
        return found

    def _mark_of_words(self, words: str, unit: PlayedQuestion) -> Number:
        """The mark of these very words; there may be hundreds of answers to try."""
        verdict = None if unit.kept else self.by_key(words, unit.question)
        return self.mark(constant(words), unit) if verdict is None else _mark(verdict)

    def _mark_by_key(self, rule: Rule, unit: PlayedQuestion) -> Number | None:
        """The mark of a player's answer where it is known without reading."""
        found = self._known.get((rule, unit.at))
        if found is not None or unit.kept:
            return found
        reply = self._reply(rule, unit)
        verdict = self.by_key(reply, unit.question) if reply else _NOTHING
        return None if verdict is None else self._keep(rule, unit, verdict)

    def _keep(self, rule: Rule, unit: PlayedQuestion, verdict: Verdict | None) -> Number:
        mark = self._known[rule, unit.at] = _mark(verdict)
        return mark

    def _reply(self, rule: Rule, unit: PlayedQuestion) -> str:
        given = self._controls_passed and unit.question.kind is QuestionKind.CONTROL
        right = keyed(unit.question.key)[:1] if given else ()
        return right[0].words if right else rule(unit)

    def _verdict(self, rule: Rule, unit: PlayedQuestion) -> Verdict | None:
        reply = self._reply(rule, unit)
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
        """The verdict on a reply."""
        verdict = self.by_key(reply, question, kept)
        if verdict is not None:
            return verdict
        # Most scripts need no matcher, which takes a while to import.
        from coders.memoized_match import memoized_match

        place = _taken(reply, question.options)
        return memoized_match(reply if place is None else LETTERS[place], question, kept=kept)

    def by_key(
        self, reply: str, question: Question, kept: KeptReplies | None = None
    ) -> Verdict | None:
        """The verdict where the reply need not be read. Most players take a choice, or say the
        words of a key or lure: to read them all would take most of the time of a check. Of a reply
        that earns nothing it does not tell whether that is sure.
        """
        at = question, tuple((kept or {}).items())
        if at not in self._keys:
            filled = with_kept(question, kept) if question.kind is QuestionKind.TEST else None
            self._keys[at] = None if filled is None else _KeyWords(filled)
        key = self._keys[at]
        return None if key is None else key.verdict(reply)

    def _kept(self, rule: Rule, unit: PlayedQuestion) -> dict[str, str | None]:
        """What is kept of a player's earlier answers, by name."""
        from coders.matcher import kept_phrase

        kept: dict[str, str | None] = {}
        for name, earlier in unit.kept:
            said = self._verdict(rule, earlier)
            kept[name] = kept_phrase(said.matched, earlier.question) if said is not None else None
        return kept


def _mark(verdict: Verdict | None) -> Number:
    return whole((verdict and verdict.mark) or _NONE)


_NOTHING = needs_human("it does not give the one right answer")
_OTHER_CHOICE = wrong(None, "it takes a choice that the key does not name")
_NEGATIVE = frozenset({"no", "none", "not", "nothing", "nobody", "neither", "never", "cannot"})
_ARTICLES = frozenset({"a", "an", "the"})
_SAY_NOTHING = _ARTICLES | {"i"}
_JOINS = frozenset({"both", "and"}) | _ARTICLES


class _KeyWords:
    """What the key of a question says of replies, found once for all that are given."""

    def __init__(self, question: Question) -> None:
        key = question.key
        self._options = question.options
        self._decided = by_words(key)
        self._known: dict[str, Verdict | None] = {}
        self._named = {bare(text) for one in key.phrases for text in (one.text, *one.accepted)}
        ways = [(*key.answer, *way) for way in key.alternatives or ((),)]
        # Whether nothing is right without an answer that the key names.
        self._asks_for_one = all(any(map(_wanted, way)) for way in ways)
        right = [phrase for one in filter(_wanted, key.clauses) for phrase in one.phrases]
        self._earning = _earning(right, key.half)
        self._letters = LETTERS[: len(question.options)].casefold()
        answers = question.options or [one.text for one in (*right, *key.wrong)]
        # Each answer by its bare words, the longest first; none where several may earn.
        longest_first = _longest_first(answers)
        joined = any(len(_named_alone(one.text, longest_first)) > 1 for one in key.half)
        alone = len(key.answer) == 1 and not key.alternatives and not joined
        self._answers = longest_first if alone else ()
        self._right = {bare(one.text) for one in right}
        self._half = {bare(text) for one in key.half for text in (one.text, *one.accepted)}

    def verdict(self, reply: str) -> Verdict | None:
        """The verdict on a reply, which several players may give; None where it must be read."""
        if reply not in self._known:
            self._known[reply] = self._verdict(reply)
        return self._known[reply]

    def _verdict(self, reply: str) -> Verdict | None:
        place = _taken(reply, self._options)
        words = bare(reply if place is None else self._options[place])
        verdict = self._decided.get(words)
        if verdict is not None or not self._asks_for_one:
            return verdict
        if place is not None:
            return None if words in self._named else _OTHER_CHOICE
        return _NOTHING if self._earns_nothing(reply) else None

    def _earns_nothing(self, reply: str) -> bool:
        """Whether a reply cannot earn a mark: it has no word of what earns one, and no letter; or
        it names several answers and nothing else, where one is asked for.
        """
        said = _words_of(reply)
        denies = self._earning & _NEGATIVE and said & _NEGATIVE
        if not denies and self._earning.isdisjoint(said) and said.isdisjoint(self._letters):
            return True
        named = _named_alone(reply, self._answers)
        return len(named) > 1 and not named <= self._right and named.isdisjoint(self._half)


def _wanted(clause: Clause) -> bool:
    return clause.quantity is not Quantity.NONE


def _longest_first(answers: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted({bare(answer) for answer in answers}, key=len, reverse=True))


def _earning(right: Sequence[Phrase], half: Sequence[Phrase]) -> frozenset[str]:
    """The words by which a reply can earn a mark: those of answers, without articles and `I`."""
    texts = {text for one in (*right, *half) for text in (one.text, *one.accepted)}
    return frozenset().union(*(one - _SAY_NOTHING or one for one in map(_words_of, texts)))


def _words_of(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def _named_alone(reply: str, answers: Sequence[str]) -> frozenset[str]:
    """Which of these `bare` answers a reply joins by `and` or commas; none where it says anything
    else.
    """
    left, named = reply.casefold(), set()
    for one in answers:
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
    return Fraction(sum(earned), one.worth)
