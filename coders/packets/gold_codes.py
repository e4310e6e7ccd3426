"""One code as people write it, `half, hedged`, and whether the table of marks allows it.

The table is closed (docs/coding.md): a half says why it is one, and what is right carries no flag
that takes something away. Free combinations were rejected: two experts would then mean different
things by the same flag.
"""

from __future__ import annotations

from coders.marks import Flag
from dsl.record import record
from dsl.spelling import nearest

MARKS = ("right", "half", "wrong")

_OF_HALF = frozenset({Flag.HEDGED, Flag.INCOMPLETE, Flag.FALSE_DETAIL})
_OF_WRONG = frozenset({Flag.REFUSAL, Flag.IRRELEVANT, Flag.HALLUCINATION})
FLAGS = {flag.value: flag for flag in Flag}


@record
class Code:
    """A mark (`right`, `half` or `wrong`) and flags, in the order of the closed list."""

    mark: str
    flags: tuple[Flag, ...] = ()

    def __str__(self) -> str:
        return ", ".join((self.mark, *(flag.value for flag in self.flags)))


RIGHT = Code("right")


class BadCode(ValueError):
    """Words that are no code, or one that the table of marks does not have; says why."""


def code_of(words: str) -> Code:
    """The code that `words` say: a mark, then flags, with commas. Raises BadCode."""
    first, *rest = (" ".join(part.split()) for part in words.split(","))
    if first not in MARKS:
        raise BadCode(f"`{first}` is not a mark{_meant(first, MARKS)}")
    for name in rest:
        if name not in FLAGS:
            raise BadCode(f"`{name}` is not a flag{_meant(name, FLAGS)}")
    flags = {FLAGS[name] for name in rest}
    why = _misfit(first, flags)
    if why:
        raise BadCode(why)
    return Code(first, tuple(flag for flag in Flag if flag in flags))


def _misfit(mark: str, flags: set[Flag]) -> str:
    """Why the table of marks has no such code; empty where it has."""
    of_half, of_wrong = flags & _OF_HALF, flags & _OF_WRONG
    if mark == "right" and of_half | of_wrong:
        flag = sorted(of_half | of_wrong)[0].value
        return f"`right` with the flag `{flag}` is not in the table of marks"
    if mark == "half" and of_wrong:
        return f"`half` with the flag `{sorted(of_wrong)[0].value}` is not in the table of marks"
    if mark == "half" and not of_half:
        return "a half needs a flag: `half, hedged`, `half, incomplete` or `half, false detail`"
    return ""


def _meant(word: str, known: tuple[str, ...] | dict[str, Flag]) -> str:
    close = nearest(word, known)
    if close is not None:
        return f"; did you mean `{close}`?"
    return f"; available: {', '.join(known)}"
