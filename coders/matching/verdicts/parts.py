"""From what a reply asserts to a verdict, where several parts are wanted or some are barred.

Parts may stand anywhere in a reply, in a list or over several sentences. A key may have several
sets that would do; one of them is enough, with nothing of what it bars.
"""

from __future__ import annotations

from collections.abc import Callable

from coders.marks import Flag, Verdict, half, needs_human, right, wrong
from coders.matching.clauses.clauses import ClauseKind, ReplyClause
from coders.matching.clauses.ranks import leftover
from coders.matching.clauses.several import Reading, Several, named_in
from coders.matching.doubts.doubts import Doubts
from coders.matching.question.candidates import CandidateRole
from coders.matching.question.sheet import AnswerSheet
from coders.matching.verdicts.verdicts import best_of, wrong_by
from dsl.experiment import Quantity
from dsl.trial import Clause as KeyClause
from dsl.trial import Phrase, Question


def several_parts(question: Question) -> bool:
    """Whether a key wants several things, or bars some."""
    clauses = question.key.answer
    return bool(question.key.alternatives) or any(
        c.quantity is Quantity.NONE or (c.quantity is Quantity.ALL and len(c.phrases) > 1)
        for c in clauses
    )


def judge_parts(
    on_sheet: AnswerSheet,
    firm: list[Reading],
    parts: list[ReplyClause],
    question: Question,
    doubts: Doubts,
) -> Verdict:
    """The verdict where several parts are needed or barred, wherever in the reply they stand."""
    if not firm or any(r.several is Several.DOUBT for r in firm):
        return needs_human("it is not plain what it says")
    best = best_of(firm)
    named = named_in(best)
    if any(a < 0 for a in named) or any(r.several and not r.answers for r in best):
        return needs_human("it is not plain what it says")
    if any(r.several is Several.EITHER for r in firm):
        return needs_human("it leaves open which")
    weaker = {a for r in firm for a in r.answers if a >= 0} - named
    if any(r.hedged for r in firm) or doubts.unsure or doubts.adrift or doubts.left_open - named:
        return needs_human("it is hedged")
    return judge_named(on_sheet, named, question, weaker=bool(weaker), more=_more(on_sheet, parts))


def judge_named(
    on_sheet: AnswerSheet,
    named: set[int],
    question: Question,
    *,
    weaker: bool = False,
    more: bool = False,
) -> Verdict:
    """The verdict on a reply that asserts these places of the sheet together.

    `weaker`: it says something else of less weight, too. `more`: it lists words on no list.
    """
    candidates = [on_sheet.candidates[a] for a in sorted(named)]
    texts = {c.text for c in candidates}
    lures = [c for c in candidates if c.text in {p.text for p in question.key.wrong}]
    keys = texts & {c.text for c in on_sheet.candidates if c.role is CandidateRole.KEY}
    barred = [c.text for c in candidates if c.role is CandidateRole.BANNED]
    told = ", ".join(c.text for c in candidates)

    def says(phrase: Phrase) -> bool:
        return phrase.text in texts

    states = [meets(one, says) for one in question.key.alternatives or ((),)]
    base = meets(question.key.answer, says)
    if len(candidates) == 1 and candidates[0].role is CandidateRole.HALF and not weaker:
        return half(told, f"it says {told}")
    if base is True and any(state is True for state in states):
        if lures == candidates and len(lures) == 1 and not weaker:
            # A key that only bars things holds for anything else, but not for a lure.
            return wrong_by(lures[0])
        if lures and keys and not weaker:
            return wrong(None, "it names every part and something wrong")
        if weaker or lures:
            return needs_human("it names something else, too")
        return right(told, "it names every part")
    if not keys:
        if len(lures) == 1 and len(candidates) == 1:
            return wrong_by(lures[0])
        return (
            wrong(None, f"it says {told}")
            if candidates and not weaker
            else needs_human("it names no part of the key")
        )
    if lures or barred:
        return (
            wrong(None, f"it says {told}") if not weaker else needs_human("it names several things")
        )
    if base is not False and any(state is not False for state in states):
        if weaker or more:
            return needs_human("it names something else, too")
        return half(told, "parts are missing", Flag.INCOMPLETE)
    return needs_human("it names parts that do not belong together")


def meets(clauses: tuple[KeyClause, ...], says: Callable[[Phrase], bool]) -> bool | None:
    """Whether what a reply `says` meets these clauses: True, False where it cannot, None for not
    yet.
    """
    whole = True
    for clause in clauses:
        said = [says(phrase) for phrase in clause.phrases]
        if clause.quantity is Quantity.NONE:
            if any(said):
                return False
        else:
            whole = whole and (all(said) if clause.quantity is Quantity.ALL else any(said))
    return True if whole else None


def _more(on_sheet: AnswerSheet, parts: list[ReplyClause]) -> bool:
    """Whether, beside the parts it names, a reply lists words that are on no list."""
    return any(
        not c.mentions and c.kind is ClauseKind.SAYS and leftover(on_sheet, c) and len(c.words) < 4
        for c in parts
    )
