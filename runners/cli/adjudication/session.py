"""Settling disagreements in plain lines: a dispute is shown, a line is read, the table keeps it.

Lines serve a screen reader, ssh and a pipe; on a terminal there is a screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from coders.adjudication.disagreements import Opinion
from coders.desk.open_packet import Viewer, no_viewer
from coders.desk.pages import conversation_page, item_page, lines_page
from coders.desk.paragraphs import Paragraph, heading
from coders.desk.steps import Refused
from coders.desk.welcome import guide, keys_of_codes
from coders.plain.page import answers, asked_and_replied, labelled, painted, wrapped
from coders.plain.reading import answer
from runners.cli.adjudication.pages import ShownParts
from runners.cli.adjudication.reasons import (
    LETTERS,
    METHODS,
    FindOpinion,
    given,
    in_plain_words,
    source_and_reason,
)
from runners.coding.adjudication import Adjudication
from runners.coding.disputes import Dispute

_WHY = f"Why? {LETTERS}; then the reason."


class AdjudicationSession:
    """A session of one adjudicator. `read` gives the next line, or None at the end, and `view`
    opens a picture.
    """

    def __init__(
        self,
        table: Adjudication,
        *,
        read: Callable[[], str | None],
        say: Callable[[str], None],
        parts: ShownParts,
        view: Viewer = no_viewer,
        width: int = 78,
    ) -> None:
        self._table = table
        self._parts = parts
        self._view = view
        self._read = read
        self._say = say
        self._width = width
        self._at = ("", 0)
        self._later: set[str] = set()
        self._again: Dispute | None = None

    def run(self) -> None:
        """Resolves until nothing is left, the adjudicator quits, or the lines end."""
        dispute = self._next()
        shown: Dispute | None = None
        while dispute is not None:
            if dispute is not shown:
                self._say_all(self._page(dispute))
                shown = dispute
            line = self._read()
            if line is None or line.strip() == "q":
                return
            try:
                if self._act(dispute, line.strip()):
                    shown = None
            except Refused as refused:
                self._tell(refused.message)
            dispute = self._next()

    def _next(self) -> Dispute | None:
        left = self._table.left
        if self._again in left:
            return self._again
        now = [one for one in left if one.case.key not in self._later]
        if left and not now:
            # Postponed disagreements come back once all others are resolved.
            self._later.clear()
            now = list(left)
        return now[0] if now else None

    def _act(self, dispute: Dispute, line: str) -> bool:
        """Does what a line says; True if the dispute is to be shown again."""
        match line:
            case "z":
                back = self._table.undo()
                if back is None:
                    raise Refused("there is nothing to undo")
                self._again = back
                self._at = ("", 0)
                self._say_all(["Undone."])
                return True
            case "s":
                self._later.add(dispute.case.key)
                self._again = None
                self._say_all(["Postponed; it comes back at the end."])
                return True
            case "t":
                self._say_all(painted(self._whole(dispute), width=self._width))
                return False
            case typed if re.fullmatch(r"v( ?[0-9]+)?", typed):
                self._picture(dispute, typed[1:].strip())
                return False
            case "?":
                self._say_all(self._help(dispute))
                return False
            case "=" | "-":
                self._settle_by(dispute, *METHODS[line])
                return True
            case _:
                self._settle(dispute, line)
                return True

    def _whole(self, dispute: Dispute) -> tuple[Paragraph, ...]:
        """The transcript; in content view the story, whose opening is logged first."""
        if not self._table.content:
            return item_page(dispute.item, {})
        return lines_page(self._parts.story(dispute))

    def _picture(self, dispute: Dispute, number: str) -> None:
        shown = self._parts.picture(dispute, number or self._parts.nearest(dispute))
        told = self._view(shown)
        self._tell(f"{told[0].upper()}{told[1:]}.")

    def _settle(self, dispute: Dispute, line: str) -> None:
        asked = dispute.asked
        typed = answer(line, asked)
        opinion = given(asked, typed.mark, typed.said, typed.flags)
        self._tell(_WHY)
        try:
            source, reason = source_and_reason(self._read() or "")
        except Refused as refused:
            raise Refused(f"{refused.message}; give the mark again") from refused
        self._table.settle(dispute, opinion, reason=reason, fault=source)
        self._after(dispute, "Resolved", opinion)

    def _settle_by(self, dispute: Dispute, method: str, found_in: FindOpinion) -> None:
        opinion = found_in(dispute.case.opinions)
        if opinion is None:
            raise Refused(f"these codes have no {method}")
        self._table.settle_together([(dispute, opinion)], method)
        self._after(dispute, f"Resolved by {method}", opinion)

    def _after(self, dispute: Dispute, how: str, opinion: Opinion) -> None:
        self._again = None
        words = in_plain_words(opinion, dispute.asked)
        self._tell(f"{how}: {words}. {len(self._table.left)} left.")

    # ---------------------------------------------------------------- pages

    def _page(self, dispute: Dispute) -> Iterator[str]:
        case, item, width = dispute.case, dispute.item, self._width
        asked = item.question(case.question)
        kind = "a control question" if case.control else "a question"
        number = self._table.disputes.index(dispute) + 1
        title = heading(f"Disagreement {number} of {len(self._table.disputes)}, on {kind}")
        known = self._table.content or (case.item, asked.story) == self._at
        yield ""
        read = () if known else conversation_page(item, asked.number)
        yield from painted((title, *read), width=width)
        self._at = case.item, asked.story
        yield from asked_and_replied("To resolve", item, asked, width=width)
        for one in self._table.shown(dispute):
            note = f"; note: {one.note}" if one.note else ""
            yield from labelled(one.coder, in_plain_words(one, asked) + note, width=width)
        yield from answers(asked, width=width)
        story = "t story (which is logged)" if self._table.content else "t transcript"
        view = ", v picture (v 2: picture 2)" if self._parts.count(dispute) else ""
        keys = f"= majority, - median, z undo, s postpone, {story}{view}, ? rubric, q quit"
        yield from wrapped(keys, width=width)

    def _help(self, dispute: Dispute) -> Iterator[str]:
        asked = dispute.asked
        keys = keys_of_codes(asked, (), self._width)
        rubric = (*guide(dispute.item, asked, header=self._table.header), *keys)
        yield from painted(rubric, width=self._width)

    def _tell(self, text: str) -> None:
        self._say_all(wrapped(text, width=self._width))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)
