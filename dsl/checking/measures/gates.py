"""Controls whose rows make one gate: whether there are as many rows as the script says."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.measures.asked import MeasuredQuestion
from dsl.checking.session.thread import Visit
from dsl.checking.space import Space
from dsl.words import folded


def check_gates(visits: Sequence[Visit], space: Space, found: Findings) -> None:
    """Reports each `pass with` whose numbers do not fit the rows of its control."""
    written: dict[str, tree.PassWith] = {}
    for one in visits:
        for item in one.items(tree.PassWith):
            written.setdefault(folded(one.question.name), item)
    for name, item in written.items():
        asked = MeasuredQuestion(space)
        asked.visits = [one for one in visits if folded(one.question.name) == name]
        numbers = asked.visits[0].question.rubric.pass_with
        if numbers is None:
            continue
        if max(asked.counts, default=0) < 2:
            found.add(
                faults.measures.GateOfNoRows(span=item.span, name=asked.name, what="asked once")
            )
            continue
        asked.fits(*numbers, item.words.span, found)
