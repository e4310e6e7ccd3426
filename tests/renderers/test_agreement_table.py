"""What is printed of agreement: golden pages, and no mark from a table reaches the terminal."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from renderers.agreement_table import (
    AgreementPage,
    CategoryRow,
    FigureGroup,
    FigureRow,
    PairRow,
    between,
    figure,
    render_agreement,
)
from tests.property import examples

GOLDEN = Path(__file__).parent / "golden"


def page(name: str = "Ann", label: str = "0") -> AgreementPage:
    return AgreementPage(
        title=f"agreement in {name}.csv",
        lines=(f"30 items, 3 coders, no rating missing; {name}",),
        groups=(
            FigureGroup(
                "on 30 items with two or more ratings",
                (
                    FigureRow("percent agreement", 0.8, (0.6411, 0.9), "Wilson"),
                    FigureRow(
                        "Cohen's kappa, quadratic weights", -0.0004, None, "no interval: why"
                    ),
                    FigureRow("Kendall's W", None, None, f"constant: every rating is `{label}`"),
                ),
            ),
        ),
        coders=(name, "Ben", "Cleo"),
        categories=(CategoryRow(label, 12, 0.5, None), CategoryRow("1", 18, 0.75, 0.25)),
        pair_columns=("percent agreement", "Cohen's kappa"),
        pairs=(PairRow((name, "Ben"), 30, (0.9, None)), PairRow((name, "Cleo"), 7, (1.0, 1.0))),
        confusion=((5, 1), (0, 24)),
        notes=(f"a note on {label}",),
    )


def test_a_page_is_printed_as_in_the_golden_file() -> None:
    printed = render_agreement(page(), width=80)
    assert printed + "\n" == (GOLDEN / "agreement.txt").read_text(encoding="utf-8")
    assert max(map(len, printed.splitlines())) <= 80


def test_a_long_reason_of_many_rows_is_printed_once_with_a_number() -> None:
    why = "constant: every rating is `5`, so that agreement cannot be told from chance"
    rows = (
        FigureRow("percent agreement", 1.0, (0.4385, 1.0), "Wilson"),
        *(FigureRow(title, None, None, why) for title in ("Cohen's kappa", "Scott's pi", "ICC")),
        FigureRow("Kendall's W", None, None, "no item"),
    )
    one = AgreementPage("t", (), (FigureGroup("on 3 items", rows),), ("A",), (), (), (), None, ())
    assert render_agreement(one, width=80) == (
        "t\n\non 3 items\n"
        "                                          interval by, or\n"
        "coefficient        value    95% interval  why there is none\n"
        "────────────────────────────────────────────────────────────\n"
        "percent agreement  1.000  0.439 to 1.000  Wilson\n"
        "Cohen's kappa          -                  note 1\n"
        "Scott's pi             -                  note 1\n"
        "ICC                    -                  note 1\n"
        "Kendall's W            -                  no item\n"
        f"note 1: {why.removesuffix('chance')}".rstrip()
        + "\nchance"
    )


def test_many_categories_leave_their_tables_to_the_document() -> None:
    rows = tuple(CategoryRow(str(n), 1, None, None) for n in range(13))
    long = AgreementPage("t", (), (), ("A", "B"), rows, (), (), ((0,) * 13,) * 13, ())
    assert render_agreement(long) == "t"


def test_figures_have_three_decimals_and_no_negative_zero() -> None:
    assert [figure(one) for one in (None, 1, 0.8184, -0.0004, -0.5)] == [
        "-",
        "1.000",
        "0.818",
        "0.000",
        "-0.500",
    ]
    assert (between(None), between((-0.1, 1.0))) == ("", "-0.100 to 1.000")


@examples(60)
@given(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=12),
    st.sampled_from(["\x1b[31m", "\x1b]52;c;eA==\x07", "\x9b2J", "\u202e", "[red]x[/red]", "\r"]),
)
def test_names_and_labels_reach_the_terminal_as_visible_text(text: str, evil: str) -> None:
    printed = render_agreement(page(name=evil + text, label=text + evil), width=200)
    assert not any(
        (ord(character) < 32 and character != "\n") or 127 <= ord(character) < 160
        for character in printed
    )
    assert "\u202e" not in printed
    if evil.startswith("[red]"):
        assert "[red]x[/red]" in printed
