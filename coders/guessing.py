"""What a participant who only guesses would score: the chance LRS, exactly.

Each scored question is a die that falls right with `right` in `candidates`, and half right with as
many of them as `half` names; the distribution of the weighted marks is their convolution, in
fractions, and the LRS rule is applied to every point of it. Four two-way questions give 3.0, not
2.5: an LRS has no chance level of its own, which is why it is computed for every cell. Simulation
would give the same to two decimals and cost a seed.

Other half marks are left out: a guesser takes one answer, all of it, and does not hedge. Where the
number of candidates is unknown there is no figure at all, rather than a convenient one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

from coders.marks import HALF, RIGHT, WRONG
from dsl.experiment import IfFailed
from dsl.guessing import halves, probability
from dsl.kept_replies import names_kept
from dsl.record import record
from dsl.scoring import MarkedQuestion, linear, rule
from dsl.tree import QuestionKind
from dsl.trial import Place, Question, Session, Trial, turns

Distribution = dict[tuple[Fraction, Fraction], Fraction]
"""(marks earned, marks that count) -> probability."""

_NOTHING: Distribution = {(Fraction(0), Fraction(0)): Fraction(1)}


@record
class Guessing:
    """The expected score of a guesser: mean LRS, mean of the linear score, mean share of marks."""

    lrs: Fraction
    linear: Fraction
    share: Fraction


def chance(trial: Trial, *, gates_guessed: bool = False) -> Guessing | None:
    """What guessing gives in `trial`; None if some question's candidates are unknown.

    Without `gates_guessed` every control is taken as passed. With it, controls are guessed too and
    treated as the script says: a trial that a gate excludes leaves the mean.
    """
    told = _whole(trial, gates_guessed)
    if told is None:
        return None
    total, passed = told
    counted = [(mark, p) for mark, p in total.items() if mark[1]]
    weight = sum((p for _, p in counted), Fraction(0))
    if not weight:
        return None
    shares = [(earned / out_of, p / weight) for (earned, out_of), p in counted]
    lrs = sum((rule(share) * p for share, p in shares), Fraction(0))
    straight = sum((linear(share) * p for share, p in shares), Fraction(0))
    share = sum((share * p for share, p in shares), Fraction(0))
    return Guessing(passed * lrs, passed * straight, share)


def questions(trial: Trial, kind: QuestionKind = QuestionKind.TEST) -> dict[Place, MarkedQuestion]:
    """The test questions of a trial by place, or those of another kind, without marks, in order."""
    return {
        place: MarkedQuestion(None, odds(question), question.worth * session.worth)
        for place, session, question in trial.asked(kind)
    }


def scored_by_kinds(trial: Trial) -> dict[Place, MarkedQuestion]:
    """The questions of which kinds of score other than the LRS are made: the items of a bank, where
    a trial asks any, else its test questions.
    """
    return questions(trial, QuestionKind.ITEM) or questions(trial)


def shares(trial: Trial) -> dict[Fraction, Fraction] | None:
    """How likely each share of marks is for a guesser in `trial`, controls ignored; None if some
    question's candidates are unknown, or nothing is scored. The probabilities add up to 1.
    """
    told = _whole(trial, False)
    if told is None:
        return None
    total, _ = told
    found: dict[Fraction, Fraction] = {}
    for (earned, out_of), p in total.items():
        if not out_of:
            return None
        found[earned / out_of] = found.get(earned / out_of, Fraction(0)) + p
    return found


def own_chance(trial: Trial) -> Fraction | None:
    """The share of marks that a guesser expects in the paper's own questions; None if there are
    none, or the candidates of one are unknown.
    """
    earned = total = Fraction(0)
    named = [one.names_own for one in trial.sessions]
    for (at, _), session, question in trial.asked(QuestionKind.TEST):
        if session.is_own(question, named=named[at]):
            mark = expected(question)
            if mark is None:
                return None
            earned += mark * question.worth * session.worth
            total += question.worth * session.worth
    return earned / total if total else None


def odds(question: Question) -> tuple[tuple[Fraction, Fraction], ...] | None:
    """(mark, how often a guess earns it) pairs, the best first, without those that never are.

    None where the candidates are unknown, and where what is half right may be what was kept of an
    earlier reply, and then is right.
    """
    many = halves(question)
    key = question.key
    if not key.candidates or (names_kept(key) and (many or key.half_kept)):
        return None
    return _odds(key.right, many, key.candidates)


@lru_cache(maxsize=1024)
def _odds(right: int, half: int, candidates: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """The same from how many answers are right, and half right. Many questions have the same."""
    told = ((RIGHT, right), (HALF, half), (WRONG, candidates - right - half))
    return tuple((mark, Fraction(many, candidates)) for mark, many in told if many)


def expected(question: Question) -> Fraction | None:
    """The mean mark of a guesser; None where the odds are unknown."""
    told = odds(question)
    return None if told is None else sum((mark * p for mark, p in told), Fraction(0))


def _whole(trial: Trial, gates_guessed: bool) -> tuple[Distribution, Fraction] | None:
    """The marks of a trial, and how often it survives its gates with a score above 0; None if some
    question's candidates are unknown.
    """
    total: Distribution = dict(_NOTHING)
    survives = Fraction(1)
    for session in trial.sessions:
        told = _session(session, gates_guessed)
        if told is None:
            return None
        total = _convolve(total, told[0])
        survives *= told[1]
    return total, survives


def _session(session: Session, gates_guessed: bool) -> tuple[Distribution, Fraction] | None:
    """The marks of one session, and how often its trial survives its gates with a score above 0."""
    asked = [t.question for t in turns(session.nodes) if t.question is not None]
    tests = [q for q in asked if q.kind is QuestionKind.TEST]
    gates = [
        q
        for q in asked
        if gates_guessed
        and q.kind is QuestionKind.CONTROL
        and q.if_failed is not IfFailed.COUNT_ANYWAY
    ]
    passed = _gates(gates)
    if passed is None or any(odds(q) is None for q in tests):
        return None
    survives = Fraction(1)
    inner = []
    for gate, p in passed:
        if not session.own_story or gate.guards:
            inner.append((gate, p))
        elif gate.if_failed is not IfFailed.EXCLUDE:
            survives *= p
    distribution: Distribution = {}
    # Gates of a twin, and gates narrowed to some tests, take marks away together: one by one.
    for results in product((True, False), repeat=len(inner)):
        p = Fraction(1)
        for (_, q), ok in zip(inner, results, strict=True):
            p *= q if ok else 1 - q
        if not p:
            continue
        failed = [gate for (gate, _), ok in zip(inner, results, strict=True) if not ok]
        marks: Distribution = dict(_NOTHING)
        for test in tests:
            marks = _convolve(marks, _unit(test, session.worth, failed))
        for mark, q in marks.items():
            distribution[mark] = distribution.get(mark, Fraction(0)) + p * q
    return distribution, survives


def _gates(controls: list[Question]) -> list[tuple[Question, Fraction]] | None:
    """Each gate of a session, with how often a guesser passes it; None where that is unknown. Rows
    of one gate are one.
    """
    rows: dict[str, list[Question]] = {}
    for at, one in enumerate(controls):
        rows.setdefault(one.title if one.pass_with else f"{at}: {one.title}", []).append(one)
    found: list[tuple[Question, Fraction]] = []
    for some in rows.values():
        chances = [probability(one) for one in some]
        known = [p for p in chances if p is not None]
        if len(known) < len(chances):
            return None
        right = [Fraction(1)]
        for p in known:
            right = [
                (right[at] if at < len(right) else 0) * (1 - p) + (right[at - 1] * p if at else 0)
                for at in range(len(right) + 1)
            ]
        least = some[0].pass_with[0] if some[0].pass_with else 1
        found.append((some[0], sum(right[least:], Fraction(0))))
    return found


def _unit(test: Question, worth: Fraction, failed: list[Question]) -> Distribution:
    weight = test.worth * worth
    hits = [gate for gate in failed if not gate.guards or test.name in gate.guards]
    if any(gate.if_failed is IfFailed.EXCLUDE for gate in hits):
        return dict(_NOTHING)
    if hits:
        return {(Fraction(0), weight): Fraction(1)}
    return {(weight * mark, weight): p for mark, p in odds(test) or ()}


def _convolve(first: Distribution, second: Distribution) -> Distribution:
    both: Distribution = {}
    for (earned, total), p in first.items():
        for (more, out_of), q in second.items():
            mark = (earned + more, total + out_of)
            both[mark] = both.get(mark, Fraction(0)) + p * q
    return both
