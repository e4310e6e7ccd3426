"""What is printed of agreement in a table, and that nothing in a table reaches the terminal raw."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from coders.statistics.agreement import agreement
from coders.statistics.ratings import MeasurementLevel
from coders.tables.ratings import ratings_from, read_table
from renderers.tables.agreement import render_agreement
from runners.agreement.table_page import decimals, table_sections
from tests.property import examples


def printed(text: str, categories: list[str], *, width: int = 80) -> str:
    ratings = ratings_from(
        read_table(text, "t.csv"), level=MeasurementLevel.NOMINAL, categories=categories
    )
    found = agreement(ratings, replicates=0, seed=1)
    return render_agreement("agreement in t.csv", tuple(table_sections(found)), width=width)


def test_a_page_of_two_coders() -> None:
    rows = "".join(f"{n},{'yes' if n % 3 else 'no'},yes\n" for n in range(1, 13))
    assert printed(f"item,Ann,Bob\n{rows}", ["yes", "no"]) == (
        """\
agreement in t.csv

12 items, 2 coders, no rating missing
nominal level, 2 categories: yes, no

on 12 items rated by both coders
coefficient                     value     95% interval  interval by
──────────────────────────────────────────────────────────────────────
percent agreement               0.667   0.391 to 0.862  Wilson
Cohen's kappa                   0.000               a)
Light's kappa                   0.000               a)
Scott's pi                     -0.200  -0.425 to 0.025  t, Gwet (2008)
Fleiss' kappa                  -0.200  -0.425 to 0.025  t, Gwet (2008)
Conger's kappa                  0.000               a)
Brennan-Prediger                0.333  -0.292 to 0.959  t, Gwet (2008)
Gwet's AC1                      0.538  -0.028 to 1.000  t, Gwet (2008)
Krippendorff's alpha, nominal  -0.150               a)
a) no bootstrap was asked for

each category
                                        kappa against the
category  ratings  specific agreement                rest
─────────────────────────────────────────────────────────
yes            20               0.800              -0.200
no              4               0.000              -0.200

items by both ratings: rows Ann, columns Bob
     yes  no
────────────
yes    8   0
no     4   0

fewer than 20 items: intervals of kappas are too short (of ten items they hold
the true value in as few as 58% of studies)
nominal level: weighted kappa, ordinal, interval and ratio alpha, ICC and rank
correlations need ordered categories
chance agreement, from the pooled use of categories: 0.722
prevalence index 0.667, bias index 0.333"""
    )


def test_every_pair_of_three_coders_has_a_row_and_who_rated_nothing_is_left_out() -> None:
    page = printed("item,A,B,C,D\n1,x,x,y,\n2,y,y,y,\n3,x,y,,\n", ["x", "y"])
    assert "D has no ratings and has been left out" in page
    table = page.split("each pair of coders\n")[1].splitlines()
    assert [line.split()[:3] for line in table[2:5]] == [
        ["A,", "B", "3"],
        ["A,", "C", "2"],
        ["B,", "C", "2"],
    ]


def test_many_categories_leave_their_tables_to_the_document() -> None:
    page = printed("item,A,B\n1,x,x\n2,x,x\n", ["x", *(f"c{n}" for n in range(12))])
    assert "each category" not in page
    assert "items by both ratings" not in page


def test_figures_have_three_decimals_and_no_negative_zero() -> None:
    assert [decimals(one) for one in (1, 0.8184, -0.0004, -0.5)] == [
        "1.000", "0.818", "0.000", "-0.500",
    ]  # fmt: skip


@examples(30)
@given(
    st.text(st.characters(codec="utf-8", exclude_characters='",;\t\n\r\0'), max_size=12),
    st.sampled_from(["\x1b[31m", "\x1b]52;c;eA==\x07", "\x9b2J", "\u202e", "[red]x[/red]"]),
)
def test_names_and_labels_reach_the_terminal_as_visible_text(text: str, evil: str) -> None:
    label = f"x{evil}{text}x"
    page = printed(f"item,A{evil},B\n1,{label},y\n2,y,y\n", [label, "y"], width=200)
    assert not any(
        (ord(character) < 32 and character != "\n") or 127 <= ord(character) < 160
        for character in page
    )
    assert "\u202e" not in page
    if evil.startswith("[red]"):
        assert "[red]x[/red]" in page
