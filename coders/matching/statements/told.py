"""A reply in words, with what is found in them once: its statements, mentions and conclusion."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from coders.matching.clauses.clauses import ReplyClause, clauses
from coders.matching.clauses.mentions import Mention, mentions
from coders.matching.doubts.stances import unsure
from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.statements import Statement, statements
from coders.matching.text.plain_text import labels_apart, plain, tokens
from coders.matching.text.small_talk import without_opening, without_talk

# What reads single sentences is imported for the first item of a bank: scripts need none of it.
if TYPE_CHECKING:
    from coders.matching.statements.conclusions import Conclusion


@lru_cache(maxsize=64)
def plainly(reply: str, letters: int) -> tuple[str, tuple[str, ...]]:
    """The plain text of a reply to a question with so many choices, without small talk, and its
    tokens.
    """
    text = labels_apart(without_talk(without_opening(plain(reply))), letters)
    return text, tuple(tokens(text))


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
        from coders.matching.statements.conclusions import concluded

        return concluded(self.sheet, self.words)

    @cached_property
    def conclusion(self) -> Conclusion | None:
        """What the sentences of a reply to an item come to, where no letter and no statement is in
        it, or what it closes with.
        """
        sheet, words = self.sheet, self.words
        if not sheet.item:
            return None
        from coders.matching.statements.outer_sentences import differs

        own = {word for _, wanted in sheet.spelt for word in wanted}
        bare = not (sheet.yes_no or self.statements)
        bare = bare and not any(_may_label(word) and word not in own for word in words)
        found = self.sentences_come_to if bare else None
        last = self.closes
        if found is None or not found.firm:
            if found is not None and differs(sheet, words, found):
                return None
            found = found or last
        if found is None:
            return None
        doubtful = words[found.start : found.end] if found.firm else words
        return None if unsure(" ".join(doubtful)) else found

    @cached_property
    def opens(self) -> Conclusion | None:
        """What its first sentence says, if nothing later concludes."""
        if not self.sheet.item:
            return None
        from coders.matching.statements.outer_sentences import opening

        found = opening(self.sheet, self.words, self.statements)
        return None if found is None or unsure(" ".join(self.words)) else found

    @cached_property
    def closes(self) -> Conclusion | None:
        """What its last sentence names."""
        from coders.matching.statements.outer_sentences import closing

        return closing(self.sheet, self.words, self.statements)


def _may_label(word: str) -> bool:
    return word[0] == "@" or (len(word) == 1 and word in "bcdefgh")
