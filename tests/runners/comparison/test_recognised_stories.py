"""Success of those who say that they know the story, and what replies hold of sources."""

from __future__ import annotations

import json
import re
import sqlite3
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from coders.statistics.differences import difference
from dsl.record import replace
from renderers.rows.recognition import Recognition, RecognitionSource
from renderers.rows.trials import TrialRow
from runners.analysis.codings import RaterSelection
from runners.analysis.scores import study_scores
from runners.comparison.recognition import CELLS_ADDED, by_recognition
from runners.comparison.replies import StoryReplies, read_replies
from runners.comparison.reply_search import SAID
from runners.report.replies import replies_aside
from runners.store.store import Store
from runners.studies.study import opened_study
from tests.here import here
from tests.runners.agreement.coded_studies import SHELF
from tests.runners.analysis.score_kit import trial_row
from tests.shell import Shell

KNOWN = "Yes, of the Sally-Anne test (Wimmer & Perner, 1983); see https://example.com/a?b=<i>."
ASKING = SHELF.replace("    wording permuted\n", "    wording original and permuted\n").replace(
    "        test now\n",
    "        record recognition\n"
    "            ask: Does this story remind you of anything you have read? If so, of what?\n"
    "        test now\n",
)


def rows(
    lrs: dict[int, float], *, experiment: str = "The hat", level: str = "unseen"
) -> list[TrialRow]:
    """A trial of each draw with this LRS, in one condition."""
    return [
        replace(
            trial_row(draw, value),
            experiment=experiment,
            levels=(("seen", level),),
            key=f"{experiment} {level} {draw}",
        )
        for draw, value in lrs.items()
    ]


def known(trials: list[TrialRow], draws: set[int]) -> dict[str, bool | None]:
    """These draws were recognised, the others not."""
    return {one.key: one.draw in draws for one in trials}


def test_one_condition_is_the_difference_of_its_draws() -> None:
    lrs = {draw: 5 if draw <= 6 else draw % 3 for draw in range(1, 13)}
    trials = rows(lrs)
    (row,) = by_recognition(trials, known(trials, set(range(1, 7))))
    assert (row.trials, row.recognised.trials, row.not_recognised.trials) == (12, 6, 6)
    assert (row.recognised.lrs, row.not_recognised.lrs) == (5, 1)
    expected = difference([5.0] * 6, [float(lrs[draw]) for draw in range(7, 13)], paired=False)
    assert expected.interval is not None
    assert row.difference == 4
    assert row.ci95 == pytest.approx((expected.interval.low, expected.interval.high))
    assert row.ci_method == expected.interval.method


def test_a_condition_that_is_easy_and_well_known_makes_no_difference() -> None:
    easy = rows(dict.fromkeys(range(1, 13), 5), level="seen")
    hard = rows(dict.fromkeys(range(1, 13), 1), level="unseen")
    said = known(easy, set(range(1, 8))) | known(hard, {1, 2, 3, 4, 5})
    (row,) = by_recognition([*easy, *hard], said)
    # Together the recognised trials are better, by the condition alone.
    assert row.recognised.lrs == Fraction(7 * 5 + 5, 12)
    assert row.recognised.lrs > (row.not_recognised.lrs or 0)
    assert row.difference == 0
    assert row.ci_method == CELLS_ADDED
    assert row.ci95 is not None
    assert row.ci95[0] < 0 < row.ci95[1]


def test_with_few_trials_of_one_kind_there_is_no_interval_and_with_none_no_difference() -> None:
    trials = rows(dict.fromkeys(range(1, 11), 3))
    (row,) = by_recognition(trials, known(trials, {1, 2}))
    assert (row.difference, row.ci95) == (0, None)
    assert row.ci_method.startswith("none")
    (row,) = by_recognition(trials, known(trials, set()))
    assert (row.difference, row.ci95, row.recognised.lrs) == (None, None, None)


def test_undecided_trials_are_counted_and_in_neither_mean() -> None:
    trials = rows({1: 5, 2: 5, 3: 0})
    (row,) = by_recognition(
        trials, {trials[0].key: True, trials[1].key: False, trials[2].key: None}
    )
    assert (row.trials, row.undecided) == (3, 1)
    assert row.not_recognised.lrs == 5


def test_over_experiments_the_interval_is_t_over_their_differences() -> None:
    some: list[TrialRow] = []
    said: dict[str, bool | None] = {}
    for title, gain in (("A", 1), ("B", 2), ("C", 3), ("D", None)):
        mine = rows({1: 1 + (gain or 0), 2: 1, 3: 1}, experiment=title)
        some += mine
        said |= known(mine, set() if gain is None else {1})
    *each, over = by_recognition(some, said)
    assert [row.difference for row in each] == [1, 2, 3, None]
    assert (over.experiment, over.n_experiments, over.trials, over.difference) == ("", 3, 12, 2)
    # By hand: t of 2 degrees of freedom is 4.303, and the standard error 1 / sqrt(3).
    assert over.ci95 == pytest.approx((2 - 4.3027 / 3**0.5, 2 + 4.3027 / 3**0.5), abs=1e-3)
    assert over.ci_method == "t over experiments, df = 2"


def test_coders_flags_are_tabulated_where_there_are_any() -> None:
    trials = [replace(one, recognised=one.draw == 1) for one in rows({1: 5, 2: 4})]
    (row,) = by_recognition(trials, {})
    assert (row.source, row.recognised.lrs, row.not_recognised.lrs) == (
        RecognitionSource.FLAG,
        5,
        4,
    )
    assert not list(by_recognition([replace(one, recognised=False) for one in trials], {}))


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in both wordings whose replies are put in by hand."""
    shell = here(tmp_path_factory.mktemp("asked"))
    (shell.folder / "shelf.dev").write_text(ASKING, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/child?p=0.6", "--runs", "12")
    store = sqlite3.connect(shell.folder / "devrun.sqlite")
    with store:
        where = "where place like '%record recognition'"
        store.execute(f"update calls set text = 'No.' {where}")
        store.execute(f"update calls set text = ? {where} and draw <= 6", (KNOWN,))
        store.execute(f"update calls set text = 'Hm.' {where} and draw = 12")
        # A word of the original, which one draw alone was not sent.
        store.execute(f"update calls set text = 'No, but Otto''s.' {where} and draw = 11")
    store.close()
    return shell.folder


def test_a_study_is_read_from_its_replies_to_its_tables(asked: Path) -> None:
    shell = here(asked)
    found = shell.json("compare", "--kind", "recognition")
    assert {row["kind"] for row in found["comparisons"]} == set()
    rows = [row for row in found["recognition"] if row["source"] == "reply"]
    assert [row["wording"] for row in rows] == ["original", "permuted"]
    for row in rows:
        counts = (row["n_trials"], row["n_recognised"], row["n_not_recognised"])
        assert (*counts, row["n_undecided"]) == (24, 12, 10, 2)
        assert row["recognised"]["n_draws"] <= 12
        assert row["difference"] is not None
    by_cell = {(one["condition"], one["wording"]): one for one in found["reply_sources"]}
    assert len(by_cell) == 4
    for (_, wording), one in by_cell.items():
        assert (one["n_trials"], one["n_replies"], one["links"], one["citations"]) == (12, 48, 6, 6)
        assert one["original_words"] == (1 if wording == "permuted" else None)
        assert one["any"] == (7 if wording == "permuted" else 6)
    page = shell.run("compare", "--kind", "recognition").stdout
    assert "recognition, sim/child" in page
    assert re.search(r"The shelf, permuted +24 +12 +10 +2 ", page)
    assert "replies with links, citations or original words" in page
    assert "recognise may make it easy to answer" in " ".join(page.split())
    assert "example.com" not in page
    assert "recognition" not in shell.run("compare", "--kind", "wordings").stdout


def test_replies_are_read_the_same_in_another_process_and_summed_on_the_way(asked: Path) -> None:
    with Store.open(str(asked / "devrun.sqlite"), reading=True) as store:
        opened = opened_study(store)
        search = StoryReplies(opened).search
        with replies_aside(store, search, 0) as here, replies_aside(store, search, 1) as there:
            mine, its = here(), there()
        assert mine == its
        assert mine.found is not None
        assert sum(mine.found.replies) == 4 * 12 * 4
        # In half of all draws, which is asked for at the end.
        assert sum(one == SAID[True] for one in mine.found.said) == 4 * 6
        assert mine.answered == store.model_replies(opened.study.id)
        assert sum(one.replies for one in mine.answered) == 4 * 12 * 4


def test_an_original_word_that_the_participant_was_sent_is_none(tmp_path: Path) -> None:
    shell = here(tmp_path)
    cups = ASKING.replace("cup: scarf, torch, spoon", "cup: scarf, torch, tea cup")
    (tmp_path / "shelf.dev").write_text(cups, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/oracle", "--runs", "6", "--wording", "permuted")
    store = sqlite3.connect(tmp_path / "devrun.sqlite")
    with store:
        store.execute("update calls set text = 'Cups.' where place like '%test now'")
    store.close()
    cells = shell.json("compare", "--kind", "recognition")["reply_sources"]
    # In two draws of six there is a tea cup.
    assert [one["original_words"] for one in cells] == [4, 4]


def test_no_mark_depends_on_it(asked: Path, tmp_path: Path) -> None:
    plain = here(tmp_path)
    (tmp_path / "shelf.dev").write_text(ASKING, encoding="utf-8")
    plain.run("shelf.dev", "-m", "sim/child?p=0.6", "--runs", "12")
    mine, its = (shell.json("score")["cells"] for shell in (here(asked), plain))
    assert json.dumps(mine) == json.dumps(its)


def test_the_report_has_the_tables_and_no_words_of_replies_in_them(asked: Path) -> None:
    shell = here(asked)
    shell.run("report", "-o", "page.html")
    page = (asked / "page.html").read_text(encoding="utf-8")
    section = page[page.index('id="familiar-words"') :]
    section = section[: section.index("</section>")]
    assert "Recognition and success" in section
    assert "Replies with links, citations or original words" in section
    assert "example.com" not in section


def test_what_the_matcher_flags_is_set_against_success_without_any_question(tmp_path: Path) -> None:
    shell = here(tmp_path)
    (tmp_path / "shelf.dev").write_text(SHELF, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/oracle", "--runs", "4")
    store = sqlite3.connect(tmp_path / "devrun.sqlite")
    with store:
        store.execute(
            "update calls set text = 'This is the Sally-Anne test. ' || text "
            "where place like '%test next' and draw = 2"
        )
    store.close()
    (row,) = shell.json("compare")["recognition"]
    assert (row["source"], row["n_recognised"], row["n_not_recognised"]) == ("flag", 2, 6)
    assert row["difference"] == 0
    assert "The shelf, permuted, flagged" in shell.run("compare", "--all").stdout


def test_nothing_is_read_where_no_script_asks(tmp_path: Path) -> None:
    shell: Shell = here(tmp_path)
    (tmp_path / "shelf.dev").write_text(SHELF, encoding="utf-8")
    shell.run("shelf.dev", "-m", "sim/oracle", "--runs", "2")
    with Store.open(str(tmp_path / "devrun.sqlite"), reading=True) as store:
        opened = opened_study(store)
        trials = study_scores(store, opened, RaterSelection()).trials
        read = read_replies(cast(Store, None), opened, trials)
    assert (read.recognised, read.sources) == ({}, ())
    assert "recognition" not in shell.run("compare").stdout
    found: list[Recognition] = shell.json("compare")["recognition"]
    assert found == []
