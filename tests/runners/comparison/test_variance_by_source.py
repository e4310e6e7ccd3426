"""`devrun compare --kind variance`: where the variance of scores comes from, and a D-study."""

from __future__ import annotations

import csv
from math import sqrt
from typing import Any

import pytest

from coders.statistics.differences import resolution
from dsl.trial import Question
from renderers import csv_text
from runners.studies.study import FinishedTrial
from tests.here import here
from tests.runners.agreement.coded_studies import Opinion, at_hand, lot, ran
from tests.shell import Shell


def opinion(coder: str) -> Opinion:
    """What is right depends on the words of a draw; Ben is severe with one reply in three."""

    def said(told: FinishedTrial, question: Question) -> str:
        if question.kind == "control":
            return "right"
        draw = told.row.sitting.draw
        right = lot("words", str(draw)) < 0.5 or lot(told.key, question.name) < 0.1
        severe = coder == "Ben" and lot("severe", told.key, question.name) < 0.33
        return "right" if right and not severe else "wrong"

    return said


@pytest.fixture(scope="module")
def coded(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The shelf in ten draws of two samples, by two participants, coded by two people."""
    folder = tmp_path_factory.mktemp("variance")
    run = ran(here(folder / "run"), "-m", "sim/random", "-m", "sim/child", "--samples", "2")
    study = at_hand(run, folder / "desk")
    with study.store:
        study.coded("Ada", opinion("Ada"))
        study.coded("Ben", opinion("Ben"))
    return here(folder / "desk")


def plain(value: object) -> str:
    """A figure as a CSV file has it."""
    return csv_text.field(value) if isinstance(value, float) else str(value)


def of(rows: list[dict[str, Any]], measure: str) -> dict[str, dict[str, Any]]:
    (row,) = [row for row in rows if row["measure"] == measure]
    return {one["source"]: one for one in row["components"]}


def test_words_that_decide_have_most_of_the_variance(coded: Shell) -> None:
    found = coded.json("compare", "--kind", "variance")
    lrs, mark = of(found["variance"], "lrs"), of(found["variance"], "mark")
    assert lrs["words"]["share"] > 0.5
    assert lrs["words"]["ci95"][0] > 0
    assert mark["words"]["share"] > 0.4
    assert lrs["participant"]["share"] < 0.1
    assert lrs["coder"]["sd"] > 0.2
    assert lrs["words"]["levels"] == 10
    assert lrs["coder"]["levels"] == 2
    assert "item" not in lrs
    assert mark["item"]["levels"] == 2
    shares = [one["share"] for one in lrs.values() if one["share"] is not None]
    assert sum(shares) == pytest.approx(1)


def test_the_d_study_follows_from_the_components(coded: Shell) -> None:
    found = coded.json("compare", "--kind", "variance")
    sd = {name: one["sd"] or 0 for name, one in of(found["variance"], "lrs").items()}
    rows = {(one["draws"], one["samples"], one["coders"]): one for one in found["d_study"]}
    assert len(rows) == 3 * 4 * 3
    for (draws, samples, coders), row in rows.items():
        by_draw = sd["counterbalance"] ** 2 if "counterbalance" in sd else 0
        by_draw += sd["words"] ** 2 + sd["text x cell"] ** 2
        by_draw += sd["sample"] ** 2 / samples + sd["rest"] ** 2 / samples / coders
        assert row["sd"] == pytest.approx(sqrt(by_draw))
        assert row["se"] == pytest.approx(sqrt(by_draw / draws))
        told = resolution(draws, row["sd"])
        assert told is not None
        assert row["half_width"] == pytest.approx(told.half_width)
    assert rows[30, 1, 1]["half_width"] < rows[10, 5, 3]["half_width"]


def test_shares_and_predictions_have_intervals_that_hold_them(coded: Shell) -> None:
    found = coded.json("compare", "--kind", "variance")
    for measure in ("lrs", "mark"):
        for one in of(found["variance"], measure).values():
            if one["sd"] is not None:
                assert one["ci95"][0] <= one["sd"] <= one["ci95"][1]
                assert 0 <= one["share_ci95"][0] <= one["share"] <= one["share_ci95"][1] <= 1
    for row in found["d_study"]:
        assert (row["n_experiments"], row["reason"]) == (1, None)
        for name in ("sd", "se", "half_width", "difference"):
            low, high = row[f"{name}_ci95"]
            assert low <= row[name] <= (high or 5)
        assert row["se_ci95"][1] == pytest.approx(row["sd_ci95"][1] / sqrt(row["draws"]))
        told = resolution(row["draws"], row["sd_ci95"][0])
        assert told is not None
        assert row["half_width_ci95"][0] == pytest.approx(told.half_width)


def test_an_export_has_the_same_figures(coded: Shell) -> None:
    found = coded.json("compare", "--kind", "variance")
    coded.run("export", "-o", "given")
    (sources,) = (coded.folder / "given" / "data").glob("*description-variance_data.csv")
    (planned,) = (coded.folder / "given" / "data").glob("*description-dstudy_data.csv")
    rows = list(csv.DictReader(sources.read_text(encoding="utf-8").splitlines()))
    known = [(whole, one) for whole in found["variance"] for one in whole["components"]]
    assert len(rows) == len(known)
    for row, (whole, one) in zip(rows, known, strict=True):
        assert (row["measure"], row["experiment"]) == (whole["measure"], whole["experiment"])
        assert (row["source"], row["levels"]) == (one["source"], str(one["levels"]))
        assert row["reason"] == (one["reason"] or "")
        wanted = [one["sd"], *(one["ci95"] or ["", ""]), one["share"]]
        wanted += one["share_ci95"] or ["", ""]
        names = ("sd", "ci95_low", "ci95_high", "share", "share_ci95_low", "share_ci95_high")
        assert [row[name] for name in names] == ["" if v is None else plain(v) for v in wanted]
    lines = list(csv.DictReader(planned.read_text(encoding="utf-8").splitlines()))
    assert [one["half_width_ci95_high"] for one in lines] == [
        plain(one["half_width_ci95"][1]) for one in found["d_study"]
    ]


def test_what_cannot_be_estimated_is_said(shell: Shell) -> None:
    ran(shell, "-m", "sim/child")
    page = shell.run("compare", "--kind", "variance").stdout
    (text, sample, coder, rest) = (
        next(line for line in page.splitlines() if line.startswith(name))
        for name in ("text x cell", "sample", "coder", "rest")
    )
    assert text.split()[3] == "20"
    assert sample.endswith("part of text x cell")
    assert coder.endswith("one level")
    assert rest.endswith("part of text x cell")
    assert "`--samples 2` would show what samples add" in page
    assert "a second coder of the same trials" in " ".join(page.split())
    found = shell.json("compare", "--kind", "variance")
    assert {(one["samples"], one["coders"]) for one in found["d_study"]} == {(1, 1)}
    assert of(found["variance"], "lrs")["sample"]["sd"] is None


def test_too_few_sets_of_words_give_no_interval_and_the_reason(shell: Shell) -> None:
    ran(shell, "-m", "sim/child?p=0.5", "--runs", "4", "--wording", "permuted")
    found = shell.json("compare", "--kind", "variance")
    why = "no interval: too few sets of words"
    row = of(found["variance"], "lrs")["words"]
    assert (row["ci95"], row["share_ci95"], row["reason"]) == (None, None, why)
    assert {(one["sd_ci95"], one["reason"]) for one in found["d_study"]} == {(None, why)}
    assert why in " ".join(shell.run("compare", "--kind", "variance").stdout.split())


def test_in_original_wording_draws_are_replies_to_one_set_of_words(shell: Shell) -> None:
    ran(shell, "-m", "sim/child", "--wording", "original")
    found = shell.json("compare", "--kind", "variance")
    lrs = of(found["variance"], "lrs")
    assert lrs["words"]["reason"] == "one level"
    assert lrs["sample"]["sd"] is not None
    assert found["d_study"] == []
    told = shell.run("compare", "--kind", "variance").stdout
    assert "with several sets of words, more draws" in told


def test_several_experiments_have_a_mean_and_a_line_each(shell: Shell) -> None:
    shell.run_once("sally_anne", "smarties", "--runs", "6", "-m", "sim/child")
    found = shell.json("compare", "--kind", "variance")
    rows = [row for row in found["variance"] if row["measure"] == "lrs"]
    assert [(row["wording"], row["experiment"]) for row in rows] == [
        (wording, title)
        for wording in ("original", "permuted")
        for title in (None, "Sally-Anne", "Smarties")
    ]
    mean, *each = rows[3:]
    sds = [
        one["sd"]
        for row in each
        for one in row["components"]
        if one["source"] == "text x cell" and one["sd"] is not None
    ]
    (whole,) = [one for one in mean["components"] if one["source"] == "text x cell"]
    assert whole["n_experiments"] == len(sds)
    page = shell.run("compare", "--kind", "variance").stdout
    assert "variance of LRS, permuted, mean over 2 experiments: 12 scores" in page
    assert "SD of LRS by experiment, permuted" in page
    said = " ".join(shell.run("compare").stdout.split())
    assert "(`--kind` guessing, wordings, recognition, variance; method in full)" in said


def test_each_row_of_a_loop_is_a_question_of_its_own(shell: Shell) -> None:
    """A test that is asked for each row of a table has as many questions as there are rows."""
    (shell.folder / "cards.dev").write_text(
        """\
experiment Cards
table cards (card, side):
    a red star | left
    a blue moon | right
    a red leaf | left
design
    runs 6
procedure
    in order
        repeat 2 times
            for each shuffled row of cards
                test game
                    ask: Red goes left and blue goes right. Here is {card}. Left or right?
                    answer: {side}
                    wrong:
                        left
                        right
""",
        "utf-8",
    )
    shell.run("cards.dev", "-m", "sim/oracle", "-m", "sim/lure")
    found = shell.json("compare", "--kind", "variance")
    marks = [row for row in found["variance"] if row["measure"] == "mark"]
    assert marks[0]["n_scores"] > 60
    assert {one["source"]: one["levels"] for one in marks[0]["components"]}["item"] == 6
