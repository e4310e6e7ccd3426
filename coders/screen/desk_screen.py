"""The screen on which a packet is coded: it draws the desk's step, and hands keys to the desk.

The keys that answer what a step asks: flags and marks, candidates, an LRS, guesses, handing in.

It keeps what is half pressed until the desk has it, and the time to the first key.
"""

from __future__ import annotations

from collections.abc import Callable

from coders.desk.desk import Desk
from coders.desk.keys import AND, LRS_KEYS, MARKS, answer_keys, flag_keys, guess_keys, pressed
from coders.desk.open_packet import IN_ITEM, Viewer
from coders.desk.pages import paragraph_of, story_begins, story_headings
from coders.desk.state import ItemCodes
from coders.desk.steps import NO_IDEA, WORDINGS, Step, StepKind
from coders.marks import Flag
from coders.packets.shape import LineKind, PacketQuestion, View
from coders.screen.page import footer_lines, screen_page, side_page
from coders.screen.page_screen import PageScreen, ScreenContent
from coders.screen.panels import HAND_IN, Pressed, panel_of
from coders.screen.status import Commands, status_line
from dsl.record import replace


class DeskScreen(PageScreen):
    """Header, page, panel and keys; in a wide window panel and rubric beside the page."""

    def __init__(self, desk: Desk, *, clock: Callable[[], float], view: Viewer) -> None:
        super().__init__()
        self.desk = desk
        self.view = view
        self._commands = Commands(self)
        self._page_of = ""
        self._answers = AnswerKeys(self, self._commands, clock)

    def content(self, width: int, beside: int) -> ScreenContent:
        """The desk's step as it is now."""
        step, packet = self.desk.step, self.desk.packet
        # Statements are rated one after the other; their page stays where it was scrolled to.
        stay = self._answers.is_same(step) or self._on_one_page(step)
        whole, height = self.is_wide, self.app.size.height
        codes = self.desk.state.codes(step.item.id) if step.item else ItemCodes()
        foot, shown = self.foot_width, step.item if step.kind in IN_ITEM else None
        return ScreenContent(
            status=status_line(packet.header.coder, step, self.desk.progress, foot),
            page=screen_page(packet, step, width),
            panel=panel_of(step, codes, self._answers.pressed, beside, whole=whole),
            keys=footer_lines(
                step,
                view=packet.header.view,
                width=foot,
                height=height,
                pictures=bool(self.desk.pictures),
            ),
            side=side_page(packet.header, step) if whole else (),
            here=step.question.number if step.question is not None else 0,
            begin=_begin(step, packet.header.view),
            stay=stay,
            stories=story_headings(shown, step.judged) if shown is not None else (),
        )

    def _on_one_page(self, step: Step) -> bool:
        before, self._page_of = self._page_of, step.item.id if step.item else ""
        return self.desk.packet.header.view is View.PEOPLE and before == self._page_of != ""

    def press(self, sign: str) -> bool:
        """Judges, or does a command; whether the key means anything."""
        return self._answers.do(sign) or self._commands.do(sign)


def _begin(step: Step, view: View) -> int | None:
    """Where a story begins of which nothing was judged yet: it is read before its first question.
    None where it was read, and the question is what is looked at. Where people rate, it is what
    this wave is about.
    """
    asked, item = step.question, step.item
    if view is View.PEOPLE and item is not None:
        read = [at for at, line in enumerate(item.lines) if line.kind is LineKind.STORY]
        return paragraph_of(item, {}, read[-1]) if read else None
    if asked is None or item is None or step.judged_before:
        return None
    if any(item.question(number).story == asked.story for number in step.judged):
        return None
    return story_begins(item, step.judged, asked.number)


_Place = tuple[StepKind, str, int]

DROPPING = ("escape", "z")
"""Keys that first take back what is half pressed: a flag, a model without its wording."""


class AnswerKeys:
    """What keys answer at a desk screen. `clock` counts seconds."""

    def __init__(self, screen: DeskScreen, commands: Commands, clock: Callable[[], float]) -> None:
        self._screen = screen
        self._commands = commands
        self._clock = clock
        self.pressed = Pressed()
        self._given: Callable[[], Step] | None = None
        self._place: _Place | None = None
        self._shown_at = clock()
        self._first_key: int | None = None

    def is_same(self, step: Step) -> bool:
        """Whether the coder is where they were before; if not, nothing is half pressed."""
        item = step.item.id if step.item else ""
        place = (step.kind, item, step.question.number if step.question else 0)
        same = place == self._place
        if not same:
            self._given = None
            self._place = place
            self.pressed = Pressed()
            self._shown_at = self._clock()
            self._first_key = None
        return same

    def _spent(self) -> int:
        """Milliseconds since this was shown."""
        return round((self._clock() - self._shown_at) * 1000)

    def do(self, sign: str) -> bool:
        """Does what a key means in this step; whether it means anything."""
        step = self._screen.desk.step
        if sign in DROPPING and self.pressed != Pressed() and not self.pressed.handing_in:
            self.pressed, self._given = Pressed(), None
            self._screen.say("the keys so far are cancelled")
            return True
        match step.kind:
            case StepKind.JUDGE if step.question is not None:
                return self._judge(step, step.question, sign)
            case StepKind.LRS | StepKind.LRS_FIRST:
                return self._lrs(step, sign)
            case StepKind.MASKING:
                return self._masking(step, sign)
            case StepKind.READY:
                return self._hand_in(sign)
            case StepKind.WELCOME if sign == "enter":
                self._screen.act(self._screen.desk.begin)
            case StepKind.FEEDBACK | StepKind.GATE_RESULT if sign == "enter":
                self._screen.act(self._screen.desk.seen)
            case StepKind.CHANGE if sign == "enter":
                self._commands.ask_change()
            case StepKind.CHANGE if sign == "0":
                self._screen.act(lambda: self._screen.desk.change(""))
            case StepKind.HYPOTHESIS if sign == "enter":
                self._commands.ask_hypothesis()
            case StepKind.HYPOTHESIS if sign == "0":
                self._screen.act(lambda: self._screen.desk.hypothesis(NO_IDEA))
            case _:
                return False
        return True

    def _keep(self, sign: str) -> bool:
        """Leaves what stands, once or for all the rest of the item; whether the key does so."""
        keeping = {"enter": self._screen.desk.keep, "escape": self._screen.desk.keep_rest}
        if sign in keeping:
            self._screen.act(keeping[sign])
        return sign in keeping

    def _judge(self, step: Step, asked: PacketQuestion, sign: str) -> bool:
        if step.judged_before and self._keep(sign):
            return True
        if sign == "enter" and self._given is not None:
            self._screen.act(self._given)
            return True
        half = pressed(MARKS, sign)
        if asked.is_control and not asked.candidates and half and half.value == "half":
            # The desk says why there is no half here.
            self._screen.act(lambda: self._screen.desk.mark(half.value))
            return True
        flag, answer = pressed(flag_keys(asked), sign), pressed(answer_keys(asked), sign)
        more = sign == AND.key and bool(asked.candidates)
        if flag is None and answer is None and not more:
            return False
        if self._first_key is None:
            self._first_key = self._spent()
        # Another key than Enter takes back what waits for it.
        self._given, self.pressed = None, replace(self.pressed, standing="")
        if more:
            self.pressed = replace(self.pressed, more=not self.pressed.more)
            self._screen.draw()
            return True
        if answer is None and flag is not None:
            flags = set(self.pressed.flags) ^ {flag.value}
            self.pressed = replace(self.pressed, flags=frozenset(flags))
            self._screen.draw()
            return True
        assert answer is not None
        flags_now = tuple(k.value for k in flag_keys(asked) if k.value in self.pressed.flags)
        ms = self._first_key
        if not asked.candidates:
            self._give(answer.words, lambda: self._screen.desk.mark(answer.value, flags_now, ms))
            return True
        said = tuple(dict.fromkeys((*self.pressed.said, answer.value)))
        if self.pressed.more:
            self.pressed = replace(self.pressed, said=said, more=False)
            self._screen.draw()
            return True
        self._give(
            " and ".join(said),
            lambda: self._screen.desk.said(said, Flag.HEDGED not in flags_now, flags_now, ms),
        )
        return True

    def _give(self, words: str, act: Callable[[], Step]) -> None:
        """Gives a code, or waits for Enter where it cannot be changed any more once it is given."""
        if not self._screen.desk.stands_at_once:
            self._screen.act(act)
            return
        self._given = act
        self.pressed = replace(self.pressed, standing=words)
        self._screen.draw()

    def _lrs(self, step: Step, sign: str) -> bool:
        if step.standing is not None and self._keep(sign):
            return True
        ms = self._spent()
        if sign == "enter" and step.kind is StepKind.LRS and step.proposed is not None:
            lrs = step.proposed
            self._screen.act(lambda: self._screen.desk.lrs(lrs, ms=ms))
            return True
        key = pressed(LRS_KEYS, sign)
        if key is None:
            return False
        # The desk says why a 0 stays a 0; a reason would be asked in vain.
        if step.kind is StepKind.LRS and step.proposed not in (None, 0, int(key.value)):
            self._commands.ask_override(int(key.value), ms)
        else:
            self._screen.act(lambda: self._screen.desk.lrs(int(key.value), ms=ms))
        return True

    def _masking(self, step: Step, sign: str) -> bool:
        if not self.pressed.model:
            model = pressed(guess_keys(step.models), sign)
            if model is None:
                return False
            self.pressed = replace(self.pressed, model=model.value)
            self._screen.draw()
            return True
        wording = pressed(guess_keys(WORDINGS), sign)
        if wording is None:
            return False
        guess = self.pressed.model
        self._screen.act(lambda: self._screen.desk.masking(guess, wording.value))
        return True

    def _hand_in(self, sign: str) -> bool:
        asked = self.pressed.handing_in
        if (sign == "enter" and not asked) or (sign == "y" and asked):
            if asked + 1 == len(HAND_IN):
                self._screen.act(self._screen.desk.lock)
                return True
            self.pressed = replace(self.pressed, handing_in=asked + 1)
            self._screen.draw()
            return True
        if asked:
            self.pressed = Pressed()
            self._screen.say("not handed in")
            return True
        return False
