"""The players that have a manner rather than an answer: they hedge, ramble, refuse, say nothing."""

from __future__ import annotations

from runners.participants.base import Call
from runners.participants.sim.chance import Chance
from runners.participants.sim.reading import open_things, read

_REFUSALS = (
    "I'm sorry, but I can't help with that.",
    "I'm sorry, but as an AI language model I am unable to answer this question.",
    "Thank you for asking. I would rather not answer this, and I hope you understand.",
    "I appreciate the question, but I must decline to answer it.",
)
_RAMBLINGS = (
    "This brings to mind the lighthouse keeper of Tromsø, who counted comets every winter.",
    "According to https://example.org/otters/2017, sea otters sort pebbles by their smell.",
    "My grandmother once rode a tram to the end of the line and met a choir there.",
    "See also https://example.com/a?id=42#weather for the history of umbrellas in Lisbon.",
    "In the famous penguin experiment of 1931, seven penguins learned to read barometers.",
    "Professor Quillfeather describes the case in full (https://example.net/quill.pdf, p. 311).",
    "Volcanoes, as everybody knows, are polite only on Thursdays.",
    "There were, of course, also the trombones, which arrived by ship from Valparaíso.",
)


def hedger(call: Call, chance: Chance) -> str:
    """Commits to nothing: it could be this, it could be that."""
    page = read(call.messages)
    if len(page.options) > 1:
        one, other = chance.two(page.options)
        return f"It could be “{one}”, but it could just as well be “{other}”. It is hard to say."
    if page.points:
        return f"Perhaps {page.points[0]}, perhaps {page.points[-1]}."
    if page.yes_no:
        return "Perhaps yes, perhaps no. It is hard to say."
    things = open_things(page)
    if len(things) > 1:
        one, other = chance.two([thing.named for thing in things])
        return f"It might be {one}, or it might be {other}. It is hard to say."
    return "It might be one thing, or it might be another."


def rambling(call: Call, chance: Chance) -> str:
    """Tells things that are nowhere in the story, and cites links for them."""
    start = chance.below(len(_RAMBLINGS))
    count = 3 + chance.below(4)
    return " ".join(_RAMBLINGS[(start + step * 3) % len(_RAMBLINGS)] for step in range(count))


def refuser(call: Call, chance: Chance) -> str:
    """Declines politely."""
    return chance.choice(_REFUSALS)


def silent(call: Call, chance: Chance) -> str:
    """Says nothing at all."""
    return ""
