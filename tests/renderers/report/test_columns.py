"""Columns of the page are the figures that are declared, written as their scales say."""

from __future__ import annotations

from renderers.fields.banks.size_and_pairs import PAIR
from renderers.fields.field import pick
from renderers.fields.means import CONTRAST_TABLE
from renderers.fields.script_measures import MEASURE_SCORE
from renderers.report.columns import column, columns, marked, titled
from renderers.report.headings import HEADINGS
from renderers.report.values import Value

ROW: dict[str, object] = {
    "contrast": "follows", "experiment": "The hat", "condition": "", "wording": "original",
    "model": "lab/one", "passed": 2.5, "n": 3, "ci95": [0.25, 0.75], "chance": None,
    "split": 0, "undecided": 0, "simulated": True,
}  # fmt: skip


def test_a_column_stands_under_its_heading_with_the_place_of_each_number() -> None:
    by_name = {one.name: one for one in CONTRAST_TABLE}
    made = [column(by_name[name]) for name in ("passed", "ci95", "contrast")]
    row = Value(ROW, "/contrasts/0")
    assert [(one.title, one.numeric, one.cell(row)) for one in made] == [
        ("Passed", True, '<data value="2.5" data-from="/contrasts/0/passed">2.5</data>'),
        ("95% interval", True,
         '[<data value="0.25" data-from="/contrasts/0/ci95/0">25%</data>,\xa0'
         '<data value="0.75" data-from="/contrasts/0/ci95/1">75%</data>]'),
        ("Contrast", False, "<bdi>follows</bdi>"),
    ]  # fmt: skip


def test_a_page_says_what_is_counted_and_leaves_symbols_small() -> None:
    names = ("n_draws", "ci95", "model", "low", "sd")
    found = [titled(one) for one in (*pick(MEASURE_SCORE, *names), *pick(PAIR, "p", "p_holm"))]
    assert found == ["Draws", "95% interval", "Model", "Lowest", "Sd", "p", "Holm"]


def test_a_heading_may_join_figures() -> None:
    assert titled(*pick(MEASURE_SCORE, "n_draws", "ci95"), form="{} ({})") == "Draws (95% interval)"
    assert [one if isinstance(one, str) else one.title for one in HEADINGS["tests"]] == [
        "p", "p, Holm", "Least p",
    ]  # fmt: skip
    joined = [one if isinstance(one, str) else one.title for one in HEADINGS["cells"]]
    assert joined == [
        "Condition", "Model, wording", "LRS [95%]", "Every draw, 0 to 5", "Draws (texts)",
        "Trials with LRS 0", "Correct", "Chance, published, best rule",
    ]  # fmt: skip


def test_what_is_mostly_nothing_has_a_column_where_some_row_has_it() -> None:
    other = {**ROW, "split": 1, "condition": "seen"}
    found = [
        [one.title for one in columns(CONTRAST_TABLE, rows)]
        for rows in ([Value(ROW)], [Value(ROW), Value(other)])
    ]
    assert found == [
        ["Contrast", "Experiment", "Wording", "Model", "Passed", "95% interval", "Chance"],
        ["Contrast", "Experiment", "Condition", "Wording", "Model", "Passed", "95% interval",
         "Chance", "Coders differ"],
    ]  # fmt: skip


def test_a_simulated_row_is_marked_where_others_are_not_simulated() -> None:
    assert marked(Value(ROW), "lab/one", where=False) == "lab/one"
    assert marked(Value(ROW), "<one>") == (
        '&lt;one&gt; <strong class="simulated">simulated, not data</strong>'
    )
