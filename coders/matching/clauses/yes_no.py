"""Yes and no: said outright, by an echo of the question, or by `it did not`.

An echo counts only when the whole sentence is made of the question's own words: "the machine did
not light up when the red ball was on it" answers no question about the blue one.
"""

from __future__ import annotations

from coders.matching.clauses.clauses import ClauseKind, ReplyClause
from coders.matching.clauses.ranks import hedged, leftover
from coders.matching.clauses.readings import readings
from coders.matching.clauses.several import Reading, Several, read_as
from coders.matching.question.candidates import Sort
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
    ATTITUDES,
    AUXILIARIES,
    BACKGROUND,
    BE,
    CONCLUSIONS,
    FILLERS,
    FUNCTION,
    HEDGES,
    NEGATORS,
    NO,
    PRONOUNS,
    SELF,
    YES,
    listed,
    phrases,
)
from dsl.record import replace

_LONG_YES = listed("correct true indeed right")
_SHORT_YES = YES - _LONG_YES
_SHORT_NO = NO - {"incorrect", "false"}
_SAYING = listed("is be say answer no")
_QUANTIFIERS = listed("both neither all none of them")


def yes_no_readings(sheet: AnswerSheet, parts: list[ReplyClause]) -> list[Reading]:
    """What clauses say yes or no to the question; outright ones rank above echoes."""
    yes, no = sheet.of_sort(Sort.YES), sheet.of_sort(Sort.NO)
    if yes is None or no is None:
        return []
    found: list[Reading] = []
    units = _units(sheet, parts)
    sentences = _sentences(sheet, parts, units)
    for clause in parts:
        if (
            clause.kind in (ClauseKind.ASKED, ClauseKind.SUPPOSED, ClauseKind.QUOTED)
            or clause.explains
        ):
            continue
        said = _outright(sheet, clause)
        if said is Several.DOUBT:
            found.append(read_as(3, (), said, clause))
        elif said is not None:
            rank = 4 if clause.labelled or clause.concludes else 3
            found.append(read_as(rank, ((yes if said else no).index,), None, clause))
        elif clause.kind is ClauseKind.SAYS:
            told = None
            if sheet.knowing:
                # Here, since its patterns take a while to compile and few questions need them.
                from coders.matching.clauses.knowing import knows

                told = knows(sheet, clause)
            if told is not None:
                knowing, hedged = told
                if knowing is not None:
                    answer = (yes if knowing else no).index
                    found.append(replace(read_as(2, (answer,), None, clause), hedged=hedged))
                continue
            positive = _echo(sheet, clause, sentences.get(units[clause.start]))
            if positive is not None:
                found.append(read_as(2, ((yes if positive else no).index,), None, clause))
    return _hedged_together(found)


def in_reasons(sheet: AnswerSheet, parts: list[ReplyClause]) -> frozenset[int]:
    """The answers that a reason gives, with the question taken up in full: `because Bram moved the
    letter`, where it is asked who did.
    """
    reasons = [
        replace(clause, kind=ClauseKind.SAYS, words=clause.words[1:], start=clause.start + 1)
        for clause in parts
        if clause.kind is ClauseKind.REASON
        and len(clause.words) > 2
        and clause.words[0] in _REASONS
    ]
    if not reasons:
        return frozenset()
    main = set(sheet.main)
    found = [
        r
        for r in readings(sheet, [], reasons)
        if r.rank >= 3 and (not r.note or main & set(map(stem, r.clause.words)))
    ]
    if sheet.yes_no:
        found += yes_no_readings(sheet, reasons)
    return frozenset(a for r in found if r.several is None for a in r.answers)


_REASONS = listed("because since as for")


def _hedged_together(found: list[Reading]) -> list[Reading]:
    """`It probably is, yes`: in one sentence, what hedges an answer hedges its repetition."""
    open_ones = {(r.clause.sentence, r.answers) for r in found if r.hedged}
    return [
        replace(r, hedged=r.hedged or (r.clause.sentence, r.answers) in open_ones) for r in found
    ]


def _outright(sheet: AnswerSheet, clause: ReplyClause) -> bool | Several | None:
    words = tuple(w for w in clause.words if w[0] != "@")
    if clause.kind is not ClauseKind.SAYS or not words:
        return None
    says_yes = any(w in _SHORT_YES for w in words)
    says_no = any(
        w in _SHORT_NO and (w != "no" or _alone(words, place)) for place, w in enumerate(words)
    )
    if len(words) <= 3 and not says_no:
        says_yes = says_yes or (words[-1] in _LONG_YES and "not" not in words)
        says_no = words[-1] in ("incorrect", "false") or (words[-1] in _LONG_YES and "not" in words)
    if hedged(clause) and set(words) - {"i", "would", "say", "most", "very"} <= _MAYBE_NOT:
        says_no = "not" in words
    if words in _FLAT:
        return False
    if len(words) == 1 and words[0] in ("y", "n") and not sheet.letters:
        return words[0] == "y"
    if "than" in words and any(w in YES for w in words) and any(w in NO for w in words):
        return Several.DOUBT
    if says_yes and says_no:
        return None if leftover(sheet, clause) else Several.DOUBT
    if not (says_yes or says_no):
        return None
    first = words[0] in YES | NO
    if leftover(sheet, clause) and not first:
        return None
    return says_yes


_FLAT = phrases(
    "certainly not, of course not, definitely not, absolutely not, not at all, clearly not"
)
_PLAIN = (
    FUNCTION
    | AUXILIARIES
    | PRONOUNS
    | NEGATORS
    | HEDGES
    | CONCLUSIONS
    | BACKGROUND
    | YES
    | NO
    | listed(
        "according description story text given based information observations evidence indeed"
        " definitely certainly actually really still now just again clearly placed put placing"
        " answer well surely most more very obviously honestly frankly naturally evidently plainly"
        " undoubtedly simply course"
    )
)
_MAYBE_NOT = listed("probably likely perhaps maybe presumably possibly not")


def _alone(words: tuple[str, ...], place: int) -> bool:
    """Whether a `no` is an answer and not the `no` of `no gear`."""
    after = words[place + 1] if place + 1 < len(words) else ""
    before = words[place - 1] if place else ""
    if after in ("one", "more", "longer", "way", "doubt"):
        return False
    if after in ("or", "nor") and YES.intersection(words[place + 2 :]):
        return True
    if not after:
        return not before or before in _SAYING | HEDGES | FILLERS | FUNCTION
    return place == 0 and (
        after in PRONOUNS or after in ("the", "this", "that", "its", "or", "and")
    )


_Unit = tuple[int, int]


def _units(sheet: AnswerSheet, parts: list[ReplyClause]) -> dict[int, _Unit]:
    """By the start of each clause the part of a sentence that has to be of the question's words: a
    conclusion, and what follows words of oneself (`I am an AI, but ...`), stand by themselves.
    """
    units: dict[int, _Unit] = {}
    part = 0
    for place, clause in enumerate(parts):
        before = parts[place - 1] if place else None
        if before is None or before.sentence != clause.sentence:
            part = 0
        elif clause.concludes or (
            _LEADING.intersection(before.words[:2])
            and clause.words[0] not in BACKGROUND
            and not {stem(w) for w in before.words} & set(sheet.main)
            and not (NEGATORS | HEDGES | ATTITUDES).intersection(before.words)
        ):
            part += 1
        units[clause.start] = (clause.sentence, part)
    return units


_LEADING = SELF | listed("my let going according reading from reflection")


def _sentences(
    sheet: AnswerSheet, parts: list[ReplyClause], units: dict[int, _Unit]
) -> dict[_Unit, set[str]]:
    """The stems of every part of a sentence that is made of the question's words and idle ones."""
    stems: dict[_Unit, set[str]] = {}
    foreign: set[_Unit] = set()
    for clause in parts:
        unit = units[clause.start]
        if clause.states and unit not in foreign:
            stems.setdefault(unit, set()).update(stem(w) for w in clause.words)
            if leftover(sheet, clause) or _foreign(sheet, clause):
                foreign.add(unit)
    return {unit: found for unit, found in stems.items() if unit not in foreign}


def _foreign(sheet: AnswerSheet, clause: ReplyClause) -> bool:
    """Whether a clause has words that are idle elsewhere and may turn an echo round: `is gone`."""
    return any(
        is_word(w) and w not in _PLAIN and stem(w) not in sheet.words and stem(w) not in sheet.verbs
        for w in clause.words
    )


def _echo(sheet: AnswerSheet, clause: ReplyClause, stems: set[str] | None) -> bool | None:
    """True or False for a sentence made of the question's words, None for any other."""
    if stems is None:
        return None
    words = clause.words
    if words[0] in ("i", "we") and not sheet.opinion:
        return None
    denials = sum(w in NEGATORS for w in words)
    if denials > 1:
        return None
    if denials and "and" in words and _twice(sheet, words):
        # "It makes sense and it makes no sense": which of the two is denied?
        return None
    spoken = [w for w in words if is_word(w)]
    subjects = PRONOUNS | _QUANTIFIERS | FUNCTION | NEGATORS | {"just", "indeed", "certainly"}
    brief = len(spoken) <= 6 and any(w in AUXILIARIES for w in spoken)
    hedges = {"maybe", "perhaps", "probably", "likely", "possibly", "most", "very"}
    named = {w for w in spoken[:3] if stem(w) in sheet.main[:1]}
    if brief and all(w in subjects | hedges | named for w in spoken) and _elliptic(spoken):
        return not denials
    # "It did not light up": a pronoun, an auxiliary and the question's own verb.
    turned = sheet.verbs.intersection(sheet.main).intersection(map(stem, spoken))
    if brief and spoken[0] in PRONOUNS - {"there"} and turned:
        return not denials
    own = {stem(w) for w in words}
    covered = sum(s in stems for s in sheet.main)
    needed = set(sheet.main[-1:]) if sheet.copular else set()
    enough = covered * 2 >= len(sheet.main) and bool(own & set(sheet.main))
    pointed = bool(needed) and needed <= own and any(w in PRONOUNS for w in words)
    verb = bool(own & sheet.verbs) or any(w in BE for w in words)
    if sheet.main and verb and (enough or pointed):
        return not denials
    return None


def _twice(sheet: AnswerSheet, words: tuple[str, ...]) -> bool:
    """Whether a word of the question is said twice."""
    stems = [stem(w) for w in words if is_word(w)]
    return any(stems.count(one) > 1 for one in sheet.main)


def _elliptic(spoken: list[str]) -> bool:
    """Whether the words end in a bare auxiliary: `it did`, `they did not`."""
    last = [w for w in spoken if w not in ("not", "just", "indeed", "too", "also", "so")]
    return bool(last) and last[-1] in AUXILIARIES and spoken[0] not in ("there", "what")
