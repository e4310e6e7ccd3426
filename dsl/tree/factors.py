"""Lets, and the three kinds of factor with their levels."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from dsl.record import record
from dsl.span import Span
from dsl.tree.front import Meta, Note, ReferenceNode
from dsl.tree.words import By, Name, Prose


@record
class LetNode:
    """`let NAME: words`."""

    name: Name
    words: Prose
    span: Span


@record
class LetBy:
    """`let NAME by FACTOR, FACTOR` and its arms."""

    name: Name
    by: By
    span: Span


@record
class Worth:
    """`worth N`, exact."""

    amount: Fraction
    span: Span


LevelItem = LetNode | Worth | ReferenceNode | Note | Meta


@record
class LevelNode:
    """One level of a factor and what it carries."""

    name: Name
    items: tuple[LevelItem, ...]
    span: Span


@record
class Swap:
    """`swap A, B` or `rotate A, B, C` as the body of a counterbalance; `verb` is which."""

    verb: str
    slots: tuple[Name, ...]
    span: Span


class FactorKind(StrEnum):
    """Between (`conditions`), within (`versions`), or balanced and forgotten (`counterbalance`)."""

    CONDITIONS = "conditions"
    VERSIONS = "versions"
    COUNTERBALANCE = "counterbalance"


@record
class FactorNode:
    """`conditions | versions | counterbalance NAME` with levels, or with one swap."""

    kind: FactorKind
    name: Name
    levels: tuple[LevelNode, ...]
    swap: Swap | None
    span: Span
