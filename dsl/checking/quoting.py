"""What was chosen, said back: `keep reply as mine`, and `{mine}` in words that are sent.

It stands for the script's own words for the choice, never for the participant's. So it is a let
like any other, with a part for each outcome of the question that keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dsl import tree
from dsl.checking.declared import LetSource
from dsl.checking.nodes import nodes
from dsl.checking.outcomes import choice_lists, choice_names, fields_of, is_keyed
from dsl.experiment import Case, Factor, Guard
from dsl.words import folded


def quoted_replies(
    items: Sequence[tree.TopItem], written: Iterable[object]
) -> dict[str, tree.QuestionNode]:
    """The questions whose choice is said back, by the name under which they keep it. `written`
    is all that is `written_in` these items.
    """
    kept = {
        field.name.text: node
        for node in written
        if isinstance(node, tree.QuestionNode) and not is_keyed(node) and any(choice_lists(node))
        for field in fields_of(node)
        if isinstance(field, tree.Keep)
    }
    said = set(_said(items)) if kept else set()
    return {name: node for name, node in kept.items() if name in said}


def _said(items: Sequence[tree.TopItem]) -> Iterator[str]:
    """All that stands in braces in words that are sent."""
    sent = (tree.SayNode, tree.Ask, tree.Choices, tree.ThenArm, tree.ParticipantNode)
    for node in nodes(tuple(items), without=(tree.Name,)):
        if isinstance(node, sent):
            yield from in_braces(node)


def in_braces(node: object, *, without: tuple[type, ...] = ()) -> Iterator[str]:
    """What stands in braces in the words of a node, with its first letter small, too; not in nodes
    of the kinds in `without`.
    """
    for one in nodes((node,), without=(tree.Name, *without)):
        if isinstance(one, tree.Brace):
            inside = " ".join(one.inside.split())
            yield inside
            yield inside[:1].lower() + inside[1:]


def sources_of_quotes(
    quoted: Mapping[str, tree.QuestionNode], factors: Mapping[str, Factor]
) -> dict[str, LetSource]:
    """A let for each name, its words those of the choice; `factors` are the outcomes of questions
    by the key of their names.
    """
    found: dict[str, LetSource] = {}
    for name, question in quoted.items():
        factor = factors.get(folded(question.name.text))
        if factor is None:
            continue
        parts = [
            Case(Guard(((factor.name, (outcome,)),)), tree.Prose((line,), line.span))
            for words in choice_lists(question)
            for outcome, line in zip(choice_names(words), words.lines, strict=True)
        ]
        keep = next(field for field in fields_of(question) if isinstance(field, tree.Keep))
        found[name] = LetSource(name, keep.name, tuple(parts))
    return found
