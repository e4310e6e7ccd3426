"""Trials that were told together, and scored once where they were marked alike, are what telling
and scoring each of them by itself gives.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from coders.matcher import match
from coders.packets.shape import CoderKind
from dsl.record import replace
from dsl.trial import Question, turns
from renderers.score_rows import TrialRow
from runners.analysis.answered import answered_trials
from runners.analysis.codings import Codings, Whose
from runners.analysis.matcher_memo import MatcherMemo
from runners.analysis.replies import words_sent
from runners.analysis.scores import as_declared, labels_of, study_scores
from runners.analysis.skeletons import skeleton
from runners.analysis.told_texts import texts_aside
from runners.analysis.trial_scores import Sat, trial_row
from runners.participants.base import Finish
from runners.store.records import KeptTranscript
from runners.store.store import Store
from runners.store.writes import add_transcripts
from runners.studies.answers import answers_of, lost_places
from runners.studies.study import FinishedTrial, OpenStudy, opened_study
from tests.here import here
from tests.runners.analysis.coded_studies import UNLIKE_GATES, at_hand, lot, ran


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two samples of four draws by participants of whom one is silent."""
    shell = here(tmp_path_factory.mktemp("answered"))
    models = ("-m", "sim/child", "-m", "sim/silent", "-m", "sim/random")
    return ran(shell, *models, "--samples", "2", "--runs", "4")


def test_every_trial_has_the_words_and_replies_that_walking_it_gives(run: Path) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        opened = opened_study(store)
        walked = list(opened.told(store))
        found = {one.at: one for one in answered_trials(store, opened, every_word=True)}
    assert len(found) == len(walked) == 48
    for at, told in enumerate(walked):
        one = found[at]
        assert one.row == told.row
        assert one.participant == told.participant
        assert one.trial == told.transcript.trial
        assert one.answers == answers_of(told.transcript)
        assert one.words == told.transcript.hash
        assert one.scene.text == words_sent(told.transcript.trial)


def test_without_words_only_replies_that_ended_oddly_have_any(run: Path) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        opened = opened_study(store)
        walked = list(opened.told(store))
        found = {one.at: one for one in answered_trials(store, opened, every_word=False)}
    assert {one.usual for one in found.values()} == {True, False}
    for at, told in enumerate(walked):
        spoken = answers_of(told.transcript)
        assert found[at].answers == {
            place: replace(one, text="") if one.finish is Finish.STOP else one
            for place, one in spoken.items()
        }
        assert found[at].usual == all(one.finish is Finish.STOP for one in spoken.values())


def test_trials_of_one_draw_share_their_words_and_all_of_one_form_their_skeleton(run: Path) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        found = list(answered_trials(store, opened_study(store), every_word=False))
    assert len({id(one.scene) for one in found}) == 8  # four draws of two cells
    assert len({one.scene.kind for one in found}) == 1


def test_texts_that_are_counted_aside_are_those_of_each_trial(run: Path) -> None:
    """Trials lend each other words, and those that are asked for have their own."""
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        opened = opened_study(store)
        walked = [one.transcript.trial for one in opened.told(store)]
        some = {opened.rows[at].key for at in range(0, len(walked), 3)}
        with texts_aside(opened, many=1) as texts:
            found = list(
                answered_trials(store, opened, every_word=False, texts=texts, in_words=some)
            )
        every = answered_trials(store, opened, every_word=True, texts=texts)
        assert all(one.scene.lent is None for one in every)
    lent = [one for one in found if one.scene.lent is not None]
    assert len(found) == len(walked) > len(lent) > 0
    for one in found:
        trial = walked[one.at]
        assert one.scene.text == words_sent(trial)
        assert replace(one.scene.in_own_words(), sample=trial.sample) == trial
        assert (one.trial == trial) == (one.trial.words != ())
        assert (one.trial.cell, one.trial.draw, one.trial.sample, one.trial.balance) == (
            *(trial.cell, trial.draw, trial.sample, trial.balance),
        )
        assert (one.scene.lent is None) == (one.key in some)
    assert len({one.scene.kind for one in found}) == 1


def test_a_trial_is_lent_words_only_by_one_that_asks_the_same_at_the_same_places(
    tmp_path: Path,
) -> None:
    """Where questions come in any order, and two gates do different things."""
    shell = here(tmp_path)
    store_file = ran(shell, "-m", "sim/child", "--runs", "12", text=UNLIKE_GATES)
    with Store.open(f"sqlite:///{store_file}", reading=True) as store:
        opened = opened_study(store)
        walked = [one.transcript.trial for one in opened.told(store)]
        with texts_aside(opened, many=1) as texts:
            found = list(answered_trials(store, opened, every_word=False, texts=texts))
    orders = {str(skeleton(trial)) for trial in walked}
    assert len(orders) > 1
    for one in found:
        trial = walked[one.at]
        assert one.scene.lent is not None
        assert skeleton(one.trial) == skeleton(trial)
        assert [each.levels for each in one.trial.sessions] == [
            each.levels for each in trial.sessions
        ]
        assert one.scene.places == tuple(
            (number, turn.place)
            for number, session in enumerate(trial.sessions)
            for turn in turns(session.nodes)
        )


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


def test_where_a_guesser_s_chance_is_taken_from_every_draw_no_words_are_lent(
    tmp_path: Path,
) -> None:
    """Two words that are drawn alike are one answer less, and draws then have no one chance."""
    shell = here(tmp_path)
    made = ran(shell, "-m", "sim/child", "--runs", "20", text=OVERLAPPING)
    study = at_hand(made, tmp_path / "coded")
    with study.store as store:
        study.coded("Ann", opinion(0.3, "a"))  # type: ignore[arg-type]
        opened = study.reopened()
        plain = study_scores(store, opened, Whose())
        with texts_aside(opened, many=1) as texts:
            lent = study_scores(store, opened, Whose(), texts=texts)
    assert [one.chance for one in plain.question_shares] == [None, None]
    assert lent == plain


def test_of_a_small_study_no_texts_are_counted_aside(run: Path) -> None:
    with (
        Store.open(f"sqlite:///{run}", reading=True) as store,
        texts_aside(opened_study(store)) as texts,
    ):
        assert texts is None


def test_a_trial_that_was_noted_twice_is_walked(run: Path, tmp_path: Path) -> None:
    """Stores were merged; the replies say which of two tellings is meant."""
    copy = tmp_path / "store.sqlite"
    copy.write_bytes(run.read_bytes())
    with Store.open(f"sqlite:///{copy}") as store:
        opened = opened_study(store)
        told = list(opened.told(store))
        other = KeptTranscript(told[3].key, "another" * 9, (), "0.1.0", "2025-01-01T00:00:00.000Z")
        store.submit(add_transcripts, other).result()
        found = {one.at: one for one in answered_trials(store, opened, every_word=False)}
    assert found.keys() == set(range(48))
    assert found[3].answers == answers_of(told[3].transcript)
    assert (found[3].words, found[3].usual) == (told[3].transcript.hash, False)


def opinion(strict: float, odd: str) -> object:
    """A coder who finds a share of the replies wrong, and some half right."""

    def of(told: FinishedTrial, question: Question) -> str:
        share = lot(odd, told.key, question.name)
        return "wrong" if share < strict else "half" if share < strict + 0.2 else "right"

    return of


def one_by_one(store: Store, opened: OpenStudy, whose: Whose) -> list[TrialRow]:
    """The rows of a study, every trial walked and scored by itself."""
    labels, rows = labels_of(opened.participants), []
    for coded in Codings(store, opened, whose).told(store, opened):
        told, trial = coded.told, coded.told.transcript.trial
        sat = Sat(
            trial,
            labels[told.participant.key],
            told.participant.simulated,
            told.key,
            words_sent(trial),
        )
        rows.append(trial_row(sat, coded.codings, lost_places(coded.answers)))
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
        with texts_aside(opened, many=1) as texts:
            for whose in (
                Whose(),
                Whose(as_paper=True),
                Whose(adjudicated=True),
                Whose(coder="Ben"),
            ):
                found = study_scores(store, opened, whose)
                rows = list(found.trials)
                assert rows == one_by_one(store, opened, whose)
                assert len({row.status for row in rows}) > 1
                # Words that are lent change no figure.
                assert study_scores(store, opened, whose, texts=texts) == found


def test_the_matcher_s_scores_are_those_of_each_trial_by_itself(run: Path) -> None:
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        opened = opened_study(store)
        rows = list(study_scores(store, opened, Whose()).trials)
        assert rows == one_by_one(store, opened, Whose())


def test_what_was_read_already_is_read_as_it_was(run: Path) -> None:
    """Verdicts remembered are the matcher's, for each question its own."""
    with Store.open(f"sqlite:///{run}", reading=True) as store:
        told = list(opened_study(store).told(store))
    read = MatcherMemo()
    for one in (*told, *told):
        spoken = answers_of(one.transcript)
        for number, session in enumerate(one.transcript.trial.sessions):
            for turn in turns(session.nodes):
                if turn.question is not None:
                    reply = spoken[number, turn.place].text
                    assert read(reply, turn.question) == match(reply, turn.question)
