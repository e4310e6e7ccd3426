"""The screen of an adjudicator: a list of disagreements, and each one next to its story.

Every decision is in the log and in the store before the next is shown; what is shown is asked of
the adjudication after each key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coders.adjudication.disagreements import Opinion
from coders.desk.keys import AND, KeyBinding, answer_keys, flag_keys, pressed
from coders.desk.open_packet import Viewer, no_viewer
from coders.desk.pages import conversation_page, item_page, lines_page
from coders.desk.paragraphs import GAP, heading
from coders.desk.state import Judgement
from coders.desk.steps import Refused
from coders.desk.welcome import guide, keys_of_codes
from coders.marks import Flag
from coders.packets.shape import Line, PacketQuestion
from coders.screen.modes import Confirm, ItemList, Reader, Writing
from coders.screen.page import LOW
from coders.screen.page_screen import PageScreen, ScreenContent
from coders.screen.panels import Pressed, one_row
from coders.screen.reading import InputLine
from dsl.record import replace
from dsl.words import counted
from runners.cli.adjudication import filters, pages
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

_MOVES = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10, "space": 10}
_FAR = {"home": -(10**9), "end": 10**9}


class AdjudicationScreen(PageScreen):
    """The list, and one disagreement after another. `parts` are what can be opened there, pictures
    by `view`, and `questions` the script and question of each disagreement by its key.
    """

    def __init__(
        self,
        table: Adjudication,
        *,
        parts: ShownParts,
        questions: Mapping[str, filters.QuestionOf],
        view: Viewer = no_viewer,
    ) -> None:
        super().__init__()
        self._table = table
        self._parts = parts
        self._viewer = view
        self._questions = questions
        self._filter = filters.DisputeFilter()
        self._open: Dispute | None = None
        self._drawn: tuple[object, ...] = ()
        self._at = 0
        """Which row of the list is chosen, from 0."""
        self._pressed = Pressed()
        self._numbers = {one.case.key: at for at, one in enumerate(table.disputes, start=1)}

    # ---------------------------------------------------------------- what is shown

    def content(self, width: int, beside: int) -> ScreenContent:
        """The list, or the disagreement that is open."""
        dispute = self._open
        return self._list() if dispute is None else self._case(dispute, beside)

    def _listed(self, resolved: Mapping[str, Judgement]) -> tuple[Dispute, ...]:
        return tuple(
            one
            for one in self._table.disputes
            if self._filter.takes(one, self._questions.get(one.case.key), resolved)
        )

    def _list(self) -> ScreenContent:
        settled = dict(self._table.settled)
        listed = self._listed(settled)
        self._at = max(0, min(self._at, len(listed) - 1))
        rows = [(self._numbers[one.case.key], one, self._table.shown(one)) for one in listed]
        every = len(self._table.disputes)
        told = "; ".join(self._filter.words)
        chosen = filters.choices(self._table.disputes, self._questions)
        if self._filter.only is not None:
            told += f"; {next(one.words for one in chosen if one.only == self._filter.only)}"
        self._drawn = ()
        return ScreenContent(
            status=self._status(settled),
            page=pages.list_page(rows, settled, self.foot_width),
            panel=pages.list_panel(told, len(listed), every, every - self._resolved(settled)),
            keys=self._foot(pages.LIST_KEYS),
            here=self._at + 1,
            whole_width=True,
        )

    def _case(self, dispute: Dispute, beside: int) -> ScreenContent:
        settled = dict(self._table.settled)
        item, asked = dispute.item, dispute.asked
        drawn = (dispute.case.key, self.is_wide)
        stay, self._drawn = drawn == self._drawn, drawn
        decided = settled.get(dispute.case.key)
        told = (decided, self._table.reason(decided)) if decided is not None else None
        panel = pages.case_panel(
            dispute, self._table.shown(dispute), told, self._pressed, beside, whole=self.is_wide
        )
        rubric = guide(item, asked, header=self._table.header)
        number, every = self._numbers[dispute.case.key], len(self._table.disputes)
        return ScreenContent(
            status=f"disagreement {number} of {every} | {self._status(settled)}",
            page=conversation_page(item, asked.number),
            panel=tuple(panel),
            keys=self._foot(self._keys(dispute)),
            side=(heading("Rubric"), *rubric),
            here=asked.number,
            stay=stay,
        )

    def _keys(self, dispute: Dispute) -> tuple[KeyBinding, ...]:
        return pages.case_keys(pictures=self._parts.count(dispute) > 0)

    def _foot(self, keys: Sequence[KeyBinding]) -> tuple[str, ...]:
        low = self.app.size.height < LOW
        shown = (key for key in keys if not low or key.value in ("help", "leave"))
        return pages.key_rows(shown, self.foot_width)

    def _status(self, settled: Mapping[str, Judgement]) -> str:
        return f"{self._resolved(settled)} of {len(self._table.disputes)} resolved"

    def _resolved(self, settled: Mapping[str, Judgement]) -> int:
        return sum(one.case.key in settled for one in self._table.disputes)

    def scrolls(self, key: str) -> bool:
        """Moves through the list, or scrolls the story."""
        if self._open is not None:
            return super().scrolls(key)
        step = _MOVES.get(key, _FAR.get(key))
        if step is None:
            return False
        self._notice = ""
        self._at += step
        self.draw()
        return True

    def press(self, sign: str) -> bool:
        """Does what a key means in the list or at a disagreement."""
        if self._open is None:
            return self._press_in_list(sign)
        return self._press_at(self._open, sign)

    def _press_in_list(self, sign: str) -> bool:
        key = pressed(pages.LIST_KEYS, sign)
        if key is None:
            return False
        now, disputes = self._filter, self._table.disputes
        match key.value:
            case "open":
                listed = self._listed(self._table.settled)
                if listed:
                    self._go(listed[self._at])
            case "unresolved":
                self._show(replace(now, unresolved=not now.unresolved))
            case "difference" | "kind" | "majority":
                self._show(filters.turned(now, key.value, disputes))
            case "noted":
                self._show(replace(now, noted=not now.noted))
            case "every":
                self._show(filters.DisputeFilter(unresolved=False))
            case "question":
                self._choose_question()
            case "all by majority" | "all by median":
                self._all_by(*METHODS[sign])
            case "undo":
                self._undo()
            case "help":
                self.enter(Reader(pages.help_page(pages.LIST_KEYS, self.foot_width)))
            case _:
                self.app.exit()
        return True

    def _show(self, wanted: filters.DisputeFilter) -> None:
        self._filter, self._at = wanted, 0
        self.draw()

    def _choose_question(self) -> None:
        every = filters.choices(self._table.disputes, self._questions)
        width = self.foot_width
        rows = tuple(
            (at, one_row(f"{one.count:>5}  {one.words}", width)) for at, one in enumerate(every)
        )

        def chosen(at: int) -> None:
            self._show(replace(self._filter, only=every[at].only))

        keys = "n next   N previous   Enter choose   Escape back"
        self.enter(ItemList("which stories or questions?", rows, chosen, row="{1}", keys=keys))

    def _all_by(self, method: str, found_in: FindOpinion) -> None:
        settled = self._table.settled
        listed = (one for one in self._listed(settled) if one.case.key not in settled)
        found = [(one, found_in(one.case.opinions)) for one in listed]
        given_to = [(one, opinion) for one, opinion in found if opinion is not None]
        if not given_to:
            self.say(f"none of the unresolved disagreements listed has a {method}")
            return
        what = counted(len(given_to), "disagreement")

        def take() -> None:
            if self.act(lambda: self._table.settle_together(given_to, method)):
                self.say(f"{what} resolved by {method}; z takes all of them back")

        rest = len(found) - len(given_to)
        without = f"; {rest} of those listed have none and stay" if rest else ""
        self.enter(Confirm(f"resolve {what} by {method}{without}?", take))

    def _press_at(self, dispute: Dispute, sign: str) -> bool:
        asked, shown = dispute.asked, self._table.shown(dispute)
        if sign in ("escape", "z") and self._pressed != Pressed():
            self._pressed = Pressed()
            self.say("the keys so far are cancelled")
            return True
        if self._answered(dispute, asked, sign):
            return True
        as_coder = pages.picked(shown, asked, sign)
        if as_coder is not None:
            self._resolve(dispute, replace(as_coder, coder="", note=""))
            return True
        if sign in METHODS:
            method, found_in = METHODS[sign]
            self._resolve_by(dispute, method, found_in(dispute.case.opinions))
            return True
        return self._command(dispute, {"escape": "l", "right": ">", "left": "<"}.get(sign, sign))

    def _answered(self, dispute: Dispute, asked: PacketQuestion, sign: str) -> bool:
        """Takes a flag or an answer; whether the key is one."""
        flag, answer = pressed(flag_keys(asked), sign), pressed(answer_keys(asked), sign)
        if sign == AND.key and asked.candidates:
            self._pressed = replace(self._pressed, more=not self._pressed.more)
            self.draw()
            return True
        if answer is None and flag is None:
            return False
        if answer is None and flag is not None:
            flags = frozenset({*self._pressed.flags} ^ {flag.value})
            self._pressed = replace(self._pressed, flags=flags)
            self.draw()
            return True
        assert answer is not None
        flags_now = tuple(flag.value for flag in Flag if flag in self._pressed.flags)
        if not asked.candidates:
            self.act(lambda: self._resolve(dispute, given(asked, answer.value, (), flags_now)))
            return True
        said = tuple(dict.fromkeys((*self._pressed.said, answer.value)))
        if self._pressed.more:
            self._pressed = replace(self._pressed, said=said, more=False)
            self.draw()
            return True
        self._resolve(dispute, given(asked, "", said, flags_now))
        return True

    def _command(self, dispute: Dispute, sign: str) -> bool:
        key = pressed(self._keys(dispute), sign)
        if key is None:
            return False
        match key.value:
            case "list":
                self._close(dispute)
            case "next":
                self._move(dispute, 1)
            case "back":
                self._move(dispute, -1)
            case "undo":
                self._undo()
            case "transcript":
                self._transcript(dispute)
            case "picture":
                self._picture(dispute)
            case "help":
                asked = dispute.asked
                rubric = guide(dispute.item, asked, header=self._table.header)
                keys = keys_of_codes(asked, self._keys(dispute), self.foot_width)
                self.enter(Reader((heading("Rubric"), *rubric, GAP, *keys)))
            case _:
                self.app.exit()
        return True

    def _resolve(self, dispute: Dispute, opinion: Opinion, typed: str = "") -> None:
        """Asks why, and settles the dispute."""
        words = in_plain_words(opinion, dispute.asked)

        def settle(line: str) -> None:
            def act() -> None:
                source, reason = source_and_reason(line)
                self._table.settle(dispute, opinion, reason=reason, fault=source)

            if self.act(act):
                self._after(dispute, f"resolved: {words}")
            else:
                notice = self._notice
                self._resolve(dispute, opinion, line)
                self.say(notice)

        title = f"{words}: why? {LETTERS}; then the reason"
        self.enter(Writing(title, settle, line=InputLine().insert(typed)))

    def _resolve_by(self, dispute: Dispute, method: str, opinion: Opinion | None) -> None:
        def act() -> None:
            if opinion is None:
                raise Refused(f"these codes have no {method}")
            self._table.settle_together([(dispute, opinion)], method)

        if self.act(act) and opinion is not None:
            words = in_plain_words(opinion, dispute.asked)
            self._after(dispute, f"resolved by {method}: {words}")

    def _after(self, dispute: Dispute, told: str) -> None:
        """Goes on to the next unresolved disagreement of those listed; else back to the list."""
        settled = self._table.settled
        at = self._numbers[dispute.case.key]
        left = [one for one in self._listed(settled) if one.case.key not in settled]
        later = [one for one in left if self._numbers[one.case.key] > at]
        if later or left:
            self._go((later or left)[0])
        else:
            self._close(dispute)
            told += "; nothing is left of those listed"
        self.say(told)

    def _go(self, dispute: Dispute) -> None:
        self._open, self._pressed = dispute, Pressed()
        self.draw()

    def _close(self, dispute: Dispute) -> None:
        listed = self._listed(self._table.settled)
        number = self._numbers[dispute.case.key]
        self._at = sum(self._numbers[one.case.key] < number for one in listed)
        self._open, self._pressed = None, Pressed()
        self.draw()

    def _move(self, dispute: Dispute, step: int) -> None:
        """Goes to the next of those listed, or the one before."""
        listed = self._listed(self._table.settled)
        numbers = {one.case.key: self._numbers[one.case.key] for one in listed}
        here = self._numbers[dispute.case.key]
        there = [one for one in listed if (numbers[one.case.key] - here) * step > 0]
        if there:
            self._go(there[0] if step > 0 else there[-1])
        else:
            self.say("this is the last of those listed" if step > 0 else "this is the first")

    def _undo(self) -> None:
        before = self._resolved(self._table.settled)
        undone: list[Dispute | None] = []
        if not self.act(lambda: undone.append(self._table.undo())):
            return
        if undone[0] is None:
            self.say("there is nothing to undo")
            return
        more = before - self._resolved(self._table.settled)
        if more > 1:
            self.say(f"{counted(more, 'decision')} undone")
            return
        self._go(undone[0])
        self.say(f"the decision on disagreement {self._numbers[undone[0].case.key]} is undone")

    def _transcript(self, dispute: Dispute) -> None:
        """The whole transcript; in content view the story, whose opening is logged first."""
        if not self._table.content:
            self.enter(Reader((heading("The whole transcript"), GAP, *item_page(dispute.item, {}))))
            return
        story: list[Line] = []
        if self.act(lambda: story.extend(self._parts.story(dispute))):
            self.enter(Reader((heading("The story"), GAP, *lines_page(tuple(story)))))

    def _picture(self, dispute: Dispute) -> None:
        def view(number: str) -> None:
            told: list[str] = []
            if self.act(lambda: told.append(self._viewer(self._parts.picture(dispute, number)))):
                self.say(told[0])

        count = self._parts.count(dispute)
        if count == 1:
            view("1")
            return
        line = InputLine().insert(self._parts.nearest(dispute))
        self.enter(Writing(f"view which picture? 1 to {count}", view, line=line))
