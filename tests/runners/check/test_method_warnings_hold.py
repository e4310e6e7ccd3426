"""Warnings of method are true: what they say can be counted in the trials that a script gives.

The checker looks at the script; these tests look at what is sent. What a warning says must be so in
some trial, and where something is so in a trial, the warning must be there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from coders.matcher import match
from dsl.diagnostic import Fault
from dsl.expand import cells
from dsl.experiment import Order
from dsl.faults import method
from dsl.faults.players import ExampleDisagrees
from dsl.loading import load
from dsl.reach import word_sets
from dsl.tree import FactorKind, QuestionKind
from dsl.trial import turns
from dsl.words import clashes, plural
from runners.check import inspect
from tests.dsl.test_checking_faults import KINDS
from tests.dsl.test_shared_words import read_by_question
from tests.runners.check.corpus import PARADIGMS, SCRIPTS, WARNED, named
from tests.runners.check.facts import (
    asked,
    expander_of,
    experiment_of,
    paths,
    replies_before,
    right_places,
    right_words,
    told,
    trials_of,
    units,
    words_of,
)
from tests.runners.check.test_check_faults import KINDS as PLAYED

NOT_IN_TRIALS = {
    "W601": "a name that nobody reads leaves no trace in what is sent",
    "W616": "whether two outcomes are worded alike is a matter of taste, and of no trial",
    "W617": "a word is known from what has been published",
    "W622": "a line that checks a key is sent to nobody",
    "W701": "words that no message carries are not in what is sent",
    "W731": "choices are shuffled, so that the order of a file is not in what is sent",
    "W732": "which items of a file are defective is known from the file and not from a draw",
    "W733": "which items of a file ask the same is known from the file and not from a draw",
    "W735": "people's ratings are sent to nobody",
    "W734": "how many runs all rotations take is known from the design and not from a draw",
}
PLAYERS = {"W651", "W652", "W671", "W672"}
"""Held in test_shortcuts_hold."""

Truth = Callable[[Path, Fault], bool]


def not_four_units(path: Path, fault: Fault) -> bool:
    return any(len(units(one)) != 4 or len(set(units(one))) > 1 for one in trials_of(path, 2))


def unequal_gates(path: Path, fault: Fault) -> bool:
    counts = {
        len(asked(session, QuestionKind.CONTROL))
        for trial in trials_of(path, 1)
        for session in trial.sessions
    }
    return len(counts) > 1


def unequal_turns(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.UnequalTurns)
    counts = [
        replies_before(session).get(fault.test)
        for trial in trials_of(path, 1)
        for session in trial.sessions
    ]
    return len({tuple(count) for count in counts if count is not None}) > 1


def control_gives_away(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.ControlGivesAway)
    return any(
        turn.question is not None
        and turn.question.name == fault.test
        and earlier.question is not None
        and earlier.question.name == fault.control
        and any(word in words_of(earlier) for word in right_words(turn.question))
        for trial in trials_of(path, 2)
        for session in trial.sessions
        for before, turn in paths(session.nodes)
        for earlier in before
    )


def answer_in_question(path: Path, fault: Fault) -> bool:
    return any(
        question is not None
        and not question.options
        and any(word in words_of(turn) for word in right_words(question))
        for trial in trials_of(path, 2)
        for session in trial.sessions
        for turn in turns(session.nodes)
        for question in (turn.question,)
    )


def never_moves(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.NeverMoves)
    return right_places(trials_of(path, 12))[fault.test] == {fault.number}


def cannot_tell_once(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.CannotTellOnce)
    offered = {
        fault.with_it: False,
        fault.without: False,
    }
    for trial in trials_of(path, 2):
        for session in trial.sessions:
            levels = [level for _, level in (*trial.cell.levels, *trial.balance, *session.levels)]
            for question in asked(session, QuestionKind.TEST):
                for level in levels:
                    at = f"{question.name}, {level}"
                    if at in offered and "I cannot tell" in question.options:
                        offered[at] = True
    return offered == {fault.with_it: True, fault.without: False}


def runs_not_divided(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.RunsNotDivided)
    expander = expander_of(path)
    cell = cells(expander.experiment)[0]
    counts: dict[str, int] = {}
    for draw in range(1, fault.runs + 1):
        level = dict(expander.trial(cell, draw=draw).balance)[fault.name]
        counts[level] = counts.get(level, 0) + 1
    return len(set(counts.values())) > 1 or len(counts) < fault.levels


def cells_alike(path: Path, fault: Fault) -> bool:
    return alike(path)


def questions_shared(path: Path, fault: Fault) -> bool:
    """Whether so many of the questions read the same in trials that differ in that level alone."""
    assert isinstance(fault, method.SharedQuestions)
    draws = 12
    trials = {(one.cell.levels, one.draw): one for one in trials_of(path, draws)}
    same = asked = 0
    for (levels, draw), trial in trials.items():
        if fault.first not in dict(levels).values():
            continue
        other = tuple(
            (name, fault.second if level == fault.first else level) for name, level in levels
        )
        first, second = read_by_question(trial), read_by_question(trials[other, draw])
        asked += len(first.keys() | second.keys())
        same += sum(first[name] == second[name] for name in first.keys() & second.keys())
    return abs(same / asked - float(fault.share.rstrip("%")) / 100) < 0.1


def nothing_depends(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.UnusedFactor)
    experiment = experiment_of(path)
    assert experiment is not None
    (factor,) = (one for one in experiment.factors if one.name == fault.name)
    if factor.kind is FactorKind.COUNTERBALANCE:
        return len({repr([told(s.nodes) for s in t.sessions]) for t in trials_of(path, 8)}) == 1
    return alike(path)


def example_disagrees(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, ExampleDisagrees)
    return any(
        match(words, question).word.value == fault.verdict
        for trial in trials_of(path, 1)
        for session in trial.sessions
        for turn in turns(session.nodes)
        for question in (turn.question,)
        if question is not None and question.title == fault.question
        for mark, words in question.key.examples
        if mark == fault.mark
    )


def alike(path: Path) -> bool:
    """Whether two cells, or two versions in one cell, send the same."""
    trials = trials_of(path, 1)
    versions = [told(session.nodes) for session in trials[0].sessions]
    whole = [repr([told(session.nodes) for session in trial.sessions]) for trial in trials]
    return len(set(versions)) < len(versions) or len(set(whole)) < len(whole)


def letter_clashes(path: Path, fault: Fault) -> bool:
    """Whether a letter labels one choice and is a word of another in some draw."""
    return any(
        turn.question is not None and clashes(turn.question.options)
        for trial in trials_of(path, 12)
        for session in trial.sessions
        for turn in turns(session.nodes)
    )


def sent(path: Path) -> str:
    """All that is sent in some draws in permuted wording."""
    expander = expander_of(path)
    trials = (
        expander.trial(cell, draw=draw)
        for cell in cells(expander.experiment, wordings=("permuted",))
        for draw in range(1, 13)
    )
    return repr([told(session.nodes) for trial in trials for session in trial.sessions])


def swaps_kinds(path: Path, fault: Fault) -> bool:
    """Whether, in some draw, the word of the one stands where the other does."""
    assert isinstance(fault, method.SwapAcrossKinds)
    slots = {slot.name: slot for slot in experiment_of(path).slots}
    of_second = {word.text for word in (slots[fault.second].original, *slots[fault.second].values)}
    return any(dict(trial.words)[fault.first] in of_second for trial in trials_of(path, 12))


def sets_repeated(path: Path, fault: Fault) -> bool:
    """Whether so many runs hold no more sets of words than the warning says."""
    assert isinstance(fault, method.RunsExceedWordSets)
    expander = expander_of(path)
    (cell, *_) = cells(expander.experiment, wordings=("permuted",))
    sets = word_sets(expander, cell, range(1, fault.runs + 1))
    return len(sets) <= int(fault.sets.split()[0]) < fault.runs


def article_stays(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.ArticleOutsideBraces)
    return f"{fault.article} {fault.value}" in sent(path)


def name_in_plural(path: Path, fault: Fault) -> bool:
    assert isinstance(fault, method.PluralOfName)
    (slot,) = (one for one in experiment_of(path).slots if one.name == fault.slot)
    text = sent(path)
    return any(plural(word) in text for word in (slot.original, *slot.values))


def key_never_named(path: Path, fault: Fault) -> bool:
    """Whether a word that is drawn is the answer to an open question, and was never said."""
    assert isinstance(fault, method.KeyNeverNamed)
    expander = expander_of(path)
    return any(
        word in right_words(turn.question)
        and not any(word in words_of(one) for one in (*before, turn))
        for cell in cells(expander.experiment, wordings=("permuted",))
        for draw in range(1, 5)
        for trial in (expander.trial(cell, draw=draw),)
        for word in (dict(trial.words)[fault.name].casefold(),)
        for session in trial.sessions
        for before, turn in paths(session.nodes)
        if turn.question is not None and not turn.question.options
    )


def even_in_one_order(path: Path, fault: Fault) -> bool:
    """Which of the two even answers is before the other never changes."""
    assert isinstance(fault, method.EvenInOneOrder)
    first = {
        [one for one in question.options if one in question.even_answers].index(
            question.even_answers[0]
        )
        for trial in trials_of(path, 12)
        for _, _, question in trial.asked(QuestionKind.EVEN)
        if question.name == fault.test
    }
    return len(first) == 1


def drawn_alike(path: Path, fault: Fault) -> bool:
    """Two choices of a question are one in some draw of permuted words."""
    expander = expander_of(path)
    return any(
        len(set(question.options)) < len(question.options)
        for cell in cells(expander.experiment, wordings=("permuted",))
        for draw in range(1, 31)
        for session in expander.trial(cell, draw=draw).sessions
        for question in asked(session, QuestionKind.TEST)
    )


TRUE: Mapping[str, Truth] = {
    "W602": nothing_depends,
    "W611": not_four_units,
    "W612": unequal_gates,
    "W613": unequal_turns,
    "W614": control_gives_away,
    "W615": answer_in_question,
    "W618": never_moves,
    "W619": cannot_tell_once,
    "W620": runs_not_divided,
    "W621": cells_alike,
    "W624": letter_clashes,
    "W626": swaps_kinds,
    "W628": article_stays,
    "W630": name_in_plural,
    "W632": key_never_named,
    "W634": questions_shared,
    "W636": sets_repeated,
    "W638": even_in_one_order,
    "W640": drawn_alike,
    "W661": example_disagrees,
}


def sound(path: Path) -> bool:
    return experiment_of(path) is not None


EVERY = [
    pytest.param(
        path, id=named(path), marks=[pytest.mark.thorough] if path in SCRIPTS else []
    )
    for path in (*PARADIGMS, *WARNED, *SCRIPTS)
]  # fmt: skip


def faults_of(path: Path) -> tuple[Fault, ...]:
    """The faults of a script; of examples for coders only where there are some."""
    examples = path in SCRIPTS or path.parent.name == "W661"
    return (inspect if examples else load)(path).faults


def test_every_warning_of_method_is_held_or_cannot_be() -> None:
    codes = {kind.code for kind in (*KINDS, *PLAYED) if kind.code.startswith("W")}
    assert codes == {*TRUE, *NOT_IN_TRIALS, *PLAYERS}


@pytest.mark.parametrize("path", EVERY)
def test_what_a_warning_says_is_so_in_what_is_sent(path: Path) -> None:
    for fault in faults_of(path) if sound(path) else ():
        if fault.code in TRUE:
            assert TRUE[fault.code](path, fault), fault.message()


@pytest.mark.parametrize("path", EVERY)
def test_what_is_so_in_what_is_sent_is_said(path: Path) -> None:
    experiment = experiment_of(path)
    if experiment is None:
        return
    said = {fault.code for fault in load(path).faults}
    some = Fault(span=None)  # type: ignore[arg-type]
    if experiment.design.scoring == "lrs":
        assert ("W611" in said) == not_four_units(path, some)
    assert ("W612" in said) == unequal_gates(path, some)
    before: dict[str, set[tuple[int, ...]]] = {}
    for trial in trials_of(path, 1):
        for session in trial.sessions:
            for name, counts in replies_before(session).items():
                before.setdefault(name, set()).add(tuple(counts))
    assert ("W613" in said) == any(len(counts) > 1 for counts in before.values())
    assert bool(said & {"W602", "W621"}) >= alike(path)
    assert ("W640" in said) >= drawn_alike(path, some)
    fixed = {
        question.name
        for trial in trials_of(path, 1)
        for session in trial.sessions
        for question in asked(session, QuestionKind.TEST)
        if question.options and question.order is Order.FIXED
    }
    places = right_places(trials_of(path, 12)) if fixed else {}
    assert ("W618" in said) == any(len(places.get(name, ())) == 1 for name in fixed)
