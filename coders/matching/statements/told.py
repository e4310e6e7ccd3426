"""A reply in words, with what is found in them once: its statements, mentions and conclusion."""

from __future__ import annotations

from functools import cached_property

from coders.matching.clauses.clauses import ReplyClause, clauses
from coders.matching.clauses.mentions import Mention, mentions
from coders.matching.doubts.stances import unsure
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.conclusions import Conclusion, concluded
from coders.matching.statements.statements import Statement, statements
from dsl.record import replace


class Told:
    """The words of a reply to the question of a sheet."""

    def __init__(self, sheet: AnswerSheet, words: list[str]) -> None:
        self.sheet = sheet
        self.words = words

    @cached_property
    def statements(self) -> list[Statement]:
        """What it states outright."""
        return statements(self.sheet, self.words)

    @cached_property
    def mentions(self) -> list[Mention]:
        """Where it names answers."""
        return mentions(self.sheet, self.words)

    @cached_property
    def clauses(self) -> list[ReplyClause]:
        """Its clauses."""
        return clauses(self.words, self.mentions)

    @cached_property
    def sentences_come_to(self) -> Conclusion | None:
        """What its sentences come to, whatever else is in it."""
        return concluded(self.sheet, self.words)

    @cached_property
    def conclusion(self) -> Conclusion | None:
        """What the sentences of a reply to an item come to, where no letter and no statement is in
        it, or after a list of its choices.
        """
        sheet, words = self.sheet, self.words
        if not sheet.item or sheet.yes_no or unsure(" ".join(words), words):
            return None
        listed = [at for at, word in enumerate(words) if word[0] == "@"]
        if len(listed) > 1 and all(at == 0 or words[at - 1] in "\n|(" for at in listed):
            ends = (at for at in range(listed[-1], len(words)) if words[at] == "\n")
            after = next(ends, len(words))
            rest = words[after:]
            end = concluded(sheet, rest) if rest and not any(map(_may_label, rest)) else None
            if end is None or not end.firm:
                return None
            return replace(end, start=end.start + after, end=end.end + after)
        if any(map(_may_label, words)) or self.statements:
            return None
        return self.sentences_come_to


def _may_label(word: str) -> bool:
    return word[0] == "@" or (len(word) == 1 and word in "bcdefgh")
