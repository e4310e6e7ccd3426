"""The lines of a questionnaire that are more than a head and its words."""

from __future__ import annotations

from collections.abc import Callable

from dsl import tree as t
from dsl.building.context import BuilderContext, token_of, tokens, trees
from dsl.parsing.parse_tree import Node
from dsl.patterns import lazy_pattern

_OF = lazy_pattern(r"\s+of\s+(?=\S)")
_REVERSED = lazy_pattern(r"(?i)(.+?)[\s,-]+(?:reversed?|reverse[\s-]scored)")
_NEEDS = lazy_pattern(r"(?P<least>[0-9]{1,9})\s+of\s+(?P<of>[0-9]{1,9})\s+items?\s*")


def item(builder: BuilderContext, node: Node) -> t.ItemNode:
    """`item NAME [(reversed)]: words`."""
    name, forms = builder.name(tokens(node)[0]), token_of(node, "FORMS")
    written = None if forms is None else forms[1:-1].strip().lower()
    if forms is not None and written != "reversed":
        from dsl.faults.questionnaires import ItemForm

        builder.lost(ItemForm(span=builder.place(forms), form=forms[1:-1].strip()))
    bare = _REVERSED.fullmatch(name.text)
    if forms is None and bare is not None:
        from dsl.faults.questionnaires import ReversedWithoutBrackets

        mended = f"{bare[1]} (reversed)"
        builder.lost(ReversedWithoutBrackets(span=name.span, name=name.text, mended=mended))
        name = name.part(0, bare.end(1))
    return t.ItemNode(
        name, written == "reversed", builder.prose(trees(node)[0]), builder.span(node)
    )


def subscale(builder: BuilderContext, node: Node) -> t.SubscaleNode | None:
    """`subscale NAME of ITEM, ITEM`."""
    label = tokens(node)[0]
    found = _OF.search(label)
    if found is None:
        _report(builder, node, "subscale NAME of ITEM, ITEM", "subscale fear of water, calm")
        return None
    name = builder.name(label, 0, found.start())
    return t.SubscaleNode(name, builder.names(label, found.end()), builder.span(node))


_TIES = lazy_pattern(r"\s*,\s*ties\s+(?P<rule>\S+)\s*$")


def people_from(builder: BuilderContext, node: Node) -> t.PeopleFrom | None:
    """`people from PATH`, or `people from PATH, ties RULE`."""
    from dsl.files.people import TIES

    label = tokens(node)[0]
    found = _TIES.search(label)
    if found is not None and found["rule"] not in TIES:
        _report(
            builder, node, "people from PATH, ties nearest | none", "people from r.csv, ties none"
        )
        return None
    path = builder.name(label, 0, len(label) if found is None else found.start())
    return t.PeopleFrom(path, "" if found is None else found["rule"], builder.span(node))


def needs_items(builder: BuilderContext, node: Node) -> t.NeedsItems | None:
    """`needs K of N items`."""
    found = _NEEDS.fullmatch(tokens(node)[0])
    if found is None:
        _report(builder, node, "needs NUMBER of NUMBER items", "needs 2 of 3 items")
        return None
    return t.NeedsItems(int(found["least"]), int(found["of"]), builder.span(node))


def _report(builder: BuilderContext, node: Node, form: str, example: str) -> None:
    """Reports a line that is not in its form."""
    from dsl.faults.lines import Incomplete

    head = form.partition(" ")[0]
    builder.lost(Incomplete(span=builder.span(node), head=head, form=form, mended=example))


BUILT: dict[str, Callable[[BuilderContext, Node], object]] = {
    "item": item,
    "subscale": subscale,
    "people_from": people_from,
    "needs_items": needs_items,
}
"""What builds each statement."""
