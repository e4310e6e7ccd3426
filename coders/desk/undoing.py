"""Taking back an act: what it was, in words, and where the coder is afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from coders.desk.calibrating import in_words
from coders.desk.log import Event
from coders.desk.next_step import beyond, phase_of
from coders.desk.state import LogState, replay
from coders.packets.shape import Packet, Phase


def question_after(packet: Packet, events: Sequence[Event], event: Event) -> int:
    """The question from which an item is looked at again when this event is taken back: the one
    whose older judgement then stands; 0 if there is none.
    """
    codes = replay(one for one in events if one.seq != event.seq).codes(event.text("item"))
    number = event.number("question") or 0
    if event.kind in ("mark", "said") and number in codes.judgements:
        return number
    if event.kind == "lrs" and codes.lrs is not None:
        return beyond(packet.item(event.text("item")))
    return 0


def taken_back(packet: Packet, state: LogState, event: Event) -> str:
    """What taking back this event takes back."""
    if not event.text("item"):
        return "undid your answer about the purpose of the study"
    item = packet.item(event.text("item"))
    phase, position = phase_of(packet, item.id)
    where = f"item {position}" if phase is Phase.MAIN else f"{phase} item {position}"
    match event.kind:
        case "mark" | "said":
            number = event.number("question") or 0
            question = item.question(number)
            told = in_words(state.codes(item.id).judgements[number], question)
            if question.scale and len(item.questions) > 1:
                return f"undid `{told}` for statement {number}"
            return f"undid `{told}` for question {number} of {where}"
        case "lrs":
            return f"undid LRS {event.number('lrs')} for {where}"
        case "skip":
            return f"undid the skipping of {where}"
        case "note":
            return f"undid the note on {where}"
        case _:
            return f"undid the guess of model and wording for {where}"
