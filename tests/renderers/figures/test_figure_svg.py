"""Matplotlib's SVG in as few bytes as say the same, and words as outlines."""

from __future__ import annotations

import re

from renderers.figures.letters import EM, Label, advance, spelled
from renderers.figures.tidy_svg import tidied

WRITTEN = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="90pt" height="36pt" viewBox="0 0 90 36"
     xmlns="http://www.w3.org/2000/svg" version="1.1">
 <metadata><anything xmlns="http://example.org/"/></metadata>
 <defs><style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style></defs>
 <g id="figure_1">
  <g id="patch_1"><path d="M 0 36 \nL 90.123456 -0.0004 \nz\n"
   style="fill: #ffffff; opacity: 1"/></g>
  <g id="line_1"><defs><path id="m05f1" d="M 0 3 \nL 0 -3 \n" style="stroke: #000"/></defs>
   <g clip-path="url(#p1)"><use xlink:href="#m05f1" x="7.129999" y="8" style="stroke: #000"/></g>
  </g>
 </g>
 <defs><clipPath id="p1"><rect x="7" y="7" width="70" height="20"/></clipPath></defs>
</svg>
"""


def test_styles_become_attributes_and_numbers_short() -> None:
    assert tidied(WRITTEN, width=90, height=36, title="a\x00 < b", words="<g/>") == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="36" viewBox="0 0 90 36" '
        'stroke-linejoin="round" stroke-linecap="butt">'
        "<title>a\u27e8U+0000\u27e9 &lt; b</title>"
        '<path d="M0 36L90.12 0z" fill="#ffffff"/>'
        '<defs><path d="M0 3L0 -3" stroke="#000" id="b"/></defs>'
        '<g clip-path="url(#a)"><use x="7.13" y="8" stroke="#000" href="#b"/></g>'
        '<defs><clipPath id="a"><rect x="7" y="7" width="70" height="20"/></clipPath></defs>'
        "<g/></svg>"
    )


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
