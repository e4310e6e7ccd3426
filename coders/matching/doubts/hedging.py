"""What leaves an answer open although it stands in a clause of its own.

"The cupboard, most likely", "Probably: the cupboard", "the cupboard, but I would not rule out the
pouch": the hedge and the answer are two clauses, and the first says nothing without the second. A
clause that only hedges is handed to the answer it belongs to; where it could belong to two things,
a person decides. Reading hedges over the whole reply instead would make "the marble is probably in
the box now, but she will look in the basket" a half answer, which it is not.
"""

from __future__ import annotations

from coders.matching.clauses.clauses import ClauseKind, ReplyClause
from coders.matching.clauses.ranks import hedged, leftover
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.vocabulary import HEDGES, listed
from dsl.patterns import lazy_pattern

_ASIDE = HEDGES | listed(
    "most very quite rather more much i we would will should my best is it that this to be been a"
    " an the at in all than think say as well only just even then so have but and or though"
    " although highly pretty fairly if anything for now by far must maybe one least believe feel"
    " reckon suspect expect myself me so am"
)
_JOINTS = listed("but and or so then though although")
SEEMING = listed("seem seems appear appears")
"""Hedges that often only say how something looks."""

_SMALL_TALK = 6
"""Clauses, at most, that are looked past for what a hedge belongs to."""

_CONDITIONS = listed("if unless provided assuming supposing")
_OF_IT = listed("that it this which i me my mine one")
_OTHERS = listed("he she they him her them his hers their")
_BEFORE = listed("in into inside on at to the a an her his their its")

_I_GUESS = lazy_pattern(r"\bi (?:would |should |will |can only |could only )?guess\b")


def hedging(
    sheet: AnswerSheet, words: list[str], parts: list[ReplyClause], answering: frozenset[int]
) -> tuple[frozenset[int], bool]:
    """The starts of clauses that a neighbour hedges, and whether a clause that only hedges could
    belong to this or to that; `answering` are the starts of those that answer.
    """
    found: set[int] = set()
    doubtful = False
    answered = {c.sentence for c in parts if c.start in answering}
    for place, clause in enumerate(parts):
        if clause.kind is ClauseKind.SUPPOSED:
            doubtful = doubtful or _conditions(parts, place, answering)
        if clause.mentions or clause.start in answering:
            continue
        if _is_aside(sheet, clause):
            target = _belongs_to(parts, place, answering, answered)
            stray = target is None or not _tells(target, answering)
            near = {clause.sentence - 1, clause.sentence, clause.sentence + 1}
            stray = stray and not (answered if target is None else near).isdisjoint(answered)
            doubtful = doubtful or stray or softly(clause)
            if target is not None and target is not clause:
                found.add(target.start)
        elif hedged(clause) and clause.kind is ClauseKind.SAYS:
            following = next_in_sentence(parts, place)
            if following is not None and _frames(words, clause, following, answering):
                found.add(following.start)
                doubtful = doubtful or bool(leftover(sheet, clause)) or softly(clause)
            else:
                doubtful = doubtful or _comments(sheet, parts, place, answering)
                doubtful = doubtful or _offers_another(parts, place, answering)
    return frozenset(found), doubtful


def softly(clause: ReplyClause) -> bool:
    """Whether only `I guess` or `I would guess` hedges it: to some `I think`, to some a hedge."""
    only = HEDGES.intersection(clause.words) == {"guess"}
    return only and _I_GUESS.search(clause.text) is not None


def _is_aside(sheet: AnswerSheet, clause: ReplyClause) -> bool:
    """Whether a clause hedges and says nothing else: `most likely`, `i suppose`."""
    if not clause.states or HEDGES.isdisjoint(clause.words):
        return False
    words = clause.words[:-1] if sheet.yes_no and clause.words[-1] == "not" else clause.words
    return all(word in _ASIDE for word in words) or (
        clause.words[-2:] == ("than", "not") and all(w in _ASIDE for w in clause.words[:-1])
    )


def _conditions(parts: list[ReplyClause], place: int, answering: frozenset[int]) -> bool:
    """Whether a clause makes the answer before it depend: `three, provided that none flew off`."""
    if parts[place].words[0] not in _CONDITIONS:
        return False
    before = _before(parts, place)
    while before is not None and before.start not in answering:
        if before.kind is not ClauseKind.BACKGROUND:
            return False
        before = _before(parts, parts.index(before))
    return before is not None


def _comments(
    sheet: AnswerSheet, parts: list[ReplyClause], place: int, answering: frozenset[int]
) -> bool:
    """Whether a clause takes the edge off the answer before it: `that is the likeliest place`.

    Not `it seems kind`, which tells why, nor what she or he may do.
    """
    clause = parts[place]
    before = _before(parts, place)
    if before is None or before.start not in answering or _OTHERS.intersection(clause.words):
        return False
    seems = HEDGES.intersection(clause.words) <= SEEMING and bool(leftover(sheet, clause))
    return bool(_OF_IT.intersection(clause.words)) and not seems


def _offers_another(parts: list[ReplyClause], place: int, answering: frozenset[int]) -> bool:
    """Whether a clause leaves open something else than the answer before it, in words that name no
    answer: `she hands it over, or maybe just goes on with the blocks`.
    """
    before = _before(parts, place)
    answers = before is not None and before.start in answering
    return answers and parts[place].words[0] == "or"


def _belongs_to(
    parts: list[ReplyClause], place: int, answering: frozenset[int], answered: set[int]
) -> ReplyClause | None:
    """The clause that an aside hedges, the aside itself if none; None where it may be another."""
    clause = parts[place]
    following = next_in_sentence(parts, place)
    before = _before(parts, place)
    if (
        following is not None
        and following.start == clause.end
        and following.kind is ClauseKind.REASON
    ):
        # "Most likely because she left it there": the answer or its reason.
        return None
    if before is None and following is None:
        return _of_another_sentence(parts, place, answering)
    forward = before is None or clause.words[0] in _JOINTS or set(before.words) <= _JOINTS
    if not forward and before is not None and before.kind is not ClauseKind.SAYS:
        if following is None and clause.sentence in answered:
            return None
        forward = True
    if not forward and before is not None and not _tells(before, answering):
        forward = following is not None and following.words[0] not in _JOINTS
    if forward and following is not None:
        return following
    return before or clause


def _of_another_sentence(
    parts: list[ReplyClause], place: int, answering: frozenset[int]
) -> ReplyClause | None:
    """The answer in the sentence before one that only hedges, else in the one after it."""
    sentence = parts[place].sentence
    for at in range(place - 1, -1, -1):
        if parts[at].sentence < sentence - 1:
            break
        if parts[at].mentions and parts[at].kind is ClauseKind.ASKED:
            # "The box? Perhaps." hedges nothing that is said elsewhere.
            return None
        if parts[at].start in answering:
            return parts[at]
    for at in range(place + 1, len(parts)):
        if parts[at].sentence > sentence + 1:
            break
        if parts[at].start in answering:
            return parts[at]
    return None


def _tells(clause: ReplyClause, answering: frozenset[int]) -> bool:
    return bool(clause.mentions) or clause.start in answering


def next_in_sentence(parts: list[ReplyClause], place: int) -> ReplyClause | None:
    """The clause after the one at `place`, if it is of the same sentence."""
    following = parts[place + 1] if place + 1 < len(parts) else None
    same = following is not None and following.sentence == parts[place].sentence
    return following if same else None


def _before(parts: list[ReplyClause], place: int) -> ReplyClause | None:
    """The clause before this one in its sentence, past small talk such as `i think`."""
    sentence = parts[place].sentence
    for at in range(place - 1, max(place - 1 - _SMALL_TALK, -1), -1):
        other = parts[at]
        if other.sentence != sentence:
            return None
        small = len(other.words) <= 2 and all(word in _ASIDE for word in other.words)
        if other.mentions or not small or set(other.words) <= _JOINTS:
            return other
    return None


def _frames(
    words: list[str], clause: ReplyClause, following: ReplyClause, answering: frozenset[int]
) -> bool:
    """Whether a clause leads up to the answer after it: `probably she says:`, `my guess:`."""
    if following.start not in answering:
        return False
    between = words[clause.end : following.start]
    rest = following.without(following.mentions)
    bare = bool(following.mentions) and all(w in _BEFORE for w in rest)
    return ":" in between or '"' in between or bare
