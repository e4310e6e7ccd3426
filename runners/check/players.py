"""Players without understanding, tried on a script while it is checked.

Each looks at what a participant reads and picks one of the candidate answers by a rule that needs
no idea of the story: the first one mentioned, the longest, always the same. Here they pick
candidates and are compared with the key directly. The simulated participants of the same names
answer in sentences and go through the matcher; that takes a hundred times as long, and `check` has
to feel instant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from dsl.experiment import Quantity
from dsl.kept import names_kept
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Clause, Fork, Key, Node, Question, ScriptedTurn, Session, Trial, Turn
from renderers.prompt import described_words

Choice = frozenset[str]
"""The candidates a player names, folded."""


def folded(text: str) -> str:
    """A candidate as it is compared: lower case, without a leading article or a full stop."""
    words = text.casefold().strip().rstrip(".").split()
    if len(words) > 1 and words[0] in {"a", "an", "the"}:
        words = words[1:]
    return " ".join(words)


@record
class Unit:
    """One scored question where it is asked: what was told so far, and the candidates.

    `reality` is what the control question called `reality` has as its key in the same session.
    """

    session: int
    question: Question
    told: str
    candidates: tuple[str, ...]
    reality: Choice


@record
class Played:
    """A trial and its scored questions, found once for all players."""

    trial: Trial
    units: tuple[Unit, ...]


def played(trial: Trial) -> Played:
    """A trial made ready for players."""
    return Played(trial, units(trial))


def units(trial: Trial) -> tuple[Unit, ...]:
    """Every scored question of a trial."""
    found: list[Unit] = []
    for number, session in enumerate(trial.sessions):
        reality = _reality(session)
        for told, turn in _told(session.nodes, ""):
            question = turn.question
            if question is not None and question.kind is QuestionKind.TEST:
                found.append(Unit(number, question, told, _candidates(question), reality))
    return tuple(found)


def _told(nodes: tuple[Node, ...], before: str) -> Iterator[tuple[str, Turn]]:
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                yield from _told(branch, before)
            continue
        before = f"{before} {described_words(node.says)}"
        if isinstance(node, ScriptedTurn):
            before = f"{before} {node.reply}"
        else:
            yield before.casefold(), node
            if node.question is not None:
                before = f"{before} {node.question.text}"


def _reality(session: Session) -> Choice:
    for _, turn in _told(session.nodes, ""):
        question = turn.question
        control = question is not None and question.kind is QuestionKind.CONTROL
        if question is not None and control and question.name.casefold() == "reality":
            return _keyed(question.key)
    return frozenset()


def _keyed(key: Key) -> Choice:
    return frozenset(
        folded(phrase.text)
        for clause in (*key.answer, *(clause for one in key.alternatives for clause in one))
        if clause.quantity is not Quantity.NONE
        for phrase in clause.phrases
    )


def _candidates(question: Question) -> tuple[str, ...]:
    if question.options:
        return tuple(map(folded, question.options))
    phrases = [*_keyed(question.key), *(folded(phrase.text) for phrase in question.key.wrong)]
    # Sorted, because the order key-then-lures would tell the key to "the first".
    return tuple(sorted(set(phrases)))


def is_right(choice: Choice, key: Key) -> bool:
    """Whether naming just these candidates answers the question rightly."""
    if not (key.answer or key.alternatives) or not choice or names_kept(key):
        # Nobody knows yet what a participant will have said before.
        return False
    if any(folded(phrase.text) in choice for phrase in key.wrong):
        return False
    ways = key.alternatives or ((),)
    return _holds(choice, key.answer) and any(_holds(choice, way) for way in ways)


def _holds(choice: Choice, clauses: tuple[Clause, ...]) -> bool:
    for clause in clauses:
        named = [any(folded(a) in choice for a in phrase.accepted) for phrase in clause.phrases]
        if clause.quantity is Quantity.ALL and not all(named):
            return False
        if clause.quantity is Quantity.ANY and not any(named):
            return False
        if clause.quantity is Quantity.NONE and any(named):
            return False
    return True


def _first_mentioned(unit: Unit) -> Choice:
    places = [(unit.told.find(c), c) for c in unit.candidates if c in unit.told]
    return frozenset({min(places)[1]}) if places else frozenset()


def _last_mentioned(unit: Unit) -> Choice:
    places = [(unit.told.rfind(c), c) for c in unit.candidates if c in unit.told]
    return frozenset({max(places)[1]}) if places else frozenset()


def _most_mentioned(unit: Unit) -> Choice:
    counts = [(unit.told.count(c), c) for c in unit.candidates if c in unit.told]
    return frozenset({max(counts)[1]}) if counts else frozenset()


def _longest(unit: Unit) -> Choice:
    return frozenset({max(unit.candidates, key=len)}) if unit.question.options else frozenset()


def _first_shown(unit: Unit) -> Choice:
    return frozenset(unit.candidates[:1]) if unit.question.options else frozenset()


def _last_shown(unit: Unit) -> Choice:
    return frozenset(unit.candidates[-1:]) if unit.question.options else frozenset()


def _saying(*words: str) -> Callable[[Unit], Choice]:
    said = frozenset(words)
    return lambda unit: said.intersection(unit.candidates)


def _both(unit: Unit) -> Choice:
    return frozenset(unit.candidates)


PLAYERS: dict[str, Callable[[Unit], Choice]] = {
    "the real place": lambda unit: unit.reality.intersection(unit.candidates),
    "first mentioned": _first_mentioned,
    "last mentioned": _last_mentioned,
    "most often mentioned": _most_mentioned,
    "longest choice": _longest,
    "first choice shown": _first_shown,
    "last choice shown": _last_shown,
    "always yes": _saying("yes"),
    "always no": _saying("no"),
    "always both": _both,
    "always cannot tell": _saying("cannot tell"),
    "always no preference": _saying("no preference"),
}


def share(player: Callable[[Unit], Choice], trials: Sequence[Played]) -> Fraction:
    """The weighted share of the units of these trials that a player gets right."""
    right = total = Fraction(0)
    for one in trials:
        for unit in one.units:
            worth = unit.question.worth * one.trial.sessions[unit.session].worth
            total += worth
            if is_right(player(unit), unit.question.key):
                right += worth
    return right / total if total else Fraction(0)


def same_answer_share(trials: Sequence[Played]) -> Fraction:
    """The share that somebody gets who gives to every question one and the same answer.

    `trials` are the draws of one cell, best in original wording, where a word keeps its place in
    the story from draw to draw. A question asked in several versions is judged draw by draw, so
    that "always the place where it was first" counts where places change roles; a question asked
    once is judged over the draws.
    """
    right = total = Fraction(0)
    single: dict[str, list[_Weighed]] = {}
    for one in trials:
        asked: dict[str, list[_Weighed]] = {}
        for unit in one.units:
            worth = unit.question.worth * one.trial.sessions[unit.session].worth
            total += worth
            asked.setdefault(unit.question.title, []).append((unit, worth))
        for title, weighed in asked.items():
            if len(weighed) == 1:
                single.setdefault(title, []).extend(weighed)
            else:
                right += _best(weighed)
    right += sum((_best(weighed) for weighed in single.values()), Fraction(0))
    return right / total if total else Fraction(0)


_Weighed = tuple[Unit, Fraction]


def _best(weighed: list[_Weighed]) -> Fraction:
    answers = sorted({candidate for unit, _ in weighed for candidate in unit.candidates})
    return max(
        (
            sum(
                (w for unit, w in weighed if is_right(frozenset({answer}), unit.question.key)),
                Fraction(0),
            )
            for answer in answers
        ),
        default=Fraction(0),
    )
