"""Questions on which later words depend, as factors whose levels are their outcomes.

A question becomes a factor only where a line names it (`when snack was the carrot`, `by snack`): so
every proof about levels (each arm is needed, no combination is left out) covers replies, too. What
is said right after a reply, by its own `then`, needs no factor.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import prod

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.naming import QUOTES, closest
from dsl.checking.nodes import nodes
from dsl.checking.space import LIMIT
from dsl.diagnostic import Fault, Span
from dsl.experiment import Factor, Level, Outcome
from dsl.patterns import lazy_pattern
from dsl.tree import AND, OR, FactorKind, QuestionKind
from dsl.words import folded

MOST_PATHS = 256
"""So many combinations of outcomes that later lines name can be checked."""

_WAS = lazy_pattern(r"(?i)\s+(?:was|were)\s+(?:not\s+)?")
_NOT = lazy_pattern(r"(?i)not\s+")
_IS = lazy_pattern(
    r"(?i)^(?:['’]s\b)?\s*(?:reply|answer|response)?\s*"
    r"(?:(?:is|are|be|been|has been|gets|got|[wase]{2,4})\b|[=:]+)?\s*"
)
"""What stands between a question and its outcome where it is not `was`."""
VERDICTS = {
    "correct": "right", "true": "right", "incorrect": "wrong", "false": "wrong",
    "finished": "done", "end": "done", "stop": "done", "ended": "done", "tries": "tried",
}  # fmt: skip
"""Other words for outcomes, and the outcomes."""


def fields_of(question: tree.QuestionNode) -> Iterator[tree.QuestionItem]:
    """The fields of a question, those under `when` in place."""
    waiting: list[tree.QuestionItem] = list(reversed(question.items))
    while waiting:
        item = waiting.pop()
        if isinstance(item, tree.QuestionWhen):
            waiting.extend(reversed((*item.items, *(item.otherwise or ()))))
        else:
            yield item


def choice_names(words: tree.Prose) -> tuple[str, ...]:
    """The names of choices as outcomes: their words in the script, without braces."""
    return tuple(
        " ".join(line.written().replace("{", "").replace("}", "").split()) for line in words.lines
    )


def outcomes_of(question: tree.QuestionNode) -> tuple[str, ...]:
    """The outcomes of a question that lines may name; none where only people can say what a reply
    is, and of an exploration, which has many replies.
    """
    if question.kind is QuestionKind.EXPLORING:
        return ()
    fields = list(fields_of(question))
    scorers = {item.scorer for item in fields if isinstance(item, tree.ScoredBy)}
    if "coders" in scorers:
        return ()
    found: dict[str, str] = {}
    if is_keyed(question):
        found = {one.value: one.value for one in (Outcome.RIGHT, Outcome.WRONG)}
    else:
        for words in choice_lists(question):
            for name in choice_names(words):
                found.setdefault(folded(name), name)
        if not found and any(isinstance(item, tree.Rate) for item in fields):
            found = {Outcome.RATED.value: Outcome.RATED.value}
        if not found:
            return ()
    named = {
        folded(part.text)
        for item in fields
        if isinstance(item, tree.Then)
        for arm in item.arms
        for part in arm.label.split(OR)
    }
    own = (one.value for one in (Outcome.HALF, Outcome.REFUSAL) if one in named)
    found.update({one: one for one in own})
    if "likelihood" not in scorers:
        found[Outcome.UNCLEAR.value] = Outcome.UNCLEAR.value
    return tuple(found.values())


def is_keyed(question: tree.QuestionNode) -> bool:
    """Whether some reply to a question is right."""
    return any(
        isinstance(item, tree.MachineAnswer)
        or (isinstance(item, tree.Answer) and item.quantity != "equally often")
        for item in fields_of(question)
    )


def choice_lists(question: tree.QuestionNode) -> Iterator[tree.Prose]:
    """Every list of choices of a question."""
    for item in fields_of(question):
        if isinstance(item, tree.Choices) and isinstance(item.words, tree.Prose):
            yield item.words
        elif isinstance(item, tree.Choices) and isinstance(item.words, tree.By):
            yield from (arm.words for arm in item.words.arms)


def written_in(items: object) -> tuple[object, ...]:
    """All that is written in some statements but their words and names."""
    return tuple(nodes(items, without=(tree.Prose, tree.Name)))


def questions_of(written: Iterable[object]) -> dict[str, list[tree.QuestionNode]]:
    """Every question that is `written_in` a script by the key of its name."""
    found: dict[str, list[tree.QuestionNode]] = {}
    for node in written:
        if isinstance(node, tree.QuestionNode):
            found.setdefault(folded(node.name.text), []).append(node)
    return found


def question_in(
    part: tree.Name, levels: Container[str]
) -> tuple[tree.Name, tree.Name, bool] | None:
    """`[not] QUESTION was OUTCOME`: the question, the outcomes, and whether these are barred; None
    for levels of a factor, also where `was` belongs to the name of one: `had looked or was told`.

    `levels` are the keys of declared levels.
    """
    words = part.text.casefold()
    if "was" not in words and "were" not in words:
        return None  # most labels; no pattern need be compiled for them
    found = _WAS.search(part.text)
    if found is None or _level_with_was(part, levels) is not None:
        return None
    barred = _NOT.match(part.text)
    start = barred.end() if barred is not None else 0
    negated = (barred is not None) != ("not" in found[0].casefold().split())
    return part.part(start, found.start()), part.part(found.end(), len(part.text)), negated


def _level_with_was(part: tree.Name, levels: Container[str]) -> tree.Name | None:
    """The level in whose name the first `was` of a part stands, if it is one."""
    words = (word for word in part.split(OR) if {"was", "were"} & set(folded(word.text).split()))
    first = next(words, None)
    return first if first is not None and folded(first.text) in levels else None


def quoted(part: tree.Name) -> str:
    """The words of `'QUESTION was OUTCOME'` without the marks around them, which come along with
    pasted text; empty without such marks.
    """
    inside = part.text.strip(QUOTES)
    both = part.text[0] in QUOTES and part.text[-1] in QUOTES
    return inside if both and _WAS.search(inside) else ""


def _without_was(
    part: tree.Name, questions: Mapping[str, Sequence[tree.QuestionNode]]
) -> faults.following.OutcomeWithoutWas | None:
    """The fault of `QUESTION is OUTCOME` and its like; None where it is something else."""
    barred = _NOT.match(part.text)
    words = part.text[barred.end() if barred else 0 :]
    fitting = [key for key in questions if re.match(rf"{re.escape(key)}\W", folded(words))]
    for key in sorted(fitting, key=len, reverse=True):
        name = questions[key][0].name.text
        joint, outcome = _IS.split(" ".join(words.split())[len(name) :], maxsplit=1)[-1], ""
        known = {folded(one): one for asked in questions[key] for one in outcomes_of(asked)}
        known |= {word: known[one] for word, one in VERDICTS.items() if one in known}
        negated = "not " * joint.casefold().startswith("not ")
        joint = joint[len(negated) :]
        for one in sorted(known, key=len, reverse=True):
            if re.match(rf"{re.escape(one)}(?!\w)", folded(joint)):
                outcome = f"{negated}{known[one]}{joint[len(one) :]}"
                break
        if outcome:
            mended = f"{'not ' if barred else ''}{name} was {outcome}"
            return faults.following.OutcomeWithoutWas(
                span=part.span, words=part.text, question=name, mended=mended
            )
    return None


def references(
    written: Iterable[object], factors: Iterable[Factor]
) -> Iterator[tuple[tree.Name, bool]]:
    """The names of questions on whose outcomes may depend what is `written_in` a statement, and
    whether each is surely meant as one: in `by` the names of factors are among them.

    `factors` are those declared, whose levels are no outcomes.
    """
    levels = _level_keys(factors)
    for one in written:
        if isinstance(one, (tree.When, tree.QuestionWhen)):
            for part in _parts(one.label, levels):
                if not quoted(part) and (named := question_in(part, levels)) is not None:
                    yield named[0], True
        elif isinstance(one, tree.By):
            yield from ((name, False) for name in one.factors)


def _level_keys(factors: Iterable[Factor]) -> frozenset[str]:
    return frozenset(folded(level.name) for factor in factors for level in factor.levels)


def _parts(label: tree.Name, levels: Container[str]) -> Iterable[tree.Name]:
    """What `and` joins in a label that is no level as a whole."""
    return (label,) if folded(label.text) in levels else label.split(AND)


def meant_outcome(text: str, known: Sequence[str]) -> str | None:
    """The outcome that words which are none were meant to be: `right` for `correct`."""
    verdict = VERDICTS.get(folded(text))
    return verdict if verdict in known else closest(text, known)


def no_outcome(question: tree.QuestionNode, span: Span) -> faults.following.NoOutcome:
    """That nothing can depend on the replies to a question."""
    by_coders = any(
        isinstance(item, tree.ScoredBy) and item.scorer == "coders" for item in fields_of(question)
    )
    return faults.following.NoOutcome(span=span, name=question.name.text, by_coders=by_coders)


def _report_unclear_labels(
    written: Iterable[object],
    levels: Container[str],
    questions: Mapping[str, Sequence[tree.QuestionNode]],
    found: Findings,
) -> None:
    """Reports labels that name an outcome without `was`, or a level and an outcome at once."""
    for one in written:
        if not isinstance(one, (tree.When, tree.QuestionWhen)):
            continue
        for part in _parts(one.label, levels):
            if question_in(part, levels) is not None:
                continue
            level = _level_with_was(part, levels)
            fault: Fault | None = None
            if level is not None:
                fault = _also_outcome(level, questions)
            elif folded(part.text) not in levels:
                fault = _without_was(part, questions)
            if fault is not None:
                found.add(fault)


def _also_outcome(
    level: tree.Name, questions: Mapping[str, Sequence[tree.QuestionNode]]
) -> faults.following.LevelAndOutcome | None:
    """The fault of a level whose name also says what the reply to a question was."""
    named = question_in(level, ())
    asked = questions.get(folded(named[0].text), ()) if named is not None else ()
    outcomes = {folded(one) for question in asked for one in outcomes_of(question)}
    if named is None or folded(named[1].text) not in outcomes:
        return None
    question = asked[0].name.text
    return faults.following.LevelAndOutcome(span=level.span, words=level.text, question=question)


def outcome_factors(
    written: Sequence[object],
    questions: Mapping[str, Sequence[tree.QuestionNode]],
    factors: Sequence[Factor],
    found: Findings,
    *,
    quoted: Iterable[tree.QuestionNode] = (),
) -> tuple[Factor, ...]:
    """A factor for each question that some line names, in the order named, and for those whose
    choice is said back. `written` is all that is `written_in` the script, `questions` are its own.
    """
    declared = {folded(factor.name) for factor in factors}
    _report_unclear_labels(written, _level_keys(factors), questions, found)
    made: dict[str, Factor] = {}
    named = (*references(written, factors), *((one.name, True) for one in quoted))
    for name, sure in named:
        key = folded(name.text)
        if key in made or (key in declared and not sure):
            continue
        if key not in questions:
            if sure:
                known = [asked[0].name.text for asked in questions.values()]
                found.unknown(faults.names.UnknownQuestion, name, known, kind="question")
            continue
        levels: dict[str, str] = {}
        for question in questions[key]:
            levels.update({folded(one): one for one in outcomes_of(question)})
        if not levels:
            found.add(no_outcome(questions[key][0], name.span))
            continue
        first = questions[key][0]
        made[key] = Factor(FactorKind.OUTCOMES, first.name.text, tuple(map(Level, levels.values())))
    paths = prod(len(one.levels) for one in made.values())
    if paths > MOST_PATHS or paths * prod(len(one.levels) for one in factors) > LIMIT:
        found.add(
            faults.following.TooManyPaths(
                span=questions[next(reversed(made))][0].name.span,
                count=paths,
                most=MOST_PATHS,
                named=", ".join(f"`{one.name}`" for one in made.values()),
            )
        )
        return ()
    return tuple(made.values())
