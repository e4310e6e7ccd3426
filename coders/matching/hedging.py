"""What leaves an answer open although it stands in a clause of its own.

"The cupboard, most likely", "Probably: the cupboard", "the cupboard, but I would not rule out the
pouch": the hedge and the answer are two clauses, and the first says nothing without the second. A
clause that only hedges is handed to the answer it belongs to; where it could belong to two things,
a person decides. Reading hedges over the whole reply instead would make "the marble is probably in
the box now, but she will look in the basket" a half answer, which it is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from coders.matching.clauses import Clause, Kind
from coders.matching.ranks import denied, hedged, leftover
from coders.matching.sheet import Sheet
from coders.matching.tokens import stem
from coders.matching.vocabulary import FUNCTION, HEDGES, SELF, listed

_ASIDE = HEDGES | listed(
    "most very quite rather more much i we would will should my best is it that this to be been a"
    " an the at in all than think say as well only just even then so have but and or though"
    " although highly pretty fairly if anything for now by far must maybe one"
)
_JOINTS = listed("but and or so then though although")
_OFFERING = (
    FUNCTION | HEDGES | listed("well still just even first say think answer though although")
)
_BEFORE = listed("in into inside on at to the a an her his their its")
_LATER = listed("then afterwards later next second secondly after once")
_FIRST_PERSON = SELF | listed("my me mine")

NOT_RULED_OUT = re.compile(
    r"\b(?:not|never|nothing|hard to|difficult to|without) (?:\w+ ){0,3}"
    r"(?:rule|rules|ruled|ruling|exclude|excludes|excluded|excluding|dismiss|dismissed|discount)\b"
)
_OPEN = re.compile(
    r"\b(?:possible|plausible|conceivable|possibility|possibilities|alternatively|tempted|tempting"
    r"|imaginable|chance|runner-up|contender|equally|surprised|surprise)\b"
    r"|\bas (?:well|good|likely|easily|plausibly)\b|\bcase for\b|\btoo$"
)

_I_GUESS = re.compile(r"\bi (?:would |should |will |can only |could only )?guess\b")


@dataclass(frozen=True, slots=True)
class Hedging:
    """`hedged`: the starts of clauses that a neighbour hedges. `doubtful`: a clause that only
    hedges could belong to this or to that.
    """

    hedged: frozenset[int]
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Doubts:
    """What speaks against taking a reply's answer as it stands.

    `unsure`: it says that it is not sure. `adrift`: it hedges, and it is not plain what.
    `picks`: it takes something all the same, and does not name it as the question does.
    `left_open`: the answers it leaves open somewhere. `chosen`: those it names speaking of itself.
    """

    unsure: bool
    adrift: bool
    picks: bool
    left_open: frozenset[int]
    chosen: frozenset[int]


def hedging(
    sheet: Sheet, words: list[str], parts: list[Clause], answering: frozenset[int]
) -> Hedging:
    """The clauses that are hedged by another; `answering` are the starts of those that answer."""
    found: set[int] = set()
    doubtful = False
    for place, clause in enumerate(parts):
        if clause.mentions or clause.start in answering:
            continue
        if _is_aside(clause):
            target = _belongs_to(words, parts, place, answering)
            doubtful = doubtful or target is None or softly(clause)
            if target is not None and target is not clause:
                found.add(target.start)
        elif hedged(clause) and clause.kind is Kind.SAYS:
            following = _next(parts, place)
            if following is not None and _frames(words, clause, following, answering):
                found.add(following.start)
                doubtful = doubtful or bool(leftover(sheet, clause)) or softly(clause)
    return Hedging(frozenset(found), doubtful)


def softly(clause: Clause) -> bool:
    """Whether only `I guess` or `I would guess` hedges it: to some `I think`, to some a hedge."""
    text = " ".join(clause.words)
    return HEDGES.intersection(clause.words) == {"guess"} and _I_GUESS.search(text) is not None


def _is_aside(clause: Clause) -> bool:
    """Whether a clause hedges and says nothing else: `most likely`, `i suppose`."""
    if clause.kind not in (Kind.SAYS, Kind.BACKGROUND) or not HEDGES.intersection(clause.words):
        return False
    return all(word in _ASIDE for word in clause.words) or (
        clause.words[-2:] == ("than", "not") and all(w in _ASIDE for w in clause.words[:-1])
    )


def _belongs_to(
    words: list[str], parts: list[Clause], place: int, answering: frozenset[int]
) -> Clause | None:
    """The clause that an aside hedges, the aside itself if none; None where it may be another."""
    clause = parts[place]
    following = _next(parts, place)
    before = _before(parts, place)
    if following is not None and following.start == clause.end and following.kind is Kind.REASON:
        # "Most likely because she left it there": the answer or its reason.
        return None
    if before is None and following is None:
        return _of_another_sentence(parts, place, answering)
    forward = before is None or clause.words[0] in _JOINTS or set(before.words) <= _JOINTS
    if not forward and before is not None and before.kind is not Kind.SAYS:
        if following is None and any(c.start in answering for c in _sentence(parts, clause)):
            return None
        forward = True
    if not forward and before is not None and not _tells(before, answering):
        forward = following is not None and following.words[0] not in _JOINTS
    if forward and following is not None:
        return following
    return before or clause


def _of_another_sentence(
    parts: list[Clause], place: int, answering: frozenset[int]
) -> Clause | None:
    """The answer before a sentence that only hedges, else the one after it."""
    sentence = parts[place].sentence
    for other in reversed(parts[:place]):
        if other.mentions and other.kind is Kind.ASKED and other.sentence == sentence - 1:
            # "The box? Perhaps." hedges nothing that is said elsewhere.
            return None
        if other.start in answering:
            return other if other.sentence == sentence - 1 else None
    for other in parts[place + 1 :]:
        if other.start in answering:
            return other if other.sentence == sentence + 1 else None
    return None


def _sentence(parts: list[Clause], clause: Clause) -> list[Clause]:
    return [c for c in parts if c.sentence == clause.sentence]


def _tells(clause: Clause, answering: frozenset[int]) -> bool:
    return bool(clause.mentions) or clause.start in answering


def _next(parts: list[Clause], place: int) -> Clause | None:
    """The clause after this one in its sentence; a line's end after a colon is no end."""
    following = parts[place + 1] if place + 1 < len(parts) else None
    same = following is not None and following.sentence == parts[place].sentence
    return following if same else None


def _before(parts: list[Clause], place: int) -> Clause | None:
    """The clause before this one in its sentence, past small talk such as `i think`."""
    sentence = parts[place].sentence
    for other in reversed(parts[:place]):
        if other.sentence != sentence:
            return None
        if other.mentions or len(other.words) > 2 or set(other.words) <= _JOINTS:
            return other
        if not all(word in _ASIDE for word in other.words):
            return other
    return None


def _frames(words: list[str], clause: Clause, following: Clause, answering: frozenset[int]) -> bool:
    """Whether a clause leads up to the answer after it: `probably she says:`, `my guess:`."""
    if following.start not in answering:
        return False
    between = words[clause.end : following.start]
    named = {place for m in following.mentions for place in range(m.start, m.end)}
    rest = [w for at, w in enumerate(following.words, following.start) if at not in named]
    return ":" in between or '"' in between or (bool(named) and all(w in _BEFORE for w in rest))


def left_open(sheet: Sheet, parts: list[Clause], by_neighbour: frozenset[int]) -> frozenset[int]:
    """The answers that a reply leaves open in some clause, whether it takes up the question or not.

    What somebody might do later is left out where the question asks what comes first.
    """
    found: set[int] = set()
    later = -1
    for clause in parts:
        if sheet.first and _LATER.intersection(clause.words):
            later = clause.sentence
        if not clause.mentions or later == clause.sentence:
            continue
        text = " ".join(clause.words)
        kept = NOT_RULED_OUT.search(text) is not None
        opens = kept or hedged(clause) or clause.start in by_neighbour or _OPEN.search(text)
        wonders = clause.kind is Kind.ASKED and clause.words[0] in ("or", "perhaps", "maybe")
        if not (opens and clause.kind in (Kind.SAYS, Kind.BACKGROUND)) and not wonders:
            continue
        found.update(
            m.candidate
            for m in clause.mentions
            if m.candidate is not None and (kept or not denied(clause, m))
        )
    return frozenset(found)


def only_offers(sheet: Sheet, clause: Clause) -> bool:
    """Whether a clause says of its answers no more than that they could be: not `it seems mean`."""
    named = {place for m in clause.mentions for place in range(m.start, m.end)}
    return all(
        place in named
        or word in _OFFERING
        or stem(word) in sheet.words
        or stem(word) in sheet.verbs
        for place, word in enumerate(clause.words, clause.start)
    )


_PICKS = re.compile(
    r"\bi (?:would |will |should |am |shall )?(?:still |rather |then |just |probably |simply )?"
    r"(?:go|going|choose|choosing|pick|picking|take|taking|opt|favour|favor|plump|settle|bet|back)\b"
)


def picks(parts: list[Clause]) -> bool:
    """Whether a clause that names nothing takes something: `I would still go for the second`."""
    return any(not c.mentions and _PICKS.search(" ".join(c.words)) for c in parts)


def own_choices(parts: list[Clause]) -> frozenset[int]:
    """The answers named, not denied, where a reply speaks of itself: `I am drawn to the box`."""
    return frozenset(
        m.candidate
        for clause in parts
        if clause.kind in (Kind.SAYS, Kind.BACKGROUND, Kind.SUPPOSED)
        and _FIRST_PERSON.intersection(clause.words)
        for m in clause.mentions
        if m.candidate is not None and not denied(clause, m)
    )
