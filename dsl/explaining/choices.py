"""Heads that are followed by one of a few fixed words."""

from __future__ import annotations

import re

from dsl.explaining.slip import (
    Parts,
    Slip,
    Spot,
    cut,
    incomplete,
    missing_colon,
    parted,
    surplus_colon,
    surplus_words,
    without_dash,
)
from dsl.faults.lines import MissingColon, MissingName, NotAChoice
from dsl.faults.wording import quoted
from dsl.heads import Head
from dsl.spelling import nearest

_NUMBERS = {"number within": "{}: {}", "rating": "{} to {}"}
"""The two numbers that follow a choice, in its form."""
_DERIVED = ("part of", "what works", "outcome of")


def choice(spot: Spot, parts: Parts) -> Slip | None:
    """A word that must be there: `permute latin square`, `example right: ...`."""
    head, word = parts.head, parts.head.word
    chosen, rest = _chosen(head, parts.tail)
    if not head.colon:
        said = parts.tail or parts.after
        if not said:
            return _none_chosen(spot, parts)
        if chosen is not None and rest and nearest(said, head.choices) not in (None, chosen):
            # The word that was found is only the beginning of the one that was meant.
            return _not_a_choice(spot, parts, said, "")
        if parts.colon:
            return surplus_colon(spot, f"its words follow `{word}` directly", f"{word} {said}")
        if chosen is not None and rest:
            return surplus_words(spot, parts.end, rest, chosen, f"{word} {chosen}")
        return None if chosen is not None else _not_a_choice(spot, parts, parts.tail, "")
    if not parts.tail:
        return _none_chosen(spot, parts)
    if chosen is None:
        return _not_a_choice(spot, parts, parts.tail, f": {parts.after}" if parts.colon else "")
    if not parts.colon:
        return _colon_after(spot, f"{word} {chosen}", rest)
    if rest[:1].isupper():
        return _colon_after(spot, f"{word} {chosen}", f"{rest}: {parts.after}".rstrip())
    if rest:
        mended = f"{word} {chosen}: {parts.after}".rstrip()
        return surplus_words(spot, parts.end, rest, chosen, mended)
    return None


def maybe_choice(spot: Spot, parts: Parts, more: str = "") -> Slip | None:
    """A word that may be there: `choices rotated:`, `answer any of by FACTOR`."""
    head, word = parts.head, parts.head.word
    chosen, rest = _chosen(head, parts.tail)
    after = f": {parts.after}" if parts.colon and not more else more
    if chosen in _DERIVED:
        return _derived(spot, parts, chosen, rest)
    meant = chosen or next((one for one in _NUMBERS if _meant(one, head, parts.tail)), None)
    if meant in _NUMBERS:
        return _of_numbers(spot, parts, meant)
    if parts.colon:
        if not parts.tail or (chosen is not None and not rest):
            return None
        if chosen is not None:
            mended = f"{word} {chosen}{after}"
            return surplus_words(spot, parts.end, rest, chosen, mended)
        return _not_a_choice(spot, parts, parts.tail, after)
    if chosen is not None:
        return _colon_after(spot, f"{word} {chosen}", rest)
    if parts.tail and spot.has_block and nearest(parts.tail, head.choices):
        return _not_a_choice(spot, parts, parts.tail, after)
    return missing_colon(spot, parts, word, parts.tail)


_WITHOUT = {
    "number within": re.compile(r"(?:numbers?|within|numbers? within)[ \t]+\d[\d.]*"),
    "rating": re.compile(r"(?:ratings?[ \t]+)?\d+[ \t]*(?:to|-|\u2013)[ \t]*\d+"),
}
"""How a choice with two numbers is written where a word of it is missing, or has a letter more."""


def _meant(choice: str, head: Head, tail: str) -> bool:
    return choice in head.choices and _WITHOUT[choice].fullmatch(tail.strip()) is not None


def _of_numbers(spot: Spot, parts: Parts, chosen: str) -> Slip | None:
    """`answer rating 5-7` for `answer rating 5 to 7`."""
    figures = re.findall(r"\d+(?:\.\d+)?", parts.tail)[:2]
    if len(figures) == 1 and chosen == "number within" and parts.after:
        figures.append(parts.after)
    elif len(figures) < 2:
        figures = re.findall(r"\d+(?:\.\d+)?", f"{parts.tail} {parts.after}")
    sure = len(figures) == 2
    head, form = f"{parts.head.word} {chosen}", _NUMBERS[chosen]
    mended = f"{head} {form.format(*(figures if sure else ['5', '7']))}"
    written = f"{head} {form.format('NUMBER', 'NUMBER')}"
    return incomplete(spot, head, written, mended, sure=sure)


def _derived(spot: Spot, parts: Parts, chosen: str, machine: str) -> Slip | None:
    if machine:
        pair = parted(machine)
        if pair is None or parts.colon:
            return None
        head = f"{parts.head.word} {chosen} {pair[0]}"
        mended = f"{head}: {pair[1]}"
        return Slip(MissingColon(span=spot.span(), head=head, mended=cut(mended)), mended)
    fault = MissingName(
        span=spot.find(parts.tail, parts.end),
        head=chosen,
        what="the name of a machine",
        example=f"{parts.head.word} {chosen} checkered",
    )
    return Slip(fault)


def _chosen(head: Head, tail: str) -> tuple[str | None, str]:
    """The choice that `tail` begins with, and what follows it."""
    for known in sorted(head.choices, key=len, reverse=True):
        found = re.match(r"[ \t]+".join(known.split()) + r"(?![\w-])", tail)
        if found is not None:
            return known, tail[found.end() :].strip()
    return None, tail


def _colon_after(spot: Spot, head: str, rest: str) -> Slip:
    mended = f"{head}: {without_dash(rest)}".rstrip()
    end = len(spot.words) - len(rest)
    span = spot.span(0, len(spot.words[:end].rstrip()))
    return Slip(MissingColon(span=span, head=head, mended=cut(mended)), mended)


def _none_chosen(spot: Spot, parts: Parts) -> Slip:
    fault = MissingName(
        span=spot.span(0, parts.end),
        head=parts.head.word,
        what=quoted(parts.head.choices),
        example=parts.head.example,
    )
    return Slip(fault)


_SAID = {
    "false": "wrong", "incorrect": "wrong", "true": "right", "correct": "right",
    "partial": "half", "partly": "half", "halve": "half", "random": "shuffled",
    "randomized": "shuffled", "randomised": "shuffled", "every": "all of", "both": "all of",
    "either of": "any of", "one of": "any of", "no": "none of", "humans": "coders",
    "score 0": "score zero", "all combinations": "every combination", "ignore": "count anyway",
}  # fmt: skip
_SHORTEST = 3


def closest_choice(found: str, choices: tuple[str, ...]) -> str | None:
    """The choice that is meant: cut short (`all` for `all of`), another word for it, misspelt."""
    said = " ".join(found.lower().split())
    begun = [one for one in choices if one.startswith(said)] if len(said) >= _SHORTEST else []
    other = _SAID.get(said)
    if other in choices:
        return other
    return begun[0] if len(begun) == 1 else nearest(found, choices)


def _not_a_choice(spot: Spot, parts: Parts, found: str, rest: str) -> Slip:
    head = parts.head
    close = closest_choice(found, head.choices)
    fault = NotAChoice(
        span=spot.find(found, parts.end),
        found=cut(found),
        head=head.word,
        choices=head.choices,
        close=close,
    )
    mended = f"{head.word} {close}{rest}".rstrip() if close else None
    return Slip(fault, mended)
