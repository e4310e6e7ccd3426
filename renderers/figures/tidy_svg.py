"""Matplotlib's SVG made small, and without styles.

Its drawings hold a style attribute in nearly every element. A page's policy that forbids inline
styles is not meant for images, but not every browser draws that line in the same place, so styles
become presentation attributes, which none forbids. What is said at a millionth of a pixel is
rounded to a hundredth, and names that nothing refers to are left out: two thirds of the bytes go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from string import ascii_letters
from xml.etree import ElementTree as Tree

from renderers.figures.names import plain

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d*\.\d+(?:e-?\d+)?|-?\d+")
_MOVED = re.compile(r"translate\((-?[\d.]+)(?: (-?[\d.]+))?\)")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_DEFAULT = {"opacity": "1", "stroke-opacity": "1", "fill-opacity": "1", "stroke-dashoffset": "0"}
_EXACT = {"id", "transform", "viewBox", "version"}
_GLYPH, _COARSE = "scale(0.015625)", "scale(0.15625)"
"""Outlines of letters have 6400 units to their size; 640 are far finer than any screen."""

_ROOT = {"stroke-linejoin": "round", "stroke-linecap": "butt"}
"""What matplotlib says of all elements in a style sheet."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words that are set by whoever shows the drawing, in a face of theirs: the drawing's face does
    not have the characters. `side` is start, middle or end.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    side: str
    bold: bool


def tidied(svg: str, *, width: int, height: int, title: str, words: Sequence[Words]) -> str:
    """The drawing in as few bytes as say the same, of so many pixels, with more words in it."""
    root = Tree.fromstring(svg)
    for element in root.iter():
        _restyled(element)
    _pruned(root)
    _gathered(root)
    _repeated(root)
    _renamed(root)
    root.attrib.update(_ROOT, width=str(width), height=str(height), viewBox=f"0 0 {width} {height}")
    root.attrib.pop("version", None)
    for one in words:
        root.append(_written(one))
    head = Tree.Element(f"{_SVG}title")
    head.text = plain(title)
    root.insert(0, head)
    Tree.register_namespace("", _SVG[1:-1])
    return Tree.tostring(root, encoding="unicode").replace(" />", "/>")


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
        elif name == "d" and element.get("transform") == _GLYPH:
            element.set(name, _outline(value))
            element.set("transform", _COARSE)
        elif name == "d":
            element.set(name, _path(value))
        elif name not in _EXACT and not value.startswith(("#", "url(")):
            element.set(name, _NUMBER.sub(_rounded, value))
    moved = _MOVED.fullmatch(element.get("transform", ""))
    if moved is not None and element.tag == f"{_SVG}use" and not {"x", "y"} & set(element.attrib):
        del element.attrib["transform"]
        # Letters are moved in hundredths of their size.
        for axis, value in zip("xy", moved.groups(), strict=True):
            short = str(round(float(value or 0)))
            if short != "0":
                element.set(axis, short)


def _path(path: str) -> str:
    return _short(_NUMBER.sub(_rounded, path))


@cache
def _outline(path: str) -> str:
    """A letter's outline, which is the same in every drawing."""
    return _short(_NUMBER.sub(lambda number: str(round(float(number.group()) / 10)), path))


def _short(path: str) -> str:
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", " ".join(path.split()))


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


def _gathered(root: Tree.Element) -> None:
    """All definitions in one place, before what uses them."""
    every = Tree.Element(f"{_SVG}defs")
    for parent in list(root.iter()):
        for child in [one for one in parent if one.tag == f"{_SVG}defs"]:
            parent.remove(child)
            every.extend(child)
    if len(every):
        root.insert(0, every)


def _repeated(root: Tree.Element) -> None:
    """Words that stand in several places written once: a participant's name is in every block."""
    first: dict[tuple[tuple[str, ...], ...], Tree.Element] = {}
    for parent in list(root.iter()):
        for place, group in enumerate(list(parent)):
            words = group.tag == f"{_SVG}g" and "transform" in group.attrib
            if not words or any(one.tag != f"{_SVG}use" for one in group):
                continue
            letters = tuple(tuple(one.attrib.values()) for one in group)
            known = first.get(letters)
            if known is None:
                inner = Tree.Element(f"{_SVG}g", {"id": f"words-{len(first)}"})
                inner.extend(group)
                group[:] = [inner]
                first[letters] = inner
            else:
                again = {"href": f"#{known.get('id')}", **group.attrib}
                parent[place] = Tree.Element(f"{_SVG}use", again)


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


def _written(one: Words) -> Tree.Element:
    element = Tree.Element(
        f"{_SVG}text",
        {
            "x": f"{one.x:.4g}",
            "y": f"{one.y:.4g}",
            "font-size": f"{one.size:g}",
            "font-family": "sans-serif",
            "fill": one.colour,
            "text-anchor": one.side,
        },
    )
    if one.bold:
        element.set("font-weight", "bold")
    element.text = one.text
    return element
