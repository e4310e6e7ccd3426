"""Matplotlib's SVG made small, and without styles.

Its drawings hold a style attribute in nearly every element. A page's policy that forbids inline
styles is not meant for images, but not every browser draws that line in the same place, so styles
become presentation attributes, which none forbids. What is said at a millionth of a pixel is
rounded to a hundredth, and names that nothing refers to are left out: two thirds of the bytes go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from string import ascii_letters
from xml.etree import ElementTree as Tree

from renderers.figures.names import plain

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d*\.\d+(?:e-?\d+)?|-?\d+")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_DEFAULT = {"opacity": "1", "stroke-opacity": "1", "fill-opacity": "1", "stroke-dashoffset": "0"}
_EXACT = {"id", "transform", "viewBox", "version"}
_ROOT = {"stroke-linejoin": "round", "stroke-linecap": "butt"}
"""What matplotlib says of all elements in a style sheet."""


def tidied(svg: str, *, width: int, height: int, title: str, words: str) -> str:
    """The drawing in as few bytes as say the same, of so many pixels; `words` is more SVG, which
    comes last.
    """
    root = Tree.fromstring(svg)
    for element in root.iter():
        _restyled(element)
    _pruned(root)
    _renamed(root)
    root.attrib.update(_ROOT, width=str(width), height=str(height), viewBox=f"0 0 {width} {height}")
    root.attrib.pop("version", None)
    head = Tree.Element(f"{_SVG}title")
    head.text = plain(title)
    root.insert(0, head)
    Tree.register_namespace("", _SVG[1:-1])
    drawn = Tree.tostring(root, encoding="unicode").replace(" />", "/>")
    return f"{drawn.removesuffix('</svg>')}{words}</svg>"


def _restyled(element: Tree.Element) -> None:
    """Styles as attributes, references by the short name, and rounded numbers."""
    element.text = element.tail = None
    for part in element.attrib.pop("style", "").split(";"):
        name, _, value = part.partition(":")
        if name.strip():
            element.set(name.strip(), value.strip())
    link = element.attrib.pop(_LINK, None)
    if link is not None:
        element.set("href", link)
    for name, value in list(element.attrib.items()):
        if _DEFAULT.get(name) == value:
            del element.attrib[name]
        elif name == "d":
            element.set(name, _path(value))
        elif name not in _EXACT and not value.startswith(("#", "url(")):
            element.set(name, _NUMBER.sub(_rounded, value))


def _path(path: str) -> str:
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", " ".join(_NUMBER.sub(_rounded, path).split()))


def _rounded(number: re.Match[str]) -> str:
    short = f"{float(number.group()):.2f}"
    short = short.rstrip("0").rstrip(".") if "." in short else short
    return "0" if short == "-0" else short


def _pruned(parent: Tree.Element) -> None:
    """Without what says nothing: metadata, style sheets, groups of one name or of none."""
    kept: list[Tree.Element] = []
    for child in parent:
        if child.tag in {f"{_SVG}metadata", f"{_SVG}style"}:
            continue
        _pruned(child)
        if child.tag == f"{_SVG}g" and set(child.attrib) <= {"id"}:
            kept.extend(child)
        elif len(child) or child.tag not in {f"{_SVG}g", f"{_SVG}defs"}:
            kept.append(child)
    parent[:] = kept


def _renamed(root: Tree.Element) -> None:
    """Short names where something is referred to, and none elsewhere."""
    short: dict[str, str] = {}
    free = _names()
    for element in root.iter():
        for name in (element.get("href", "")[1:], *_references(element)):
            if name and name not in short:
                short[name] = next(free)
    for element in root.iter():
        own = element.attrib.pop("id", "")
        if own in short:
            element.set("id", short[own])
        for name, value in list(element.attrib.items()):
            if name == "href":
                element.set(name, f"#{short[value[1:]]}")
            elif "url(#" in value:
                element.set(name, _REFERENCE.sub(lambda at: f"url(#{short[at[1]]})", value))


def _references(element: Tree.Element) -> Iterator[str]:
    for value in element.attrib.values():
        yield from _REFERENCE.findall(value)


def _names() -> Iterator[str]:
    for length in range(1, 4):
        yield from map("".join, product(ascii_letters, repeat=length))
