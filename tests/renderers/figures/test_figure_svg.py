"""What drawings are written as: marks in few bytes, and words as text."""

from __future__ import annotations

import re
from itertools import accumulate

import pytest

from renderers.figures.drawing.letters import Label, spelled
from renderers.figures.drawing.looks import SHAPES
from renderers.figures.drawing.panel import outline
from renderers.figures.drawing.sheet import PageSize, Sheet


def test_marks_lie_above_each_other_and_numbers_are_short() -> None:
    sheet = Sheet(PageSize(90, 13, 12, narrow=False, title="a\x00 < b"), 36)
    panel = sheet.panel(10, 0, 50, 30, across=(0, 5), upwards=(0, 1))
    panel.shapes([(1, 0.5), (2, 0.5)], "s", size=4, fill="#fff", edge="#000", edge_width=0.8)
    panel.strokes([((0, 0), (1 / 3, 1))], colour="#000", width=2, dashes=(2.2, 1.5))
    assert sheet.svg() == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="36" viewBox="0 0 90 36">'
        "<title>a\u27e8U+0000\u27e9 &lt; b</title>"
        '<path d="M0 0H90V36H0z" fill="#ffffff"/>'
        '<path d="M10,30L13.33,0" fill="none" stroke="#000" stroke-width="2" '
        'stroke-dasharray="4.4,3"/>'
        '<path d="M20,15m-2,-2,4,0,0,4,-4,0zM30,15m-2,-2,4,0,0,4,-4,0z" fill="#fff" '
        'stroke="#000" stroke-width="0.8"/></svg>'
    )


@pytest.mark.parametrize("shape", [*SHAPES, "|", "_"])
def test_shapes_are_those_of_matplotlib(shape: str) -> None:
    """Whoever draws the same data with matplotlib gets the same marks."""
    from matplotlib.markers import MarkerStyle

    marker = MarkerStyle(shape)
    box = marker.get_path().transformed(marker.get_transform()).get_extents()
    numbers = [float(one) for one in re.findall(r"-?[\d.]+", outline(shape, 1000))]
    if shape != "o":
        xs, ys = list(accumulate(numbers[::2])), list(accumulate(numbers[1::2]))
        assert (min(xs), max(xs)) == pytest.approx((1000 * box.x0, 1000 * box.x1), abs=0.02)
        assert (-max(ys), -min(ys)) == pytest.approx((1000 * box.y0, 1000 * box.y1), abs=0.02)


def _line(text: str, *, side: str = "start", bold: bool = False, turned: bool = False) -> Label:
    return Label(100, 20, text, 16, "#1a1a1a", side, bold, turned)


def test_words_are_text_in_groups_that_look_the_same() -> None:
    words = [_line("l i"), _line("x", bold=True), _line("il"), _line("e", side="end")]
    assert spelled(words) == (
        '<g font-family="DejaVu Sans,Verdana,sans-serif">'
        '<g font-size="16" fill="#1a1a1a">'
        '<text x="100" y="20">l i</text><text x="100" y="20">il</text></g>'
        '<g font-size="16" fill="#1a1a1a" font-weight="bold"><text x="100" y="20">x</text></g>'
        '<g font-size="16" fill="#1a1a1a" text-anchor="end"><text x="100" y="20">e</text></g></g>'
    )
    assert spelled([]) == ""


def test_turned_words_run_upwards() -> None:
    assert '<text x="100" y="20" transform="rotate(-90 100 20)">il</text>' in spelled(
        [_line("il", side="middle", turned=True)]
    )


def test_words_are_escaped() -> None:
    found = spelled([_line("\u5b50 & <b> \"'")])
    assert ">\u5b50 &amp; &lt;b&gt; &#34;&#39;</text>" in found
