"""The coding desk: a packet and its log, and the acts of a coder.

Each act appends what was done to the log and gives the next step, found from the log again; there
is no other state. The coding screen and the plain lines are two ways to use it, and have no rules
of their own. Nothing that the desk gives shows a coder how well the coding goes (silent gold, other
coders, drift).
"""

from __future__ import annotations

from collections.abc import Sequence

from coders.desk.log import Scalar, judgement
from coders.desk.next_step import beyond, item_as_seen, judged_in_order, phase_items
from coders.desk.offered_answers import as_offered
from coders.desk.open_packet import IN_ITEM, OpenPacket, item_shown, picture_called
from coders.desk.pace import progress
from coders.desk.rubric import HIGHEST_LRS, fault_of_mark, known_flags
from coders.desk.steps import WORDINGS, PhaseProgress, Refused, Step, StepKind
from coders.desk.undoing import question_after, taken_back
from coders.marks import Flag
from coders.packets.parts import shows_more
from coders.packets.shape import ContentWord, Item, PacketQuestion, Phase, View
from dsl.words import folded


class Desk(OpenPacket):
    """One coder's place at one packet, `log` being open.

    Acts raise Refused, with the reason in words, when they cannot be done now, and PacketUnusable
    when the log cannot be written; in both cases nothing has changed.
    """

    @property
    def content(self) -> bool:
        """Whether the packet is in content view."""
        return self.packet.header.view is View.CONTENT

    @property
    def progress(self) -> PhaseProgress:
        """How far the coder is within the phase, and at what pace."""
        items = phase_items(self.packet, self._step.phase)
        if self._step.kind is StepKind.ENDED:
            items = ()
        done = [self.is_complete(item) for item in items]
        return progress(items, done, self._state)

    def begin(self) -> Step:
        """Goes on from the welcome."""
        if self._step.kind is not StepKind.WELCOME:
            raise Refused("coding has begun already")
        return self.do("opened", {"checksum": self.packet.checksum})

    def reopen(self) -> None:
        """Logs that the packet was opened again, where there is something left to do."""
        if self._step.kind not in (StepKind.WELCOME, StepKind.LOCKED, StepKind.ENDED):
            self.do("opened", {"checksum": self.packet.checksum})

    def close(self) -> None:
        """Logs that the packet was closed, where there is something left to do."""
        if self._step.kind not in (StepKind.WELCOME, StepKind.LOCKED, StepKind.ENDED):
            self.do("closed", {})

    def mark(self, mark: str, flags: Sequence[str] = (), ms: int | None = None) -> Step:
        """Marks the reply to the current question right, half or wrong, with flags; or gives it a
        rating from 0 to 5, where these are asked for.
        """
        item, asked = self._current()
        known = known_flags(flags)
        self._refuse_late(item.id, asked.number)
        if asked.candidates:
            raise Refused("choose the answer it gives; right and wrong follow from the key")
        if fault := fault_of_mark(asked, mark, known):
            raise Refused(fault)
        kind, data = judgement(item.id, asked.number, known, mark=mark)
        return self.do(kind, {**data, "ms": ms})

    def said(
        self,
        said: Sequence[str],
        plain: bool = True,
        flags: Sequence[str] = (),
        ms: int | None = None,
    ) -> Step:
        """Says what the reply to the current question says: candidates, or values of ContentWord.

        A word that a candidate says, too, is taken for the candidate. The flag hedged is the same
        as not `plain`.
        """
        item, asked = self._current()
        self._refuse_late(item.id, asked.number)
        if not asked.candidates:
            raise Refused("this question has no list of answers: mark it right, half or wrong")
        given = tuple(dict.fromkeys(as_offered(str(one), asked.candidates) for one in said))
        if not given:
            raise Refused("choose at least one of the answers, or one of the words below them")
        for one in given:
            if one not in asked.candidates and one not in set(ContentWord):
                raise Refused(f"`{one}` is not one of the answers shown")
        known = known_flags(flags)
        unhedged = tuple(flag for flag in known if flag != Flag.HEDGED)
        plain = plain and unhedged == known
        kind, data = judgement(item.id, asked.number, unhedged, said=given, plain=plain)
        return self.do(kind, {**data, "ms": ms})

    def lrs(self, value: int, reason: str = "", ms: int | None = None) -> Step:
        """Gives the LRS: before the marks, or as proposed, or another with a reason."""
        step = self._step
        if step.kind not in (StepKind.LRS_FIRST, StepKind.LRS) or step.item is None:
            raise self.not_now("no LRS is needed here")
        if not 0 <= value <= HIGHEST_LRS:
            raise Refused("an LRS is a whole number from 0 to 5")
        first = step.kind is StepKind.LRS_FIRST
        reason = reason.strip()
        if not first and value != step.proposed:
            if step.proposed == 0:
                raise Refused(
                    f"the LRS is 0 because {step.why}: to change it, go back and change that mark "
                    "or its flag"
                )
            if not reason:
                raise Refused(f"the rule gives {step.proposed}: another LRS needs a reason")
        return self.do(
            "lrs",
            {
                "item": step.item.id,
                "lrs": value,
                "proposed": None if first else step.proposed,
                "first": first,
                "reason": reason,
                "ms": ms,
            },
        )

    def keep(self) -> Step:
        """Leaves what stands for a question, or an LRS, that is looked at again, and goes on."""
        item, asked, following = self._seen_again(), self._step.question, 0
        if asked is not None:
            numbers = [one.number for one in judged_in_order(self.packet, item)]
            rest = numbers[numbers.index(asked.number) + 1 :]
            following = rest[0] if rest else beyond(item)
        return self.do("shown", item_shown(item, following))

    def keep_rest(self) -> Step:
        """Leaves what stands for this and every later question of an item that is looked at again,
        and for its LRS, and goes on.
        """
        return self.do("shown", item_shown(self._seen_again(), 0))

    def note(self, text: str, question: int = 0) -> Step:
        """Writes a note on the current item, or on one of its questions, in place of an older."""
        item = self._step.item
        if item is None or self._step.kind is StepKind.LOCKED:
            raise self.not_now("there is no item here to note anything on")
        if not text.strip():
            raise Refused("the note is empty")
        if question and question not in {asked.number for asked in item.questions}:
            raise Refused(f"this item has no question {question}")
        return self.do("note", {"item": item.id, "question": question, "note": text.strip()})

    def change(self, text: str) -> Step:
        """Says what of that which was just read would change the person; empty: nothing."""
        item = self._step.item
        if self._step.kind is not StepKind.CHANGE or item is None:
            raise self.not_now("what would change is asked after each reading")
        return self.do("note", {"item": item.id, "question": 0, "note": text.strip()})

    def skip(self, reason: str) -> Step:
        """Puts the current item off; it comes back after the others, once."""
        step = self._step
        if self._one_way:
            raise Refused("nothing is skipped here: the middle of the scale is an answer, too")
        if step.item is None or step.kind not in IN_ITEM:
            raise self.not_now("there is no item here to skip")
        if step.phase is not Phase.MAIN:
            raise Refused(
                "training and calibration items cannot be skipped: judge as well as you can"
            )
        if self.is_complete(step.item):
            raise Refused("this item is already coded: keep the codes or change them")
        if not reason.strip():
            raise Refused("skipping needs a reason: give it in a few words")
        return self.do("skip", {"item": step.item.id, "reason": reason.strip()})

    def undo(self) -> str:
        """Takes back the newest act that stands, and says in words which it was."""
        if self._step.kind in (StepKind.LOCKED, StepKind.ENDED, StepKind.WELCOME):
            raise self.not_now("nothing can be undone")
        if self._step.kind is StepKind.GATE_RESULT or not self._state.undoable:
            raise Refused("there is nothing to undo")
        seq = self._state.undoable[-1]
        event = self._log.events[seq - 1]
        if self._one_way and event.text("item") != self._here:
            raise Refused("the next wave has been shown, so the ratings of the one before stand")
        if event.kind in ("mark", "said"):
            self._refuse_late(event.text("item"), event.number("question") or 0)
        words = taken_back(self.packet, self._state, event)
        data: dict[str, Scalar] = {"undoes": seq}
        if event.text("item"):
            data["item"] = event.text("item")
            data["question"] = question_after(self.packet, self._log.events, event)
        self.do("undo", data)
        return words

    def go_to(self, position: int, question: int = 0) -> Step:
        """Goes to an item of the study, by its position from 1, to look at it again; with
        `question`, to that question of it. An item that has not come yet can be gone to where the
        packet leaves the order to its coder, and the log then says so.
        """
        step = self._step
        here = (*IN_ITEM, StepKind.HYPOTHESIS, StepKind.READY)
        if step.kind is StepKind.MASKING:
            raise Refused("answer this question first; then you can go to an item")
        if step.phase is not Phase.MAIN or step.kind not in here:
            raise self.not_now("training and calibration items have a fixed order")
        if not 1 <= position <= len(self.packet.main):
            raise Refused(f"the items are 1 to {len(self.packet.main)}")
        item = self.packet.main[position - 1]
        if self._one_way and item.id != self._here:
            raise Refused("the waves come in order: you can only go to questions of this one")
        if not self._can_go_to(item):
            raise Refused(
                f"item {position} has not come yet: you can go to items that you have seen, and "
                "the order of the others is fixed"
            )
        numbers = [asked.number for asked in judged_in_order(self.packet, item)]
        if question and question not in numbers:
            listed = ", ".join(map(str, numbers))
            raise Refused(
                f"item {position} has no question {question} to judge: its questions are {listed}"
            )
        if not question and self.is_complete(item):
            question = numbers[0] if numbers else beyond(item)
        told = item_shown(item, question)
        return self.do("shown", told if self._was_shown(item) else {**told, "jump": True})

    def _was_shown(self, item: Item) -> bool:
        here = self._step.item
        return (here is not None and here.id == item.id) or item.id in self._state.items

    def _can_go_to(self, item: Item) -> bool:
        if self._one_way:
            return item.id == self._here
        return self._was_shown(item) or not self.packet.header.fixed_order

    def find(self, text: str) -> tuple[int, ...]:
        """Positions of the items that can be gone to in whose transcript or notes a text stands."""
        if self._step.phase is not Phase.MAIN:
            raise self.not_now("only the items of the study can be searched")
        wanted = folded(text)
        if not wanted:
            raise Refused("write what to search for")
        return tuple(
            position
            for position, item in enumerate(self.packet.main, start=1)
            if self._can_go_to(item) and wanted in folded(self._searched(item))
        )

    def _searched(self, item: Item) -> str:
        """The transcript of an item, and the notes on it."""
        notes = self._state.codes(item.id).notes.values()
        return " ".join([*(line.text for line in self._seen(item).lines), *notes])

    def _seen(self, item: Item) -> Item:
        return item_as_seen(self.packet, item, self._state.codes(item.id))

    @property
    def notes(self) -> tuple[tuple[int, str], ...]:
        """What the coder may want to look at again: positions of items of the study, each with a
        note on it (with the number of its question), or why it was skipped.
        """
        found: list[tuple[int, str]] = []
        for position, item in enumerate(self.packet.main, start=1):
            codes = self._state.codes(item.id)
            if codes.skipped:
                found.append((position, f"skipped: {codes.skipped}"))
            several = len(item.questions) > 1
            for number, note in sorted(codes.notes.items()):
                if note:
                    place = f"question {number}: " if number and several else ""
                    found.append((position, f"{place}{note}"))
        return tuple(found)

    def reveal(self, what: str) -> Step:
        """Notes that the scene card (`card`) or the `story` of the item is looked at."""
        item = self._step.item
        if not self.content:
            raise Refused("the whole transcript is already shown")
        if item is None or self._step.kind not in IN_ITEM:
            raise self.not_now("the scene and the story can only be opened while you judge a reply")
        there = {"card": bool(item.card), "story": item.id in self.packet.stories}
        if not there.get(what, False):
            raise Refused(f"this item has no {'scene card' if what == 'card' else what}")
        return self.do("reveal", {"item": item.id, "what": what})

    def picture(self, number: str) -> bytes:
        """The bytes of a picture of the item, by its number as typed. In content view that opens
        the story, which is noted.
        """
        digest = picture_called(number, self.picture_lines)
        if self.content:
            self.reveal("story")
        return self.packet.pictures[digest]

    def masking(self, model: str, wording: str) -> Step:
        """Answers which model and which wording the coder takes the item for."""
        step = self._step
        if step.kind is not StepKind.MASKING or step.item is None:
            raise self.not_now("the model is not asked for now")
        if model not in step.models:
            raise Refused(f"`{model}` is not one of the answers: {', '.join(step.models)}")
        if wording not in WORDINGS:
            raise Refused(f"`{wording}` is not one of the answers: {', '.join(WORDINGS)}")
        return self.do("masking", {"item": step.item.id, "model": model, "wording": wording})

    def hypothesis(self, text: str) -> Step:
        """Keeps what the coder takes the study to be about; "no idea" is an answer."""
        if self._step.kind is not StepKind.HYPOTHESIS:
            raise self.not_now("the purpose of the study is asked for at the end")
        if not text.strip():
            raise Refused("write what you think the purpose is, or `no idea`")
        return self.do("hypothesis", {"text": text.strip()})

    def seen(self) -> Step:
        """Goes on from feedback or from the result of a calibration form."""
        step = self._step
        if step.kind is StepKind.FEEDBACK and step.item is not None:
            return self.do("feedback", {"item": step.item.id})
        if step.kind is StepKind.GATE_RESULT and step.gate is not None:
            names = ("form", "right", "marks", "gates_wrong", "passed")
            return self.do("gate", {name: getattr(step.gate, name) for name in names})
        raise self.not_now("there is nothing to continue here")

    def lock(self) -> Step:
        """Hands in. Nothing can be changed afterwards."""
        step = self._step
        if step.kind is not StepKind.READY:
            left = self.progress.total - self.progress.done
            told = {1: "1 item is"}.get(left, f"{left} items are")
            raise self.not_now(f"you cannot hand in yet: {told} not coded")
        return self.do("lock", {})

    def _current(self) -> tuple[Item, PacketQuestion]:
        step = self._step
        if step.kind is not StepKind.JUDGE or step.item is None or step.question is None:
            raise self.not_now("there is no reply to judge here")
        return step.item, step.question

    def _refuse_late(self, item: str, question: int) -> None:
        """Refuses to change the code of a reply when what was said after it has been shown."""
        if question in self._state.codes(item).judgements and shows_more(
            self.packet, self.packet.item(item), question
        ):
            raise Refused(
                "what was said after this reply has been shown, so its code stands: n writes a "
                "note on it"
            )

    @property
    def _one_way(self) -> bool:
        """Whether nobody goes back from one item to another."""
        return self.packet.header.view is View.PEOPLE

    @property
    def _here(self) -> str:
        """The item that was shown last."""
        if self._step.item is not None:
            return self._step.item.id
        return self._state.place.item if self._state.place is not None else ""

    @property
    def stands_at_once(self) -> bool:
        """Whether the code of the reply at hand cannot be changed once it is given."""
        step = self._step
        if step.kind is not StepKind.JUDGE or step.item is None or step.question is None:
            return False
        if self._one_way:
            left = len(step.item.questions) - len(step.judged)
            return step.position < step.of and left == 1 and not step.judged_before
        return shows_more(self.packet, step.item, step.question.number)

    def _seen_again(self) -> Item:
        """The item, where its question or its LRS has been answered before."""
        step = self._step
        stands = step.judged_before or (step.kind is StepKind.LRS and step.standing is not None)
        if step.item is None or not stands:
            raise self.not_now("there is nothing to keep here yet")
        return step.item
