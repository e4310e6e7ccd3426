"""The record that each statement of the grammar becomes, and what reads each of its fields.

Declared rule by rule and field by field: were classes bound to the order of the grammar's symbols,
a change there would move a value into the wrong field without anybody noticing.

Answers that are numbers: a range of ratings, and a number with a tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dsl import tree as t
from dsl.building.comparing import compare, contrast_line
from dsl.building.context import BuilderContext, spaced, token_of, tokens, trees
from dsl.building.replies import then, tries
from dsl.building.words_that_vary import pool, table
from dsl.diagnostic import Fault, Span
from dsl.parsing.draft import Draft
from dsl.parsing.parse_tree import Node

MOST_POINTS = 100
"""By so much the ends of a range of ratings may differ."""


def number_within(builder: BuilderContext, node: Node) -> t.Answer:
    """`answer number within 1: 11`."""
    within = Fraction(tokens(node)[0])
    return t.Answer(None, builder.words(node), builder.span(node), within=within)


def rating_range(builder: BuilderContext, node: Node) -> t.Answer | None:
    """`answer rating 5 to 7`: a list of the points, any of which is right."""
    span = builder.span(node)
    low, high = (int(token) for token in tokens(node))
    if not low <= high <= low + MOST_POINTS:
        from dsl.faults.number_keys import AnswerRange

        builder.lost(AnswerRange(span=span, low=low, high=high, most=MOST_POINTS))
        return None
    lines = tuple(
        t.ProseLine((t.Text(str(point), span),), False, False, span, literal=True)
        for point in range(low, high + 1)
    )
    return t.Answer("any of", t.Prose(lines, span), span, scale=True)


FORMAT = 1
"""The only format there is so far."""

_SPELLINGS = {"license": "licence", "author": "authors"}
_MODES = {"in_order": "fixed", "rotated_order": "rotated", "any_order": "shuffled"}
_CHOICES = (
    *("SWAP", "RULE", "WORDING", "METHOD", "SCORING", "ORDER", "ROW_ORDER", "QUANTITY", "OFTEN"),
    *("BANK_LINE", "DERIVED", "MARK", "ACTION", "SCORER"),
)
"""The terminals that are one of a few fixed words."""

# --------------------------------------------------------------------------- what reads a field


def _name(builder: BuilderContext, node: Node) -> t.Name | None:
    """The name in a statement; None where it may be missing, and is."""
    token = token_of(node, "LABEL", "NAME")
    return None if token is None else builder.name(token)


def _name_before(builder: BuilderContext, node: Node) -> t.Name:
    """The name in `NAME from` and `NAME of`."""
    head = tokens(node)[0]
    return builder.name(head, 0, head.rindex(head.split()[-1]))


def _names(builder: BuilderContext, node: Node) -> tuple[t.Name, ...]:
    token = token_of(node, "LABEL")
    assert token is not None
    return builder.names(token)


def _choice(builder: BuilderContext, node: Node) -> str | None:
    """The fixed words after a head: `latin square`; None where they may be missing, and are."""
    token = token_of(node, *_CHOICES)
    return None if token is None else spaced(token)


def _number(builder: BuilderContext, node: Node) -> int:
    return int(tokens(node)[0])


def _last_number(builder: BuilderContext, node: Node) -> int:
    return int(tokens(node)[-1])


def _amount(builder: BuilderContext, node: Node) -> Fraction:
    return Fraction(tokens(node)[0])


def _prose(builder: BuilderContext, node: Node) -> t.Prose:
    return builder.prose(trees(node)[0])


def _maybe_prose(builder: BuilderContext, node: Node) -> t.Prose | None:
    return _prose(builder, node) if trees(node) else None


def _words(builder: BuilderContext, node: Node) -> t.Words:
    return builder.words(node)


def _items(builder: BuilderContext, node: Node) -> tuple[Any, ...]:
    """The statements in a block, but for those that could not be read."""
    built = (_statement(builder, child) for child in trees(node))
    return tuple(one for one in built if one is not None)


def _body(builder: BuilderContext, node: Node) -> tuple[Any, ...]:
    return _items(builder, trees(node)[0])


def _otherwise(builder: BuilderContext, node: Node) -> tuple[Any, ...] | None:
    rest = trees(node)[1:]
    return _body(builder, rest[0]) if rest else None


def _is_unless(builder: BuilderContext, node: Node) -> bool:
    return node.rule in ("unless", "field_unless")


def _head(builder: BuilderContext, node: Node) -> str:
    """The word that a statement begins with, where several have one form."""
    return node.rule.replace("_", " ")


def _kind(builder: BuilderContext, node: Node) -> t.QuestionKind:
    return t.QuestionKind(node.rule)


def _mode(builder: BuilderContext, node: Node) -> str:
    return _MODES[node.rule]


def _cells(builder: BuilderContext, node: Node) -> tuple[t.ProseLine, ...]:
    """The cells of every line of words."""
    lines = (token for child in trees(trees(node)[0]) for token in tokens(child))
    return tuple(cell for token in lines if token.type == "WORDS" for cell in builder.cells(token))


# ------------------------------------------------------------------------- with more to look at


def _format(builder: BuilderContext, node: Node) -> t.Format:
    number = tokens(node)[0]
    version = int(number)
    if version != FORMAT:
        from dsl.faults.lines import UnknownFormat

        fault = UnknownFormat(span=builder.place(number), version=version, known=FORMAT)
        builder.faults.append(fault)
    return t.Format(version, builder.span(node))


def _meta(builder: BuilderContext, node: Node) -> t.Meta:
    key = spaced(tokens(node)[0])
    return t.Meta(_SPELLINGS.get(key, key), _prose(builder, node), builder.span(node))


def _let_by(builder: BuilderContext, node: Node) -> t.LetBy:
    head = tokens(node)[0]
    name = builder.name(head, 0, len(head) - len("by"))
    return t.LetBy(name, builder.by(node), builder.span(node))


def _misspelt_swap(builder: BuilderContext, node: Node) -> t.Swap | None:
    """`swpa basket, box` would be a level: no level holds a comma, so a swap is meant."""
    label = tokens(node)[0]
    verb = label.split()[0]
    if "," not in label:
        return None
    from dsl.spelling import nearest

    meant = nearest(verb, ("swap", "rotate"))
    if meant is None:
        return None
    from dsl.faults.lines import UnknownStatement

    span = builder.place(label, 0, len(verb))
    builder.faults.append(UnknownStatement(span=span, word=verb, close=meant, known=()))
    return t.Swap(meant, builder.names(label, len(verb)), builder.span(node))


def _factor(builder: BuilderContext, node: Node) -> t.FactorNode:
    kind = t.FactorKind(node.rule)
    levels: list[t.LevelNode] = []
    swap: t.Swap | None = None
    for child in trees(node):
        balanced = kind is t.FactorKind.COUNTERBALANCE and child.rule == "level"
        item = (balanced and _misspelt_swap(builder, child)) or _statement(builder, child)
        if isinstance(item, t.Swap):
            swap = item
        else:
            levels.append(item)
    name = builder.name(tokens(node)[0])
    return t.FactorNode(kind, name, tuple(levels), swap, builder.span(node))


def _conditions_from(builder: BuilderContext, node: Node) -> t.FactorFrom | t.FactorNode:
    """Conditions from a file; with levels below them they have a name that holds `from`."""
    name, path = _name_before(builder, node), builder.name(tokens(node)[1])
    if not trees(node):
        return t.FactorFrom(name, path, builder.span(node))
    whole = t.Name(f"{name.text} from {path.text}", name.span.to(path.span))
    levels = _items(builder, node)
    return t.FactorNode(t.FactorKind.CONDITIONS, whole, levels, None, builder.span(node))


def _needs_when(builder: BuilderContext, node: Node) -> t.NeedsWhen:
    branches = [(builder.name(tokens(node)[0]), _body(builder, node))]
    otherwise = _otherwise(builder, node)
    return t.NeedsWhen(
        tuple(branches if otherwise is None else [*branches, (None, otherwise)]),
        builder.span(node),
    )


def _choices(builder: BuilderContext, node: Node) -> t.Choices:
    once = token_of(node, "ONCE") is not None
    return t.Choices(_choice(builder, node), _words(builder, node), builder.span(node), once)


# Few scripts have these statements; what builds them is imported for a script that does.


def _of_story(builder: BuilderContext, node: Node) -> t.Now | t.Asks | None:
    from dsl.building.story import BUILT

    return BUILT[node.rule](builder, node)


def _of_questionnaire(builder: BuilderContext, node: Node) -> Any:
    from dsl.building.questionnaires import BUILT

    return BUILT[node.rule](builder, node)


def _explore(builder: BuilderContext, node: Node) -> t.QuestionNode:
    name, bound = tries(builder, node)
    items = (bound, *_items(builder, node))
    return t.QuestionNode(t.QuestionKind.EXPLORING, name, items, builder.span(node))


NEXT = "next"
"""The form of the question that is asked after the first try."""


def _next_ask(builder: BuilderContext, node: Node) -> t.Ask:
    span = builder.span(node)
    return t.Ask(t.Name(NEXT, span), builder.words(node), span)


# --------------------------------------------------------------------------- the statements

_BUILT: dict[str, Callable[[BuilderContext, Node], Any]] = {
    "format": _format,
    "meta": _meta,
    "pool": pool,
    "table": table,
    "conditions": _factor,
    "conditions_from": _conditions_from,
    "versions": _factor,
    "counterbalance": _factor,
    "let_by": _let_by,
    "needs_when": _needs_when,
    "contrast_line": contrast_line,
    "compare": compare,
    "now": _of_story,
    "asks": _of_story,
    "then": then,
    "choices": _choices,
    "explore": _explore,
    "next_ask": _next_ask,
    "answer_near": number_within,
    "answer_rating": rating_range,
    "item": _of_questionnaire,
    "subscale": _of_questionnaire,
    "people_from": _of_questionnaire,
    "needs_items": _of_questionnaire,
}
"""Statements of which more is looked at than their fields."""

_FIELDS: dict[str, tuple[Callable[..., Any], ...]] = {
    "experiment": (t.Title, _name),
    "reference": (t.ReferenceNode, _name, _prose),
    "note": (t.Note, _prose),
    "include": (t.Include, _name),
    "level": (t.LevelNode, _name, _items),
    "swap": (t.Swap, _choice, _names),
    "let": (t.LetNode, _name, _prose),
    "own": (t.Own,),
    "worth": (t.Worth, _amount),
    "machine": (t.MachineNode, _name, _items),
    "offers": (t.Offers, _prose),
    "outcomes": (t.Outcomes, _cells),
    "rules": (t.Rules, _names),
    "needs": (t.Needs, _choice, _prose),
    "shown": (t.ShownNode, _words),
    "table_from": (t.TableFrom, _name_before, _name),
    "waves": (t.WavesNode, _name_before, _name, _items),
    "carry": (t.Carry, _name, _prose),
    "without_wave": (t.WithoutWave, _number),
    "bank": (t.Bank, _name_before, _name, _items),
    "bank_line": (t.BankLine, _choice, _names),
    "bank_stage": (t.BankStage, _name_before, _names),
    "design": (t.DesignNode, _items),
    "runs": (t.Runs, _number),
    "samples": (t.Samples, _number),
    "seed": (t.Seed, _number),
    "wording": (t.Wording, _choice),
    "permute": (t.Permute, _choice),
    "scoring": (t.Scoring, _choice),
    "different": (t.Different, _names),
    "together": (t.Together, _names),
    "contrast": (t.ContrastNode, _name, _items),
    "framing": (t.FramingNode, _name, _items),
    "before": (t.FramingWords, _head, _prose),
    "after": (t.FramingWords, _head, _prose),
    "system": (t.FramingWords, _head, _prose),
    "answer_line": (t.FramingWords, _head, _prose),
    "erases": (t.FramingAim, _head, _name),
    "baseline": (t.FramingAim, _head, _name),
    "about": (t.FramingAbout, _name, _prose),
    "measures": (t.Measures, _items),
    "pass_when": (t.PassNode, _name),
    "total": (t.TotalNode, _name),
    "guide": (t.Guide, _items),
    "guide_example": (t.GuideExample, _number, _prose),
    "questionnaire": (t.QuestionnaireNode, _name, _items),
    "items": (t.ItemsOrder, _choice),
    "items_from": (t.ItemsFrom, _name),
    "procedure": (t.Procedure, _items),
    "routine": (t.Routine, _name, _items),
    "say": (t.SayNode, _words),
    "picture": (t.ShowNode, _name, _prose),
    "participant": (t.ParticipantNode, _prose),
    "instructions": (t.Instructions, _head, _prose),
    "profile": (t.Instructions, _head, _prose),
    "listen": (t.ListenNode,),
    "do": (t.Do, _name),
    "when": (t.When, _is_unless, _name, _body, _otherwise),
    "unless": (t.When, _is_unless, _name, _body, _otherwise),
    "separately": (t.Separately, _items),
    "scene": (t.Scene, _name, _items),
    "in_order": (t.InOrderNode, _mode, _items),
    "rotated_order": (t.InOrderNode, _mode, _items),
    "any_order": (t.InOrderNode, _mode, _items),
    "repeat": (t.RepeatNode, _number, _items),
    "for_each": (t.ForEachNode, _choice, _name, _items),
    "train": (t.TrainNode, _name, _items),
    "retell": (t.RetellNode, _name, _items),
    "practice": (t.QuestionNode, _kind, _name, _items),
    "control": (t.QuestionNode, _kind, _name, _items),
    "test": (t.QuestionNode, _kind, _name, _items),
    "record": (t.QuestionNode, _kind, _name, _items),
    "ask": (t.Ask, _name, _words),
    "rate": (t.Rate, _number, _last_number),
    "labels": (t.Labels, _prose),
    "answer": (t.Answer, _choice, _words),
    "machine_answer": (t.MachineAnswer, _choice, _name, _maybe_prose),
    "wrong": (t.Wrong, _choice, _words),
    "half": (t.Half, _choice, _words),
    "example": (t.Example, _choice, _words),
    "coders": (t.Coders, _words),
    "guards": (t.Guards, _names),
    "pass_with": (t.PassWith, _name),
    "if_failed": (t.IfFailedNode, _choice),
    "scored_by": (t.ScoredBy, _choice),
    "keep": (t.Keep, _name),
    "field_when": (t.QuestionWhen, _is_unless, _name, _body, _otherwise),
    "field_unless": (t.QuestionWhen, _is_unless, _name, _body, _otherwise),
}
"""For each rule of the grammar its record, and what reads each field; the last is the span."""


def _statement(builder: BuilderContext, node: Node) -> Any:
    """The record of one statement, or None after reporting that it cannot be read."""
    built = _BUILT.get(node.rule)
    if built is not None:
        return built(builder, node)
    fields = _FIELDS[node.rule]
    return fields[0](*[read(builder, node) for read in fields[1:]], builder.span(node))


def build(node: Node, draft: Draft) -> tuple[t.Script, list[Fault]]:
    """The script of a parse tree, and the faults inside its lines."""
    builder = BuilderContext(draft)
    last = len(draft.written) - 1
    span = Span(draft.file, 1, 1, last, len(draft.written[last]) + 1)
    return t.Script(draft.file, _items(builder, node), span), builder.faults
