"""Replies that say nothing, decline to answer, or only that nothing can be known."""

from __future__ import annotations

from coders.marks import Flag, Verdict, needs_human, wrong
from coders.matching.clauses.several import Reading, Several
from coders.matching.doubts.stances import MACHINE
from coders.matching.question.candidates import Sort
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.plain_text import is_word


def silent(reply: str, words: list[str]) -> Verdict | None:
    """The verdict on a reply without words; None for any other."""
    if not any(is_word(w) or w[0] == "@" for w in words):
        if any(c.isalnum() or not (c.isascii() or c.isspace()) for c in reply):
            return needs_human("it holds no words")
        return wrong(None, "the reply is empty", Flag.REFUSAL)
    return None


def declined(
    on_sheet: AnswerSheet, text: str, firm: list[Reading], *, named: bool, refusing: bool
) -> Verdict | None:
    """The verdict on a reply that declines; None where it does not, or answers all the same.

    `named`: some answer is named in it, however it is meant. `refusing`: it holds a refusal.
    """
    told = [r for r in firm if not empty_handed(on_sheet, r)]
    if refusing and not told:
        if any(m.letter for r in firm for m in r.clause.mentions):
            return needs_human("it declines and chooses an option", Flag.REFUSAL)
        if named:
            return needs_human("it declines, and names an answer", Flag.REFUSAL)
        return wrong(None, "it declines to answer", Flag.REFUSAL)
    if not refusing and len(told) < len(firm) and MACHINE.search(text):
        return wrong(None, "it pleads that a machine cannot", Flag.REFUSAL)
    return None


def empty_handed(on_sheet: AnswerSheet, reading: Reading) -> bool:
    """Whether a reading is only that nothing can be known, or nothing is preferred."""
    if reading.several is Several.NOT_KNOWN or (not reading.answers and not reading.several):
        return True
    sorts = {on_sheet.candidates[a].sort for a in reading.answers if a >= 0}
    return bool(sorts) and sorts <= {Sort.CANNOT_TELL, Sort.NO_PREFERENCE}
