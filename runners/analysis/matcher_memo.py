"""The matcher, which reads what it has read already no second time.

Participants who are told the same words often answer in the same words, and twins of a story ask
the same question. What is remembered is the very same question and the very same reply: anything
less would be a second matcher.
"""

from __future__ import annotations

from coders.marks import Verdict
from coders.matcher import match
from dsl.kept_replies import KeptReplies, names_kept
from dsl.trial import Question

_VERDICTS, _QUESTIONS = 20_000, 4_000
"""So many are remembered; then it begins anew."""


class MatcherMemo:
    """Reads replies as `coders.matcher.match` does."""

    def __init__(self) -> None:
        self._verdicts: dict[tuple[int, str, tuple[str | None, ...]], Verdict] = {}
        # Equal questions are one; to compare two word by word each time would take as long as to
        # read a short reply. Questions are held here, so that ids stay true.
        self._equal: dict[Question, int] = {}
        self._known: dict[int, tuple[int, Question]] = {}

    def __call__(
        self, reply: str, question: Question, *, kept: KeptReplies | None = None
    ) -> Verdict:
        """The verdict on `reply`."""
        if len(self._verdicts) >= _VERDICTS or len(self._known) >= _QUESTIONS:
            for one in (self._verdicts, self._equal, self._known):
                one.clear()
        known = self._known.get(id(question))
        if known is None:
            number = self._equal.setdefault(question, len(self._equal))
            known = self._known[id(question)] = number, question
        told = tuple((kept or {}).get(name) for name in names_kept(question.key))
        at = (known[0], reply, told)
        found = self._verdicts.get(at)
        if found is None:
            found = self._verdicts[at] = match(reply, question, kept=kept)
        return found
