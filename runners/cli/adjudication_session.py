"""Settling disagreements in plain lines: a dispute is shown, a line is read, the table keeps it.

Lines serve a terminal, a screen reader, ssh and a pipe alike. The coding screen was not used: it
asks one coder what a reply says, and here the codes of several, a reason and where the difference
came from are of one act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from coders.adjudication.disagreements import DisagreementSource, Opinion
from coders.desk.calibrating import in_words
from coders.desk.pages import item_page, lines_page
from coders.desk.paragraphs import Paragraph, heading
from coders.desk.rubric import contradiction
from coders.desk.state import Judgement
from coders.desk.steps import Refused
from coders.desk.welcome import guide, keys_of_codes
from coders.packets.shape import Line, PacketQuestion
from coders.plain.page import answers, asked_and_replied, labelled, painted, wrapped
from coders.plain.reading import answer

if TYPE_CHECKING:
    from runners.coding.adjudication import Adjudication
    from runners.coding.disputes import Dispute

FAULTS = (
    ("s", DisagreementSource.SLIP, "a slip"),
    ("r", DisagreementSource.RUBRIC, "the rubric is unclear"),
    ("y", DisagreementSource.REPLY, "the reply is unclear"),
    ("m", DisagreementSource.STORY, "the story was misread"),
)
"""Keys for where a disagreement came from."""

_WHY = "Why? " + ", ".join(f"{key} for {words}" for key, _, words in FAULTS) + "; then the reason."


class AdjudicationSession:
    """A session of one adjudicator.

    `read` gives the next line, or None at the end. `story` gives the story of a reply in content
    view, or nothing if it is not available.
    """

    def __init__(
        self,
        table: Adjudication,
        *,
        read: Callable[[], str | None],
        say: Callable[[str], None],
        story: Callable[[Dispute], tuple[Line, ...]],
        width: int = 78,
    ) -> None:
        self._table = table
        self._story = story
        self._read = read
        self._say = say
        self._width = width
        self._at = ""
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
                self._say_all(wrapped(refused.message, width=self._width))
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
                self._at = ""
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
            case "?":
                self._say_all(self._help(dispute))
                return False
            case _:
                self._settle(dispute, line)
                return True

    def _whole(self, dispute: Dispute) -> tuple[Paragraph, ...]:
        """The transcript; in content view the story, whose opening is logged first."""
        if not self._table.content:
            return item_page(dispute.item, {})
        story = self._story(dispute)
        if not story:
            raise Refused("the story of this reply is not available")
        self._table.opened_story(dispute)
        return lines_page(story)

    def _settle(self, dispute: Dispute, line: str) -> None:
        asked = dispute.item.question(dispute.case.question)
        given = answer(line, asked)
        if given.mark:
            wrong = contradiction(given.mark, given.flags, control=asked.is_control)
            if wrong:
                raise Refused(wrong)
        flags = given.flags if given.mark else tuple(f for f in given.flags if f != "hedged")
        plain = bool(given.mark) or flags == given.flags
        self._say_all(wrapped(_WHY, width=self._width))
        sign, _, reason = (self._read() or "").strip().partition(" ")
        fault = next((fault for key, fault, _ in FAULTS if key == sign), None)
        if fault is None or not reason.strip():
            raise Refused(
                "not resolved: a letter and a reason are needed, for example `s pressed the wrong "
                "key`; give the mark again"
            )
        opinion = Opinion("", given.mark, flags, given.said, plain)
        self._table.settle(dispute, opinion, reason=reason.strip(), fault=fault)
        self._again = None
        told = f"Resolved: {_opinion_words(opinion, asked)}. {len(self._table.left)} left."
        self._say_all(wrapped(told, width=self._width))

    # ---------------------------------------------------------------- pages

    def _page(self, dispute: Dispute) -> Iterator[str]:
        case, item, width = dispute.case, dispute.item, self._width
        asked = item.question(case.question)
        kind = "a control question" if case.control else "a question"
        number = self._table.disputes.index(dispute) + 1
        title = heading(f"Disagreement {number} of {len(self._table.disputes)}, on {kind}")
        known = self._table.content or case.item == self._at
        yield ""
        yield from painted((title, *(() if known else item_page(item, {}))), width=width)
        self._at = case.item
        yield from asked_and_replied("To resolve", item, asked, width=width)
        for one in self._table.shown(dispute):
            note = f"; note: {one.note}" if one.note else ""
            yield from labelled(one.coder, _opinion_words(one, asked) + note, width=width)
        yield from answers(asked, width=width)
        story = "t story (which is logged)" if self._table.content else "t transcript"
        yield from wrapped(f"z undo, s postpone, {story}, ? rubric, q quit", width=width)

    def _help(self, dispute: Dispute) -> Iterator[str]:
        asked = dispute.item.question(dispute.case.question)
        keys = keys_of_codes(asked, (), self._width)
        rubric = (*guide(dispute.item, asked, content=self._table.content), *keys)
        yield from painted(rubric, width=self._width)

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)


def _opinion_words(opinion: Opinion, asked: PacketQuestion) -> str:
    judgement = Judgement(
        asked.number, opinion.mark, opinion.flags, opinion.said, opinion.plain, 0, "", None
    )
    return in_words(judgement, asked)
