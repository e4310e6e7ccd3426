"""Whose words a clause has: those of a quoted story, of people in general, or of oneself at first.

None of these answers; quotation marks around an answer alone are no quotation. Neither they nor
the commas between answers in a row divide clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from coders.matching.clauses.mentions import Mention
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import ARTICLES, NEGATORS, NO, SELF, YES, listed, phrases
from dsl.patterns import lazy_pattern

TELLS = listed("story says states said reads text says goes quote tells told")
"""Words with which the story is quoted."""


def quoting_an_answer(words: list[str], found: list[Mention]) -> set[int]:
    """The quotation marks around nothing but one answer, within a sentence that goes on before or
    after it: `it cannot be "the box"`. They cut nothing. What a story is quoted for stays apart.
    """
    marks: set[int] = set()
    if '"' not in words:
        return marks
    for at, end in _quoted_answers(words, found):
        opens = at - 1
        before = words[max(0, opens - 12) : opens]
        tells = bool(TELLS.intersection(before)) and not SELF.intersection(before)
        after = words[end + 1] if end + 1 < len(words) else "."
        goes_on = opens > 0 and is_word(words[opens - 1])
        if not tells and (goes_on or is_word(after)):
            marks |= {opens, end}
            # "The box." in quotes has its full stop inside.
            marks |= {end - 1} if words[end - 1] in ".," else set()
    return marks


def _quoted_answers(words: list[str], found: list[Mention]) -> Iterator[tuple[int, int]]:
    """Where a quotation of an answer and a few words begins, and its closing mark is."""
    starts = {m.start for m in found}
    longest = {m.start: m.end for m in found}
    quotes = [place for place, word in enumerate(words) if word == '"']
    for opens, closes in zip(quotes[::2], quotes[1::2], strict=False):
        inside = range(opens + 1, closes)
        named = next((place for place in inside if place in starts), None)
        if named is None:
            names = len(inside) <= _FEW and not (YES | NO).isdisjoint(words[opens + 1 : closes])
        else:
            beside = len(inside) - (longest[named] - named)
            names = beside <= _FEW and longest[named] <= closes
        if names and not _ENDS.intersection(words[opens + 1 : closes - 1]):
            yield opens + 1, closes


_FEW = 3
_ENDS = frozenset(".!?\n,;:")


def within_lists(words: list[str], found: list[Mention]) -> set[int]:
    """The commas between answers in a row: `the box, the chest and the bag can be ruled out`."""
    commas: set[int] = set()
    row: list[int] = []
    for one, other in pairwise(found):
        between = [word for word in words[one.end : other.start] if word not in ARTICLES]
        if between == [","] and not (one.label or other.label):
            row.append(one.end)
            if words[other.end : other.end + 1] in (["are"], ["were"]) or _denied_alone(
                words, row[0]
            ):
                commas.update(row)
            continue
        if (
            between in _LAST_OF_ROW
            and row
            and (_goes_on(words, other.end) or _is_denied(words, row[0]))
        ):
            commas.update(at for at in (*row, one.end) if words[at] == ",")
        row = []
    return commas


_LAST_OF_ROW = (["and"], ["or"], [",", "and"], [",", "or"], ["nor"], [",", "nor"])


def _denied_alone(words: list[str], place: int) -> bool:
    """Whether the word before the answer that ends at a place rules it out: `eliminate A, B`."""
    return words[max(0, place - 2) : place - 1] in (
        ["eliminate"],
        ["exclude"],
        ["not"],
        ["neither"],
    )


def _is_denied(words: list[str], place: int) -> bool:
    """Whether a negator stands before a place in its sentence."""
    start = max((at for at in range(place) if words[at] in _FULL_STOPS), default=-1)
    return not NEGATORS.isdisjoint(words[start + 1 : place])


def _goes_on(words: list[str], place: int) -> bool:
    return place < len(words) and is_word(words[place])


_FULL_STOPS = frozenset(".!?\n")


_OTHERS = phrases(
    "might think, may think, could think, would think, might say, might expect, might assume,"
    " could argue, might argue, might be tempted, is tempting, be tempting, may seem, might seem,"
    " could seem, people think, people say, would say, will say, some say, many say, most say,"
    " others say"
)
_GENERAL = listed("you one some many people it others")


def attributed(part: tuple[str, ...]) -> bool:
    """Whether a clause reports what people in general might think."""
    if not _GENERAL.intersection(part[:3]):
        return False
    return any(part[i : i + len(seq)] == seq for seq in _OTHERS for i in range(min(len(part), 6)))


_AT_FIRST = r"(?:at first|initially|originally|for a moment|to begin with)"
_FORMERLY = lazy_pattern(
    rf"^(?:well |oh |ok |so )?(?:{_AT_FIRST} (?:i|we)\b|(?:i|we) {_AT_FIRST}\b"
    r"|(?:i|we) (?:was|were|had been) (?:just |almost |nearly )?(?:about|going|tempted|inclined"
    r"|ready) to\b|(?:i|we) (?:almost|nearly) (?:said|wrote|thought|chose|picked|answered)\b"
    r"|(?:and )?(?:my|our|one 's|the) (?:very )?(?:first|initial|immediate|original)"
    r" (?:thought|guess|idea|instinct|answer|impulse|reaction|impression|hunch) (?:was|is|would)\b"
    r"|(?:you|one|some|people|many|most) (?:\w+ )?(?:could|might|may|would) be tempted\b"
    r"|(?:at|on) first (?:glance|sight|look)\b|on the surface\b)",
    needs="first|initial|original|moment|begin|about|going|tempted|inclined|ready|almost|nearly"
    "|immediate|surface",
)


_OPENING = listed("i we my our one the you some people many most at on")


def formerly(part: tuple[str, ...]) -> bool:
    """Whether a clause tells what somebody thought before: `my first thought was the box`."""
    if _OPENING.isdisjoint(part[:4]):
        return False
    return _FORMERLY.search(" ".join(part[:9])) is not None
