"""Factors, lets, machines, the design, and the coding guide."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from dsl import tree as t
from dsl.building.context import BuilderContext, spaced, token_of, tokens, trees
from dsl.building.front import meta, note, reference
from dsl.parsing.parse_tree import Node
from dsl.spelling import nearest

_ACROSS = re.compile(r"\s+across\s+")

# --------------------------------------------------------------------------- factors


def let(bench: BuilderContext, node: Node) -> t.LetNode:
    """`let NAME: words`."""
    return t.LetNode(bench.name(tokens(node)[0]), bench.prose(trees(node)[0]), bench.span(node))


def let_by(bench: BuilderContext, node: Node) -> t.LetBy:
    """`let NAME by FACTOR` and its arms."""
    head = tokens(node)[0]
    return t.LetBy(bench.name(head, 0, len(head) - len("by")), bench.by(node), bench.span(node))


def own(bench: BuilderContext, node: Node) -> t.Own:
    """`own`."""
    return t.Own(bench.span(node))


def worth(bench: BuilderContext, node: Node) -> t.Worth:
    """`worth N`."""
    return t.Worth(Fraction(tokens(node)[0]), bench.span(node))


_LEVEL_ITEMS: dict[str, Callable[[BuilderContext, Node], t.LevelItem]] = {
    "let": let,
    "own": own,
    "worth": worth,
    "meta": meta,
    "reference": reference,
    "note": note,
}


def _level(bench: BuilderContext, node: Node) -> t.LevelNode:
    items = tuple(_LEVEL_ITEMS[child.rule](bench, child) for child in trees(node))
    return t.LevelNode(bench.name(tokens(node)[0]), items, bench.span(node))


def _swap(bench: BuilderContext, node: Node) -> t.Swap:
    verb, slots = tokens(node)
    return t.Swap(str(verb), bench.names(slots), bench.span(node))


def _misspelt_swap(bench: BuilderContext, node: Node) -> t.Swap | None:
    """`swpa basket, box` would be a level: no level holds a comma, so a swap is meant."""
    label = tokens(node)[0]
    verb = label.split()[0]
    meant = nearest(verb, ("swap", "rotate")) if "," in label else None
    if meant is None:
        return None
    from dsl.faults.lines import UnknownStatement

    span = bench.place(label, 0, len(verb))
    bench.faults.append(UnknownStatement(span=span, word=verb, close=meant, known=()))
    return t.Swap(meant, bench.names(label, len(verb)), bench.span(node))


def factor(bench: BuilderContext, node: Node) -> t.FactorNode:
    """`conditions`, `versions` or `counterbalance`."""
    kind = t.FactorKind(node.rule)
    levels: list[t.LevelNode] = []
    swap: t.Swap | None = None
    for child in trees(node):
        if child.rule == "swap":
            swap = _swap(bench, child)
        elif kind is t.FactorKind.COUNTERBALANCE and (meant := _misspelt_swap(bench, child)):
            swap = meant
        else:
            levels.append(_level(bench, child))
    return t.FactorNode(kind, bench.name(tokens(node)[0]), tuple(levels), swap, bench.span(node))


# --------------------------------------------------------------------------- machines


def _outcomes(bench: BuilderContext, node: Node) -> t.Outcomes:
    prose = trees(node)[0]
    cells = tuple(
        cell
        for child in trees(prose)
        for token in tokens(child)
        if token.type == "WORDS"
        for cell in bench.cells(token)
    )
    return t.Outcomes(cells, bench.span(node))


def _rules(bench: BuilderContext, node: Node) -> t.Rules:
    return t.Rules(bench.names(tokens(node)[0]), bench.span(node))


def _needs(bench: BuilderContext, node: Node) -> t.Needs:
    return t.Needs(spaced(tokens(node)[0]), bench.prose(trees(node)[0]), bench.span(node))


def _needs_when(bench: BuilderContext, node: Node) -> t.NeedsWhen:
    body, *rest = trees(node)
    branches: list[tuple[t.Name | None, tuple[t.Needs, ...]]] = [
        (bench.name(tokens(node)[0]), tuple(_needs(bench, child) for child in trees(body)))
    ]
    for otherwise in rest:
        body = trees(otherwise)[0]
        branches.append((None, tuple(_needs(bench, child) for child in trees(body))))
    return t.NeedsWhen(tuple(branches), bench.span(node))


def _shown(bench: BuilderContext, node: Node) -> t.ShownNode:
    return t.ShownNode(bench.words(node), bench.span(node))


_MACHINE_ITEMS: dict[str, Callable[[BuilderContext, Node], t.MachineItem]] = {
    "outcomes": _outcomes,
    "rules": _rules,
    "needs": _needs,
    "needs_when": _needs_when,
    "shown": _shown,
    "note": note,
}


def machine(bench: BuilderContext, node: Node) -> t.MachineNode:
    """`machine NAME` and its evidence."""
    items = tuple(_MACHINE_ITEMS[child.rule](bench, child) for child in trees(node))
    return t.MachineNode(bench.name(tokens(node)[0]), items, bench.span(node))


# --------------------------------------------------------------------------- design


def _contrast(bench: BuilderContext, node: Node) -> t.ContrastNode:
    lines = [_contrast_line(bench, child) for child in trees(node)]
    kept = tuple(line for line in lines if line is not None)
    return t.ContrastNode(bench.name(tokens(node)[0]), kept, bench.span(node))


def _contrast_line(bench: BuilderContext, node: Node) -> t.ContrastLineNode | None:
    label = tokens(node)[0]
    found = _ACROSS.search(label)
    if found is None:
        from dsl.faults.lines import NoAcross

        name = bench.name(label)
        bench.faults.append(NoAcross(span=name.span))
        bench.draft.complete = False
        return None
    question = bench.name(label, 0, found.start())
    return t.ContrastLineNode(question, bench.names(label, found.end()), bench.span(node))


_WITH = re.compile(r"(?:.*\S)?\s+with\s+\S|with\s+\S")
_MORE = re.compile(r"\s*expecting\s+more\s+in\s+(?=\S)")
_FAMILY = re.compile(r"\s*family\s+(?=\S)")


def _compare(bench: BuilderContext, node: Node) -> t.Compare:
    label = tokens(node)[0]
    more: t.Name | None = None
    family: t.Name | None = None
    sides: t.Name | None = None
    at = 0
    for part in label.split(","):
        end = at + len(part)
        if sides is None:
            sides = bench.name(label, at, end)
            if not _WITH.match(sides.text):
                _not_compared(bench, sides)
        elif (found := _MORE.match(part)) and more is None:
            more = bench.name(label, at + found.end(), end)
        elif (found := _FAMILY.match(part)) and family is None:
            family = bench.name(label, at + found.end(), end)
        else:
            _not_compared(bench, bench.name(label, at, end) if part.strip() else sides)
        at = end + 1
    assert sides is not None
    return t.Compare(sides, more, family, bench.span(node))


def _not_compared(bench: BuilderContext, part: t.Name) -> None:
    from dsl.faults.lines import NotCompared

    bench.faults.append(NotCompared(span=part.span))
    bench.draft.complete = False


_DESIGN_ITEMS: dict[str, Callable[[BuilderContext, Node], t.DesignItem]] = {
    "runs": lambda bench, node: t.Runs(int(tokens(node)[0]), bench.span(node)),
    "samples": lambda bench, node: t.Samples(int(tokens(node)[0]), bench.span(node)),
    "seed": lambda bench, node: t.Seed(int(tokens(node)[0]), bench.span(node)),
    "wording": lambda bench, node: t.Wording(spaced(tokens(node)[0]), bench.span(node)),
    "permute": lambda bench, node: t.Permute(spaced(tokens(node)[0]), bench.span(node)),
    "scoring": lambda bench, node: t.Scoring(spaced(tokens(node)[0]), bench.span(node)),
    "different": lambda bench, node: t.Different(bench.names(tokens(node)[0]), bench.span(node)),
    "together": lambda bench, node: t.Together(bench.names(tokens(node)[0]), bench.span(node)),
    "contrast": _contrast,
    "compare": _compare,
    "note": note,
}


def design(bench: BuilderContext, node: Node) -> t.DesignNode:
    """`design` and its settings."""
    items = tuple(_DESIGN_ITEMS[child.rule](bench, child) for child in trees(node))
    return t.DesignNode(items, bench.span(node))


# --------------------------------------------------------------------------- coding guide


def guide(bench: BuilderContext, node: Node) -> t.Guide:
    """`coding guide` and its examples."""
    items = tuple(
        note(bench, child) if child.rule == "note" else _guide_example(bench, child)
        for child in trees(node)
    )
    return t.Guide(items, bench.span(node))


def _guide_example(bench: BuilderContext, node: Node) -> t.GuideExample:
    score = token_of(node, "SCORE")
    assert score is not None
    return t.GuideExample(int(score), bench.prose(trees(node)[0]), bench.span(node))
