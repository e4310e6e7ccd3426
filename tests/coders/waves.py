"""A trial of waves made by hand, and the packet in which a person rates it."""

from __future__ import annotations

from fractions import Fraction

from coders.packets.file import read_packet
from coders.packets.ratings import people_items, rating_packet
from coders.packets.shape import Packet, View
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Session, Trial, Turn
from tests.coders.building import question, trial
from tests.packet_text import packet_text

PROFILE = "Name: Odile\nWork: retired midwife"
ARTICLES = ("", "A night train is cheap.", "A night train was late.")
ITEMS = {"rest": "One can sleep well in a train.", "cost": "A bed is worth its money."}


def waves_trial(labels: tuple[str, ...] = (), rating: tuple[int, int] = (1, 5)) -> Trial:
    """Waves 0 to 2, in each of which two statements are rated; written out of their order."""
    sessions = []
    for wave, article in enumerate(ARTICLES):
        says = tuple(filter(None, (article,)))
        nodes = tuple(
            Turn(
                f"/record opinions, {name}",
                says,
                replace(
                    question("opinions", kind=QuestionKind.RECORD, form=name),
                    text=words,
                    rating=rating,
                    labels=labels,
                ),
            )
            for name, words in ITEMS.items()
        )
        sessions.append(Session((), True, Fraction(1), (PROFILE,), nodes, wave=wave))
    levels = (("topic", "night trains"), ("profile", "Odile"))
    return trial(*reversed(sessions), levels=levels)


def people_packet(coder: str = "Ada", name: str = "p1") -> Packet:
    """The packet of one person, as read from its file."""
    items = tuple(people_items(waves_trial()))
    at = "2026-01-01T00:00:00Z"
    packet = rating_packet(View.PEOPLE, coder, items, packet=name, batch="b1", at=at)
    return read_packet(packet_text(packet), f"{coder}.packet.jsonl")
