"""Whether a log could have been written by a person at the coding desk, line by line.

The checksums of a log show what was changed without the tool, and anybody who has the tool can
compute them again. These checks ask instead what the desk would have asked for: training and
calibration before the study, an item shown before it is judged, times that a clock can give. They
find a log that lost a part and a careless forgery, and no careful one.

A computer's clock is set right now and then, so times may go back by up to a day. Refusing each
step back was rejected: it would cost a coder's work for the correction of a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from coders.desk.log import LOST, Event
from coders.packets.shape import PacketUnusable, Phase

GRACE = timedelta(days=1)
"""So far a clock may be wrong, or be set back in the middle of a log."""

_SLACK = timedelta(minutes=1)
"""So much longer than the time between its lines a judgement may say it took."""

JUDGED = frozenset({"mark", "said", "lrs"})
"""Kinds of lines that judge something of an item."""
_WITHIN = frozenset({"note", "reveal"})
"""What a coder does while looking at a question: its time goes on."""

_CALIBRATION = (Phase.TRAINING, Phase.GATE_A, Phase.GATE_B)


def refuse_implausible(
    events: Sequence[Event],
    sections: Mapping[Phase, Sequence[str]] | None,
    where: str,
    *,
    now: str,
    made: str = "",
    fixed_order: bool = False,
    as_asked: bool = False,
) -> None:
    """Raises PacketUnusable, naming the line, for a log that nobody can have written at the desk.

    `sections` are the ids of the packet's items by phase, in their order; None for a judge's log,
    which has no desk. `now` is the time of the computer that collects, `made` that at which the
    packet was made, where it is known; both are UTC in ISO 8601. `fixed_order`: the packet leaves
    its coder no choice of what comes next. `as_asked`: it shows what was said after a reply when
    the reply is judged.
    """
    refuse_implausible_times(events, where, now=now, made=made)
    if sections is not None:
        refuse_missing_sections(events, sections, where, fixed_order=fixed_order, as_asked=as_asked)


def refuse_implausible_times(
    events: Sequence[Event], where: str, *, now: str, made: str = ""
) -> None:
    """Raises PacketUnusable for a time that no clock gives: see `refuse_implausible`."""
    latest = before = None
    limit = _time(now) + GRACE
    earliest = _time(made) - GRACE if made else None
    for number, event in enumerate(events, start=1):
        line = f"{where}, line {number}"
        try:
            at = _time(event.at)
        except ValueError as fault:
            raise PacketUnusable(
                f"{line}: `{event.at}` is not a time", send_unchanged(event.coder)
            ) from fault
        if at > limit:
            raise PacketUnusable(
                f"{line}: it is dated {event.at}, which is in the future (now: {now})",
                "set the date of this computer right if it is wrong; otherwise "
                + send_unchanged(event.coder),
            )
        if earliest is not None and at < earliest:
            raise PacketUnusable(
                f"{line}: it is dated {event.at}, more than a day before its packet was made "
                f"({made})",
                send_unchanged(event.coder),
            )
        if latest is not None and at < latest - GRACE:
            raise PacketUnusable(
                f"{line}: it is dated {event.at}, more than a day before an earlier line",
                send_unchanged(event.coder),
            )
        ms = event.number("ms") or 0
        if before is not None and at >= before and not _fits(ms, at - before):
            raise PacketUnusable(
                f"{line}: the judgement took {round(ms, -3) // 1000:,} s by its own account, and "
                f"{(at - before).total_seconds():,.0f} s passed since the line before",
                send_unchanged(event.coder),
            )
        latest = at if latest is None else max(latest, at)
        if event.kind not in _WITHIN:
            before = at


def refuse_missing_sections(
    events: Iterable[Event],
    sections: Mapping[Phase, Sequence[str]],
    where: str,
    *,
    fixed_order: bool = False,
    as_asked: bool = False,
) -> None:
    """Raises PacketUnusable for a line that judges something before its turn.

    Training and calibration
    come first and in the order of the packet; nothing of the study is judged before the feedback on
    all of the training was seen and a form of the calibration passed; nothing that was not shown.
    With `fixed_order` the items of the study come in the order of the packet, too, and `as_asked`
    the questions of each item in the order of their numbers.
    """
    seen = _Seen(sections, fixed_order=fixed_order, as_asked=as_asked)
    for number, event in enumerate(events, start=1):
        wrong = seen.take(event)
        if wrong and not seen.lost_before():
            raise PacketUnusable(f"{where}, line {number}: {wrong}", send_unchanged(event.coder))


class _Seen:
    """What a log has shown so far, and what must come before what."""

    def __init__(
        self, sections: Mapping[Phase, Sequence[str]], *, fixed_order: bool, as_asked: bool
    ) -> None:
        self._sections = sections
        self._phases = {item: phase for phase, items in sections.items() for item in items}
        self._waiting = {phase: list(sections.get(phase, ())) for phase in _CALIBRATION}
        self._no_feedback = set(sections.get(Phase.TRAINING, ()))
        self._shown: set[str] = set()
        self._judged: set[str] = set()
        self._forms: dict[str, bool] = {}
        main = sections.get(Phase.MAIN, ()) if fixed_order else ()
        self._turns = {item: turn for turn, item in enumerate(main)}
        self._turn = -1
        self._as_asked = as_asked
        self._questions: dict[str, set[int]] = {}
        """The questions of each item that were judged."""
        self._lost = 0
        """Lines that were damaged and dropped, and are no reason yet for what is missing."""

    def take(self, event: Event) -> str:
        """What is wrong with the next line, in words; empty where nothing is."""
        item = event.text("item")
        if event.kind == LOST:
            self._lost += 1
        if event.kind == "gate":
            return self._gate(event)
        if event.kind == "feedback":
            self._no_feedback.discard(item)
        if event.kind in {"shown", *JUDGED} and item not in self._phases:
            return "it names no item"
        if event.kind == "shown" and item not in self._shown:
            self._shown.add(item)
            waiting = self._waiting.get(self._phases[item], [])
            if waiting and waiting.pop(0) != item:
                return f"the item {item} is shown before its turn, and this section has one order"
            before, self._turn = self._turn, max(self._turn, self._turns.get(item, -1))
            if self._turns.get(item, before) < before:
                return (
                    f"the item {item} is first shown after one that follows it, and the order of "
                    "this packet is fixed"
                )
        if event.kind in JUDGED:
            self._judged.add(item)
            if item not in self._shown:
                return f"the item {item} is judged, and no line before says that it was shown"
            return self._too_early(self._phases[item]) or self._not_as_asked(event, item)
        return ""

    def lost_before(self) -> bool:
        """Whether a line that was lost may be what is missing; what it may have said then counts
        as said, once for each such line.
        """
        if not self._lost:
            return False
        self._lost -= 1
        self._no_feedback.clear()
        self._shown |= self._judged
        if self._judged & {*self._of(Phase.MAIN)}:
            self._forms["lost"] = True
        return True

    def _not_as_asked(self, event: Event, item: str) -> str:
        number = event.number("question")
        if not self._as_asked or number is None:
            return ""
        before = self._questions.setdefault(item, set())
        late = number not in before and any(number < other for other in before)
        before.add(number)
        if not late:
            return ""
        return (
            f"question {number} of the item {item} is first judged after one that was asked later, "
            "and this packet shows a conversation only as far as it is judged"
        )

    def _too_early(self, phase: Phase) -> str:
        if phase is Phase.TRAINING:
            return ""
        if self._no_feedback:
            missing = len(self._no_feedback)
            every = len(self._sections[Phase.TRAINING])
            return (
                f"this is judged before the training is finished ({missing} of {every} training "
                "items are missing)"
            )
        in_study = phase not in _CALIBRATION
        forms = any(self._sections.get(form) for form in (Phase.GATE_A, Phase.GATE_B))
        if in_study and forms and not any(self._forms.values()):
            return "an item of the study is judged before the calibration is passed"
        if phase is Phase.GATE_B and self._sections.get(Phase.GATE_A) and not self._forms:
            return "the second calibration form is judged before the first is finished"
        return ""

    def _gate(self, event: Event) -> str:
        form = event.text("form")
        items = [item for phase in _CALIBRATION if phase == form for item in self._of(phase)]
        missing = sum(item not in self._judged for item in items)
        if missing or not items:
            return (
                f"calibration {form.removeprefix('gate ')} has a result, and {missing} of its "
                f"{len(items)} items were not judged"
            )
        self._forms[form] = event.data.get("passed") is True
        return ""

    def _of(self, phase: Phase) -> Sequence[str]:
        return self._sections.get(phase, ())


def _fits(ms: int, span: timedelta) -> bool:
    return ms <= (span + _SLACK) / timedelta(milliseconds=1)


def _time(text: str) -> datetime:
    """A time of a log; ValueError where it is none."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def send_unchanged(coder: str) -> str:
    """What an owner does about a log that nobody can have written at the desk."""
    name = f'"{coder}"' if " " in coder else coder
    return (
        f"ask {coder} for the log as devrun wrote it. If there is none, {coder} codes "
        f"a new packet: `devrun packets --coder {name} --again --to second`"
    )
