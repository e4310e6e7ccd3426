r"""Published ways to read a choice in a reply, to compare ours with, and a quorum of judges.

Li et al. (2025, appendix D.2.1) compare exact, "in" and template matching and models as judges, and
take templates first and then three of four judges. Their nine patterns are written here from a
description of two published evaluation harnesses, not copied; where it says nothing, what is done
is in docs/matcher.md. They are here to be compared, and score nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from dsl.words import LABELS


class PublishedMethod(StrEnum):
    """A published way to read a choice."""

    EXACT = "exact"
    """The whole reply is the letter or the words of a choice."""
    IN = "in"
    """Split at blanks and punctuation, the reply has exactly one choice."""
    TEMPLATE = "template"
    """The first of nine patterns that finds a choice."""


def published_reading(method: PublishedMethod, reply: str, options: Sequence[str]) -> int | None:
    """The place of the choice that a method reads in a reply, 0 for the first; None: it fails."""
    text = _without_special_tokens(reply)
    match method:
        case PublishedMethod.EXACT:
            return _exact(text, options)
        case PublishedMethod.IN:
            return _in(text, options)
        case PublishedMethod.TEMPLATE:
            return _template(text, options)


_LAST_PART = re.compile(r".*(?:>|\*\*)\n\n", re.DOTALL)
_SPECIAL = re.compile(r"\\boxed|</s>|</?CONCLUSION>")


def _without_special_tokens(reply: str) -> str:
    """What stands after the last tag or bold line that ends a paragraph, without markers."""
    return _SPECIAL.sub("", _LAST_PART.sub("", reply, count=1)).strip()


def _exact(text: str, options: Sequence[str]) -> int | None:
    said = text.casefold()
    for at, option in enumerate(options):
        if said and said in (option.casefold(), LABELS[at : at + 1].casefold()):
            return at
    return None


_SPLIT = re.compile(r"[\W_]+")


def _in(text: str, options: Sequence[str]) -> int | None:
    """Letters count as capitals only, since `a` is a word; choices of one word in any case."""
    words = _SPLIT.split(text)
    low = {word.casefold() for word in words}
    named = {
        at
        for at, option in enumerate(options)
        if option.casefold() in low or (not _yes_no(options) and LABELS[at : at + 1] in words)
    }
    return named.pop() if len(named) == 1 else None


_X = r"(yes|no|\w)"
_GAP = r"[:;*\n ]*"
TEMPLATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_X}[,.; \n*]+",
        rf"[\n*{{]+{_X}[,.; \n*}}]+",
        rf"{_X} is the correct answer",
        rf"answer is{_GAP}{_X}",
        rf"answer{_GAP}{_X}",
        rf"choice is{_GAP}{_X}",
        rf"choice{_GAP}{_X}",
        rf"option is{_GAP}{_X}",
        rf"Assistant{_GAP}{_X}",
    )
)
"""Tried in this order. Most have no border after the choice and take the beginning of a word."""

_LETTERS = "ABCDEF"


def _template(text: str, options: Sequence[str]) -> int | None:
    if len(text.split()) < 2:
        parts = [part for part in re.split(r"[,. :;\n]", text) if part]
        return _accepted(parts[0], options) if parts else None
    found = (pattern.search(text) for pattern in TEMPLATES)
    accepted = (_accepted(one[1], options) for one in found if one is not None)
    return next((one for one in accepted if one is not None), None)


def _accepted(said: str, options: Sequence[str]) -> int | None:
    """The choice that a pattern found: A to F, or yes and no where these are the choices."""
    if _yes_no(options):
        low = [option.casefold() for option in options]
        return low.index(said.casefold()) if said.casefold() in low else None
    letter = said.upper()
    there = len(letter) == 1 and letter in _LETTERS[: len(options)]
    return _LETTERS.index(letter) if there else None


def _yes_no(options: Sequence[str]) -> bool:
    return {option.casefold() for option in options} == {"yes", "no"}


FEWEST_JUDGES = 2


def quorum(readings: Sequence[str | None]) -> str | None:
    """What at least three quarters of the judges read, so three of four; None if nothing is.

    Three quarters of two judges are both of them; one judge is no quorum. An empty reading is that
    the reply takes no choice; a judge without a reading (None) agrees with nobody.
    """
    told = Counter(one for one in readings if one is not None)
    if len(readings) < FEWEST_JUDGES or not told:
        return None
    said, count = told.most_common(1)[0]
    return said if 4 * count >= 3 * len(readings) else None


def quorum_reason(readings: Sequence[str | None]) -> str:
    """What the quorum of these readings rests on, or why there is none, in a few words."""
    said = quorum(readings)
    if said:
        return f"{readings.count(said)} of {len(readings)} judges read {said}"
    if said is not None:
        return "the judges read no choice"
    if len(readings) < FEWEST_JUDGES:
        return "one judge is no quorum"
    return "the judges do not agree" if any(one is not None for one in readings) else ""


def choice_said(said: Sequence[str], options: Sequence[str]) -> str:
    """The choice that a coder read in a reply; empty where it is none, or no single one."""
    return said[0] if len(said) == 1 and said[0] in options else ""
