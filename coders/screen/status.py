"""The line at the top (who codes, what, how far, at what pace), and the commands.

Nothing of accuracy stands here, or anywhere else on the screen: a coder who sees how they do
begins to code for the figure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from coders.desk.keys import command_keys, pressed
from coders.desk.pages import lines_page, pace_words, question_name
from coders.desk.paragraphs import GAP, Paragraph, heading
from coders.desk.steps import PhaseProgress, Step, StepKind, place
from coders.packets.shape import Phase
from coders.screen.modes import ItemList, Reader, Writing
from coders.screen.page import guide_page
from coders.screen.reading import WIDEST, InputLine, excerpt
from coders.screen.text import GUTTER, one_line
from renderers.terminal import columns, visible

if TYPE_CHECKING:
    from coders.screen.desk_screen import DeskScreen


_PHASES = {
    Phase.TRAINING: "training",
    Phase.GATE_A: "calibration A",
    Phase.GATE_B: "calibration B",
    Phase.SILENT: "coding",
    Phase.MAIN: "coding",
}
_KINDS = {
    StepKind.WELCOME: "welcome",
    StepKind.GATE_RESULT: "calibration",
    StepKind.HYPOTHESIS: "the end",
    StepKind.READY: "the end",
    StepKind.LOCKED: "handed in",
    StepKind.ENDED: "ended",
}
BAR = 10
"""Columns of the bar."""


def status_line(coder: str, step: Step, progress: PhaseProgress, width: int) -> str:
    """The line: `Ada | coding 12 of 60 | [#---------] | 11 done, 43 s each, about 35 min left`.

    What does not fit into `width` columns is left out from the end; the bar goes first.
    """
    where = phase_words(step)
    begun = step.kind is not StepKind.WELCOME
    pace = pace_words(progress) if begun else ""
    bar = progress_bar(progress) if begun else ""
    name = visible(coder)
    if columns(name) > 20:
        name = name[:19] + "\u2026"
    for parts in ((name, where, bar, pace), (name, where, pace), (name, where), (where,)):
        line = " | ".join(part for part in parts if part)
        if columns(line) <= width:
            return line
    return where[:width]


def phase_words(step: Step) -> str:
    """What is being done, e.g. `training 3 of 6`."""
    if step.kind in _KINDS:
        return _KINDS[step.kind]
    phase = _PHASES[step.phase] if step.phase else step.kind.value
    if step.kind is StepKind.CHANGE or (step.question is not None and step.question.scale):
        several = step.item is not None and len(step.item.questions) > 1
        phase = "questionnaire" if several else "rating"
    return f"{phase} {step.position} of {step.of}" if step.of else phase


def progress_bar(progress: PhaseProgress) -> str:
    """A bar of signs, e.g. `[####------]`; empty where nothing is to be done."""
    if not progress.total:
        return ""
    full = min(BAR, progress.done * BAR // progress.total)
    return f"[{'#' * full}{'-' * (BAR - full)}]"


class Commands:
    """What commands do at a desk screen."""

    def __init__(self, screen: DeskScreen) -> None:
        self._screen = screen

    def do(self, sign: str) -> bool:
        """Does the command of a key; whether there is one."""
        desk = self._screen.desk
        pictures = bool(desk.packet.pictures)
        key = pressed(command_keys(desk.packet.header.view, pictures=pictures), sign)
        if key is None:
            return False
        acts: dict[str, Callable[[], None]] = {
            "note": self._note,
            "skip": self._skip,
            "undo": self._undo,
            "go to": self._go_to,
            "list": self._list,
            "search": self._search,
            "rubric": self._rubric,
            "card": self._card,
            "story": self._story,
            "picture": self._picture,
            "leave": self._screen.app.exit,
        }
        acts[key.value]()
        return True

    def ask_override(self, lrs: int, ms: int) -> None:
        """Asks why the LRS is another than the rule's."""
        desk = self._screen.desk
        self._ask(
            f"why LRS {lrs}? the rule gives {desk.step.proposed}",
            lambda reason: desk.lrs(lrs, reason, ms),
        )

    def ask_hypothesis(self) -> None:
        """Asks what the study may be about."""
        self._ask("what does this study want to find out?", self._screen.desk.hypothesis)

    def ask_change(self) -> None:
        """Asks what of that which was just read would change the person."""
        self._ask("what of this would change the person?", self._screen.desk.change)

    def _note(self) -> None:
        desk, step = self._screen.desk, self._screen.desk.step
        if step.item is None:
            self._screen.say("there is no item here to note anything on")
            return
        number = step.question.number if step.question else 0
        about = question_name(step.item, step.question) if step.question else "the whole item"
        old = desk.state.codes(step.item.id).notes.get(number, "")
        self._ask(f"note on {about}", lambda text: desk.note(text, number), value=old)

    def _skip(self) -> None:
        desk = self._screen.desk
        if desk.step.kind not in (StepKind.JUDGE, StepKind.LRS, StepKind.LRS_FIRST):
            self._screen.say("there is nothing to skip here")
            return
        if desk.step.phase is not Phase.MAIN:
            self._screen.say("training and calibration items cannot be skipped")
            return
        self._ask("why do you skip this item? it comes back after the others", desk.skip)

    def _undo(self) -> None:
        taken: list[str] = []
        self._screen.act(lambda: taken.append(self._screen.desk.undo()))
        if taken:
            self._screen.say(taken[0])

    def _go_to(self) -> None:
        desk = self._screen.desk

        def go(text: str) -> None:
            self._screen.act(lambda: desk.go_to(*place(text)))

        self._line("go to which item?", go, explanation="its number, e.g. 12; or 12 2 for "
                   "question 2 of item 12")  # fmt: skip

    def _search(self) -> None:
        desk = self._screen.desk

        def search(text: str) -> None:
            found: list[int] = []
            self._screen.act(lambda: found.extend(desk.find(text)))
            if not found:
                fixed = desk.packet.header.fixed_order
                self._screen.say(f"`{text}` is in no item{' that you have seen' if fixed else ''}")
                return
            rows = tuple((one, excerpt(desk.packet.main[one - 1], text)) for one in found)
            self._screen.enter(
                ItemList(
                    f"found in {len(found)}: {text}",
                    rows,
                    lambda position: self._went(position, text),
                )
            )

        self._line("search for:", search)

    def _list(self) -> None:
        desk = self._screen.desk
        rows = desk.notes
        if not rows:
            self._screen.say("no notes yet: n writes one, and l then lists it")
            return

        def go(position: int) -> None:
            self._screen.act(lambda: desk.go_to(position))

        self._screen.enter(ItemList("your notes, and the items that you skipped", rows, go))

    def _went(self, position: int, wanted: str) -> None:
        if self._screen.act(lambda: self._screen.desk.go_to(position)):
            self._screen.seek(wanted)

    def _rubric(self) -> None:
        desk = self._screen.desk
        width = min(self._screen.app.size.width, WIDEST) - GUTTER
        self._overlay(guide_page(desk.packet, desk.step, width))

    def _card(self) -> None:
        item = self._screen.desk.step.item
        # Nothing is shown whose showing could not be logged.
        if self._screen.act(lambda: self._screen.desk.reveal("card")) and item is not None:
            names = map(Paragraph, item.card)
            self._overlay((heading("Names and things of the story"), GAP, *names))

    def _story(self) -> None:
        desk, item = self._screen.desk, self._screen.desk.step.item
        if self._screen.act(lambda: desk.reveal("story")) and item is not None:
            story = lines_page(desk.packet.stories[item.id])
            self._overlay((heading("The story"), GAP, *story))

    def _picture(self) -> None:
        count = len(self._screen.desk.pictures)
        if count > 1:
            nearest = self._screen.desk.nearest_picture
            self._line(f"view which picture? 1 to {count}", self._view, value=nearest)
        else:
            self._view("1")

    def _view(self, number: str) -> None:
        told: list[str] = []
        screen = self._screen
        if screen.act(lambda: told.append(screen.view(screen.desk.picture(number)))):
            screen.say(told[0])

    def _overlay(self, page: tuple[Paragraph, ...]) -> None:
        self._screen.enter(Reader(page))

    def _ask(self, title: str, act: Callable[[str], object], *, value: str = "") -> None:
        def written(text: str) -> None:
            # What could not be kept stays in the line: it may be long, and the disk be full.
            if not self._screen.act(lambda: act(text)):
                self._ask(title, act, value=text)

        self._line(title, written, value=value)

    def _line(
        self, title: str, then: Callable[[str], None], *, explanation: str = "", value: str = ""
    ) -> None:
        line = InputLine().insert(one_line(value))
        self._screen.enter(Writing(title, then, explanation, line))
