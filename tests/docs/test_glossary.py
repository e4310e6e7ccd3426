"""The figures of the glossary are those that are declared, in the words of their declarations."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import renderers.fields
import runners.export
from benchmarks.glossary import LEVELS, PAGE, glossary_text
from renderers.fields.field import Field


def declared() -> Iterator[Field[object]]:
    """Every figure at the top of a file of declarations, by itself or in a list."""
    for room in (renderers.fields, runners.export):
        for file in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for value in vars(import_module(file.name)).values():
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, Field):
                        yield one


def within(figures: object) -> Iterator[Field[object]]:
    for one in figures if isinstance(figures, tuple) else ():
        yield one
        yield from within(one.parts)


def test_the_page_says_what_is_declared() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert glossary_text(page) == page, "`just glossary` writes the figures as they are declared"


def test_every_figure_of_a_document_has_a_meaning() -> None:
    found = [one for level in LEVELS for one in within((*level.figures, *level.parts))]
    assert len(found) > 700
    assert [one.name for one in found if not one.what] == []


def test_every_figure_that_is_declared_is_explained() -> None:
    explained = {one.name for level in LEVELS for one in within(tuple(level.figures))}
    found = {one.name for one in declared()}
    assert len(found) > 150
    assert found - explained == set()
