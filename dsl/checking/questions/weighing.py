"""Questions scored by likelihood: that there are answers to weigh, and that one alone is right.

The answers are the choices, or else the words of the key and of the lures (`dsl.likelihoods`), in
every cell. A key that takes several answers at once, or is none of them, could never be reached by
weighing one against another, and would score everybody wrong without a word.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.questions.options import answers_of, lures_of
from dsl.checking.questions.statements import first_of
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region
from dsl.checking.warnings.original import Original
from dsl.experiment import MachineAsk, MachineKey, Quantity, Scorer, holds_kept
from dsl.words import folded


def check_weighed(visits: Sequence[Visit], declared: Declared) -> None:
    """Reports questions scored by likelihood that have nothing to weigh, or no one right answer."""
    original, found = declared.original(), declared.found
    for one in visits:
        scored = first_of(one.asked.placed, tree.ScoredBy)
        if scored is None or one.question.rubric.scorer is not Scorer.LIKELIHOOD:
            continue
        name = one.asked.tree.name.text
        against = _against(one)
        if against is not None:
            what, instead = against
            found.add(
                faults.questions.NotOneAnswer(
                    span=scored.span, name=name, what=what, instead=instead
                )
            )
            continue
        if missing := _unweighed(one, original):
            cell = declared.space.describe(missing, one.reach)
            found.add(faults.questions.NothingToWeigh(span=scored.span, name=name, cell=cell))


def _against(one: Visit) -> tuple[str, str] | None:
    """Why no single answer can be right, and what to write instead."""
    if one.question.rating is not None:
        return "the points of a scale are not weighed", "write them as `choices`"
    offered = bool(one.question.choices)
    for statement in one.question.rubric.answer:
        for case in statement:
            if isinstance(case.value, MachineKey):
                if case.value.ask is MachineAsk.WORKS:
                    return "what works may be several things at once", "ask about one of them"
                continue
            several = case.value.quantity is Quantity.ALL and len(case.value.phrases) > 1
            if several:
                return (
                    "its answer is several of them at once",
                    "write `answer any of`, or one answer that names them all",
                )
            if not offered and case.value.quantity is Quantity.NONE:
                return "its answer is none of the words it names", "write its `choices`"
            if not offered and any(map(holds_kept, case.value.phrases)):
                return "its answer is what was said before", "write its `choices`"
    lures = (lure for lists in one.question.rubric.wrong for case in lists for lure in case.value)
    if not offered and any(map(holds_kept, lures)):
        return "one of its lures is what was said before", "write its `choices`"
    return None


def _unweighed(one: Visit, original: Original) -> Region:
    """Where there are fewer than two different answers; too few choices are reported elsewhere."""
    space = original.space
    left = one.reach
    for choices in one.question.choices:
        left &= ~space.of(choices.guard)
    for case in one.question.rubric.machine_keys():
        # A machine's answers come with what they are not.
        left &= ~space.of(case.guard)
    if not left:
        return 0
    missing = 0
    for row in one.rows:
        where: dict[str, Region] = {}
        for region, text, _ in (*answers_of(one, row, original), *lures_of(one, row, original)):
            where[folded(text)] = where.get(folded(text), 0) | region
        once = twice = 0
        for region in where.values():
            twice |= once & region
            once |= region
        missing |= left & ~twice
    return missing
