"""A table that fits its page: no figure is cut, none is dropped, and each stands by its label."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

from renderers.tables.fitted import Column, one_table, split_tables
from renderers.tables.page import plain_lines

WIDTHS = (40, 60, 80, 100, 120, 200)
WORDS = ("seen", "unseen", "a long condition", "told beforehand", "箱の中に入れる", "très loin")


def some_columns(seed: int) -> list[Column]:
    """A table of a few rows, in which each row's labels begin with a word of its own."""
    lot = random.Random(seed)
    rows = range(lot.randint(1, 5))
    columns = [
        Column(
            "experiment",
            tuple(f"L{row}x {' '.join(lot.sample(WORDS, 2))}" for row in rows),
            right=False, folds=True, label=True,
        ),
        Column(
            "condition",
            tuple(lot.choice(WORDS) for _ in rows),
            right=False, folds=True, label=True, once=lot.random() < 0.5,
        ),
    ]  # fmt: skip
    for number in range(lot.randint(1, 14)):
        size = lot.choice((3, 6, 14))
        cells = tuple(f"{number}.{row}{'7' * lot.randint(0, size)}" for row in rows)
        heading = lot.choice(("n", "share\nright", "over\nexperiments", "differ\u00adence"))
        columns.append(
            Column(heading, cells, priority=lot.randint(0, 4), joined=lot.random() < 0.3)
        )
    return columns


@pytest.mark.parametrize("width", WIDTHS)
def test_every_figure_is_whole_next_to_its_label(width: int) -> None:
    for seed in range(60):
        columns = some_columns(seed)
        lines = plain_lines(one_table(columns, width), width=width)
        assert all(cell_len(line) <= width for line in lines), (seed, lines)
        for column in columns[2:]:
            for row, figure in enumerate(column.cells):
                places = [
                    at for at, line in enumerate(lines) if figure in line.replace(";", "").split()
                ]
                assert len(places) == 1, (seed, figure, lines)
                above = (at for at in range(places[0], -1, -1) if f"L{row}x" in lines[at].split())
                # The label is in this line, or heads the lines of its row.
                label = next(above)
                between = lines[label + 1 : places[0] + 1]
                assert not any("L" in line and "x " in line for line in between), (seed, lines)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_word_of_a_label_is_whole(width: int) -> None:
    for seed in range(60):
        columns = some_columns(seed)
        text = " ".join(plain_lines(one_table(columns, width), width=width)).replace(",", "")
        for column in columns[:2]:
            for label in column.cells:
                assert set(label.split()) <= set(text.split()), (seed, label, text)


def test_what_has_no_room_goes_into_a_table_below_that_repeats_the_labels() -> None:
    columns = [
        Column("who", ("Ada", "Ben"), right=False, label=True),
        Column("a", ("12345", "1")),
        Column("b", ("1234567890", "2"), priority=1),
        Column("c", ("1", "3"), priority=2),
    ]
    assert plain_lines(one_table(columns, 20), width=20) == [
        "who      a  c",
        "─────────────",
        "Ada  12345  1",
        "Ben      1  3",
        "",
        "who           b",
        "───────────────",
        "Ada  1234567890",
        "Ben           2",
    ] or plain_lines(one_table(columns, 20), width=20) == [
        "who      a",
        "──────────",
        "Ada  12345",
        "Ben      1",
        "",
        "who           b  c",
        "──────────────────",
        "Ada  1234567890  1",
        "Ben           2  3",
    ]
    assert plain_lines(one_table(columns, 25), width=25)[0].split() == ["who", "a", "b", "c"]


def test_an_interval_is_not_parted_from_its_figure() -> None:
    columns = [
        Column("who", ("Ada",), right=False, label=True),
        Column("n", ("10",)),
        Column("LRS", ("2.50",)),
        Column("95%", ("1.20 to 3.10",), joined=True),
    ]
    assert plain_lines(one_table(columns, 24), width=24) == [
        "who   n",
        "───────",
        "Ada  10",
        "",
        "who   LRS           95%",
        "───────────────────────",
        "Ada  2.50  1.20 to 3.10",
    ]


def test_on_a_page_too_narrow_for_tables_rows_are_lines() -> None:
    columns = [
        Column("experiment", ("The unexpectedly long one",), right=False, folds=True, label=True),
        *(Column(f"figure\n{letter}", ("1234567890123",)) for letter in "abcdefgh"),
        Column("experi\u00adments", ("12",)),
    ]
    assert plain_lines(one_table(columns, 40), width=40)[:3] == [
        "The unexpectedly long one",
        "  figure a 1234567890123;",
        "  figure b 1234567890123;",
    ]
    assert plain_lines(one_table(columns, 40), width=40)[-1] == (
        "  figure h 1234567890123; experiments 12"
    )


def test_a_repeated_label_is_left_out_in_each_table_by_itself() -> None:
    """The first row of a table has its label, though the last row of the table above has it too."""
    columns = [
        Column("domain", ("Beliefs",) * 4, right=False, label=True, once=True),
        Column("wording", ("original", "permuted") * 2, right=False, label=True),
        Column("LRS", ("1.00", "2.00", "3.00", "4.00")),
    ]
    tables = split_tables(columns, ["one", "one", "two", "two"], 80)
    assert [plain_lines(table, width=80)[2:] for table in tables.values()] == [
        ["Beliefs  original  1.00", "         permuted  2.00"],
        ["Beliefs  original  3.00", "         permuted  4.00"],
    ]


def test_a_word_of_a_heading_is_broken_only_where_there_is_no_room() -> None:
    columns = [
        Column("who", ("Ada",), right=False, label=True),
        Column("differ\u00adence,\nown", ("0.25",)),
    ]
    assert plain_lines(one_table(columns, 16), width=16)[:2] == [
        "     difference,",
        "who          own",
    ]
    assert plain_lines(one_table(columns, 15), width=15)[:3] == [
        "     differ-",
        "       ence,",
        "who      own",
    ]
