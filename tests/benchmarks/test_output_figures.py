"""Figures of two versions' texts, compared without their words (benchmarks/outputs/figures.py)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from benchmarks.outputs.additions import options_of, without_additions
from benchmarks.outputs.declared import Wanted, wanted
from benchmarks.outputs.figures import differing, figures, is_read

TABLE = """\
condition   LRS    95%            gate failed
moved       4.00   2.50 to 5.00   67%
left        -0.25  -              1,234
"""
SCORES = "cup: score > stdout"


def test_other_words_for_the_same_figures_are_no_difference() -> None:
    reworded = TABLE.replace("gate failed", "control failed").replace("-0.25", "\u22120.25")
    assert list(differing(SCORES, TABLE, reworded)) == []


def test_a_sentence_may_break_elsewhere() -> None:
    assert list(differing(SCORES, "3 of 4\ndraws", "3\nof 4 runs")) == []


def test_a_changed_figure_is_shown_with_the_words_around_it() -> None:
    assert list(differing(SCORES, TABLE, TABLE.replace("67%", "68%"))) == [
        "- 67%   in: moved 4.00 2.50 to 5.00 67%",
        "+ 68%   in: moved 4.00 2.50 to 5.00 68%",
    ]


def test_a_row_and_a_column_that_went_are_shown() -> None:
    without_row = "".join(TABLE.splitlines(keepends=True)[:2])
    assert [line.split("  ")[0] for line in differing(SCORES, TABLE, without_row)] == [
        "- - -0.25 1,234"
    ]
    without_column = TABLE.replace("2.50 to 5.00   ", "").replace("-              ", "")
    assert [line.split("  ")[0] for line in differing(SCORES, TABLE, without_column)] == [
        "- -",
        "- 2.50",
        "- 5.00",
    ]


def test_on_the_terminal_a_column_may_be_in_another_table() -> None:
    apart = "4.00\n3.00\n\n67%\n50%\n"
    assert list(differing(SCORES, "4.00  67%\n3.00  50%\n", apart)) == []
    assert list(differing("cup: report > page.html", "4.00 67% 3.00 50%", apart)) != []


def test_names_with_digits_are_no_figures() -> None:
    assert figures("W651 gpt-5.6 sim/child?p=0.7x 3a9f 2nd") == ()


def test_of_a_page_its_text_counts_and_no_markup() -> None:
    page = '<style>a{margin:3px}</style><td title="2/3">0.67</td><script>var a = 1;</script>'
    assert [one.written for one in figures(page, page=True)] == ["0.67"]
    assert list(differing("cup: report > page.html", page, page.replace("2/3", "0.7"))) == []


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (SCORES, True),
        ("cup: score --json > stdout", False),
        ("cup: export --to jsonl -o - > stdout", False),
        ("cup: report -o page.html > page.html", True),
        ("cup: export -o data > data/README.md", True),
        ("cup: export -o data > data/data/trials.csv", False),
    ],
)
def test_only_what_people_read_is_compared_by_its_figures(name: str, read: bool) -> None:
    assert is_read(name) is read


@pytest.mark.parametrize(
    ("name", "was", "is_now", "same", "added"),
    [
        (SCORES, '{"a": 1}', '{"b": [], "a": 1}', True, {"b": 1}),
        (SCORES, '{"a": 1, "b": 2}', '{"a": 1}', False, {}),
        (SCORES, '{"a": [{"b": 2}]}', '{"a": [{"b": 3, "c": 1}]}', False, {"c": 1}),
        (SCORES, '[{"b": 2}]', '[{"b": 1}, {"b": 2}]', True, {"items of lists": 1}),
        (
            SCORES,
            '[{"a": "x", "b": 2}]',
            '[{"a": "y"}, {"a": "x", "b": 3}]',
            False,
            {"items of lists": 1},
        ),
        (SCORES, '{"a": 1}\n{"a": 2}\n', '{"a": 1}\n{"a": 2, "b": 3}\n', True, {"b": 1}),
        (SCORES, "4.00 left", "5.00 left", False, {}),
        ("trials.csv", "a,b\n1,2\n", "a,c,b\n1,3,2\n", True, {"c": 1}),
        ("trials.csv", "a,b\n1,2\n", "a,c\n1,2\n", False, {"c": 1}),
    ],
)
def test_new_keys_and_columns_are_no_difference(
    name: str, was: str, is_now: str, same: bool, added: dict[str, int]
) -> None:
    found = Counter[str]()
    old, new = without_additions(name, was, is_now, found)
    assert (old == new, found) == (same, added)


def test_an_option_that_went_is_a_difference() -> None:
    found = Counter[str]()
    was, is_now = "  -m, --model NAME  Ask it.\n  --by WORDS\n", "  -m, --model NAME  x\n  --new\n"
    assert options_of(was, is_now, found) == ("--by\n--model", "--model")
    assert found == {"--new": 1}


@pytest.mark.parametrize(
    ("listed", "was", "is_now", "same"),
    [
        ({"values": ("a.b",)}, '{"a": [{"b": 1}]}', '{"a": [{"b": 2}]}', True),
        ({"values": ("a.b",)}, '{"a": [{"c": 1}]}', '{"a": [{"c": 2}]}', False),
        ({"values": ("a",), "was": (None, 3)}, '{"a": null}', '{"a": 2}', True),
        ({"values": ("a",), "was": (None, 3)}, '{"a": 1}', '{"a": 2}', False),
        ({"values": ("b",)}, "a,b\n1,2\n", "a,b\n1,3\n", True),
        ({"values": ("b",)}, "a,b\n1,2\n", "a,b\n4,3\n", False),
        ({"values": ("b",)}, "no table", "none", False),
        ({"any_order": True}, '[{"a": 1}, {"a": 2}]', '[{"a": 2}, {"a": 1}]', True),
        ({"any_order": True}, '[{"a": 1}, {"a": 2}]', '[{"a": 2}, {"a": 3}]', False),
        (
            {"any_order": True, "values": ("b",)},
            '[{"a": 1, "b": 1}, {"a": 2, "b": 2}]',
            '[{"a": 2, "b": 3}, {"a": 1, "b": 4}]',
            True,
        ),
        ({"values": ("a",), "but": "cup*"}, '{"a": 1}', '{"a": 2}', False),
    ],
)
def test_a_declared_difference_leaves_out_what_it_names(
    listed: dict[str, Any], was: str, is_now: str, same: bool
) -> None:
    name = "cup: export > trials.csv" if "," in was and was[0] not in "[{" else SCORES
    old, new = Wanted("wanted", **listed).applied(name, was, is_now)
    assert (old == new) is same


def test_each_listed_difference_can_be_read_and_has_a_reason() -> None:
    assert all(one.why for one in wanted())
