"""The clauses of a reply, and what each of them does: say, doubt, deny, suppose, give a reason.

Clauses end at signs and at the small words that open a reason, a concession or a condition. That
is far from grammar, and errs to one side: a clause taken for background only makes a reply go to
a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coders.matching.mentions import Mention
from coders.matching.tokens import is_word
from coders.matching.vocabulary import (
    ANSWER_LABELS,
    ATTITUDES,
    AUXILIARIES,
    BACKGROUND,
    CONCLUSIONS,
    CONDITIONS,
    REASONS,
    SELF,
)


class Kind(Enum):
    """What a clause does in a reply."""

    SAYS = "says"
    REASON = "reason"
    BACKGROUND = "background"
    SUPPOSED = "supposed"
    ASKED = "asked"
    QUOTED = "quoted"


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens `start` to `end` of a reply, with the mentions in them.

    `concludes`: opened by so, therefore and the like. `labelled`: under "answer:" or "the answer
    is". `believed`: under somebody's perspective. `explains`: in the part of a reply that says why.
    `sentence` counts sentences; `opener` is the word that opened the clause, if a small one did.
    """

    start: int
    end: int
    words: tuple[str, ...]
    mentions: tuple[Mention, ...]
    kind: Kind
    sentence: int
    concludes: bool = False
    labelled: bool = False
    believed: bool = False
    explains: bool = False
    opener: str = ""


_END = frozenset(".!?\n")
_BREAK = frozenset(',;:()"[]|/') | {"-"}
_EXPLAIN = frozenset(["explanation", "reasoning", "why", "because", "reason", "reasons", "analysis", "rationale"])
_OTHERS = (
    ("might", "think"),
    ("may", "think"),
    ("could", "think"),
    ("would", "think"),
    ("might", "say"),
    ("might", "expect"),
    ("might", "assume"),
    ("could", "argue"),
    ("might", "argue"),
    ("might", "be", "tempted"),
    ("is", "tempting"),
    ("people", "think"),
    ("people", "say"),
)
_GENERAL = frozenset(["you", "one", "some", "many", "people", "it", "others"])


def clauses(words: list[str], found: list[Mention]) -> list[Clause]:
    """The clauses of a token list; mentions are never cut in two."""
    inside = {place for m in found for place in range(m.start + 1, m.end)}
    cuts: list[tuple[int, int, int]] = []
    start = sentence = 0
    for place, token in enumerate(words):
        if place in inside:
            continue
        if token in _END or token in _BREAK:
            if place > start:
                cuts.append((start, place, sentence))
            start = place + 1
            sentence += token in _END
        elif place > start and _opens(words, place):
            cuts.append((start, place, sentence))
            start = place
    if start < len(words):
        cuts.append((start, len(words), sentence))
    return _classified(words, found, cuts)


def _opens(words: list[str], place: int) -> bool:
    token = words[place]
    if token in ("but", "however"):
        return True
    before = words[place - 1]
    if token in REASONS:
        return True
    if token in BACKGROUND:
        return (
            token not in ("who", "which", "where", "when", "once", "whose")
            or not is_word(before)
            or token in ("when", "once", "where")
        )
    if token in CONDITIONS and token != "had":
        return True
    if token in CONCLUSIONS:
        return token != "so" or before not in ("think", "do", "say", "not", "is", "did")
    if token == "as":
        following = words[place + 1] if place + 1 < len(words) else ""
        return following in _CLAUSE_AFTER_AS
    if token == "rather" and words[place + 1 : place + 2] == ["than"]:
        return True
    if token == "instead" and words[place + 1 : place + 2] == ["of"]:
        return True
    return token == "and" and words[place + 1 : place + 2] in (["so"], ["therefore"], ["thus"])


_CLAUSE_AFTER_AS = frozenset(
    ["she", "he", "it", "they", "we", "i", "you", "that", "this", "there", "the", "only", "in", "both", "her", "his", "yet", "far"]
)


def _classified(
    words: list[str], found: list[Mention], cuts: list[tuple[int, int, int]]
) -> list[Clause]:
    result: list[Clause] = []
    asked = _asked(words)
    supposed = explains = believed = unknown = labelled = False
    last_sentence = -1
    by_start = iter(found)
    pending = next(by_start, None)
    for start, end, sentence in cuts:
        part = tuple(words[start:end])
        mine: list[Mention] = []
        while pending is not None and pending.start < end:
            if pending.start >= start:
                mine.append(pending)
            pending = next(by_start, None)
        if sentence != last_sentence:
            supposed = part[0] in ("if", "unless", "suppose", "supposing", "imagine") or (
                part[0] == "had" and len(part) > 1
            )
            supposed = supposed or _attributed(part)
            believed = unknown = False
            last_sentence = sentence
        head = part[1] if part[0] in ("and", "but", "or", "even") and len(part) > 1 else part[0]
        concludes = _concludes(part, head) or part[:3] == ("as", "a", "result") or _sums_up(part)
        kind = Kind.SAYS
        if head in REASONS or (head == "as" and part[1:2] != ("a",)) or part[:2] == ("due", "to"):
            kind = Kind.REASON
        elif head in BACKGROUND or part[0] == "even":
            kind = Kind.BACKGROUND
        if head in CONDITIONS and head != "had":
            supposed = True
        if concludes:
            supposed = explains = False
        if unknown and kind is Kind.SAYS:
            kind = Kind.BACKGROUND
        if supposed:
            kind = Kind.SUPPOSED
        if asked[start]:
            kind = Kind.ASKED
        after = words[end] if end < len(words) else ""
        here = labelled or _labels(part)
        if here:
            explains = False
        result.append(
            Clause(
                start,
                end,
                part,
                tuple(mine),
                kind,
                sentence,
                concludes=concludes,
                labelled=here,
                believed=believed,
                explains=explains,
                opener=head,
            )
        )
        if after == ":" and not mine:
            explains = explains or (bool(_EXPLAIN.intersection(part)) and not here)
            believed = any(w in ATTITUDES for w in part) and not SELF.intersection(part)
            unknown = believed and "not" in part
            believed = believed and not unknown
            next_line = here
        else:
            next_line = False
        if "perspective" in part or ("point" in part and "view" in part):
            believed = True
        if after == "?" and _EXPLAIN.intersection(part):
            explains = True
        # A label holds for what follows it, over an end of line but not over an end of sentence.
        labelled = (next_line or (here and not mine)) and after not in ".!?"
    return result


def _asked(words: list[str]) -> list[bool]:
    """For every token whether its sentence ends with a question mark."""
    result = [False] * (len(words) + 1)
    asked = False
    for place in range(len(words) - 1, -1, -1):
        if words[place] in _END:
            asked = words[place] == "?"
        result[place] = asked
    return result


def _attributed(part: tuple[str, ...]) -> bool:
    """Whether a clause reports what people in general might think."""
    if not _GENERAL.intersection(part[:3]):
        return False
    return any(part[i : i + len(seq)] == seq for seq in _OTHERS for i in range(min(len(part), 6)))


def _concludes(part: tuple[str, ...], head: str) -> bool:
    """Whether a clause opens with so, therefore or the like; `so might the other` does not."""
    if head not in CONCLUSIONS:
        return False
    place = part.index(head)
    return head != "so" or part[place + 1 : place + 2] == () or part[place + 1] not in AUXILIARIES


def _sums_up(part: tuple[str, ...]) -> bool:
    text = " ".join(part[:4])
    return text.startswith(
        ("in short", "in conclusion", "in summary", "to sum up", "tl", "overall")
    )


def _labels(part: tuple[str, ...]) -> bool:
    """Whether a clause is, or ends in, a label: `answer`, `the final answer is`."""
    for place, word in enumerate(part[:8]):
        if word in ANSWER_LABELS:
            rest = part[place + 1 :]
            return not rest or rest[0] in ("is", "would", "to", "here", "must") or rest[0][0] == "@"
    return False
