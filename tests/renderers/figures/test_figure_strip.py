"""The strip of a table's row: every draw is seen, and nothing in it needs a style."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree as Tree

import pytest

from renderers.figures.cells import strip, strip_label
from renderers.figures.drawing.packing import packed
from renderers.rows.measures import Figure
from tests.renderers.figures.figure_rows import draws


def test_a_strip_is_its_draws_their_mean_the_interval_and_guessing() -> None:
    drawn = strip(draws(5, 5, 3, 1, 4), chance=Fraction(3), simulated=False)
    low, high = draws(5, 5, 3, 1, 4).ci95 or (0, 0)
    assert drawn == (
        '<svg class="strip" role="img" aria-label="5 draws, LRS from 0 to 5; mean 3.60; '
        f"95% interval from {low:.2f} to {high:.2f}; 1 at 1, 1 at 3, 1 at 4, 2 at 5; chance "
        '3.00" width="176" height="34" viewBox="0 0 176 34" fill="none">'
        '<path d="M10 22H166H10v3m31.2-3v3m31.2-3v3m31.2-3v3m31.2-3v3m31.2-3v3" '
        'stroke="#949494"/>'
        '<path d="M103.6 2V33" stroke="#d55e00" stroke-width="1.6" stroke-dasharray="3 2"/>'
        '<path d="M41.2 19.5h.01M103.6 19.5h.01M134.8 19.5h.01M166 19.5h.01M166 14.5h.01" '
        'stroke="#0072b2" stroke-width="4.5" stroke-linecap="round"/>'
        f'<path d="M{10 + 31.2 * low:.2f} 26v4M{10 + 31.2 * low:.2f} 28H166M166 26v4" '
        'stroke="#000" stroke-width="1.5"/>'
        '<path d="M122.32 24l4 4l-4 4l-4 -4z" fill="#000"/></svg>'
    )


@pytest.mark.parametrize("n", [1, 2, 10, 50, 500])
@pytest.mark.parametrize("apart", [1, 2, 7, 1000])
def test_every_draw_has_a_dot_of_its_own_within_the_strip(n: int, apart: int) -> None:
    """Draws take as many values as `apart` gives, from all but one alike to all different."""
    lrs = draws(*(Fraction(5 * (number % apart), max(apart - 1, 1)) for number in range(n)))
    drawn = strip(lrs, chance=None, simulated=False)
    dots = re.findall(r"M([\d.]+) ([\d.]+)h", drawn)
    assert len(dots) == n
    assert len(set(dots)) == n
    size = float(re.findall(r'stroke-width="([\d.]+)" stroke-linecap="round"', drawn)[0])
    for x, y in dots:
        assert size / 2 <= float(x) <= 176 - size / 2
        assert float(y) - size / 2 >= 0
        assert float(y) + size / 2 <= 22.2


def test_what_is_not_known_is_not_drawn_and_is_said() -> None:
    nothing = strip(Figure(), chance=None, simulated=False)
    assert nothing.count("<path") == 1
    assert 'aria-label="no draw has an LRS; chance unknown"' in nothing
    few = strip(draws(2, 3), chance=None, simulated=False)
    assert 'aria-label="2 draws, LRS from 0 to 5; mean 2.50; no interval; 1 at 2, 1 at 3; ' in (few)
    assert few.count("<path") == 3


def test_a_strip_of_a_simulated_participant_says_so_in_words_that_are_seen_and_heard() -> None:
    drawn = strip(draws(2), chance=None, simulated=True)
    assert 'aria-label="simulated, not data; 1 draw, ' in drawn
    assert ">simulated, not data</text>" in drawn
    assert 'height="45"' in drawn


def test_a_strip_holds_no_style_and_is_well_formed() -> None:
    drawn = strip(draws(0, 1, 2, 3, 4, 5), chance=Fraction(1), simulated=True)
    for element in Tree.fromstring(drawn).iter():
        assert element.tag in {"svg", "path", "text"}
        assert not {"style", "onload", "href"} & set(element.attrib)


def test_many_values_are_named_by_steps_of_the_scale() -> None:
    lrs = draws(*(Fraction(number, 3) for number in range(16)))
    assert strip_label(lrs, chance=None, simulated=False).split("; ")[3] == (
        "3 from 0 to 1, 3 from 1 to 2, 3 from 2 to 3, 3 from 3 to 4, 4 from 4 to 5"
    )


def test_dots_of_one_value_make_a_level_block_around_it() -> None:
    found = packed([10.0] * 5, room=10, widest=20, largest=4, step=1)
    assert found.size == 4
    assert found.spots == ((6, 2), (10, 2), (14, 2), (6, 6), (10, 6))


def test_dots_shrink_until_neighbours_do_not_touch() -> None:
    found = packed([0.0, 1.0], room=10, widest=20, largest=4, step=1)
    assert found.size <= 1
    assert packed([], room=10, widest=20, largest=4, step=1).spots == ()


def test_very_many_dots_are_drawn_as_the_rows_they_make() -> None:
    """A cell of thousands of draws takes about as many bytes as one of hundreds."""
    few = packed([10.0] * 30, room=20, widest=12, largest=5, step=1)
    assert list(few.runs) == [(x, x, height) for x, height in few.spots]
    many = packed([10.0] * 900 + [40.0] * 901, room=20, widest=12, largest=5, step=1)
    runs = list(many.runs)
    assert sum(round((last - first) / many.size) + 1 for first, last, _ in runs) == 1801
    assert len(runs) == len({(x < 25, height) for x, height in many.spots})
