"""W651 and W652 are true: what they say of a player comes about when it takes the script.

The players take other draws than those that `check` has seen, through the engine's own walks, and
their replies are marked and scored as a participant's are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from dsl.diagnostic import Fault
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.faults.players import ShortcutPasses, ShortcutScores
from dsl.loading import load
from dsl.tree import QuestionKind
from renderers.prompt import Role
from runners.analysis.means import mean
from runners.analysis.verdicts import judge
from runners.check.players import RULES, SHORTCUTS
from runners.check.shortcuts import LOOK, SAME, shortcut_faults
from runners.check.taking import simulate
from runners.check.units import PlayedQuestion, candidates
from runners.check.validity import Marked, results, too_often
from runners.engine.transcripts import Transcript, answers_of
from runners.participants.base import Call
from runners.participants.sim import simulated
from runners.participants.sim.chance import Chance
from runners.participants.sim.keyed import oracle
from runners.participants.sim.player import Player
from tests.runners.check.corpus import PARADIGMS, SCRIPTS, WARNED, named

HALF = Fraction(1, 2)
FEW, MANY = 4, 96
"""Draws of each cell in each wording."""


@cache
def experiment_of(path: Path) -> Experiment | None:
    return load(path).experiment


@cache
def warnings_of(path: Path) -> tuple[Fault, ...]:
    experiment = experiment_of(path)
    return () if experiment is None else tuple(shortcut_faults(Expander(experiment, dealt=True)))


@pytest.fixture
def draws(thorough: bool) -> int:
    return MANY if thorough else FEW


def scripts(paths: Sequence[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=named)


OTHERS = [pytest.param(path, marks=pytest.mark.thorough, id=named(path)) for path in SCRIPTS]


def player_of(fault: ShortcutScores | ShortcutPasses) -> Player:
    """Who does what a warning says: a simulated participant, or one that follows the rule."""
    if fault.player.startswith("sim/"):
        return simulated(fault.player.removeprefix("sim/"))

    def behaviour(call: Call, chance: Chance) -> str:
        question = call.question
        if question is None or question.kind is not QuestionKind.TEST:
            return oracle(call, chance)
        if isinstance(fault, ShortcutScores) and fault.player == SAME:
            return fault.answer if question.name == fault.question else "I do not say."
        told = "\n\n".join(one.described for one in call.messages if one.role is not Role.ASSISTANT)
        story = told.casefold().rpartition(question.text.casefold())[0]
        unit = PlayedQuestion(
            0,
            call.key,
            question,
            story,
            story,
            call.messages,
            candidates(question),
            call.hints.reality,
            (),
        )
        return RULES[fault.player](unit) or "I do not say."

    return Player("sim/rule", behaviour, sees_key=True)


def taken(experiment: Experiment, player: Player, draws: int) -> list[Transcript]:
    """What a player says on draws that `check` did not see."""
    expander = Expander(experiment)
    return [
        simulate(expander.trial(cell, draw=2 * LOOK + draw), player)
        for cell in cells(experiment)
        for draw in range(1, draws + 1)
    ]


def in_condition(found: Sequence[Transcript], where: str) -> list[Transcript]:
    """The trials of which a warning speaks: ` in CONDITION and original wording`."""
    place = where.removeprefix(" in ")
    wording = "original" if place.endswith("original wording") else ""
    condition = place.removesuffix("original wording").removesuffix(" and ")
    return [
        one
        for one in found
        if one.trial.cell.condition == condition
        and (not wording or one.trial.cell.wording == wording)
    ]


def share_on(found: Sequence[Transcript], question: str) -> Fraction | None:
    """The share of the marks of one question."""
    marked = ((one, judge(one.trial, answers_of(one)).verdicts) for one in found)
    return mean(
        verdicts[place].mark or Fraction(0)
        for one, verdicts in marked
        for place, asked in places(one).items()
        if asked == question
    )


def places(one: Transcript) -> Mapping[tuple[int, str], str]:
    from dsl.trial import turns

    return {
        (index, turn.place): turn.question.name
        for index, session in enumerate(one.trial.sessions)
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.kind is QuestionKind.TEST
    }


def holds(path: Path, draws: int) -> None:
    experiment = experiment_of(path)
    assert experiment is not None
    for fault in warnings_of(path):
        if isinstance(fault, ShortcutScores):
            player = player_of(fault)
            found = in_condition(taken(experiment, player, 3 * draws), fault.where)
            assert found, fault.where
            if fault.player == SAME:
                share = share_on(found, fault.question)
            else:
                share = Marked(experiment).result(player, found).share
            assert share is not None
            assert share > HALF, (fault.message(), float(share))
        elif isinstance(fault, ShortcutPasses):
            player = player_of(fault)
            said = taken(experiment, player, draws)
            rows = Marked(experiment).result(player, said).contrasts
            told = [row for row in rows if row.contrast == fault.contrast and row.n]
            assert any(row.passed > row.n * (row.chance or 0) for row in told), fault.message()


@scripts([*PARADIGMS, *(path for path in WARNED if path.parent.name > "W650")])
def test_a_player_gets_what_a_warning_says(path: Path, draws: int) -> None:
    holds(path, draws)


@pytest.mark.parametrize("path", OTHERS)
def test_a_player_gets_what_a_warning_says_of_any_script(path: Path, draws: int) -> None:
    if experiment_of(path) is not None:
        holds(path, draws)


def silent(path: Path, draws: int) -> None:
    """Where nothing is said, no simulated participant gets more than half, nor passes a contrast
    more often than guessing, but by chance."""
    experiment = experiment_of(path)
    assert experiment is not None
    warned = [fault.where for fault in warnings_of(path) if isinstance(fault, ShortcutScores)]
    passed = {fault.contrast for fault in warnings_of(path) if isinstance(fault, ShortcutPasses)}
    for result in results(experiment, runs=draws, names=SHORTCUTS):
        for row in result.contrasts:
            assert row.contrast in passed or not too_often(row), (result.player, row)
        for condition in dict.fromkeys(row.condition for row in result.trials):
            if any(where.startswith(f" in {condition}") or not where for where in warned):
                continue
            shares = [
                float(row.sure_share)
                for row in result.trials
                if row.condition == condition and row.sure_share is not None
            ]
            mean = sum(shares) / len(shares)
            variance = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
            error = sqrt(variance / len(shares))
            assert mean <= 0.5 + 4 * error, (result.player, condition, mean)


@scripts(PARADIGMS)
def test_where_nothing_is_said_no_simulated_participant_wins(path: Path, draws: int) -> None:
    silent(path, draws)


@pytest.mark.parametrize("path", OTHERS)
def test_where_nothing_is_said_of_any_script_no_simulated_participant_wins(
    path: Path, draws: int
) -> None:
    if experiment_of(path) is not None:
        silent(path, draws)


def test_some_paradigms_are_warned_of_and_some_are_not() -> None:
    """Neither test above is passed by silence or by noise alone."""
    told = [bool(warnings_of(path)) for path in PARADIGMS]
    assert 3 <= sum(told) <= len(told) - 10
