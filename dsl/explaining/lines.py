"""One line that cannot be read, explained; first of all by characters that look like others.

A line whose first word is right, and something after it is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl.explaining.block_kinds import BY, place_of
from dsl.explaining.choices import choice, maybe_choice
from dsl.explaining.names import used_first, wrong_name_line
from dsl.explaining.numbers import amount, number, several
from dsl.explaining.slip import (
    PLACEHOLDER,
    Parts,
    Slip,
    Spot,
    cut,
    missing_colon,
    missing_name,
    parted,
    surplus_colon,
    surplus_words,
    without_dash,
)
from dsl.explaining.unknown_statements import stranger
from dsl.explaining.wrapped_lines import goes_on
from dsl.faults.layout import OddSpace
from dsl.faults.lines import (
    DependsOnReply,
    LookAlikeColon,
    MissingColon,
    MissingName,
    NoteWithoutSpace,
    OrphanOtherwise,
    Unfit,
    UnknownStatement,
)
from dsl.heads import Head, Place, Tail
from dsl.keywords import SPOKEN, head_of
from dsl.loops import depends_on_reply
from dsl.parsing.characters import COLONS, INVISIBLE, describe, odd_space, plain
from dsl.parsing.draft import Draft
from dsl.patterns import lazy_pattern

_NAMED = (Place.LEVELS, Place.ARMS, Place.POOL, Place.CONTRAST)
"""Blocks whose lines begin with a name, in which any space is as good as another."""

_LIKE_COLON = lazy_pattern(f"[{COLONS}]")


def odd_characters(spot: Spot) -> Slip | None:
    """The first character before the colon that is not what it looks like."""
    if spot.words.startswith("#"):
        mended = "# " + spot.words.lstrip("#").lstrip()
        return Slip(NoteWithoutSpace(span=spot.span(0, 1), mended=cut(mended)), mended)
    like = _LIKE_COLON.search(spot.words.partition(":")[0])
    if like is not None:
        before, after = spot.words[: like.start()].rstrip(), spot.words[like.end() :].lstrip()
        mended = f"{before}: {after}".rstrip()
        fault = LookAlikeColon(
            span=spot.span(*like.span()), name=describe(like[0]), mended=cut(mended)
        )
        return Slip(fault, mended)
    head, colon, after = spot.words.partition(":")
    odd = None if spot.place in _NAMED else odd_space(head)
    if odd is not None:
        fault_ = OddSpace(
            span=spot.span(*odd.span()),
            name=describe(odd[0]),
            where="next to a keyword",
            invisible=odd[0] in INVISIBLE,
        )
        return Slip(fault_, plain(head) + colon + after)
    return None


def explain(draft: Draft, line: int, column: int) -> Slip:
    """What is wrong with `line`, where the parser stopped at `column` of the draft."""
    spot = Spot(draft, line, max(0, column - draft.start(line)), place_of(draft, line))
    odd = odd_characters(spot)
    if odd is not None:
        return odd
    answers_back = spot.place in SPOKEN and depends_on_reply(spot.words)
    further = None if answers_back and ":" in spot.words else goes_on(spot)
    if further is not None:
        return Slip(further)
    head = head_of(spot.words, spot.place) if spot.place else None
    gate = head is not None and head.word == "if failed"
    if answers_back and not gate:
        return Slip(DependsOnReply(span=spot.span()))
    slip = wrong_name_line(spot)
    if slip is not None:
        return slip
    return stranger(spot) if head is None else wrong_head_line(spot, head)


_WORDS = tuple("{“\"‘'¿¡")
"""What a sentence may begin with, besides a capital, and no name does."""


def wrong_head_line(spot: Spot, head: Head) -> Slip:
    """What is wrong with a line that begins with `head`, which may be in its place."""
    parts = Parts.of(spot, head)
    if head.colon and parts.colon and parts.tail != without_dash(parts.tail):
        # A mark for the colon, and a colon further on in the words.
        return missing_colon(spot, parts, head.word, spot.words[parts.end :].strip())
    by = BY.search(parts.tail) if head.by else None
    if by is not None:
        return _by(spot, parts, by) or _unfit(spot, head)
    return _LOOKS[head.tail](spot, parts) or _unfit(spot, head)


def _unfit(spot: Spot, head: Head) -> Slip:
    here = spot.place.value if spot.place else "here"
    fault = Unfit(span=spot.span(), here=here, advice=f"for example: `{head.example}`")
    return Slip(fault)


def _by(spot: Spot, parts: Parts, by: re.Match[str]) -> Slip | None:
    """`say by FACTOR`, `answer any of by FACTOR`, `let NAME by FACTOR`."""
    before, factor = parts.tail[: by.start()].strip(), parts.tail[by.end() :].strip()
    head = " ".join(f"{parts.head.word} {before}".split())
    if parts.head.word == "let" and not before:
        return Slip(
            MissingName(
                span=spot.span(0, parts.end),
                head="let",
                what="a name",
                example="let asked by story",
            ),
            f"let {PLACEHOLDER} by {factor or PLACEHOLDER}",
            guessed=True,
        )
    if not factor:
        fault = MissingName(
            span=spot.find("by", parts.end),
            head="by",
            what="the name of a factor",
            example=f"{cut(head)} by story",
        )
        return Slip(fault, f"{head} by {PLACEHOLDER}", guessed=True)
    if parts.colon:
        mended = spot.words.partition(":")[0].rstrip()
        return surplus_colon(spot, "`by` is followed by one line for each level", mended)
    if parts.head.choices and before:
        return maybe_choice(spot, Parts(parts.head, parts.end, before, True, ""), f" by {factor}")
    return parts.brace_in(spot, "the name of a factor")


def _nothing(spot: Spot, parts: Parts) -> Slip | None:
    """A head that is alone, or has nothing but its colon."""
    word = parts.head.word
    if parts.head.colon:
        if not parts.colon:
            return missing_colon(spot, parts, word, parts.tail)
        if parts.tail[:1].isupper() or parts.tail.startswith(_WORDS):
            return missing_colon(spot, parts, word, spot.words[parts.end :].strip())
        mended = f"{word}: {parts.after}".rstrip()
        return surplus_words(spot, parts.end, parts.tail, word, mended) if parts.tail else None
    if parts.tail:
        return surplus_words(spot, parts.end, parts.tail, word, word)
    if parts.colon:
        why = "stands alone" if parts.head.opens is None else "opens a block"
        return surplus_colon(spot, f"`{word}` {why}", word)
    if word == "otherwise":
        return Slip(OrphanOtherwise(span=spot.span(0, parts.end)))
    return None


def _name(spot: Spot, parts: Parts) -> Slip | None:
    head, word = parts.head, parts.head.word
    if head.colon:
        if not parts.tail:
            return missing_name(spot, parts)
        if word == "show" and parts.tail.startswith("by "):
            return _shown_by(spot)
        if not parts.colon:
            return _named_without_colon(spot, parts)
        return parts.brace_in(spot, "a name")
    if word == "asks" and not parts.tail and parts.after.endswith("?"):
        return _asks_for_ask(spot, parts)
    if parts.colon and (parts.tail or parts.after):
        if word == "experiment" and parts.tail and parts.after:
            mended = f"{word} {parts.tail} - {parts.after}"
            return surplus_colon(spot, "a title has no colon in it", mended)
        why = f"`{word}` opens a block" if head.opens else f"a name follows `{word}` directly"
        return surplus_colon(spot, why, f"{word} {parts.tail or parts.after}")
    if not parts.tail:
        return missing_name(spot, parts)
    return parts.brace_in(spot, "a name")


def _named_without_colon(spot: Spot, parts: Parts) -> Slip:
    """`let NAME words`: the name ends at a dash or the like, at a slot, or where it is used so."""
    tail, word = parts.tail, parts.head.word
    twin = head_of(f"{word}s {tail}", spot.place)
    if twin is not None and tail in twin.choices:
        span = spot.span(0, parts.end)
        fault_ = UnknownStatement(span=span, word=word, close=twin.word, known=())
        return Slip(fault_, f"{twin.word} {tail}")
    pair = parted(tail)
    if pair is None and "{" in tail and not tail.startswith("{"):
        at = tail.index("{")
        pair = tail[:at].rstrip(), tail[at:]
    pair = used_first(spot.draft, tail) or pair
    if pair is None:
        fault = MissingColon(
            span=spot.span(), head=cut(spot.words), mended=f"{cut(spot.words)}: ..."
        )
        return Slip(fault, f"{spot.words}:" if spot.has_block else None)
    head = f"{parts.head.word} {pair[0]}"
    mended = f"{head}: {without_dash(pair[1])}"
    end = parts.end + spot.words[parts.end :].index(pair[0]) + len(pair[0])
    return Slip(MissingColon(span=spot.span(0, end), head=cut(head), mended=cut(mended)), mended)


def _asks_for_ask(spot: Spot, parts: Parts) -> Slip:
    """`asks: Where is it?`, which is `ask` with a letter too many."""
    fault = UnknownStatement(
        span=spot.span(0, parts.end), word=parts.head.word, close="ask", known=()
    )
    return Slip(fault, f"ask: {parts.after}")


def _shown_by(spot: Spot) -> Slip:
    """`show by FACTOR`: arms hold words, and a picture is no word."""
    advice = "write `when LEVEL`, and below it `show PATH: words`; and `otherwise` with another"
    return Slip(Unfit(span=spot.span(), here="as one statement", advice=advice))


def _maybe_name(spot: Spot, parts: Parts) -> Slip | None:
    """`ask:` or `ask FORM:`."""
    if not parts.colon:
        return missing_colon(spot, parts, parts.head.word, parts.tail)
    return parts.brace_in(spot, "the name of a form")


_LOOKS: dict[Tail, Callable[[Spot, Parts], Slip | None]] = {
    Tail.NOTHING: _nothing,
    Tail.NAME: _name,
    Tail.MAYBE_NAME: _maybe_name,
    Tail.NUMBER: number,
    Tail.AMOUNT: amount,
    Tail.CHOICE: choice,
    Tail.MAYBE_CHOICE: maybe_choice,
    Tail.SPECIAL: several,
}
