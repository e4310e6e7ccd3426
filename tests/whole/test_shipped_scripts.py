"""The shipped scripts reward understanding: known participants get what they deserve."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from dsl.experiment import Experiment, Scorer
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import turns
from runners.check.players import SHORTCUTS
from runners.check.playing import laid_out, summed
from runners.check.validity import Marked, PlayerResult, players_of, results, shortcomings
from runners.check.word_shortcuts import laid_out as word_shortcuts_laid_out
from runners.check.word_shortcuts import word_shortcuts
from runners.participants.sim import simulated
from tests.shell import EXPERIMENTS, ROOT, SCORED_ADDITIONS

SCRIPTS = [*sorted(EXPERIMENTS.glob("*.dev")), *SCORED_ADDITIONS]
THOROUGH_DRAWS = 100
"""Of each cell in each of two wordings, for those who do not understand what they read; in every
run as many as the script runs, which its table in the documents needs."""


@pytest.fixture(scope="module", params=SCRIPTS, ids=lambda path: path.stem)
def experiment(request: pytest.FixtureRequest) -> Experiment:
    loaded = load(request.param)
    assert loaded.experiment is not None
    return loaded.experiment


@pytest.fixture(scope="module")
def marked(experiment: Experiment) -> Marked:
    """Reads the replies of all of them."""
    return Marked(experiment)


@pytest.fixture(scope="module")
def players(experiment: Experiment, marked: Marked, thorough: bool) -> Mapping[str, PlayerResult]:
    """What everybody got in as many draws as the script runs, or in more, which are expanded once
    for all of them.
    """
    names, many = players_of(experiment), [*SHORTCUTS, "random"]
    if not thorough:
        each = dict.fromkeys([*names, *many])
        return by_name(results(experiment, names=list(each), marked=marked))
    rest = [name for name in names if name not in many]
    found = by_name(results(experiment, runs=THOROUGH_DRAWS, names=many, marked=marked))
    return {**found, **by_name(results(experiment, names=rest, marked=marked))}


@pytest.fixture(scope="module")
def mindless(players: Mapping[str, PlayerResult]) -> Mapping[str, PlayerResult]:
    """What the shortcuts and a guesser got."""
    return {name: players[name] for name in (*SHORTCUTS, "random")}


@pytest.fixture(scope="module")
def family(
    experiment: Experiment, marked: Marked, players: Mapping[str, PlayerResult]
) -> tuple[PlayerResult, ...]:
    """What the whole family got in as many draws as the script runs."""
    return tuple(first_draws(experiment, marked, players[one]) for one in players_of(experiment))


def first_draws(experiment: Experiment, marked: Marked, result: PlayerResult) -> PlayerResult:
    """The result in as many draws as the script runs."""
    runs = experiment.design.runs
    told = tuple(one for one in result.told if one.trial.draw <= runs)
    assert len({one.trial.draw for one in told}) == runs
    if len(told) == len(result.told):
        return result
    return marked.result(simulated(result.player.removeprefix("sim/")), told)


def by_name(found: Iterable[PlayerResult]) -> Mapping[str, PlayerResult]:
    return {result.player.removeprefix("sim/"): result for result in found}


@pytest.fixture(scope="module")
def known(family: tuple[PlayerResult, ...]) -> Mapping[str, PlayerResult]:
    """What those got of whom it is clear what they deserve."""
    return by_name(family)


@pytest.fixture(scope="module")
def tables() -> Mapping[str, str]:
    """The tables of docs/battery.md by script."""
    text = (ROOT / "docs" / "battery.md").read_text(encoding="utf-8")
    shown = r"^```console\n\$ devrun check (\w+) --players\n(.*?)\n*^```$"
    return dict(re.findall(shown, text, re.M | re.S))


def test_the_document_shows_what_the_family_gets(
    experiment: Experiment, family: tuple[PlayerResult, ...], tables: Mapping[str, str]
) -> None:
    stem = Path(experiment.file).stem
    title, _, _ = tables[stem].partition("\n")
    assert title == f"{experiment.title}: {experiment.design.runs} draws, 2 wordings"
    words = word_shortcuts(experiment)
    shown = (
        laid_out(title, summed(experiment, family)),
        word_shortcuts_laid_out(words, draws=experiment.design.runs),
    )
    assert "\n\n".join(shown) == tables[stem]


def test_an_oracle_is_right_in_every_wording_of_its_answers(
    known: Mapping[str, PlayerResult],
) -> None:
    for cell in known["oracle"].cells:
        assert (cell.lrs.mean, cell.needs_human) == (5, 0), cell


def test_a_lure_gets_the_score_of_somebody_who_is_always_wrong(
    known: Mapping[str, PlayerResult],
) -> None:
    for cell in known["lure"].cells:
        assert cell.lrs.mean is not None
        assert cell.lrs.mean <= 1, cell
        assert cell.needs_human == 0


def test_the_inattentive_fail_every_gate(known: Mapping[str, PlayerResult]) -> None:
    for cell in known["inattentive"].cells:
        assert cell.statuses == {"gate_failed": cell.trials}, cell
        assert cell.lrs.mean == 0


@pytest.mark.parametrize("name", ["silent", "refuser", "rambling"])
def test_who_does_not_answer_scores_nothing(
    known: Mapping[str, PlayerResult], mindless: Mapping[str, PlayerResult], name: str
) -> None:
    for row in {**known, **mindless}[name].trials:
        assert row.lrs == 0 or row.status == "undecided", row


def test_no_shortcut_gets_more_than_half_or_passes_a_contrast_oftener_than_guessing(
    mindless: Mapping[str, PlayerResult],
) -> None:
    """Control questions count as passed; replies that need a human count as nothing."""
    assert shortcomings([mindless[name] for name in SHORTCUTS]) == ()


def test_guessing_gets_what_was_computed(mindless: Mapping[str, PlayerResult]) -> None:
    """Random answers get the computed chance LRS, within Monte-Carlo error."""
    guessed = mindless["random"]
    asked = [
        turn.question
        for session in guessed.told[0].trial.sessions
        for turn in turns(session.nodes)
        if turn.question is not None and turn.question.kind is QuestionKind.TEST
    ]
    # An open question is guessed among all things of the story, more than the key and its lures.
    exact = all(question.options for question in asked)
    for cell in guessed.cells:
        if all(question.key.scorer is Scorer.CODERS for question in asked):
            # A guesser names things, and deeds are asked for: people alone can sort that.
            assert 10 * cell.needs_human > 9 * cell.trials
            continue
        if cell.needs_human == cell.trials:
            assert not exact
            continue
        # An LRS from 1 to 5 has a standard deviation of 2 at most; 4 standard errors.
        assert cell.lrs.mean is not None
        assert cell.chance is not None
        error = 4 * 2 / math.sqrt(cell.draws)
        assert float(cell.lrs.mean - cell.chance) < error
        assert not exact or float(cell.chance - cell.lrs.mean) < error
