"""Questionnaires: a scale, its items, and what is computed from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.diagnostic import Span
from dsl.record import record
from dsl.tree.declarations import Note
from dsl.tree.questions import ItemNode, Labels, Rate, Then
from dsl.tree.words import Name

if TYPE_CHECKING:
    from dsl.files.people import PeopleRatings


@record
class ItemsOrder:
    """`items rotated | shuffled | fixed`."""

    order: str
    span: Span


@record
class ItemsFrom:
    """`items from PATH`: an item for each row of a file."""

    path: Name
    span: Span


@record
class PeopleFrom:
    """`people from PATH, ties RULE`: how people rated the items; `ties` is empty where not said.
    `ratings` are those of the file, once it is read.
    """

    path: Name
    ties: str
    span: Span
    ratings: PeopleRatings | None = None


@record
class SubscaleNode:
    """`subscale NAME of ITEM, ITEM`."""

    name: Name
    items: tuple[Name, ...]
    span: Span


@record
class NeedsItems:
    """`needs K of N items`: a mean needs `least` answers to `of` items."""

    least: int
    of: int
    span: Span


QuestionnaireItem = (
    Rate
    | Labels
    | ItemsOrder
    | ItemNode
    | ItemsFrom
    | PeopleFrom
    | SubscaleNode
    | NeedsItems
    | Then
    | Note
)


@record
class QuestionnaireNode:
    """`questionnaire NAME` and its lines."""

    name: Name
    items: tuple[QuestionnaireItem, ...]
    span: Span
