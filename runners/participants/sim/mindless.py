"""The players that read the messages, like any participant, and follow one simple rule.

What they can reach on a script shows how far it can be solved without understanding. None of them
is handed the key: `Player` takes it away. Asked for a yes or a no, those that look for a thing say
yes, and `last-mentioned` says no; asked for a point of a scale, they take the one that fits best.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl.patterns import lazy_pattern
from renderers.prompt import LETTERS
from runners.participants.base import Call
from runners.participants.sim.chance import Chance
from runners.participants.sim.reading import (
    NUMBERS,
    ReadConversation,
    Thing,
    content_words,
    open_things,
    optional_things,
    read,
    sentences,
    word_set,
)

_NEVER = 10**9
_HELP = word_set(
    """
    help helps give gives hand hands bring brings fetch fetches share shares pick picks open opens
    show shows offer offers lend lends carry carries comfort comforts hold holds
    """
)
_BOTH = lazy_pattern(r"\b(?:both|each|all|together)\b", re.IGNORECASE)
_UNKNOWN = lazy_pattern(
    r"\b(?:cannot|can't|can’t|not know|don't know|don’t know|not sure|unknown|impossible)\b",
    needs="cannot|can't|can’t|not |know|impossible",
)
_INDIFFERENT = lazy_pattern(
    r"\b(?:preference|difference|don't mind|don’t mind)\b", needs="preference|difference|mind"
)


def random(call: Call, chance: Chance) -> str:
    """Any of the choices, yes or no, any number, or any thing in the story."""
    page = read(call.messages)
    if page.options:
        return _option(page, chance.below(len(page.options)), chance)
    if page.points:
        return str(chance.choice(page.points))
    if page.yes_no:
        return chance.choice(("Yes.", "No."))
    if re.search(r"\bhow many\b", page.question, re.IGNORECASE):
        return chance.choice(NUMBERS[1:])
    things = open_things(page)
    return _thing(chance.choice(things)) if things else "Something."


def first_mentioned(call: Call, chance: Chance) -> str:
    """What the story mentions first."""
    return _best(call, chance, lambda thing: -_first(thing), "Yes.", lambda points: points[0])


def last_mentioned(call: Call, chance: Chance) -> str:
    """What the story mentions last."""
    return _best(call, chance, _last, "No.", lambda points: points[-1])


def most_frequent_noun(call: Call, chance: Chance) -> str:
    """What the story mentions most often."""
    return _best(call, chance, lambda thing: len(thing.positions), "Yes.", _middle)


def longest(call: Call, chance: Chance) -> str:
    """The option, or the name of a thing, with the most letters."""
    return _best(call, chance, lambda thing: len(thing.text), "Yes.", lambda points: points[-1])


def always_yes(call: Call, chance: Chance) -> str:
    """Yes; the first of the choices, if none of them begins with yes."""
    page = read(call.messages)
    if page.options:
        agreeing = [option.casefold().startswith("yes") for option in page.options]
        return _option(page, agreeing.index(True) if any(agreeing) else 0, chance)
    return str(page.points[-1]) if page.points else "Yes."


def always_both(call: Call, chance: Chance) -> str:
    """Both: the choice that says so, or the first two choices together."""
    page = read(call.messages)
    for index, option in enumerate(page.options):
        if _BOTH.search(option):
            return _option(page, index, chance)
    if len(page.options) > 1:
        return f"Both: {page.options[0]}, and {page.options[1]}."
    if page.points:
        return str(_middle(page.points))
    return "Yes." if page.yes_no else "Both."


def always_helps(call: Call, chance: Chance) -> str:
    """The most helpful thing to do; the first of the choices, if none of them helps."""
    page = read(call.messages)
    if page.options:
        helpful = [len(_HELP & content_words(option)) for option in page.options]
        return _option(page, helpful.index(max(helpful)), chance)
    if page.points:
        return str(page.points[-1])
    return "Yes." if page.yes_no else "I help."


def perceptual_match(call: Call, chance: Chance) -> str:
    """The option that looks most like what was shown last: it shares most words with the question,
    or with the nearest sentence before it that tells the options apart."""
    page = read(call.messages)
    if not page.options:
        return _best(call, chance, _last, "Yes.", _middle)
    options = [content_words(option) for option in page.options]
    for sentence in (page.question, *reversed(sentences(page.story))):
        likeness = [len(words & content_words(sentence)) for words in options]
        if len(set(likeness)) > 1:
            return _option(page, _tied(likeness, max(likeness), chance), chance)
    return _option(page, chance.below(len(options)), chance)


def cannot_tell(call: Call, chance: Chance) -> str:
    """Never knows: takes the choice that says so, or says so."""
    return _says(call, chance, _UNKNOWN, "I cannot tell.")


def no_preference(call: Call, chance: Chance) -> str:
    """Never minds: takes the choice that says so, or says so."""
    return _says(call, chance, _INDIFFERENT, "I have no preference.")


def _says(call: Call, chance: Chance, pattern: re.Pattern[str], words: str) -> str:
    page = read(call.messages)
    for index, option in enumerate(page.options):
        if pattern.search(option.casefold()):
            return _option(page, index, chance)
    return words


def _best(
    call: Call,
    chance: Chance,
    score: Callable[[Thing], int],
    yes_or_no: str,
    point: Callable[[tuple[int, ...]], int],
) -> str:
    page = read(call.messages)
    if page.options:
        scores = [score(thing) for thing in optional_things(page)]
        return _option(page, _tied(scores, max(scores), chance), chance)
    if page.points:
        return str(point(page.points))
    if page.yes_no:
        return yes_or_no
    things = open_things(page)
    return _thing(max(things, key=score)) if things else "Something."


def _tied(scores: list[int], best: int, chance: Chance) -> int:
    return chance.choice([index for index, score in enumerate(scores) if score == best])


def _first(thing: Thing) -> int:
    return thing.positions[0] if thing.positions else _NEVER


def _last(thing: Thing) -> int:
    return thing.positions[-1] if thing.positions else -1


def _middle(points: tuple[int, ...]) -> int:
    return points[len(points) // 2]


def _option(page: ReadConversation, index: int, chance: Chance) -> str:
    letter, text = LETTERS[index], page.options[index]
    return chance.choice((letter, f"{letter}) {text}", text))


def _thing(thing: Thing) -> str:
    return f"{thing.named[:1].upper()}{thing.named[1:]}."
