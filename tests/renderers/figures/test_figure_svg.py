"""What drawings are written as: marks in few bytes, and words as outlines."""

from __future__ import annotations

import re

import pytest
from matplotlib.markers import MarkerStyle

from renderers.figures.letters import EM, Label, advance, spelled
from renderers.figures.looks import SHAPES
from renderers.figures.panel import outline
from renderers.figures.sheet import PageSize, Sheet


def test_marks_lie_above_each_other_and_numbers_are_short() -> None:
    sheet = Sheet(PageSize(90, 13, 12, narrow=False, title="a\x00 < b"), 36)
    panel = sheet.panel(10, 0, 50, 30, across=(0, 5), upwards=(0, 1))
    panel.shapes([(1, 0.5)], "s", size=4, fill="#fff", edge="#000", edge_width=0.8)
    panel.strokes([((0, 0), (1 / 3, 1))], colour="#000", width=2, dashes=(2.2, 1.5))
    assert sheet.svg() == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="36" viewBox="0 0 90 36">'
        "<title>a\u27e8U+0000\u27e9 &lt; b</title>"
        '<path d="M0 0H90V36H0z" fill="#ffffff"/>'
        '<path d="M10 30L13.33 0" fill="none" stroke="#000" stroke-width="2" '
        'stroke-dasharray="4.4,3"/>'
        '<path d="M-2 -2L2 -2L2 2L-2 2z" fill="#fff" stroke="#000" stroke-width="0.8" '
        'transform="translate(20 15)"/></svg>'
    )


@pytest.mark.parametrize("shape", [*SHAPES, "|", "_"])
def test_shapes_are_those_of_matplotlib(shape: str) -> None:
    """Whoever draws the same data with matplotlib gets the same marks."""
    marker = MarkerStyle(shape)
    box = marker.get_path().transformed(marker.get_transform()).get_extents()
    numbers = [float(one) for one in re.findall(r"-?[\d.]+", outline(shape, 1000))]
    if shape != "o":
        xs, ys = numbers[::2], numbers[1::2]
        assert (min(xs), max(xs)) == pytest.approx((1000 * box.x0, 1000 * box.x1), abs=0.01)
        assert (-max(ys), -min(ys)) == pytest.approx((1000 * box.y0, 1000 * box.y1), abs=0.01)


def _line(text: str, *, side: str = "start", bold: bool = False, turned: bool = False) -> Label:
    return Label(100, 20, text, 16, "#1a1a1a", side, bold, turned)


def test_a_word_that_comes_back_is_written_once_and_each_letter_once() -> None:
    drawn = spelled([_line("l i"), _line("il"), _line("l i", side="end")])
    broad = {letter: round(EM * advance(letter, bold=False)) for letter in "li "}
    assert re.sub(r' d="[^"]*"', "", drawn) == (
        '<defs><path id="l69"/><path id="l6c"/></defs>'
        '<g transform="translate(100 20)scale(0.025 -0.025)" fill="#1a1a1a"><g id="w0">'
        f'<use href="#l6c"/><use href="#l69" x="{broad["l"] + broad[" "]}"/></g></g>'
        '<g transform="translate(100 20)scale(0.025 -0.025)" fill="#1a1a1a">'
        f'<use href="#l69"/><use href="#l6c" x="{broad["i"]}"/></g>'
        f'<use href="#w0" transform="translate({100 - 16 * _broad("l i"):.2f} 20)'
        'scale(0.025 -0.025)" fill="#1a1a1a"/>'
    )


def _broad(text: str) -> float:
    return sum(advance(letter, bold=False) for letter in text)


def test_a_letter_is_its_outline_in_the_face() -> None:
    """A small l is a bar: from the ground to above the height of an x, an eighth of that broad."""
    (path,) = re.findall(r' d="([^"]*)"', spelled([_line("l")]))
    assert path == "M60 486L118 486L118 0L60 0L60 486z"


def test_turned_words_run_upwards_from_their_middle() -> None:
    half = 16 * _broad("il") / 2
    assert (f'transform="translate(100 {20 + half:.2f})rotate(-90)scale(0.025 -0.025)"') in spelled(
        [_line("il", side="middle", turned=True)]
    )


def test_words_without_outlines_are_text_and_escaped() -> None:
    assert spelled([_line("\u5b50 & <b>", side="end", bold=True)]) == (
        '<text x="100" y="20" font-size="16" font-family="sans-serif" fill="#1a1a1a" '
        'text-anchor="end" font-weight="bold">\u5b50 &amp; &lt;b&gt;</text>'
    )
