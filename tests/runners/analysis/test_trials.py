"""The table of finished trials, and the scores made of it, are what walking each trial gives."""

from __future__ import annotations

import gc
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from coders.lrs import asked_in
from coders.matcher import match
from coders.memoized_match import memoized_match
from coders.packets.shape import CoderKind
from dsl.record import replace
from dsl.trial import Question, Trial, turns
from renderers.rows.trials import TrialRow
from runners.analysis.codings import Codings, RaterSelection
from runners.analysis.document import as_run
from runners.analysis.matched_trials import matched
from runners.analysis.scores import as_declared, scores_by_matcher, study_scores
from runners.analysis.trial_scores import TrialFacts, trial_row
from runners.analysis.trials import (
    TrialTable,
    TrialWithText,
    finished_trials,
    table_of,
    trials_with_text,
)
from runners.analysis.verdicts import judge
from runners.engine.transcripts import GivenAnswer, answers_of, lost_places
from runners.participants.base import Finish
from runners.store.keys import prompt_hash
from runners.store.records import TranscriptRecord
from runners.store.schema import calls
from runners.store.store import Store
from runners.store.writes import add_transcripts
from runners.studies.participant_labels import labels_of
from runners.studies.study import FinishedTrial, OpenStudy, opened_study
from tests.here import here
from tests.runners.agreement.coded_studies import ANY_ORDER, SHELF, UNLIKE_GATES, at_hand, lot, ran


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two samples of four draws by participants of whom one is silent."""
    shell = here(tmp_path_factory.mktemp("answered"))
    models = ("-m", "sim/child", "-m", "sim/silent", "-m", "sim/random")
    return ran(shell, *models, "--samples", "2", "--runs", "4")


def without_hashes(run: Path, copy: Path) -> Path:
    """The store as an older devrun would have left it."""
    copy.write_bytes(run.read_bytes())
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE transcripts SET prompt = NULL, design = NULL")
    return copy


def asked(trial: Trial) -> list[tuple[object, ...]]:
    return [
        (number, turn.place, turn.question and (turn.question.kind, turn.question.title))
        for number, session in enumerate(trial.sessions)
        for turn in turns(session.nodes)
    ]


def plain(answers: dict[tuple[int, str], GivenAnswer]) -> dict[tuple[int, str], GivenAnswer]:
    """Answers as far as marks hang on them: a reply that ended by itself is like any other."""
    return {
        place: replace(one, text="") if one.finish is Finish.STOP else one
        for place, one in answers.items()
    }


def held(table: TrialTable, walked: list[FinishedTrial]) -> None:
    """Every column is what walking the trials says."""
    prompts: dict[str, int] = {}
    assert len(table) == len(walked)
    for at, told in enumerate(walked):
        trial, design = told.transcript.trial, table.designs[table.design[at]]
        assert table.rows[at] == told.row
        assert table.participant(at) == told.participant
        assert table.transcripts[at] == told.transcript.hash
        assert table.prompts[at] == prompts.setdefault(prompt_hash(trial), len(prompts))
        assert table.own_trial(at) == trial
        assert table.answers(at) == plain(answers_of(told.transcript))
        assert design.asked == asked_in(trial)
        assert asked(design.trial) == asked(trial)
        assert [one.levels for one in design.trial.sessions] == [
            one.levels for one in trial.sessions
        ]
        assert (design.trial.cell, design.trial.balance) == (trial.cell, trial.balance)


@pytest.mark.parametrize("text", [SHELF, ANY_ORDER, UNLIKE_GATES])
@pytest.mark.parametrize("older", [False, True])
def test_every_column_is_what_walking_the_trials_gives(
    tmp_path: Path, text: str, older: bool
) -> None:
    """Questions apart, in any order, and with gates that do different things; with the hashes that
    the store keeps, and in a store of an older devrun, which has none.
    """
    models = ("-m", "sim/child", "-m", "sim/silent")
    store_file = ran(here(tmp_path), *models, "--samples", "2", "--runs", "5", text=text)
    if older:
        store_file = without_hashes(store_file, tmp_path / "older.sqlite")
    with Store.open(f"sqlite:///{store_file}", reading=True) as store:
        opened = opened_study(store)
        walked = list(opened.finished(store))
        held(finished_trials(store, opened), walked)
        held(table_of(opened, walked), walked)


def test_all_draws_of_one_form_have_one_design(run: Path) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        table = finished_trials(store, opened_study(store))
    assert len(table) == 48
    assert len(table.designs) == 2  # one for each cell
    assert len({one.skeleton for one in table.designs}) == 1
    assert len(set(table.prompts.tolist())) == 8  # four draws of two cells


def test_an_older_study_is_scored_as_one_whose_hashes_were_kept(run: Path, tmp_path: Path) -> None:
    found = []
    for path in (run, without_hashes(run, tmp_path / "older.sqlite")):
        with Store.open(f"sqlite:///{path}", reading=True) as store:
            found.append(study_scores(store, opened_study(store), RaterSelection()))
    assert found[0] == found[1]


def test_rows_with_words_have_every_reply(run: Path) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        opened = opened_study(store)
        walked = list(opened.finished(store))
        table = finished_trials(store, opened)
        found = {one.at: one for one in trials_with_text(store, table, range(len(table)))}
    assert len(found) == len(walked)
    for at, told in enumerate(walked):
        assert found[at].trial == told.transcript.trial
        assert found[at].answers == answers_of(told.transcript)
        assert found[at].words == told.transcript.hash


def test_calls_of_an_earlier_edition_are_no_words_of_a_trial(run: Path, tmp_path: Path) -> None:
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(run.read_bytes())
    columns = [column.name for column in calls.columns]
    other = {"call": "'other'", "text": "'other'"}
    values = ", ".join(other.get(name, name) for name in columns)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute(f"INSERT INTO calls SELECT {values} FROM calls LIMIT 1")
    with Store.open(f"sqlite:///{copy}", reading=True) as store:
        opened = opened_study(store)
        walked = list(opened.finished(store))
        table = finished_trials(store, opened)
        found = {one.at: one.answers for one in trials_with_text(store, table, range(len(table)))}
    assert [found[at] for at in range(len(walked))] == [
        answers_of(told.transcript) for told in walked
    ]


def test_replies_that_trials_of_a_draw_share_are_matched_once(run: Path, thorough: bool) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        table = finished_trials(store, opened_study(store))
        told = trials_with_text(store, table, range(len(table)))
        found = list(matched(told, 2 if thorough else 0))
    assert sorted(one.at for one, _ in found) == list(range(len(table)))
    for one, verdicts in found:
        assert verdicts == judge(one.trial, one.answers).verdicts
    assert len({id(verdicts) for _, verdicts in found}) < len(table)


def test_a_trial_that_was_noted_twice_is_walked(run: Path, tmp_path: Path) -> None:
    """Stores were merged; the replies say which of two tellings is meant."""
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(run.read_bytes())
    with Store.open(f"sqlite:///{copy}") as store:
        opened = opened_study(store)
        walked = list(opened.finished(store))
        other = TranscriptRecord(
            walked[3].key, "another" * 9, (), "0.1.0", "2025-01-01T00:00:00.000Z"
        )
        store.submit(add_transcripts, other).result()
        table = finished_trials(store, opened)
        held(table, walked)
        (one,) = trials_with_text(store, table, [3])
    assert one.answers == answers_of(walked[3].transcript)


def test_a_trial_whose_replies_came_but_that_was_not_noted_is_walked(
    run: Path, tmp_path: Path
) -> None:
    """A run broke off between the last reply of a trial and its transcript."""
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(run.read_bytes())
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        walked = list(opened_study(store).finished(store))
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM transcripts WHERE trial = ?", (walked[3].key,))
    with Store.open(f"sqlite:///{copy}", reading=True) as store:
        opened = opened_study(store)
        table = finished_trials(store, opened)
        held(table, walked)
        (one,) = trials_with_text(store, table, [3])
        assert study_scores(store, opened, RaterSelection()).trials
    assert one.answers == answers_of(walked[3].transcript)


OVERLAPPING = """\
experiment One answer less

reference children 80% of 20 in next: Somebody (1985), Table 2

people
    Otto (he): Karim, Lena (she), Milo

places
    shelf: drawer, crate, stool
    floor: crate, drawer, bed

conditions end
    moved
    left

design
    runs 8
    wording permuted

procedure
    say: {Otto} sits on the {shelf} and not on the {floor}.
    when moved
        say: Then {Otto} gets up.
    test next
        ask: Where did {Otto} sit?
        answer: The {shelf}
        wrong:
            The {floor}
            The window
"""


def test_a_guesser_s_chance_is_taken_from_every_draw(tmp_path: Path) -> None:
    """Two words that are drawn alike are one answer less, and draws then have no one chance."""
    shell = here(tmp_path)
    made = ran(shell, "-m", "sim/child", "--runs", "20", text=OVERLAPPING)
    study = at_hand(made, tmp_path / "coded")
    with study.store as store:
        study.coded("Ann", opinion(0.3, "a"))  # type: ignore[arg-type]
        scores = study_scores(store, study.reopened(), RaterSelection())
    assert [one.chance for one in scores.question_shares] == [None, None]


def opinion(strict: float, odd: str) -> object:
    """A coder who finds a share of the replies wrong, and some half right."""

    def of(told: FinishedTrial, question: Question) -> str:
        share = lot(odd, told.key, question.name)
        return "wrong" if share < strict else "half" if share < strict + 0.2 else "right"

    return of


def one_by_one(store: Store, opened: OpenStudy, whose: RaterSelection) -> list[TrialRow]:
    """The rows of a study, every trial walked and scored by itself."""
    labels, rows = labels_of(opened.participants), []
    prompts: dict[str, int] = {}
    for coded in Codings(store, opened, whose).marked(opened.finished(store)):
        told, trial = coded.finished, coded.finished.transcript.trial
        text = prompts.setdefault(prompt_hash(trial), len(prompts))
        facts = TrialFacts(
            trial,
            labels[told.participant.key],
            told.participant.simulated,
            told.key,
            text,
        )
        rows.append(trial_row(facts, coded.codings, lost_places(coded.answers)))
    return sorted(rows, key=as_declared(opened, labels))


@pytest.mark.parametrize("folds", [True, False])
def test_scores_are_those_of_each_trial_by_itself(run: Path, tmp_path: Path, folds: bool) -> None:
    """Coders who agree on most, one in words kept beside their logs; a gate in dispute and settled,
    replies without words, an author, trials that only one coder had, and hidden duplicates.
    """
    study = at_hand(run, tmp_path / "coded")
    study.folds = folds
    with study.store as store:
        study.coded("Ann", opinion(0.1, "a"), twins=3)  # type: ignore[arg-type]
        study.coded("Ben", opinion(0.1, "b"), trials=study.told[:-5])  # type: ignore[arg-type]
        study.coded("Cleo", opinion(0.5, "c"), kind=CoderKind.AUTHOR)  # type: ignore[arg-type]
        judge = {"kind": CoderKind.ADJUDICATOR, "trials": study.told[:6]}
        study.coded("Dora", opinion(0.4, "d"), **judge)  # type: ignore[arg-type]
        opened = study.reopened()
        for whose in (
            RaterSelection(),
            RaterSelection(as_paper=True),
            RaterSelection(adjudicated=True),
            RaterSelection(coder="Ben"),
        ):
            rows = list(study_scores(store, opened, whose).trials)
            assert rows == one_by_one(store, opened, whose)
            assert len({row.status for row in rows}) > 1


def test_the_matcher_s_scores_are_those_of_each_trial_by_itself(run: Path) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        opened = opened_study(store)
        rows = list(study_scores(store, opened, RaterSelection()).trials)
        assert rows == one_by_one(store, opened, RaterSelection())


def test_what_was_read_already_is_read_as_it_was(run: Path) -> None:
    """Verdicts remembered are the matcher's, for each question its own."""
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        told = list(opened_study(store).finished(store))
    for one in (*told, *told):
        spoken = answers_of(one.transcript)
        for number, session in enumerate(one.transcript.trial.sessions):
            for turn in turns(session.nodes):
                if turn.question is not None:
                    reply = spoken[number, turn.place].text
                    assert memoized_match(reply, turn.question) == match(reply, turn.question)


def test_scores_leave_nothing_of_each_draw_but_columns(run: Path) -> None:
    """Caches apart, of which each has a bound."""
    kinds = (Trial, TrialWithText, FinishedTrial, GivenAnswer)
    left: list[Counter[type]] = []
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        held = next(iter(opened_study(store).finished(store)))
        for draws in (2, 4):
            opened = opened_study(store, models=("sim/child",))
            rows = [at for at, draw in enumerate(opened.rows.draws) if draw <= draws]
            opened = replace(opened, rows=opened.rows.take(rows))
            scores = scores_by_matcher(store, opened, order=as_run(opened))
            assert len(scores.trials) == 4 * draws
            bounds = {one.cache_info().maxsize or 0 for one in caches_of_questions()}
            assert 0 < min(bounds) <= max(bounds) <= 5_000
            for one in caches_of_questions():
                one.cache_clear()
            gc.collect()
            left.append(Counter(type(one) for one in gc.get_objects() if type(one) in kinds))
    assert left[0][type(held)]  # what is held is counted, so that nothing left means something
    assert left[1] == left[0]


def caches_of_questions() -> list[_lru_cache_wrapper[object]]:
    """The caches of functions that take a question."""
    coders = [one for name, one in sys.modules.items() if name.startswith("coders.")]
    return [
        one
        for module in coders
        for one in vars(module).values()
        if isinstance(one, _lru_cache_wrapper) and "Question" in one.__annotations__.values()
    ]
