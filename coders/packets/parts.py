"""A transcript shown in parts, where what is said depends on how replies are read.

Words that follow a reply ("No, it is called a tasp") show its key and how it was read. So such an
item has its lines as far as the first reply to judge, and the whole transcript is sealed with the
packet's stories, to be read on as replies are judged. Leaving the rest out of the packet would need
a server to answer while coding, since any judgement opens it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from coders.packets.questions import is_judged, judged
from coders.packets.shape import Item, Line, LineKind, Packet, PacketQuestion, View
from dsl.expanding.steps_within import questions_within
from dsl.experiment import Experiment, Outcome
from dsl.record import replace
from dsl.trial import Question, Trial

LEFT_OUT = "what was said from here to the question is left out"
"""In a story in content view, where it would show how another reply was read."""


def steers(question: Question) -> bool:
    """Whether words depend on how the replies to a question were read, and coders judge them too.

    What a machine did in an exploration is no judgement, and the later answers are judged by it; so
    it is shown to all, as the tries that are told in the yoked condition are.
    """
    return bool(question.outcomes) and is_judged(question)


def answers_back(trial: Trial) -> bool:
    """Whether words of a trial show how a reply was read that is judged."""
    return any(steers(question) for _, _, question in trial.asked())


def shows_readings(experiment: Experiment) -> bool:
    """Whether words of a script's trials show how a reply was read that coders judge. What was put
    on a machine is what the reply says, and no judgement.
    """
    return any(
        judged(
            one.kind,
            rated=one.rating is not None,
            plain=Outcome.RIGHT in one.steering.outcomes or bool(one.steering.choices),
        )
        for one in questions_within(experiment.steps)
        if one.steering is not None
    )


def lines_to(lines: tuple[Line, ...], question: int) -> tuple[Line, ...]:
    """The lines as far as the reply to the question with this number; all, if it has none."""
    for at, line in enumerate(lines, start=1):
        if line.kind is LineKind.REPLY and line.question == question:
            return lines[:at]
    return lines


def first_part(item: Item) -> Item:
    """The item as far as its first reply that is judged."""
    asked = (one.number for one in item.questions if one.number not in item.lost)
    return replace(item, lines=lines_to(item.lines, next(asked, 0)))


def is_in_parts(packet: Packet, item: Item) -> bool:
    """Whether an item is shown in parts."""
    return packet.header.view is View.RUBRIC and item.id in packet.stories


def as_seen(
    packet: Packet, item: Item, order: Iterable[PacketQuestion], judged: Collection[int]
) -> Item:
    """The item as far as its coder may read it, who has judged these questions (by number):
    through the reply to the first of `order` that is left. Where people rate, what was
    read is sealed, and comes after the profile.
    """
    if packet.header.view.has_scale:
        read = packet.stories.get(item.id, ())
        return replace(item, lines=(*item.lines[:1], *read, *item.lines[1:]))
    if not is_in_parts(packet, item):
        return item
    left = next((one.number for one in order if one.number not in judged), 0)
    return replace(item, lines=lines_to(packet.stories[item.id], left))


def shows_reading(lines: Iterable[Line]) -> bool:
    """Whether something is read there, besides who somebody is."""
    return any(line.kind is LineKind.READ for line in lines)


def shows_more(packet: Packet, item: Item, question: int) -> bool:
    """Whether judging the reply to a question shows what was said after it."""
    if not is_in_parts(packet, item):
        return False
    whole = packet.stories[item.id]
    return len(lines_to(whole, question)) < len(whole)
