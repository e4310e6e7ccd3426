"""Questionnaires as declared, and the steps that `do NAME` stands for: a `record` for each item.

So an item is asked, read, stored and exported as any question on a scale; only what is computed
from the answers is new.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.findings import Findings
from dsl.checking.labels import OTHERWISE
from dsl.checking.space import Region
from dsl.diagnostic import Span
from dsl.experiment import Outcome
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.files.people import Place, Ties

T = TypeVar("T")


def _of(node: tree.QuestionnaireNode, kind: type[T]) -> list[T]:
    return [one for one in node.items if isinstance(one, kind)]


def check_questionnaire(node: tree.QuestionnaireNode, found: Findings) -> ex.Questionnaire | None:
    """What is computed from a questionnaire; None where it has no scale or no items, or is not
    sound otherwise, which is reported.
    """
    before = found.count()
    once = (tree.Rate, tree.Labels, tree.ItemsOrder, tree.NeedsItems, tree.Then, tree.PeopleFrom)
    for kind in once:
        found.once(_of(node, kind), node.name.text)
    seen: dict[str, Span] = {}
    written = [one for one in _of(node, tree.ItemNode) if found.is_first(one.name, "item", seen)]
    rate = _of(node, tree.Rate)
    for what, there in (("rate", rate), ("item", written)):
        if not there:
            name = node.name.text
            found.add(faults.questionnaires.NoScale(span=node.name.span, name=name, what=what))
    _only_asks_again(node, found)
    if not (rate and written):
        return None
    items = {folded(one.name.text): ex.ScaleItem(one.name.text, one.reversed) for one in written}
    least = len(items)
    for one in _of(node, tree.NeedsItems)[:1]:
        least = one.least
        if one.of != len(items) or not 1 <= one.least <= len(items):
            found.add(
                faults.questionnaires.NeedsOtherItems(
                    span=one.span, least=one.least, of=one.of, count=len(items)
                )
            )
    scales = [ex.ItemScale(node.name.text, tuple(items.values()), least)]
    names: dict[str, Span] = {}
    for part in _of(node, tree.SubscaleNode):
        if not found.is_first(part.name, "subscale", names):
            continue
        named = tuple(dict.fromkeys(_items(part, items, found)))
        name = f"{node.name.text} {part.name.text}"
        scales.append(ex.ItemScale(name, named, ceil(least * len(named) / len(items))))
    whole = ex.Questionnaire(node.name.text, rate[0].low, rate[0].high, tuple(scales))
    return whole if found.count() == before else None


def _items(
    part: tree.SubscaleNode, items: Mapping[str, ex.ScaleItem], found: Findings
) -> Iterator[ex.ScaleItem]:
    """The items of a subscale; a name that is no item is reported."""
    for name in part.items:
        item = items.get(folded(name.text))
        if item is not None:
            yield item
            continue
        known = [one.name for one in items.values()]
        found.unknown(faults.questionnaires.UnknownItem, name, known, subscale=part.name.text)


def _only_asks_again(node: tree.QuestionnaireNode, found: Findings) -> None:
    """Reports what else `then` says: items stand beside each other, and nothing between them."""
    for then in _of(node, tree.Then):
        for arm in then.arms:
            if not _asks_again(arm):
                found.add(faults.questionnaires.SaysBetween(span=arm.label.span))


def _asks_again(arm: tree.ThenArm) -> bool:
    """Whether an arm asks an unclear item again."""
    return folded(arm.label.text) == Outcome.UNCLEAR and arm.again > 0


def as_routine(node: tree.QuestionnaireNode) -> tree.Routine:
    """What `do NAME` stands for."""
    orders = [one.order for one in _of(node, tree.ItemsOrder)]
    fields: list[tree.QuestionItem] = [*_of(node, tree.Rate), *_of(node, tree.Labels)]
    fields += map(_then, _of(node, tree.Then))
    asked = tuple(
        tree.QuestionNode(
            QuestionKind.RECORD,
            node.name,
            (tree.Ask(item.name, item.words, item.span), item, *fields),
            item.span,
        )
        for item in _of(node, tree.ItemNode)
    )
    order = orders[0] if orders else ex.Order.FIXED.value
    return tree.Routine(node.name, (tree.InOrderNode(order, asked, node.span),), node.span)


def _then(then: tree.Then) -> tree.Then:
    """What follows an item: nothing, once it is not asked again."""
    line = tree.ProseLine((tree.Brace("nothing", then.span),), False, False, then.span)
    rest = tree.ThenArm(
        tree.Name(OTHERWISE, then.span), 0, tree.Prose((line,), then.span), then.span
    )
    return tree.Then((*filter(_asks_again, then.arms), rest), then.span)


def peoples_ratings(
    nodes: Mapping[str, tree.QuestionnaireNode],
    given: Iterable[ex.Questionnaire],
    waves: ex.Waves | None,
    declared: Declared,
) -> tuple[ex.PeoplesRatings, ...]:
    """How people rated the questionnaires that are given; `nodes` are those written. Ratings of
    what is not in the script are warned of.
    """
    found: list[ex.PeoplesRatings] = []
    numbers = {0} if waves is None else {number for _, number in waves.numbers}
    known = {one.name: {folded(level.name) for level in one.levels} for one in declared.factors}
    for one in given:
        for line in _of(nodes[folded(one.name)], tree.PeopleFrom):
            if line.ratings is None:
                continue
            ties: Ties = "none" if line.ties == "none" else "nearest"
            found.append(ex.PeoplesRatings(one.name, line.ratings, ties))
            items = {folded(item.name) for item in one.items}
            odd = [
                (len(rated), *why)
                for place, rated in line.ratings.given.items()
                if (why := _not_there(place, known, numbers, items))
            ]
            if odd:
                declared.found.add(
                    faults.waves.RatingsOfNothing(
                        span=line.path.span, count=sum(count for count, _, _ in odd),
                        total=sum(map(len, line.ratings.given.values())),
                        name=odd[0][1], what=odd[0][2],
                    )
                )  # fmt: skip
    return tuple(found)


def _not_there(
    place: Place,
    known: Mapping[str, Container[str]],
    waves: Container[int],
    items: Container[str],
) -> tuple[str, str] | None:
    """The first name of a place that is not in the script, and what it would be."""
    levels, wave, item = place
    for factor, level in levels:
        if level not in known[factor]:
            return level, f"level of {factor}"
    if wave not in waves:
        return f"{wave}", "wave"
    return None if item in items else (item, "item")


def in_waves(
    questionnaires: Iterable[ex.Questionnaire | None],
    given: Mapping[str, Sequence[tuple[str, Region]]],
) -> tuple[ex.Questionnaire, ...]:
    """Those that are given, with the scenes in which they are, in the order of the script."""
    return tuple(
        replace(one, waves=tuple(dict.fromkeys(scene for scene, _ in given[folded(one.name)])))
        for one in questionnaires
        if one is not None and folded(one.name) in given
    )
