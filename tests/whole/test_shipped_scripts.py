"""The shipped scripts reward understanding: known participants get what they deserve."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from dsl.expand import chosen_cells
from dsl.experiment import Experiment, Scorer
from dsl.faults.players import ShortcutPasses, ShortcutScores
from dsl.loading import load
from dsl.tree import QuestionKind
from dsl.trial import turns
from runners.check import inspect
from runners.check.players import SHORTCUTS
from runners.check.playing import PROOF, laid_out, summed
from runners.check.validity import Marked, PlayerResult, players_of, results, shortcomings
from runners.check.word_shortcuts import laid_out as word_shortcuts_laid_out
from runners.check.word_shortcuts import word_shortcuts
from runners.participants.sim import simulated
from tests.expanded import experiment_in
from tests.shell import EXPERIMENTS, ROOT, SCORED_ADDITIONS

SCRIPTS = [*sorted(EXPERIMENTS.glob("*.dev")), *SCORED_ADDITIONS]
THOROUGH_DRAWS = 100
"""Of each cell in each of two wordings, for those who do not understand what they read."""

PLAYED = 4
"""In every run one script in so many is played in all its draws, as its table is."""

SHARED_AMONG = 7
"""And by one in so many of the family, other ones for each script, and by the guesser."""

IN_ALL_DRAWS = pytest.mark.parametrize(
    "experiment",
    [
        pytest.param(path, marks=[pytest.mark.thorough] if at % PLAYED else [])
        for at, path in enumerate(SCRIPTS)
    ],
    indirect=True,
    ids=lambda path: path.stem,
)

DESERVING = ("oracle", "lure", "inattentive", "silent", "refuser", "rambling")
"""What these get in one draw they get in every other: in every run they play some."""

SOME_TRIALS = 4


@pytest.fixture(scope="module", params=SCRIPTS, ids=lambda path: path.stem)
def experiment(request: pytest.FixtureRequest) -> Experiment:
    return experiment_in(load(request.param))


@pytest.fixture(scope="module")
def marked(experiment: Experiment) -> Marked:
    """Reads the replies of all of them."""
    return Marked(experiment)


@pytest.fixture(scope="module")
def shown(experiment: Experiment, thorough: bool) -> list[str]:
    """Whose rows of the script's table are compared."""
    names = players_of(experiment)
    if thorough:
        return names
    place = [path.stem for path in SCRIPTS].index(Path(experiment.file).stem)
    if place % PLAYED:
        return []
    begin = place // PLAYED % SHARED_AMONG
    return [name for at, name in enumerate(names) if at % SHARED_AMONG == begin or name == "random"]


@pytest.fixture(scope="module")
def players(
    experiment: Experiment, marked: Marked, shown: list[str], thorough: bool
) -> Mapping[str, PlayerResult]:
    """What everybody got, those who are shown in as many draws as the script runs or more."""
    names, many = players_of(experiment), [*SHORTCUTS, "random"]
    if thorough:
        rest = [name for name in names if name not in many]
        found = by_name(results(experiment, runs=THOROUGH_DRAWS, names=many, marked=marked))
        return {**found, **by_name(results(experiment, names=rest, marked=marked))}
    rest = [name for name in DESERVING if name not in shown]
    some = min(experiment.design.runs, math.ceil(SOME_TRIALS / len(chosen_cells(experiment))))
    return {
        **by_name(results(experiment, names=shown, marked=marked)),
        **by_name(results(experiment, names=rest, marked=marked, runs=some)),
    }


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
def tables() -> Mapping[str, str]:
    """The tables of docs/battery.md by script."""
    text = (ROOT / "docs" / "battery.md").read_text(encoding="utf-8")
    shown = r"^```console\n\$ devrun check (\w+) --players\n(.*?)\n*^```$"
    return dict(re.findall(shown, text, re.M | re.S))


ROW = re.compile(r"^(sim/[a-z-]+|guessing, computed) {2,}(.*)$", re.MULTILINE)


def rows(text: str) -> Mapping[str, list[str]]:
    """The figures of each participant, of all parts of the table together."""
    found: dict[str, list[str]] = {}
    for name, figures in ROW.findall(text):
        found.setdefault(name, []).extend(figures.split())
    return found


@IN_ALL_DRAWS
def test_the_document_shows_what_the_family_gets(
    experiment: Experiment,
    marked: Marked,
    players: Mapping[str, PlayerResult],
    shown: list[str],
    tables: Mapping[str, str],
    thorough: bool,
) -> None:
    printed = tables[Path(experiment.file).stem]
    title, _, _ = printed.partition("\n")
    assert title == f"{experiment.title}: {experiment.design.runs} draws, 2 wordings"
    found = summed(experiment, [first_draws(experiment, marked, players[name]) for name in shown])
    text = laid_out(title, found)
    compared = rows(text)
    names = [f"sim/{name}" for name in players_of(experiment)]
    assert list(rows(printed)) == ["guessing, computed", *names]
    assert len(compared) == 1 + len(shown)
    assert compared == {name: row for name, row in rows(printed).items() if name in compared}
    if thorough:
        assert printed.startswith(f"{text}\n\n")
    else:
        assert f"\n{PROOF}\n" in printed


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.thorough] if at % SHARED_AMONG else [])
        for at, path in enumerate(SCRIPTS)
    ],
    ids=lambda path: path.stem,
)
def test_the_document_shows_what_words_alone_get(path: Path, tables: Mapping[str, str]) -> None:
    experiment = experiment_in(load(path))
    text = word_shortcuts_laid_out(word_shortcuts(experiment), draws=experiment.design.runs)
    assert tables[path.stem].endswith(f"\n\n{text}")


def test_an_oracle_is_right_in_every_wording_of_its_answers(
    players: Mapping[str, PlayerResult],
) -> None:
    for cell in players["oracle"].cells:
        assert (cell.lrs.mean, cell.needs_human) == (5, 0), cell


def test_a_lure_gets_the_score_of_somebody_who_is_always_wrong(
    players: Mapping[str, PlayerResult],
) -> None:
    for cell in players["lure"].cells:
        assert cell.lrs.mean is not None
        assert cell.lrs.mean <= 1, cell
        assert cell.needs_human == 0


def test_the_inattentive_fail_every_gate(players: Mapping[str, PlayerResult]) -> None:
    for cell in players["inattentive"].cells:
        assert cell.statuses == {"gate_failed": cell.trials}, cell
        assert cell.lrs.mean == 0


@pytest.mark.parametrize("name", ["silent", "refuser", "rambling"])
def test_who_does_not_answer_scores_nothing(players: Mapping[str, PlayerResult], name: str) -> None:
    for row in players[name].trials:
        assert row.lrs == 0 or row.status == "undecided", row


@IN_ALL_DRAWS
def test_no_shortcut_gets_more_than_half_or_passes_a_contrast_oftener_than_guessing(
    players: Mapping[str, PlayerResult], shown: list[str], thorough: bool
) -> None:
    """Control questions count as passed; replies that need a human count as nothing."""
    tried = [name for name in SHORTCUTS if thorough or name in shown]
    assert tried
    assert shortcomings([players[name] for name in tried]) == ()


def test_no_addition_is_warned_of_a_shortcut() -> None:
    """In every run `check` plays all of them; the battery has no warning (test_command_line.py)."""
    for path in SCORED_ADDITIONS:
        faults = inspect(path).faults
        assert not [one for one in faults if isinstance(one, ShortcutScores | ShortcutPasses)], path


@IN_ALL_DRAWS
def test_guessing_gets_what_was_computed(players: Mapping[str, PlayerResult]) -> None:
    """Random answers get the computed chance LRS, within Monte-Carlo error."""
    guessed = players["random"]
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
