"""What coded trials are held against is what telling each of them again would have given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import load
from dsl.record import replace
from dsl.trial import Trial, turns
from runners.analysis.held_trials import HeldTrial, held_trials, order_matters
from runners.analysis.skeletons import skeleton
from runners.participants.base import Finish
from runners.store.records import KeptTranscript
from runners.store.store import Store
from runners.store.writes import add_transcripts
from runners.studies.answers import GivenAnswer, answers_of
from runners.studies.study import FinishedTrial, OpenStudy, opened_study
from tests.here import here
from tests.runners.analysis.coded_studies import ANY_ORDER, SHELF, UNLIKE_GATES, ran
from tests.shell import ROOT

SHIPPED = sorted(ROOT.glob("experiments/*.dev"))
TESTED = sorted(path for path in ROOT.glob("tests/**/*.dev") if "wrong" not in path.name)


def experiments(scripts: Sequence[Path]) -> Iterator[tuple[str, Experiment]]:
    for path in scripts:
        loaded = load(path)
        if loaded.experiment is not None:
            yield str(path.relative_to(ROOT)), loaded.experiment


def unordered(trial: Trial) -> list[tuple[object, ...]]:
    """A skeleton with the questions of each session by place."""
    return [
        (own, worth, sorted(asked, key=lambda one: str(one[0])))  # type: ignore[call-overload]
        for own, worth, asked in skeleton(trial)  # type: ignore[misc]
    ]


def test_draws_of_one_cell_and_one_balance_have_one_skeleton(thorough: bool) -> None:
    """In every script that is shipped, and in those that tests have (every third, if this is no
    thorough run), whatever the order of its questions; those where order matters are apart.
    """
    compared = 0
    for name, experiment in experiments([*SHIPPED, *(TESTED if thorough else TESTED[::3])]):
        if order_matters(experiment):
            continue
        expander = Expander(experiment)
        for cell in cells(experiment):
            met: dict[object, object] = {}
            for draw in range(1, 13):
                trial = expander.trial(cell, draw=draw)
                balance = expander.assignment.levels.at(draw - 1)
                bones = unordered(trial)
                assert met.setdefault(balance, bones) == bones, (name, draw)
                compared += 1
    assert compared > 500


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Runs with two samples and silent participants: questions apart, and in any order."""
    found = {}
    texts = {"apart": SHELF, "any order": ANY_ORDER, "unlike gates": UNLIKE_GATES}
    for name, text in texts.items():
        shell = here(tmp_path_factory.mktemp(name))
        options = ("-m", "sim/child", "-m", "sim/silent", "--samples", "2", "--runs", "4")
        found[name] = ran(shell, *options, text=text)
    return found


def plain(answers: dict[tuple[int, str], GivenAnswer]) -> dict[tuple[int, str], GivenAnswer]:
    """Answers as far as marks hang on them: a reply that ended by itself is like any other."""
    return {
        place: GivenAnswer("", Finish.STOP) if answer.finish is Finish.STOP else answer
        for place, answer in answers.items()
    }


def questions(told: FinishedTrial | HeldTrial) -> list[tuple[object, ...]]:
    trial = told.trial if isinstance(told, HeldTrial) else told.transcript.trial
    return [
        (number, turn.place, turn.question and turn.question.title)
        for number, session in enumerate(trial.sessions)
        for turn in turns(session.nodes)
    ]


def both(file: Path) -> tuple[Store, OpenStudy, list[FinishedTrial]]:
    store = Store.open(f"sqlite:///{file}")
    opened = opened_study(store)
    return store, opened, list(opened.told(store))


@pytest.mark.parametrize("name", ["apart", "any order", "unlike gates"])
def test_without_words_questions_hash_and_odd_replies_are_those_of_each_trial(
    stores: dict[str, Path], name: str
) -> None:
    store, opened, told = both(stores[name])
    with store:
        held = list(held_trials(store, opened, opened.rows))
    assert len(told) == 32
    assert any(answer.finish is Finish.EMPTY for one in held for answer in one.answers.values())
    for one, whole in zip(held, told, strict=True):
        assert one.row == whole.row
        assert one.words == whole.transcript.hash
        assert unordered(one.trial) == unordered(whole.transcript.trial)
        if name != "any order":
            assert questions(one) == questions(whole)
        assert one.trial.cell == whole.transcript.trial.cell
        assert one.answers == plain(answers_of(whole.transcript))
    # Trials share what they may: one for each cell, or for each draw where the order counts.
    shared = {id(one.trial) for one in held}
    assert len(shared) == (8 if name == "unlike gates" else 2)
    assert {one.usual for one in held} == {True, False}


def test_with_words_every_trial_has_those_of_its_own_draw(stores: dict[str, Path]) -> None:
    store, opened, told = both(stores["apart"])
    with store:
        asked = {one.key for one in told[::2]}
        held = list(held_trials(store, opened, opened.rows, in_words=asked))
    for one, whole in zip(held, told, strict=True):
        if whole.key in asked:
            own = replace(one.trial, sample=whole.transcript.trial.sample)
            assert own == whole.transcript.trial
            assert one.kind is None


def test_where_two_tellings_of_a_trial_are_noted_the_replies_say_which_is_meant(
    stores: dict[str, Path], tmp_path: Path
) -> None:
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(stores["apart"].read_bytes())
    store, opened, told = both(copy)
    with store:
        other = KeptTranscript(told[3].key, "another" * 9, (), "0.1.0", "2025-01-01T00:00:00.000Z")
        store.submit(add_transcripts, other).result()
        held = list(held_trials(store, opened, opened.rows))
    assert [one.words for one in held] == [one.transcript.hash for one in told]
    assert held[3].trial == told[3].transcript.trial
    assert held[3].answers == answers_of(told[3].transcript)
