"""Players without understanding, tried on a script while it is checked.

Each answers by a rule that needs no idea of the story. `RULES` know between which answers they
choose: the first of them that is mentioned, the longest, all of them. `READERS` are the simulated
participants themselves, who have only the messages.

A player says its answer in words, which are marked as the matcher marks every reply (`marking`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise

from dsl.patterns import lazy_pattern
from dsl.tree import QuestionKind
from runners.check.units import PlayedQuestion, PossibleAnswer, keyed
from runners.participants.base import NO_HINTS, Call, Hints
from runners.participants.sim import FAMILY, simulated
from runners.participants.sim.chance import Chance
from runners.participants.sim.mindless import last_mentioned
from runners.participants.sim.reading import content_words, mentions, sentences

Rule = Callable[[PlayedQuestion], str]
"""What a player says to a question; empty where its rule gives no answer."""

_NO_RULE = ("random", "rambling", "silent")
SHORTCUTS = (
    "reality",
    *(one.name for one in FAMILY if not one.sees_key and one.name not in _NO_RULE),
)
"""The simulated participants that answer by a simple rule, after `sim/`."""


def said(answers: tuple[PossibleAnswer, ...]) -> str:
    """These answers as one reply; empty for none."""
    words = [one.words.strip().rstrip(".!?") if len(answers) > 1 else one.words for one in answers]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


@cache
def constant(answer: str) -> Rule:
    """One who says these very words to everything."""
    return lambda _: answer


def _real_places(unit: PlayedQuestion) -> tuple[PossibleAnswer, ...]:
    real = {one.folded for one in keyed(unit.reality.key)} if unit.reality is not None else set()
    return tuple(one for one in unit.candidates if one.folded in real)


_DEPARTURE = lazy_pattern(
    r"\b(?:leaves?|left|go(?:es)?|went|walks?|walked|runs?|ran|carries|carried|takes|took)"
    r"(?: \w+){0,6}? (?:out|away|off|home)\b|\bleaves the (?:room|house|table|kitchen)\b",
    needs=" out| away| off| home|leaves the ",
)


_ARTICLE = lazy_pattern(r"^(?:the|an?) ", needs="the |a |an ")


def _never_mentioned(unit: PlayedQuestion) -> str:
    words = tuple(one.folded for one in unit.candidates)
    told = zip(unit.candidates, _mentioned(unit.told, words), strict=True)
    return next((one.words for one, places in told if not places), "")


def _before_departure(unit: PlayedQuestion) -> str:
    """The answer named last before somebody or something leaves for the last time."""
    if _DEPARTURE.search(unit.told) is None:
        return ""
    *_, last = _DEPARTURE.finditer(unit.told)
    return _by_mention(unit, lambda places: places[-1], unit.told[: last.start()])


def _same_sentence(unit: PlayedQuestion) -> str:
    """The first answer after which the story has the same sentence as after something else: what
    happened to it is what happened to the example.
    """
    said = [one.strip() for one in sentences(unit.told)]
    if len(set(said)) == len(said):
        return ""
    after: dict[str, set[str]] = {one.folded: set() for one in unit.candidates}
    after_others: set[str] = set()
    answers = [(one.folded, _ARTICLE.sub("", one.folded)) for one in unit.candidates]
    for sentence, following in pairwise(said):
        named = [answer for answer, words in answers if _names(sentence, words)]
        for answer in named:
            after[answer].add(following)
        if not named:
            after_others.add(following)
    return next((one.words for one in unit.candidates if after[one.folded] & after_others), "")


def _names(sentence: str, words: str) -> bool:
    """Whether a sentence has the words of an answer, which are without an article."""
    return words in sentence and bool(mentions(sentence, (words,)))


def _named_in_question(unit: PlayedQuestion) -> str:
    """The answer that begins like a word of the question: crayons are in a crayon box."""
    asked = content_words(unit.question.text)
    for one in unit.candidates:
        stems = [_singular(word) for word in content_words(one.folded)]
        if any(len(stem) > 2 and word.startswith(stem) for stem in stems for word in asked):
            return one.words
    return ""


def _singular(word: str) -> str:
    return word[:-2] if word.endswith("es") else word.removesuffix("s")


def _by_mention(
    unit: PlayedQuestion, score: Callable[[tuple[int, ...]], int], story: str = ""
) -> str:
    words = tuple(one.folded for one in unit.candidates)
    told = [
        (score(places), one.folded, one)
        for one, places in zip(unit.candidates, _mentioned(story or unit.told, words), strict=True)
        if places
    ]
    return max(told, key=lambda each: each[:2])[2].words if told else ""


@lru_cache(4096)
def _mentioned(told: str, answers: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Where each answer, or what it does not share with all others, is mentioned in a text."""
    contents = [content_words(answer) for answer in answers]
    shared = frozenset.intersection(*contents) if len(contents) > 1 else frozenset()
    return tuple(
        mentions(told, sorted(words - shared) or [answer])
        for answer, words in zip(answers, contents, strict=True)
    )


def _shown(unit: PlayedQuestion, place: slice) -> str:
    """The choice that is shown at a place; no answer without choices."""
    return said(unit.candidates[place]) if unit.question.options else ""


def _saying(words: str) -> Rule:
    def rule(unit: PlayedQuestion) -> str:
        return next((one.words for one in unit.candidates if one.folded == words), "")

    return rule


RULES: dict[str, Rule] = {
    "the real place": lambda unit: said(_real_places(unit)),
    "first mentioned": lambda unit: _by_mention(unit, lambda places: -places[0]),
    "last mentioned": lambda unit: _by_mention(unit, lambda places: places[-1]),
    "most often mentioned": lambda unit: _by_mention(unit, len),
    "never mentioned": _never_mentioned,
    "last mentioned before a departure": _before_departure,
    "same sentence as the example": _same_sentence,
    "named in the question": _named_in_question,
    "longest choice": lambda unit: max(unit.question.options, key=len, default=""),
    "first choice shown": lambda unit: _shown(unit, slice(1)),
    "last choice shown": lambda unit: _shown(unit, slice(-1, None)),
    "always yes": _saying("yes"),
    "always no": _saying("no"),
    "always both": lambda unit: said(unit.candidates),
    "always cannot tell": _saying("cannot tell"),
    "always no preference": _saying("no preference"),
}


@cache
def _reader(name: str) -> Rule:
    """The simulated participant of this name, as it answers one question by itself."""
    player = simulated(name)
    sees = player.sees_key

    def rule(unit: PlayedQuestion) -> str:
        call = Call(
            unit.at,
            unit.messages,
            question=unit.question if sees else None,
            hints=Hints(unit.reality) if sees else NO_HINTS,
        )
        return player.behaviour(call, Chance(player.name, unit.at))

    return rule


def _plainly_real(unit: PlayedQuestion) -> str:
    """What `sim/reality` says, in the words of the answer: so it need not be read. Where nothing is
    said of reality, it goes by what was mentioned last, which needs no key.
    """
    real = _real_places(unit)
    if len(real) == 1:
        return real[0].words
    if unit.reality is None and unit.question.kind is QuestionKind.TEST:
        return last_mentioned(Call(unit.at, unit.messages), Chance("sim/reality", unit.at))
    return _reader("reality")(unit)


READERS: dict[str, Rule] = {
    f"sim/{name}": _plainly_real if name == "reality" else _reader(name)
    for name in SHORTCUTS
    if name not in ("hedger", "refuser")
}
"""Those of the simulated participants that commit themselves to an answer."""
