"""Heads that are followed by numbers."""

from __future__ import annotations

import re

from dsl.explaining.choices import closest_choice
from dsl.explaining.slip import Parts, Slip, Spot, cut, incomplete, surplus_colon, surplus_words
from dsl.faults.lines import Incomplete, MissingColon, NotANumber
from dsl.patterns import lazy_pattern
from dsl.words import NUMBERS

_WHOLE = lazy_pattern(r"[0-9]{1,9}(?![\w.])")
_EXACT = lazy_pattern(r"[0-9]{1,9}(\.[0-9]{1,9})?(?![\w.])")
_ROW = lazy_pattern(r"(?:rows?[ \t]+)?(?:(?:of|in)[ \t]+)?(?:the[ \t]+)?")


def number(spot: Spot, parts: Parts) -> Slip | None:
    """`runs 10`."""
    return _figure(spot, parts, _WHOLE, "a whole number of at most nine digits")


def amount(spot: Spot, parts: Parts) -> Slip | None:
    """`worth 1.5`."""
    return _figure(spot, parts, _EXACT, "a number such as 2 or 1.5")


def _figure(spot: Spot, parts: Parts, pattern: re.Pattern[str], wanted: str) -> Slip | None:
    word = parts.head.word
    said = parts.tail or parts.after
    found = pattern.match(said)
    if parts.colon and said:
        mended = f"{word} {found[0] if found else in_figures(said) or said}"
        return surplus_colon(spot, f"a number follows `{word}` directly", mended)
    if found is not None:
        rest = said[found.end() :].strip()
        if not rest:
            return None
        mended = f"{word} {found[0]}"
        return surplus_words(spot, parts.end, rest, found[0], mended)
    numbers = [in_figures(part) for part in said.split()]
    known = [one for one in numbers if one is not None]
    figure = known[0] if len(known) == 1 else None
    mended = f"{word} {figure}" if figure else parts.head.example
    fault = NotANumber(
        span=spot.find(said, parts.end) if said else spot.span(0, parts.end),
        head=word,
        found=cut(said) or "nothing",
        wanted=wanted,
        mended=mended,
    )
    return Slip(fault, mended, guessed=figure is None)


def several(spot: Spot, parts: Parts) -> Slip | None:
    """Statements of a form of their own: table, bank, waves, stage, rate, repeat, for each."""
    return {
        "table": _table,
        "bank": _from_file,
        "waves": _from_file,
        "stage": _stage,
        "rate": _rate,
        "repeat": _repeat,
        "for each": _for_each,
    }[parts.head.word](spot, parts)


_PATH = lazy_pattern(
    r"(?P<name>[^:=(),]*?)(?:\b(?:from|form|in|of|file)\b|[:=\s])*(?P<path>\S+\.\w+):?"
)


def _from_file(spot: Spot, parts: Parts) -> Slip | None:
    """`bank stages: stages.csv` for `bank stages from stages.csv`."""
    head = parts.head.word
    found = _PATH.fullmatch(spot.words[len(head) :].strip())
    name = found["name"].strip() if found else ""
    mended = f"{head} {name} from {found['path'].rstrip(':')}" if found and name else ""
    example = mended or parts.head.example
    return incomplete(spot, head, f"{head} NAME from PATH", example, sure=bool(mended))


_GROUPS = lazy_pattern(
    r"(?P<name>[^:=(),]+?)(?:\s+(?:from|has|with|in|for)\s+|\s*[:=(]\s*)(?P<of>[^()]+)\)?"
)


def _stage(spot: Spot, parts: Parts) -> Slip | None:
    """`stage first: constancy` for `stage first of constancy`."""
    found = _GROUPS.fullmatch(spot.words.removeprefix("stage").strip())
    mended = f"stage {found['name'].strip()} of {found['of'].strip()}" if found else ""
    if " of " in f" {parts.tail} ":
        return None
    example = mended or f"stage {parts.tail or 'first'} of GROUP, GROUP"
    return incomplete(
        spot, parts.head.word, "stage NAME of GROUP, GROUP", example, sure=bool(mended)
    )


def _table(spot: Spot, parts: Parts) -> Slip | None:
    form = "table NAME (column, column):"
    if parts.tail.endswith(")") and "(" in parts.tail and not parts.tail.startswith("("):
        if not parts.colon:
            mended = f"{spot.words}:"
            fault = MissingColon(span=spot.span(), head=cut(spot.words), mended=cut(mended))
            return Slip(fault, mended)
        if parts.after:
            end = spot.words.index(":") + 1
            return surplus_words(spot, end, parts.after, cut(spot.words[:end]), spot.words[:end])
        return None
    if _PATH.fullmatch(spot.words.removeprefix("table").strip()):
        return _from_file(spot, parts)
    fault_ = Incomplete(span=spot.span(), head="table", form=form, mended=parts.head.example)
    return Slip(fault_)


def _rate(spot: Spot, parts: Parts) -> Slip | None:
    said = f"{parts.tail} {parts.after}"
    figures = [in_figures(word) or word for word in re.split(r"[^\w.]+", said) if word]
    whole = [figure for figure in figures if _WHOLE.fullmatch(figure)]
    mended = f"rate {whole[0]} to {whole[1]}" if len(whole) == 2 else parts.head.example
    return incomplete(spot, parts.head.word, "rate NUMBER to NUMBER", mended, sure=len(whole) == 2)


def _repeat(spot: Spot, parts: Parts) -> Slip | None:
    said = f"{parts.tail} {parts.after}".split()
    figure = next((in_figures(word) or word for word in said if _is_figure(word)), None)
    mended = f"repeat {figure} times" if figure else parts.head.example
    return incomplete(spot, parts.head.word, "repeat NUMBER times", mended, sure=figure is not None)


def _for_each(spot: Spot, parts: Parts) -> Slip | None:
    said = parts.tail
    order = ""
    first, _, rest = said.partition(" ")
    known = None if first in ("row", "rows") else closest_choice(first, parts.head.choices)
    if known is not None:
        order, said = f"{known} ", rest.strip()
    found = _ROW.match(said)
    name = said[found.end() if found else 0 :].strip("{} \t")
    mended = f"for each {order}row of {name}" if name else parts.head.example
    if parts.colon and not parts.after and name:
        return surplus_colon(spot, "`for each` opens a block", mended)
    form = "for each [rotated | shuffled | mixed | fixed] row of TABLE"
    return incomplete(spot, parts.head.word, form, mended, sure=bool(name))


def _is_figure(word: str) -> bool:
    return _WHOLE.fullmatch(word) is not None or in_figures(word) is not None


def in_figures(word: str) -> str | None:
    """`10` for `ten`; None where a word is no number."""
    plain = word.lower().strip(".")
    if plain in NUMBERS:
        return str(NUMBERS.index(plain))
    return plain if _WHOLE.fullmatch(plain) else None
