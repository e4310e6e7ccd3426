"""Names of the author's own: lines that begin with one, and those that a script declares.

Found from the text, because a script with a fault of syntax has no tree that could be trusted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dsl.experiment import Outcome
from dsl.explaining.slip import PLACEHOLDER, Slip, Spot, brace_in, cut, surplus_colon, without_dash
from dsl.faults.lines import (
    CommaGap,
    Misplaced,
    MissingColon,
    MissingName,
    Unfit,
    UnreadSlot,
)
from dsl.heads import Place
from dsl.keywords import head_of
from dsl.parsing.draft import Draft
from dsl.patterns import lazy_pattern

_BRACKETS = lazy_pattern(r"\([^()]*\)?")
_INSIDE = lazy_pattern(r"(?<!\{)\{(?:an?[ \t]+)?([^{}/]+?)(?:['’]s)?\}(?!\})", re.IGNORECASE)
_AROUND = lazy_pattern(r"^(?:an?[ \t]+|[a-z]+/)(?=\S)|['’]s$", re.IGNORECASE)
_BUILT_IN = ("cannot tell", "no preference", "done")
_AGAIN = lazy_pattern(r",[ \t]*ask[ \t]+again[ \t]+at[ \t]+most[ \t]+\d+(?:[ \t]+times?(?!\w))?")
_FOLLOWS = lazy_pattern(r"then$|(?:when|unless)[ \t].*[ \t]was[ \t]")
_KEPT = lazy_pattern(r"keep[ \t]+reply[ \t]+as[ \t]+(\S.*)")
_COLUMNS = lazy_pattern(r"table[ \t][^()]*\(([^()]*)\)")
_JOINT = lazy_pattern(r"[ \t]+(?:or|and)[ \t]+")


def levels(draft: Draft) -> list[str]:
    """The names of levels, as set in first below the head of any factor."""
    return list(_below(draft, Place.LEVELS))


def outcomes(draft: Draft) -> list[str]:
    """What replies can be read as, where the script lets words depend on them: the fixed words, and
    the choices of all questions.
    """
    heads = [draft.content(n) for n in range(1, len(draft.lines))]
    if not any(_FOLLOWS.match(words) for words in heads):
        return []
    found = [one.value for one in Outcome]
    for n, words in enumerate(heads, start=1):
        if words.startswith("choices"):
            found += (re.sub(r"[{}]", "", draft.content(m)) for m in draft.below(n))
    return list(filter(None, found))


def slots(draft: Draft) -> list[str]:
    """The originals of all pools, without what is in brackets after them."""
    return [
        _BRACKETS.sub("", words.partition(":")[0]).strip() for words in _below(draft, Place.POOL)
    ]


def lets(draft: Draft) -> list[str]:
    """The names of all lets."""
    return [
        re.split(r":|[ \t]by[ \t]", draft.content(n)[4:], maxsplit=1)[0].strip()
        for n in range(1, len(draft.lines))
        if draft.content(n).startswith("let ")
    ]


def in_braces(draft: Draft) -> set[str]:
    """What is in braces anywhere, without articles and endings."""
    return {found[1] for line in draft.lines for found in _INSIDE.finditer(line)}


def used_first(draft: Draft, words: str) -> tuple[str, str] | None:
    """The most words at the beginning that are in braces somewhere, and the rest."""
    used = in_braces(draft)
    used |= {form for name in used for form in (name.lower(), name[:1].lower() + name[1:])}
    parts = words.split(" ")
    for count in range(min(len(parts) - 1, 6), 0, -1):
        if " ".join(parts[:count]) in used:
            return " ".join(parts[:count]), " ".join(parts[count:])
    return None


def is_name(draft: Draft, inside: str) -> bool:
    """Whether words could be in braces: a slot, a let, or what is in braces elsewhere; with
    its article, as a possessive, as a plural, or after a pronoun.
    """
    names = names_in(draft)
    bare = _AROUND.sub("", " ".join(inside.split()))
    forms = (inside, bare, bare.removesuffix("s"))
    return any(form in names or form[:1].lower() + form[1:] in names for form in forms if form)


def names_in(draft: Draft) -> frozenset[str]:
    """Everything that can be in braces, as far as the lines tell; worked out once."""
    if draft.names is None:
        kept = (_KEPT.match(draft.content(n)) for n in range(1, len(draft.lines)))
        names = (one[1] for one in kept if one is not None)
        rows = (_COLUMNS.match(draft.content(n)) for n in range(1, len(draft.lines)))
        columns = (name.strip() for one in rows if one for name in one[1].split(","))
        known = (*slots(draft), *lets(draft), *columns, *in_braces(draft), *names, *_BUILT_IN)
        draft.names = frozenset(known)
    return draft.names


def label_at(draft: Draft, words: str) -> str:
    """The levels or outcomes that words begin with: `away or moved and told`, `otherwise`,
    `unclear, ask again at most 2 times`; else nothing.
    """
    known = sorted({*levels(draft), *outcomes(draft), "otherwise"}, key=len, reverse=True)
    at = 0
    while True:
        name = next((n for n in known if re.match(re.escape(n) + r"(?!\w)", words[at:])), None)
        if name is None:
            return words[:at].rstrip()
        end = at + len(name)
        joint = _JOINT.match(words, end)
        after = joint.end() if joint else end
        if joint is None or not any(words.startswith(n, after) for n in known):
            again = _AGAIN.match(words, end)
            return words[: again.end() if again else end]
        at = after


def _below(draft: Draft, opened: Place) -> Iterator[str]:
    """The lines set in first below every head that opens a block of this kind."""
    depth, inside = "", False
    for n in range(1, len(draft.lines)):
        if draft.is_blank(n):
            continue
        indent = draft.indents[n]
        if not indent:
            head = head_of(draft.content(n), Place.TOP)
            inside, depth = head is not None and head.opens is opened, ""
        elif inside:
            depth = depth or indent
            if indent == depth:
                yield draft.content(n)


_GAP = lazy_pattern(r",[ \t]*(?=,|$)|:[ \t]*(,)")
_AFTER_BRACKET = lazy_pattern(r"\)[ \t]*(?=[^\s,:)])")
_DASHED = lazy_pattern(r"(?P<head>.*?\S)[ \t]+[-\u2013\u2014]+[ \t]+(?P<rest>\S.*)")
_BELOW = "all values on one line, or nothing after the colon and each value on a line below"
_SLOT_FORM = "an original, a colon, and its values: `Sally (she): Rose, Mia`"


def wrong_name_line(spot: Spot) -> Slip | None:
    """What is wrong with a line in a block of names; None in any other block."""
    look = _LOOKS.get(spot.place) if spot.place else None
    return look(spot) if look else None


def _level(spot: Spot) -> Slip:
    head = head_of(spot.words, Place.LEVEL)
    if ":" in spot.words and head is not None:
        fault = Misplaced(
            span=spot.span(0, len(head.word)),
            word=head.word,
            here=Place.LEVELS.value,
            belongs=Place.LEVEL.value,
            advice="indent it by four spaces, below its level",
        )
        return Slip(fault)
    swap = head_of(spot.words, Place.LEVELS)
    if swap is not None and spot.words.strip() == swap.word:
        fault_ = MissingName(
            span=spot.span(), head=swap.word, what=swap.wants, example=swap.example
        )
        return Slip(fault_)
    return (
        brace_in(spot, "the name of a level")
        or _colon(spot, "a level is only a name")
        or Slip(
            Unfit(
                span=spot.span(),
                here=Place.LEVELS.value,
                advice="a factor has levels, one name per line; a counterbalance may have a "
                "`swap` or `rotate` line instead",
            )
        )
    )


def _contrast(spot: Spot) -> Slip:
    return (
        brace_in(spot, "a contrast")
        or _colon(spot, "a contrast takes no words")
        or Slip(
            Unfit(
                span=spot.span(),
                here=Place.CONTRAST.value,
                advice="for example: `belief across story`",
            )
        )
    )


def _arm(spot: Spot) -> Slip:
    label, colon, after = spot.words.partition(":")
    if colon and not label.strip():
        advice = "put the name of a level before the colon: `LEVEL: words`"
        fault = Unfit(span=spot.span(0, 1), here=Place.ARMS.value, advice=advice)
        return Slip(fault, f"{PLACEHOLDER}: {after.strip()}".rstrip(), guessed=True)
    if colon:
        return brace_in(spot, "the name of a level", end=len(label)) or Slip(
            Unfit(span=spot.span(), here=Place.ARMS.value, advice="write `LEVEL: words`")
        )
    dashed = _DASHED.match(spot.words)
    known = (dashed["head"], dashed["rest"]) if dashed else _level_at(spot)
    head, rest = known if known else (spot.words, "")
    if known is None and "{" in spot.words:
        head, rest = spot.words.split("{", 1)[0].rstrip(), spot.words[spot.words.index("{") :]
    if not head:
        head, rest = PLACEHOLDER, spot.words
    mended = f"{head}: {rest or '...'}"
    end = len(head) if spot.words.startswith(head) else len(spot.words)
    fault_ = MissingColon(span=spot.span(0, end), head=cut(head), mended=cut(mended))
    readable = rest or spot.has_block
    return Slip(fault_, f"{head}: {rest}".rstrip() if readable else None, head == PLACEHOLDER)


def _level_at(spot: Spot) -> tuple[str, str] | None:
    """The levels that a line begins with, as declared anywhere in the script, and what follows."""
    label = label_at(spot.draft, spot.words)
    return (label, spot.words[len(label) :].strip()) if label else None


def _slot(spot: Spot) -> Slip:
    words = spot.words
    braces = brace_in(spot, "the words to choose from")
    if braces is not None:
        return braces
    if words.startswith(":"):
        return _unread(spot, 0, "the original is missing before the colon")
    if words.count("(") != words.count(")"):
        at = words.rfind("(") if words.count("(") > words.count(")") else words.find(")")
        return _unread(spot, at, "a bracket is not closed, or closes nothing")
    gap = _GAP.search(words)
    if gap is not None and words.endswith(",") and spot.has_block:
        return _unread(spot, len(words) - 1, "values cannot continue on the next line", _BELOW)
    if gap is not None:
        at = gap.start(1) if gap[1] else gap.start()
        fault_ = CommaGap(span=spot.span(at, at + 1))
        return Slip(fault_, words[:at].rstrip() + " " + words[at + 1 :].lstrip())
    head, colon, _ = words.partition(":")
    if not colon:
        first, rest = _original(spot)
        mended = f"{first}: {without_dash(rest.strip(' ,'))}"
        fault__ = MissingColon(span=spot.span(0, len(first)), head=cut(first), mended=cut(mended))
        return Slip(fault__, mended, guessed=True)
    if "," in re.sub(r"\([^()]*\)", "", head):
        return _unread(spot, head.index(","), "only one original can come before the colon")
    bracket = _AFTER_BRACKET.search(words)
    if bracket is not None:
        return _unread(spot, bracket.end(), "only a comma can follow a bracket")
    return _unread(spot, spot.at, "this is not a word with its values")


def _original(spot: Spot) -> tuple[str, str]:
    """What of a slot without a colon is its original: to a bracket, or as it is in braces."""
    words = spot.words
    bracket = re.match(r"[^(),]+\([^()]*\)", words)
    if bracket is not None:
        return bracket[0], words[bracket.end() :]
    used = used_first(spot.draft, words)
    if used is not None:
        return used
    first, *rest = re.split(r"[,\s]", words, maxsplit=1)
    return (first, rest[0]) if rest else ("", "")


def _unread(spot: Spot, at: int, reason: str, form: str = _SLOT_FORM) -> Slip:
    start = max(0, min(at, len(spot.words) - 1))
    return Slip(UnreadSlot(span=spot.span(start), reason=reason, form=form))


def _colon(spot: Spot, why: str) -> Slip | None:
    name, colon, after = spot.words.partition(":")
    if not colon:
        return None
    mended = name.strip() or PLACEHOLDER
    if spot.place is Place.CONTRAST:
        mended = f"{name.strip()} {after.strip()}".strip() or PLACEHOLDER
    return surplus_colon(spot, why, mended)


_LOOKS: dict[Place, Callable[[Spot], Slip]] = {
    Place.LEVELS: _level,
    Place.ARMS: _arm,
    Place.POOL: _slot,
    Place.CONTRAST: _contrast,
}
