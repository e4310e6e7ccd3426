"""What speaks against taking a reply's answer as it stands, although its own clause is firm.

Another answer may be left open elsewhere ("but I would not rule out the box"), or picked all the
same after "it cannot be told". Such clauses are full of words on no list, so they answer nothing
themselves. They are asked here only which answers they name; what they say of them more exactly is
left to a person.
"""

from __future__ import annotations

from coders.matching.clauses import surprise
from coders.matching.clauses.clauses import ClauseKind, ReplyClause
from coders.matching.clauses.ranks import denied, hedged, states_place
from coders.matching.doubts.hedging import next_in_sentence
from coders.matching.doubts.stances import EVEN
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.plain_text import stem
from coders.matching.text.vocabulary import FUNCTION, HEDGES, NO, PRONOUNS, SELF, YES, listed
from dsl.patterns import lazy_pattern
from dsl.record import record

_OFFERING = FUNCTION | HEDGES | listed("still even first say think answer though although")
_LATER = listed("then afterwards later next second secondly after once")
_TURNS = listed("but though although yet however still nevertheless")
_FIRST_PERSON = SELF | listed("my me mine")

NOT_RULED_OUT = lazy_pattern(
    r"\b(?:not|never|nothing|hard to|difficult to|without) (?:\w+ ){0,3}"
    r"(?:rule|rules|ruled|ruling|exclude|excludes|excluded|excluding|dismiss|dismissed|discount"
    r"|impossible|unlikely|improbable|inconceivable|implausible|unthinkable|out of the question)\b",
    needs="rul|exclud|dismiss|discount|impossible|unlikely|improbable|inconceivable|implausible"
    "|unthinkable|out of the question",
)
_OPEN = lazy_pattern(
    r"\b(?:possible|plausible|conceivable|possibility|possibilities|alternatively|tempted|tempting"
    r"|imaginable|chance|runner-up|contender|equally|surprised|surprise)\b"
    r"|\bas (?:well|good|likely|easily|plausibly)\b|\bcase for\b|\btoo$",
    needs="possib|plausib|conceivable|alternatively|tempt|imaginable|chance|runner-up|contender"
    "|equally|surprise|as well|as good|as likely|as easily|case for|too",
)


@record
class Doubts:
    """What speaks against taking a reply's answer as it stands.

    `unsure`: it says that it is not sure. `inexact`: its number may be another. `adrift`: it
    hedges, and it is not plain what.
    `picks`: it takes something all the same, and does not name it as the question does.
    `left_open`: the answers it leaves open somewhere. `chosen`: those it names speaking of itself.
    `wondered`: those it asks about. `in_reasons`: those that a reason says in full. `parts` is
    the reply in clauses.
    """

    unsure: bool
    inexact: bool
    adrift: bool
    picks: bool
    left_open: frozenset[int]
    chosen: frozenset[int]
    wondered: bool
    in_reasons: frozenset[int]
    parts: list[ReplyClause]


def left_open(
    sheet: AnswerSheet, parts: list[ReplyClause], by_neighbour: frozenset[int]
) -> frozenset[int]:
    """The answers that a reply leaves open in some clause, whether it takes up the question or not.

    What somebody might do later is left out where the question asks what comes first.
    """
    found: set[int] = set()
    later = -1
    for place, clause in enumerate(parts):
        if sheet.first and _LATER.intersection(clause.words):
            later = clause.sentence
        if not clause.mentions or later == clause.sentence or _concedes(sheet, parts, place):
            continue
        if sheet.item and clause.kind is ClauseKind.BACKGROUND:
            continue
        text = clause.text
        kept = NOT_RULED_OUT.search(text) is not None
        opens = kept or hedged(clause) or clause.start in by_neighbour
        opens = opens or _OPEN.search(text) is not None
        wonders = clause.kind is ClauseKind.ASKED and clause.words[0] in ("or", "perhaps", "maybe")
        wonders = wonders or (clause.kind is ClauseKind.SUPPOSED and clause.words[0] == "or")
        # "The basket, the box or the drawer" is a list.
        opens = opens or ("or" in clause.words and not sheet.yes_no)
        if not (opens and clause.states) and not wonders:
            continue
        if sheet.surprise and not surprise.answers(clause, sheet.words):
            # What is likely, or should be so, is not thereby left open as surprising.
            continue
        found.update(
            m.candidate
            for m in clause.mentions
            if m.candidate is not None
            and (kept or not denied(clause, m))
            and not (sheet.surprise and surprise.set_against(clause, m))
        )
    return frozenset(found)


_LIKELY = listed("probably likely perhaps maybe presumably possibly guess suppose")


def named_after(parts: list[ReplyClause], place: int) -> frozenset[int]:
    """The answers named, not denied, in what a reply says after the clause at `place`."""
    return frozenset(
        m.candidate
        for clause in parts
        if clause.start > place and clause.states
        for m in clause.mentions
        if m.candidate is not None and not denied(clause, m)
    )


def guesses_after(parts: list[ReplyClause], place: int) -> bool:
    """Whether what follows the clause at `place` finds something likely."""
    return any(
        clause.start > place and clause.states and not _LIKELY.isdisjoint(clause.words)
        for clause in parts
    )


def only_offers(sheet: AnswerSheet, clause: ReplyClause) -> bool:
    """Whether a clause says of its answers no more than that they could be: not `it seems mean`."""
    return all(
        word in _OFFERING
        or stem(word) in sheet.words
        or stem(word) in sheet.verbs
        or (sheet.yes_no and word in YES | NO)
        for word in clause.without(clause.mentions)
    )


_PICKS = lazy_pattern(
    r"\bi (?:would |will |should |am |shall )?(?:still |rather |then |just |probably |simply )?"
    r"(?:go|going|choose|choosing|pick|picking|take|taking|opt|favour|favor|plump|settle|bet|back)\b",
    needs="i ",
)


_ONE_OF = lazy_pattern(
    r"\b(?:first|second|third|fourth|last|former|latter) "
    r"(?:option|choice|answer|possibility|one)\b",
    needs="first|second|third|fourth|last|former|latter",
)


def picks(parts: list[ReplyClause]) -> bool:
    """Whether a clause that names nothing takes something: `I would still go for the second`."""
    texts = [c.text for c in parts if not c.mentions]
    return any(_PICKS.search(text) or _ONE_OF.search(text) for text in texts)


_PREFERRING = _FIRST_PERSON | listed(
    "rather more likelier former latter edge better favour favor favours favors prefer prefers"
    " preferred stronger slightly first second last particular especially probably likely"
)


def prefers_after(parts: list[ReplyClause], place: int) -> bool:
    """Whether anything after the clause at `place` may prefer one answer: `I'd give C the edge`."""
    return any(
        clause.start > place
        and (clause.mentions or not _PREFERRING.isdisjoint(clause.words) or hedged(clause))
        for clause in parts
    )


def goes_on_after(parts: list[ReplyClause], place: int) -> bool:
    """Whether the sentence goes on, after the clause at `place`, with `but` or `although`."""
    said = next((c for c in parts if c.start == place), None)
    return said is not None and any(
        c.start > place and c.sentence == said.sentence and c.words[0] in _TURNS for c in parts
    )


def _concedes(sheet: AnswerSheet, parts: list[ReplyClause], place: int) -> bool:
    """Whether a clause grants where something may be before it says what is asked:
    `the whistle may be in the wardrobe by now, but he will look in the bucket`.
    """
    clause, following = parts[place], next_in_sentence(parts, place)
    subject = clause.words[0]
    return (
        (sheet.attitude or not sheet.copular)
        and following is not None
        and following.words[0] in ("but", "yet")
        and bool(following.mentions)
        and not hedged(following)
        and (subject == "there" or (subject not in PRONOUNS and states_place(clause)))
    )


def _wonders(clause: ReplyClause) -> bool:
    """Whether a clause is an answer with a question mark, and not the question said again."""
    return clause.kind is ClauseKind.ASKED and all(
        word in FUNCTION or word in HEDGES or word in YES | NO
        for word in clause.without(clause.mentions)
    )


def wonders(sheet: AnswerSheet, parts: list[ReplyClause]) -> bool:
    """Whether a reply holds an answer with a question mark: `The box?`, `No?`."""
    return any(
        _wonders(clause)
        and (clause.mentions or (sheet.yes_no and (YES | NO).intersection(clause.words)))
        for clause in parts
    )


def own_choices(parts: list[ReplyClause]) -> frozenset[int]:
    """The answers named, not denied, where a reply speaks of itself or wonders: `I am drawn to the
    box`, `The box?`.
    """
    return frozenset(
        m.candidate
        for clause in parts
        if _wonders(clause)
        or (
            (clause.states or clause.kind is ClauseKind.SUPPOSED)
            and _FIRST_PERSON.intersection(clause.words)
        )
        for m in clause.mentions
        if m.candidate is not None and not denied(clause, m)
    )


def calls_even(on_sheet: AnswerSheet, text: str) -> bool:
    """Whether a plain text calls one answer as good as another, in words that are no choice."""
    return EVEN.search(text) is not None and not any(
        EVEN.search(" ".join(wanted)) for _, wanted in on_sheet.spelt
    )
