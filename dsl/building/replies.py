"""What follows replies, and how often they are asked for: `then`, and the bound of `explore`."""

from __future__ import annotations

import re

from dsl import tree as t
from dsl.building.context import BuilderContext, tokens, trees
from dsl.parsing.parse_tree import Node
from dsl.patterns import lazy_pattern

_ASKED = lazy_pattern(r"\s*,\s*|\s+(?=ask\s+again\b)")
_AGAIN = lazy_pattern(r"\s*,\s*ask\s+again\s+at\s+most\s+(?P<times>[0-9]{1,9})(\s+times?)?\s*")


def then(builder: BuilderContext, node: Node) -> t.Then:
    """`then` with its arms."""
    return t.Then(tuple(_then_arm(builder, arm) for arm in trees(node)), builder.span(node))


def _then_arm(builder: BuilderContext, node: Node) -> t.ThenArm:
    label = tokens(node)[0]
    joint = _ASKED.search(label)
    outcome = label if joint is None else label[: joint.start()]
    found = _AGAIN.fullmatch(label, len(outcome))
    if joint is not None and (found is None or int(found["times"]) == 0):
        from dsl.faults.lines import NotAskedAgain

        rest = builder.name(label, joint.end())
        number = re.search(r"[1-9][0-9]{0,8}", rest.text)
        often = "1 time" if number is None else f"{number[0]} time{'s' * (number[0] != '1')}"
        mended = f"{outcome.strip()}, ask again at most {often}"
        span = builder.name(label).span
        builder.lost(NotAskedAgain(span=span, words=rest.text, mended=mended))
        found = None
    return t.ThenArm(
        builder.name(label, 0, len(outcome)),
        0 if found is None else int(found["times"]),
        builder.prose(node),
        builder.span(node),
    )


_TRIES = lazy_pattern(r"\s*,\s*(?P<most>at\s+most\s+)?(?P<count>[0-9]{1,9})\s+(?:tries|try)\s*")


_LIKE_TRIES = lazy_pattern(
    r"(?P<name>.*?)[,;]?\s+(?:(?:at|up|no|for|max|a|until)\b[^0-9]*)?(?P<count>[0-9]{1,9})\b.*"
)


def tries(builder: BuilderContext, node: Node) -> tuple[t.Name, t.Tries]:
    """The machine that `explore` names, and how often it can be tried."""
    label = tokens(node)[0]
    name, meant = label.split(",")[0], None
    found = _TRIES.fullmatch(label, len(name))
    most = None if found is None else int(found["count"])
    if found is None and (like := _LIKE_TRIES.fullmatch(label)) is not None:
        name, meant = like["name"], int(like["count"])
    may_end = found is None or found["most"] is not None
    bound = t.Tries(most, may_end, builder.span(node), meant)
    return builder.name(label, 0, len(name)), bound
