"""Matplotlib's SVG in as few bytes as say the same."""

from __future__ import annotations

from renderers.figures.tidy_svg import Words, tidied

WRITTEN = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="90pt" height="36pt" viewBox="0 0 90 36"
     xmlns="http://www.w3.org/2000/svg" version="1.1">
 <metadata><anything xmlns="http://example.org/"/></metadata>
 <defs><style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style></defs>
 <g id="figure_1">
  <g id="patch_1"><path d="M 0 36 \nL 90.123456 -0.0004 \nz\n"
   style="fill: #ffffff; opacity: 1"/></g>
  <g id="text_1">
   <!-- ab -->
   <g style="fill: #1a1a1a" transform="translate(10.5 20.25) scale(0.13 -0.13)">
    <defs><path id="DejaVuSans-61" d="M 2194 1759 \nQ 1497 1759 1228 1600 \nz\n"
      transform="scale(0.015625)"/></defs>
    <use xlink:href="#DejaVuSans-61"/>
    <use xlink:href="#DejaVuSans-61" transform="translate(61.279297 0)"/>
   </g>
  </g>
  <g id="text_2">
   <g style="fill: #595959" transform="translate(40 20.25) scale(0.13 -0.13)">
    <use xlink:href="#DejaVuSans-61"/>
    <use xlink:href="#DejaVuSans-61" transform="translate(61.279297 0)"/>
   </g>
  </g>
  <g id="line_1"><defs><path id="m05f1" d="M 0 3 \nL 0 -3 \n" style="stroke: #000"/></defs>
   <g clip-path="url(#p1)"><use xlink:href="#m05f1" x="7.129999" y="8" style="stroke: #000"/></g>
  </g>
 </g>
 <defs><clipPath id="p1"><rect x="7" y="7" width="70" height="20"/></clipPath></defs>
</svg>
"""


def test_styles_become_attributes_numbers_short_and_repeated_words_one() -> None:
    words = Words(3, 4.25, "\u5b50 & <b>", 12, "#1a1a1a", "end", bold=True)
    assert tidied(WRITTEN, width=90, height=36, title="a\x00 < b", words=[words]) == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="36" viewBox="0 0 90 36" '
        'stroke-linejoin="round" stroke-linecap="butt">'
        "<title>a\u27e8U+0000\u27e9 &lt; b</title>"
        '<defs><path d="M0 3L0 -3" stroke="#000" id="d"/>'
        '<clipPath id="c"><rect x="7" y="7" width="70" height="20"/></clipPath>'
        '<path d="M219 176Q150 176 123 160z" transform="scale(0.15625)" id="a"/></defs>'
        '<path d="M0 36L90.12 0z" fill="#ffffff"/>'
        '<g transform="translate(10.5 20.25) scale(0.13 -0.13)" fill="#1a1a1a">'
        '<g id="b"><use href="#a"/><use href="#a" x="61"/></g></g>'
        '<use href="#b" transform="translate(40 20.25) scale(0.13 -0.13)" fill="#595959"/>'
        '<g clip-path="url(#c)"><use x="7.13" y="8" stroke="#000" href="#d"/></g>'
        '<text x="3" y="4.25" font-size="12" font-family="sans-serif" fill="#1a1a1a" '
        'text-anchor="end" font-weight="bold">\u5b50 &amp; &lt;b&gt;</text></svg>'
    )
