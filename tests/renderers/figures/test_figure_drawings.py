"""Every drawing of the report: small, whole, the same each time, and plainly simulated if it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from urllib.parse import unquote
from xml.etree import ElementTree as Tree

import pytest

from dsl.record import replace
from renderers.figures.cells import cell_figures
from renderers.figures.confusions import confusion_figures, contrast, shade
from renderers.figures.cost import cost_figures
from renderers.figures.domains import domain_figures
from renderers.figures.drawing.looks import look
from renderers.figures.drawn import Drawn
from renderers.figures.drift import drift_figures
from renderers.figures.familiar import familiar_figures
from renderers.figures.question_shares import question_share_figures
from renderers.figures.spread import coder_mean_figures, gate_figures
from renderers.report.values import Value
from renderers.rows.measures import Figure
from renderers.rows.scores import CellScore
from tests.renderers.figures.figure_rows import (
    HOSTILE,
    MODELS,
    agreement,
    cell,
    cells,
    comparisons,
    costs,
    draws,
    question_shares,
    study,
)


def _every(*, simulated: bool) -> dict[str, tuple[Drawn, ...]]:
    rows = cells(simulated=simulated)
    agree = Value(agreement(), "/agree")
    bill = Value(costs(), "/report/costs"), Value([], "/report/judges")
    return {
        "cells": cell_figures(rows),
        "coders": coder_mean_figures(rows),
        "confusions": confusion_figures(agree, simulated=simulated),
        "cost": cost_figures(*bill, simulated=simulated),
        "domains": domain_figures(study(rows).domains),
        "drift": drift_figures(agree, simulated=simulated),
        "familiar": familiar_figures(comparisons(simulated=simulated)),
        "gates": gate_figures(rows),
        "questions": question_share_figures(question_shares(simulated=simulated)),
    }


@pytest.fixture(scope="module")
def real() -> dict[str, tuple[Drawn, ...]]:
    return _every(simulated=False)


@pytest.fixture(scope="module")
def simulated() -> dict[str, tuple[Drawn, ...]]:
    return _every(simulated=True)


def test_each_kind_of_figure_is_drawn(real: dict[str, tuple[Drawn, ...]]) -> None:
    assert {name: len(figures) for name, figures in real.items()} == {
        "cells": 2,
        "coders": 1,
        "confusions": 1,
        "cost": 2,
        "domains": 1,
        "drift": 1,
        "familiar": 2,
        "gates": 1,
        "questions": 1,
    }
    names = [one.name for figures in real.values() for one in figures]
    assert len(set(names)) == len(names)


def test_no_axis_of_dollars_stands_where_no_price_is_known() -> None:
    nobody = [dict(one, usd=None) for one in costs()]
    found = cost_figures(Value(nobody, "/report/costs"), Value([], "/j"), simulated=False)
    assert [one.name for one in found] == ["tokens"]


def test_draws_that_were_levelled_stand_on_an_axis_that_says_so(
    real: dict[str, tuple[Drawn, ...]],
) -> None:
    drawn = real["familiar"][1]
    assert "at the same counterbalance level" in drawn.note
    assert "may lie beyond 0 or 5" in drawn.note


def test_a_drawing_is_one_small_svg_without_styles_links_or_scripts(
    real: dict[str, tuple[Drawn, ...]],
) -> None:
    for one in (each for figures in real.values() for each in figures):
        for svg, width in ((one.wide, 900), (one.narrow, 360)):
            root = Tree.fromstring(svg)
            assert (root.get("width"), root.get("viewBox")) == (
                str(width),
                f"0 0 {width} {root.get('height')}",
            )
            assert len(svg) < 60_000
            _harmless(root)


def _harmless(root: Tree.Element) -> None:
    for element in root.iter():
        tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        assert tag in {"svg", "title", "g", "path", "text"}
        assert len(element) == 0 or tag in {"svg", "g"}
        assert "style" not in element.attrib
        assert not [name for name in element.attrib if name.startswith("on")]
        assert not [value for value in element.attrib.values() if "url(" in value]
        assert not set(element.attrib) & {"id", "href"}


def test_the_same_study_gives_the_same_bytes(real: dict[str, tuple[Drawn, ...]]) -> None:
    again = domain_figures(study(cells()).domains) + cell_figures(cells())
    assert again == real["domains"] + real["cells"]


def test_a_drawing_says_that_it_is_simulated_and_none_says_so_of_data(
    real: dict[str, tuple[Drawn, ...]], simulated: dict[str, tuple[Drawn, ...]]
) -> None:
    """Their colour is used for nothing else."""
    for one in (each for figures in simulated.values() for each in figures):
        for svg in (one.wide, one.narrow):
            assert "<title>SIMULATED, not data. " in svg
            assert svg.count('fill="#a33b00"') == svg.count(">SIMULATED, not data</text>") == 1
        assert one.alt.startswith("Simulated, not data. ")
        assert one.simulated
        assert '<strong class="simulated">simulated, not data</strong>' in one.table
        assert one.markup().count("simulated, not data</strong>") == (1 if one.section else 2)
    for one in (each for figures in real.values() for each in figures):
        for svg in (one.wide, one.narrow):
            assert "SIMULATED" not in svg
            assert 'fill="#a33b00"' not in svg
        assert "imulated" not in one.alt + one.table


def test_one_simulated_participant_marks_the_figure_in_which_it_stands() -> None:
    rows = (
        cell("Number", "Perception", "lab/first", draws(5, 5)),
        cell("Number", "Perception", "sim/child", draws(1, 1), simulated=True),
        cell("Gears", "Causal Reasoning", "lab/first", draws(3)),
    )
    assert [one.simulated for one in cell_figures(rows)] == [True, False]


@pytest.mark.parametrize(
    "making",
    [
        lambda: domain_figures(study([_called(name) for name in HOSTILE]).domains),
        lambda: cell_figures([replace(_called(name), experiment=HOSTILE[3]) for name in HOSTILE]),
        lambda: gate_figures([_called(name) for name in HOSTILE]),
        lambda: question_share_figures(question_shares(names=HOSTILE)),
        lambda: coder_mean_figures([_called(name) for name in HOSTILE[:3]]),
        lambda: familiar_figures(comparisons(names=HOSTILE)),
        lambda: confusion_figures(Value(agreement(HOSTILE)), simulated=True),
        lambda: drift_figures(Value(agreement(HOSTILE)), simulated=True),
        lambda: cost_figures(Value(costs(HOSTILE)), Value([]), simulated=True),
    ],
    ids=[
        "domains",
        "cells",
        "gates",
        "questions",
        "coders",
        "familiar",
        "confusions",
        "drift",
        "cost",
    ],
)
def test_no_name_breaks_a_drawing_or_leaves_it(making: Callable[[], tuple[Drawn, ...]]) -> None:
    """Mathematics, markup, turned and hidden signs, pictures, and names of any length. Warnings are
    errors here, so that none of matplotlib's gets out either.
    """
    for one in making():
        for svg in (one.wide, one.narrow):
            root = Tree.fromstring(svg)
            _harmless(root)
            said = "".join(root.itertext())
            assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e]", said)
        assert "<script" not in one.markup()


def _called(name: str) -> CellScore:
    """A cell in which everything that can be named has this name."""
    coders = [(who, "blind", draws(1, 2)) for who in HOSTILE]
    return cell(name, name, name, draws(1, 2, 5), level=name, simulated=True, coders=coders)


def test_a_small_figure_has_one_drawing_and_says_where_its_table_is() -> None:
    (one,) = cell_figures([cell("e", "", "m", draws(1))])
    whole, small = one.markup(), one.markup(small=True)
    assert whole.count("data:image/svg+xml,") == 2
    assert small.count("data:image/svg+xml,") == small.count("<img ") == 1
    assert "<picture>" not in small
    for markup in (whole, small):
        assert '<a href="#cells">The same as a table</a>' in markup
        assert "<table" not in markup
    opened = one.markup(opened=True)
    assert "<table" in opened
    assert "<caption>" in opened
    assert "<figcaption>" not in opened, "its title stands once, above the table"


def test_a_drawing_in_the_page_is_the_drawing() -> None:
    (one,) = cell_figures([_called(HOSTILE[0])])
    wide = re.findall(r'<img src="data:image/svg\+xml,([^"]*)"', one.markup())
    narrow = re.findall(r'srcset="data:image/svg\+xml,([^"]*)"', one.markup())
    for address, svg in zip(wide + narrow, (one.wide, one.narrow), strict=True):
        assert re.fullmatch(r"[\w%'/:;=,()!+\[\].~<> -]+", address)
        assert address in wide or " " not in address
        assert Tree.canonicalize(unquote(address)) == Tree.canonicalize(svg)


@pytest.mark.parametrize("n", [0, 1, 9])
def test_as_many_participants_as_there_are_have_a_mark_of_their_own(n: int) -> None:
    models = [f"lab/{number}" for number in range(n)]
    rows = [cell("Number", "Perception", model, draws(1, 2, 3, 4, 5)) for model in models]
    assert len(domain_figures(study(rows).domains)) == len(cell_figures(rows)) == min(n, 1)
    assert len({look(number) for number in range(49)}) == 49


def test_many_rows_are_divided_among_drawings_and_all_are_in_the_tables() -> None:
    rows = [
        cell("Number", "Perception", f"lab/{number}", draws(1, 2), level=level)
        for level in ("one", "two")
        for number in range(30)
    ]
    figures = cell_figures(rows)
    assert [one.title for one in figures] == [
        f"<bdi>Number</bdi>: LRS of every draw, part {number} of four"
        for number in ("one", "two", "three", "four")
    ]
    assert [one.table.count("<tr") - 1 for one in figures] == [24, 6, 24, 6]


def test_five_hundred_draws_are_a_drawing_of_their_own_size() -> None:
    (one,) = cell_figures([cell("e", "", "m", draws(*([5] * 499), 0))])
    dots = re.findall(
        r'<path d="([^"]*)"[^>]*stroke="#0072b2"[^>]*stroke-linecap="round"', one.wide
    )
    assert len(re.findall("M", dots[0])) == 500
    assert len(one.wide) < 60_000


def test_counts_in_a_matrix_are_read_on_every_shade() -> None:
    for step in range(101):
        fill, ink = shade(step / 100)
        assert contrast(fill, ink) >= 4.5


def test_nothing_is_drawn_where_there_is_nothing_to_draw() -> None:
    agree = agreement()
    agree["pairs"] = []
    agree["each_coder"] = []
    assert confusion_figures(Value(agree), simulated=False) == ()
    assert drift_figures(Value(agree), simulated=False) == ()
    assert cost_figures(Value([]), Value([]), simulated=False) == ()
    assert gate_figures([cell("e", "", "m", draws(1), gate=None)]) == ()
    assert coder_mean_figures([cell("e", "", "m", draws(1))]) == ()


def test_many_domains_or_participants_are_rows_on_as_many_sheets_as_they_need() -> None:
    """Side by side their marks and words would lie on each other."""
    few, many = [f"lab/{number}" for number in range(3)], [f"lab/{n}" for n in range(60)]
    for models, domains, sizes in ((few, 4, [12]), (few, 13, [36, 3]), (many, 1, [36, 24])):
        rows = [
            cell(f"e{number}", f"d{number}", model, draws(1, 2, 3, 4, 5))
            for number in range(domains)
            for model in models
        ]
        figures = domain_figures(study(rows).domains)
        assert [one.table.count("<tr") - 1 for one in figures] == sizes
        beside = "rotate(-90" in figures[0].wide  # the scale's words, which run upwards
        assert beside == (domains == 4)
    assert [one.name for one in figures] == ["domains-permuted-1", "domains-permuted-2"]


def test_a_domain_is_reported_with_what_it_rests_on() -> None:
    (one,) = domain_figures(study(cells(models=MODELS[:1])).domains)
    low, high = (study(cells(models=MODELS[:1])).domains[0].ci95) or (0, 0)
    assert one.alt == (
        "Mean LRS by domain, permuted wording. "
        f"Perception (1 experiment only): lab/first 5.00 ({low:.2f} to {high:.2f}); "
        "LaMDA (published): 1.64; children: unknown. "
        "Theory of Mind (1 experiment only): lab/first 2.15; LaMDA (published): 3.74; "
        "children: unknown."
    )
    assert "<td>unknown" in one.table


def test_what_was_published_stands_at_each_participant_where_their_cells_differ() -> None:
    """The second has no LRS in Number, so that LaMDA's mean for comparison is over fewer cells."""
    rows = (
        cell("Number", "Perception", "lab/first", draws(1, 2), published="1.64"),
        cell("Rational", "Perception", "lab/first", draws(1, 2), published="4.2"),
        cell("Number", "Perception", "lab/second", Figure(), published="1.64"),
        cell("Rational", "Perception", "lab/second", draws(3, 4), published="4.2"),
    )
    (one,) = domain_figures(study(rows).domains)
    assert one.alt == (
        "Mean LRS by domain, permuted wording. Perception (mean of 1 to 2 experiments): "
        "lab/first 1.50; lab/second 3.50; LaMDA (published): 2.92; LaMDA (published): 4.20; "
        "children: unknown."
    )
    levels = re.findall(r'<path d="([^"]*)"[^>]*stroke-width="2.4"', one.wide)
    heights = [re.findall(r"M[\d.]+,([\d.]+)[Hh][\d.]+", path) for path in levels]
    assert heights[:2] == [["138.8"], ["62"]]


def test_a_mean_that_there_is_not_is_said_in_words() -> None:
    figures = cell_figures(cells())
    assert "lab/second without an LRS" in figures[1].alt
    assert ">none</data>" in figures[1].table


def test_a_key_shows_the_marks_that_are_drawn() -> None:
    """A mean that every participant has looks as it does in the drawing, here and in the key."""
    rows = [cell("a", "", model, draws(1, 2)) for model in ("lab/first", "lab/second")]
    (one,) = cell_figures(rows)
    for number in range(2):
        assert one.wide.count(f'fill="{look(number).colour}"') == 2


def test_rows_keep_the_look_of_their_participant_in_every_figure() -> None:
    """Colour and shape of the second participant are the second's where the first is missing."""
    rows = [
        cell("a", "", "lab/first", draws(1, Fraction(3, 2))),
        cell("a", "", "lab/second", draws(2)),
        cell("b", "", "lab/second", draws(3)),
    ]
    second = look(1).colour
    assert all(f'fill="{second}"' in one.wide for one in cell_figures(rows))
