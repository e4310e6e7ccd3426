"""Coding in plain lines: a page is said, a line is read, the desk does it.

Reading and saying are given, so that a pipe, a terminal and a test are the same to it. Every act is
answered in words once the log has it, and only then: what was said to be kept is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from coders.desk import pages
from coders.desk.desk import Desk
from coders.desk.keys import (
    AND,
    LRS_KEYS,
    KeyBinding,
    by_number,
    command_keys,
    guess_keys,
    mark_keys,
    pressed,
)
from coders.desk.open_packet import Viewer, no_viewer
from coders.desk.paragraphs import Paragraph
from coders.desk.state import Judgement
from coders.desk.steps import WORDINGS, Refused, Step, StepKind, place
from coders.desk.welcome import guide, keys_of_codes
from coders.packets.shape import Item, PacketUnusable, View
from coders.plain import page
from coders.plain.reading import answer, command

_PROMPTS = {
    StepKind.WELCOME: "Press Enter to begin.",
    StepKind.FEEDBACK: "Press Enter to continue.",
    StepKind.GATE_RESULT: "Press Enter to continue.",
    StepKind.CHANGE: "What in this would change the person? One line; empty or 0 for nothing.",
    StepKind.MASKING: "Two numbers, for example 0 0.",
    StepKind.HYPOTHESIS: "One line, or `no idea`.",
    StepKind.READY: "Write `hand in` to hand in.",
}
_WORDS = ("note", "skip", "search", "card", "story", "picture")


class PlainCoding:
    """A coder at a desk, line by line.

    `read` gives the next line without its end, or None when there is none any more; `say` takes
    one line. `now` gives seconds of a clock that only goes forward, for the time from question to
    answer.
    """

    def __init__(
        self,
        desk: Desk,
        *,
        read: Callable[[], str | None],
        say: Callable[[str], None],
        now: Callable[[], float],
        width: int = 78,
        view: Viewer = no_viewer,
    ) -> None:
        self.desk = desk
        self._read = read
        self._say = say
        self._now = now
        self._width = width
        self._view = view
        self._at = ""
        self._lines = 0
        self._same_page = False
        self._again = False
        self._asked_at = now()

    def run(self) -> None:
        """Codes until the coder leaves, the lines end, or nothing can be done any more."""
        self._tell_page()
        while self.desk.step.kind not in (StepKind.LOCKED, StepKind.ENDED):
            line = self._read()
            if line is None:
                return
            before = self.desk.step
            self._same_page = self._again = False
            try:
                if self._act(line.strip()):
                    return
            except Refused as refused:
                self._tell(page.wrapped(refused.message, width=self._width))
            except PacketUnusable as fault:
                self._tell(page.wrapped(f"{fault.message}; {fault.help}", width=self._width))
            # After a long text one has to be told again what is asked.
            told_of = self._again and self.desk.step.item is not None
            if told_of or (self.desk.step is not before and not self._same_page):
                self._tell_page()

    def _act(self, line: str) -> bool:
        """Does what a line says; True when the coder leaves."""
        given = command(line)
        if given is not None:
            name, rest = given
            if name == "leave":
                return True
            if not self._is_text(name):
                self._obey(name, rest)
                return False
        match self.desk.step.kind:
            case StepKind.WELCOME:
                self._only_enter(line)
                self.desk.begin()
            case StepKind.FEEDBACK | StepKind.GATE_RESULT:
                self._only_enter(line)
                self.desk.seen()
            case StepKind.JUDGE:
                self._judge(line)
            case StepKind.LRS_FIRST | StepKind.LRS:
                self._give_lrs(line)
            case StepKind.CHANGE:
                nothing = line in ("", "0")
                self.desk.change("" if nothing else line)
                self._tell([] if nothing else ["Kept."])
            case StepKind.MASKING:
                self._guess(line)
            case StepKind.HYPOTHESIS:
                self.desk.hypothesis(line)
                self._tell(["Kept."])
            case _:
                self._hand_in(line)
        return False

    def _is_text(self, name: str) -> bool:
        """Whether a line that could be a command is the answer to a question in free words."""
        free = (StepKind.HYPOTHESIS, StepKind.CHANGE)
        return self.desk.step.kind in free and name in _WORDS

    def _obey(self, name: str, rest: str) -> None:
        match name:
            case "note":
                self._note(rest)
            case "skip":
                self.desk.skip(rest or self._more("Why?"))
                self._tell(["Skipped."])
            case "undo":
                told = self.desk.undo()
                self._tell(page.wrapped(f"{told[0].upper()}{told[1:]}.", width=self._width))
            case "go to":
                self.desk.go_to(*place(rest or self._more("Which item?")))
                self._at = ""
            case "search":
                self._search(rest or self._more("Search for what?"))
            case "list":
                self._list()
            case "rubric":
                self._rubric()
            case "card":
                self.desk.reveal("card")
                assert self.desk.step.item is not None
                listed = ", ".join(self.desk.step.item.card)
                self._tell(page.labelled("In the scene", listed, width=self._width))
            case "picture":
                self._picture(rest)
            case _:
                self._story()

    def _picture(self, number: str) -> None:
        count = len(self.desk.pictures)
        if not number:
            number = self._more(f"Which picture? 1 to {count}") if count > 1 else "1"
        told = self._view(self.desk.picture(number))
        self._same_page = True
        self._tell(page.wrapped(f"{told[0].upper()}{told[1:]}.", width=self._width))

    def _note(self, text: str) -> None:
        question = self.desk.step.question
        number = question.number if question is not None else 0
        self.desk.note(text or self._more("Which note?"), number)
        # What is asked is still the same; a screen reader would read it all again.
        self._same_page = True
        self._tell(["Note kept."])

    def _search(self, text: str) -> None:
        found = self.desk.find(text)
        if not found:
            self._tell(["Not found in any item that you can go to."])
            return
        listed = ", ".join(map(str, found))
        told = f"Found in item {listed}. `g {found[0]}` goes there."
        if len(found) > 1:
            told = f"Found in items {listed}. `g {found[0]}` goes to the first."
        self._tell(page.wrapped(told, width=self._width))

    def _list(self) -> None:
        told = [f"Item {position}, {note}" for position, note in self.desk.notes]
        for one in told or ["No notes yet."]:
            self._tell(page.wrapped(one, width=self._width))

    def _rubric(self) -> None:
        step = self.desk.step
        content, pictures = self.desk.content, bool(self.desk.packet.pictures)
        commands = command_keys(self.desk.packet.header.view, pictures=pictures)
        if not content:
            transcript = KeyBinding("t", "story", "the transcript again")
            commands = (*commands[:-1], transcript, commands[-1])
        keys = keys_of_codes(step.question, commands, self._width)
        shown = guide(step.item, step.question, header=self.desk.packet.header)
        rubric = [*shown, *keys]
        if step.question is not None and step.question.candidates:
            rubric.append(Paragraph(f"{AND.key} joins two answers: 1{AND.key}2"))
        self._tell(page.painted(rubric, width=self._width))
        self._again = True

    def _story(self) -> None:
        item = self.desk.step.item
        if item is None:
            raise Refused("there is no item here")
        transcript = pages.item_page(item, self.desk.step.judged)
        if self.desk.content:
            self.desk.reveal("story")
            transcript = pages.lines_page(self.desk.packet.stories[item.id])
        self._tell(page.painted(transcript, width=self._width))
        self._again = True

    def _keep(self, line: str) -> bool:
        """Leaves what stands, once or for all the rest of the item; whether the line says so."""
        keeping = {"": self.desk.keep, "rest": self.desk.keep_rest}
        if line in keeping:
            keeping[line]()
            self._tell(["Kept."])
        return line in keeping

    def _judge(self, line: str) -> None:
        asked = self.desk.step.question
        assert asked is not None
        if self.desk.step.judged_before and self._keep(line):
            return
        given = answer(line, asked)
        if given.said:
            self.desk.said(given.said, "hedged" not in given.flags, given.flags, self._spent())
            told = " and ".join(given.said)
        else:
            self.desk.mark(given.mark, given.flags, self._spent())
            told = _words_of(given, mark_keys(asked))
        kept = ", ".join([told, *given.flags])
        self._tell(page.wrapped(f"Kept: {kept}.", width=self._width))

    def _give_lrs(self, line: str) -> None:
        step = self.desk.step
        number, _, reason = line.partition(" ")
        if step.standing is not None and self._keep(line):
            return
        if not line and step.proposed is not None:
            number = str(step.proposed)
        key = pressed(LRS_KEYS, number)
        if key is None:
            raise Refused("write an LRS from 0 to 5")
        value = int(key.value)
        overrides = step.kind is StepKind.LRS and step.proposed not in (value, 0)
        if overrides and not reason.strip():
            reason = self._more(f"The rule gives {step.proposed}. Why {value}?")
        self.desk.lrs(value, reason, self._spent())
        self._tell([f"Saved: LRS {value}."])

    def _guess(self, line: str) -> None:
        step = self.desk.step
        words = line.replace(",", " ").split()
        if len(words) == 1:
            words.append(self._more("And which wording?"))
        if len(words) != 2:
            raise Refused("write two numbers, for the model and for the wording; 0 means no idea")
        model, wording = _guessed(words[0], step.models), _guessed(words[1], WORDINGS)
        self.desk.masking(model, wording)
        self._tell(page.wrapped(f"Saved: {model}, {wording}.", width=self._width))

    def _hand_in(self, line: str) -> None:
        if line.casefold() != "hand in":
            back = "`g` with the number of an item to see it again"
            if self.desk.packet.header.view is View.PEOPLE:
                back = "`z` to take back ratings of the last wave"
            raise Refused(f"write `hand in`, or {back}")
        if self._more("Hand in now? Write yes, or anything else to continue coding.") != "yes":
            raise Refused("not handed in")
        self.desk.lock()

    def _only_enter(self, line: str) -> None:
        if line:
            raise Refused("press Enter to continue; ? shows the rubric, q leaves")

    def _more(self, question: str) -> str:
        """What is typed in answer to a question within an act; nothing takes the act back."""
        self._tell([question])
        line = self._read()
        if line is None or not line.strip():
            raise Refused("you wrote nothing, so nothing was done")
        return line.strip()

    def _spent(self) -> int:
        return max(0, round((self._now() - self._asked_at) * 1000))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _tell_page(self) -> None:
        step = self.desk.step
        self._tell(self._page(step))
        self._asked_at = self._now()

    def _page(self, step: Step) -> Iterable[str]:
        width, of = self._width, pages.page_of(self.desk.packet, step)
        match step.kind:
            case StepKind.WELCOME:
                yield from page.painted(of, width=width)
                yield from page.how_to(
                    self.desk.packet.header.view, pictures=bool(self.desk.packet.pictures)
                )
            case StepKind.JUDGE | StepKind.CHANGE | StepKind.LRS | StepKind.LRS_FIRST:
                assert step.item is not None
                yield from self._item(step, step.item, of)
            case StepKind.MASKING:
                yield from page.masking(step, width=width)
            case StepKind.ENDED:
                # How the form went was told before.
                yield from page.painted(of[-1:], width=width)
            case _:
                yield ""
                yield from page.painted(of, width=width)
        if step.kind in _PROMPTS:
            yield _PROMPTS[step.kind]

    def _item(self, step: Step, item: Item, transcript: tuple[Paragraph, ...]) -> Iterable[str]:
        width = self._width
        if item.id != self._at:
            self._at = item.id
            shown = () if self.desk.content else transcript
            told = (*page.item_heading(step, self.desk.progress), *shown)
            yield ""
            yield from page.painted(told, width=width)
        elif len(item.lines) > self._lines:
            # What was said after a reply comes when the reply is judged.
            yield ""
            yield from page.painted(pages.read_on(item, self._lines), width=width)
        self._lines = len(item.lines)
        if step.question is not None:
            codes = self.desk.state.codes(item.id)
            yield from page.question(step, item, step.question, codes, width=width)
        elif step.kind is not StepKind.CHANGE:
            yield ""
            yield from page.painted(pages.lrs(step), width=width)


def _words_of(given: Judgement, keys: tuple[KeyBinding, ...]) -> str:
    return next(key.words for key in keys if key.value == given.mark)


def _guessed(sign: str, answers: tuple[str, ...]) -> str:
    keys = guess_keys(answers)
    key = pressed(keys, sign) or by_number(keys[:-1], sign)
    if key is None:
        raise Refused(f"`{sign}` is not one of {', '.join(key.key for key in keys)}")
    return key.value
