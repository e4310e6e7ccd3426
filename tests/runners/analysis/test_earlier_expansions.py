"""A study is shown, scored and continued in the order of choices in which it was run, or refused.

`earlier/` holds a script with choices in a loop, and a store of it that was written while all rows
of a loop had one order of choices.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dsl.expansion import EXPANSION_VERSION, FIRST
from dsl.identity import procedure_hash
from dsl.loading import load
from dsl.trial import turns
from runners.analysis.verdicts import judge
from runners.engine.transcripts import answers_of
from runners.store.errors import StoreUnusable
from runners.store.store import Store
from runners.studies.study import FinishedTrial, OpenStudy, opened_study

EARLIER = Path(__file__).parent / "earlier"
SCRIPT = EARLIER / "snacks.dev"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    file = tmp_path / "earlier.sqlite"
    with closing(sqlite3.connect(file)) as made:
        made.executescript((EARLIER / "snacks_of_expansion_1.sql").read_text(encoding="utf-8"))
    with Store.open(f"sqlite:///{file}") as opened:
        yield opened


def marks(told: FinishedTrial) -> list[str]:
    verdicts = judge(told.transcript.trial, answers_of(told.transcript)).verdicts
    return [one.word.value for one in verdicts.values()]


def marked(opened: OpenStudy, store: Store) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for told in opened.finished(store):
        found.setdefault(told.participant.name, set()).update(marks(told))
    return found


def test_it_is_scored_in_the_order_in_which_it_was_run(store: Store) -> None:
    opened = opened_study(store)
    assert [one.experiment.expansion for one in opened.chapters] == [FIRST]
    told = list(opened.finished(store))
    assert len(told) == len(opened.rows) == 8
    assert marked(opened, store) == {"sim/oracle": {"right"}, "sim/lure": {"wrong"}}
    for one in told:
        shown = turns(one.transcript.trial.sessions[0].nodes)
        keys = {turn.question.options.index(turn.question.key.answer[0].phrases[0].text)
                for turn in shown if turn.question is not None}  # fmt: skip
        assert len(keys) == 1


def test_a_mended_key_rescores_it_in_that_order(store: Store, tmp_path: Path) -> None:
    mended = tmp_path / "snacks.dev"
    text = SCRIPT.read_text(encoding="utf-8")
    mended.write_text(text.replace("answer: {second}", "answer: {first}"), encoding="utf-8")
    opened = opened_study(store, paths=[mended])
    (chapter,) = opened.chapters
    assert (chapter.mended, chapter.experiment.expansion) == (True, FIRST)
    assert marked(opened, store)["sim/oracle"] == {"wrong"}


def test_the_script_as_it_expands_now_is_another_procedure(store: Store) -> None:
    experiment = load(SCRIPT).experiment
    assert experiment is not None
    assert experiment.expansion == EXPANSION_VERSION
    assert procedure_hash(experiment) != opened_study(store).chapters[0].procedure


def test_a_script_that_no_version_reads_as_it_was_run_is_refused(store: Store) -> None:
    with closing(sqlite3.connect(store.where.removeprefix("sqlite:///"))) as changed, changed:
        changed.execute("UPDATE scripts SET content = replace(content, 'likes', 'hates')")
    with pytest.raises(StoreUnusable) as refused:
        opened_study(store)
    told = str(refused.value)
    assert told.startswith("this version of devrun makes different trials of `Snacks` than")
