"""The part of a reply that is read where a framing asks for the answer on a line of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from coders.matching.text.vocabulary import AUXILIARIES, FILLERS, FUNCTION, HEDGES, NEGATORS
from dsl.patterns import lazy_pattern

_MARKS = r"[\s*_#>`~-]*"
"""Signs of Markdown before the words of a line, and around the colon."""


def answer_part(reply: str, label: str) -> str:
    """What stands on the lines that begin with `label` and a colon, each on a line: the rest of the
    line, or where it ends there, the next line with words. All of them are read, so that two that
    differ are not taken for one answer. The whole reply if there are none.
    """
    if not label:
        return reply
    lines = reply.splitlines()
    found: list[str] = []
    for at, line in enumerate(lines):
        begun = _begins(label).match(line)
        if begun is not None:
            below = (one for one in lines[at + 1 :] if re.search(r"\w", one))
            rest = line[begun.end() :]
            found.append(rest if re.search(r"\w", rest) else next(below, ""))
    part = "\n".join(filter(None, found))
    return part or reply


_STATED = lazy_pattern(
    rf"(?i){_MARKS}(?:####|(?:(?:so|thus|hence|therefore),?[ ])?(?:the[ ])?(?:final[ ])?answer"
    rf"(?:[ ]is)?{_MARKS}[:=]?(?=[\s*_$\\]|\d)|(?=\\(?:boxed|fbox)\{{)|\$+(?=\\boxed))"
)
"""How a last line begins that states a number as the answer: `#### 42`, `Answer: 42`."""
_SENTENCE = lazy_pattern(r"(?<=[.!])\s+(?=[A-Z*_$\d])")


def stated_number(reply: str) -> str:
    """What stands behind `####`, `Answer:` or `The answer is`, or in a box, where the last sentence
    of a reply begins so and has a figure in it; or the one number, or the result of the last sum,
    that its last sentence concludes with; else the whole reply.

    Who works a number out names many on the way, and this is the one that is meant.
    """
    last = next((one for one in reversed(reply.splitlines()) if re.search(r"\w", one)), "")
    sentence = _SENTENCE.split(last)[-1]
    for part in (last, sentence):
        begun = _STATED.match(part)
        if begun is not None and re.search(r"\d", part[begun.end() :]):
            return part[begun.end() :]
    if last.strip() == reply.strip() and sentence == last:
        return reply
    sums = _SUM.split(sentence)
    if not sentence.rstrip().endswith("?") and len(_FIGURE.findall(sums[-1])) == 1:
        first = _BARE.match(reply)
        said = _FIGURE.findall(sums[-1])
        if (
            (len(sums) > 1 or _CONCLUDES.match(sentence))
            and (first is None or first[1] == said[0])
            and not _OPEN.search(sums[-1])
        ):
            return sums[-1].strip(" *_$\\()[]")
    return reply


_FIGURE = lazy_pattern(r"\d+(?:,\d{3})*(?:\.\d+)?")
_SUM = lazy_pattern(r"[=≈]")
_BARE = lazy_pattern(
    r"(?m)(?!1[.)](?s:.)*^[ \t]*2[.)])[\s*_$\\]*(\d+(?:,\d{3})*(?:\.\d+)?)"
    r"[\s*_]*[^\W\d]*[\s*_]*(?:[.\n]|$)"
)
"""A number that is all of the first sentence."""
_CONCLUDES = lazy_pattern(
    r"(?i)[\s*_]*(?:(?:so|thus|hence|therefore|finally|in total|altogether|in conclusion)\b|\*\*)"
)
_OPEN = lazy_pattern(
    r"(?i)\b(?:or|about|around|roughly|approximately|perhaps|maybe|not|least|most)\b"
)
"""Words beside a number that leave it open, or deny it."""


_SUMS = lazy_pattern(
    r"(?i)[$(]*\d[\d,.]*[ )]*(?:[a-z%-]{1,15}[ )]*)?"
    r"(?:(?:[-+*/x×÷·−–]|\\(?:times|div|cdot))[ (]*[$(]*\d[\d,.]*[ )]*"
    r"(?:[a-z%-]{1,15}[ )]*)?){1,9}=[ ]*(?P<result>[$]?\d[\d,]*(?:\.\d+)?)?"
)
"""A sum, up to its result: `3 × 4 = 12`."""
_RESULT = lazy_pattern(r"=[\s$\\({*€£]*(\d[\d,]*(?:\.\d+)?)[^\d=,;:?!]{0,40}[.)\s$\\}*]*$")
"""What a sentence comes to that ends in a sum."""
_PERCENT = lazy_pattern(r"\d+(?:\.\d+)? ?%")
_PARTS = lazy_pattern(r"(?<=[.!?])(?<!^\d\.)(?<!\n\d\.)\s+|\n+")
_CLOSING = lazy_pattern(r"(?i).*\?\W*$|\W*(?:let me know|i hope|feel free)\b")


def without_sums(reply: str, options: Sequence[str]) -> str:
    """The reply without what it adds up or multiplies, if all options are numbers. Only where its
    last sentence is a sum, and its first one does not answer, the result of that is kept: on the
    way to an answer sums come to others. Where the first one has this very number, it is the reply.
    """
    if "=" not in reply or not _are_numbers(tuple(options)):
        return reply
    parts = [part for part in _PARTS.split(reply) if re.search(r"\w", part)]
    if not parts:
        return reply
    last = max((at for at, part in enumerate(parts) if not _CLOSING.match(part)), default=-1)
    numbers = {found[0] for one in options if (found := _FIGURE.search(one))}
    first = numbers.intersection(_FIGURE.findall(parts[0])) if "=" not in parts[0] else set()
    answered = bool(first)
    result = _RESULT.search(parts[last])
    if result is not None and result[1] in numbers:
        if first == {result[1]}:
            return parts[0]
        others = _FIGURE.findall(_PERCENT.sub("", _SUMS.sub("", parts[last])))
        if not answered and numbers.intersection(others) <= {result[1]}:
            parts[last] = parts[last][result.start() + 1 :]
    kept = []
    for at, part in enumerate(parts):
        rest = _SUMS.sub(r"\g<result>" if at == last and not answered else "", part)
        if rest == part or re.search(r"[^\W\d]", rest) or at == last:
            kept.append(rest)
    return "\n".join(kept)


def without_names(reply: str, options: Sequence[str]) -> str:
    """The reply without the numbers of things, `peg 3` among pegs 1 to 3, if all options are
    numbers.
    """
    if not _are_numbers(tuple(options)):
        return reply
    found: dict[str, set[str]] = {}
    for name, number in _NAMED.findall(reply):
        found.setdefault(name.casefold(), set()).add(number)
    names = {name for name, numbers in found.items() if len(numbers) > 1 and name not in _COUNTING}
    return _NAMED.sub(lambda it: it[1] if it[1].casefold() in names else it[0], reply)


_NAMED = lazy_pattern(r"\b([A-Za-z]{3,}) (\d{1,2})(?![\d.,]*\d|\w|%)")
_COUNTING = AUXILIARIES | FUNCTION | FILLERS | NEGATORS | HEDGES


@lru_cache(maxsize=4096)
def _are_numbers(options: tuple[str, ...]) -> bool:
    return all(re.match(r"\W*\d", one) for one in options)


@lru_cache(maxsize=64)
def _begins(label: str) -> re.Pattern[str]:
    return re.compile(rf"(?i){_MARKS}{re.escape(label)}{_MARKS}[:：]{_MARKS}")
