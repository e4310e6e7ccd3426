"""What each clause of a reply asserts, and how firmly.

A reading has a rank. 4: under "answer:" or after therefore, with nothing left over. 3: the question
taken up and answered, a bare answer, or a letter. 2: a plain statement with nothing left over. 1: a
mention in a reason, a concession or among other words. Clauses that suppose, ask, quote or deny
assert nothing. Only ranks from 2 on can decide, and only the highest there is.
"""

from __future__ import annotations

import re

from coders.matching.clauses import surprise
from coders.matching.clauses.clauses import ClauseKind, ReplyClause
from coders.matching.clauses.mentions import Mention, candidate_of
from coders.matching.clauses.ranks import IDLE, denied, is_note, leftover, rank_of
from coders.matching.clauses.several import (
    LATER,
    Reading,
    Several,
    how_joined,
    leaning,
    put_together,
    read_as,
)
from coders.matching.doubts.stances import CANNOT_TELL, DO_NOT_KNOW, NO_PREFERENCE, STANCE_WORDS
from coders.matching.question.candidates import CandidateRole, Sort
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.plain_text import stem
from coders.matching.text.vocabulary import BE, NEGATORS, SELF, listed
from dsl.patterns import any_found

_NEGATIVE = (Sort.NEITHER, Sort.NO, Sort.CANNOT_TELL, Sort.NO_PREFERENCE)
"""Answers that are denials in themselves."""

_PLACES = listed("on with for in at inside")
_SUMS = listed("+ plus minus")
_EQUALS = listed("makes make equals is leaves = gives")
_NONE = listed("nothing nobody none nowhere")


def readings(sheet: AnswerSheet, words: list[str], parts: list[ReplyClause]) -> list[Reading]:
    """The readings of all clauses, in order."""
    found: list[Reading] = []
    restated = _restating(words, parts)
    later = -1
    for number, clause in enumerate(parts):
        if clause.start in restated:
            continue
        if sheet.first and LATER.intersection(clause.words[:3]) and not clause.concludes:
            later = clause.sentence
        if later == clause.sentence and found:
            continue
        reading = _read(sheet, clause) or _elsewhere(sheet, parts, number)
        if reading is not None and not _aside(sheet, reading, parts, number):
            found.append(reading)
    return put_together(found)


def _aside(sheet: AnswerSheet, reading: Reading, parts: list[ReplyClause], number: int) -> bool:
    """Whether a reading only says where the rest happens: `on the plain machine, ...`."""
    following = parts[number + 1] if number + 1 < len(parts) else None
    return (
        reading.note
        and reading.clause.words[0] in _PLACES
        and following is not None
        and following.sentence == reading.clause.sentence
        and following.kind is ClauseKind.SAYS
        and not following.mentions
        and bool(leftover(sheet, following))
    )


def _restating(words: list[str], parts: list[ReplyClause]) -> set[int]:
    """The starts of clauses on lines that only restate the options, one labelled line each."""
    lines: dict[int, list[ReplyClause]] = {}
    line = 0
    ends = [place for place, w in enumerate(words) if w == "\n"]
    for clause in parts:
        while line < len(ends) and ends[line] < clause.start:
            line += 1
        lines.setdefault(line, []).append(clause)
    labelled = {}
    for row in lines.values():
        first = row[0]
        if first.words[0][0] == "@" or (
            first.mentions
            and first.mentions[0].start == first.start
            and len(row) > 1
            and words[first.end : first.end + 1] == [":"]
            and not first.labelled
        ):
            labelled[first.words[0] + str(first.start)] = row
    if len(labelled) < 2:
        return set()
    return {clause.start for row in labelled.values() for clause in row if not clause.labelled}


def _read(sheet: AnswerSheet, clause: ReplyClause) -> Reading | None:
    stance = _stance(sheet, clause)
    if stance is not None:
        return stance
    if clause.kind in (ClauseKind.ASKED, ClauseKind.SUPPOSED, ClauseKind.QUOTED):
        return None
    if sheet.surprise:
        return _surprising(sheet, clause)
    if surprise.is_striking(clause) and clause.mentions:
        # Asked what happens, "the box would be surprising" says what does not.
        return None
    answers: list[Mention] = []
    doubt = False
    mine = clause.mentions
    if sheet.numeric and len(mine) > 1:
        mine = _result(clause)
    for mention in mine:
        if denied(clause, mention, negative=_is_negative(sheet, mention)):
            continue
        if mention.doubtful or mention.candidate is None or _only_thought_of(clause, mention):
            doubt = True
            continue
        answers.append(mention)
    names = tuple(dict.fromkeys(m.candidate for m in answers if m.candidate is not None))
    if not names:
        rank = rank_of(sheet, clause, clause.mentions)
        if doubt and rank >= 2:
            return read_as(rank, (), Several.DOUBT, clause, note=is_note(sheet, clause))
        return _wordless(sheet, clause, rank) if not clause.mentions else None
    rank = rank_of(sheet, clause, tuple(answers))
    several = None
    if doubt:
        several = Several.DOUBT
    elif len(names) > 1:
        several = how_joined(clause, answers)
    elif sheet.numeric and (len(answers) > 1 or _SUMS.intersection(clause.words)):
        # A sum without its result, or one number counted twice.
        several = Several.DOUBT if mine == clause.mentions else None
    reading = read_as(rank, names, several, clause, note=is_note(sheet, clause))
    if several is Several.EITHER:
        return leaning(reading, answers)
    return reading


_NOT_DONE = (
    r"(?:think|thinking|thought|consider|considering|considered|wonder|wondering|dream|dreaming"
    r"|dreamt|pretend|pretending|pretended|refuse|refusing|refused|forget|forgot|hesitate"
    r"|hesitated)s?(?: (?:about|of|whether to|to))?(?: (?:a|an|the))?$"
)


def _only_thought_of(clause: ReplyClause, mention: Mention) -> bool:
    """Whether a deed is only thought of, or not done: `she thinks about passing it back`."""
    deed = clause.words[mention.start - clause.start]
    before = " ".join(clause.before(mention)[-4:])
    return deed.endswith("ing") and re.search(_NOT_DONE, before) is not None


def _surprising(sheet: AnswerSheet, clause: ReplyClause) -> Reading | None:
    """What a clause says is the surprising thing, where the question asks for that."""
    if surprise.takes_off(clause):
        return read_as(3, (), Several.DOUBT, clause)
    if clause.kind is not ClauseKind.SAYS or clause.explains:
        return None
    rank = 4 if clause.concludes or clause.labelled else 3
    if surprise.says_alike(clause):
        alike = sheet.of_sort(Sort.NEITHER)
        denies = any(w in NEGATORS - {"no", "neither"} for w in clause.words)
        if alike is None or denies or (clause.mentions and "than" in clause.words):
            return read_as(rank, (), Several.DOUBT, clause)
        return read_as(rank, (alike.index,), None, clause)
    if not surprise.answers(clause, sheet.words):
        return None
    meant = [
        m
        for m in clause.mentions
        if not denied(clause, m, negative=_is_negative(sheet, m))
        and not surprise.set_against(clause, m)
    ]
    if not clause.mentions:
        nameless = _wordless(sheet, clause, rank_of(sheet, clause, ()))
        if nameless is None and "both" in clause.words:
            # "A curve would surprise me. The answer is both."
            return read_as(rank, (), Several.DOUBT, clause)
        return nameless
    names = tuple(dict.fromkeys(m.candidate for m in meant if m.candidate is not None))
    if not meant or leftover(sheet, clause):
        return None
    if len(names) != 1 or any(m.doubtful for m in meant) or surprise.is_doubtful(clause):
        either = len(names) > 1 and how_joined(clause, meant) is Several.EITHER
        return read_as(rank, names, Several.EITHER if either else Several.DOUBT, clause)
    return read_as(rank, names, None, clause)


def _is_negative(sheet: AnswerSheet, mention: Mention) -> bool:
    candidate = candidate_of(sheet, mention)
    return candidate is not None and candidate.sort in _NEGATIVE


def _result(clause: ReplyClause) -> tuple[Mention, ...]:
    """The mentions after an equals sign or its like, if one stands between numbers."""
    mine = clause.mentions
    for place, word in enumerate(clause.words):
        at = clause.start + place
        if word not in _EQUALS or not mine[0].start < at < mine[-1].start:
            continue
        if word != "is" or (place and clause.words[place - 1] not in ("there", "which")):
            return tuple(m for m in mine if m.start > at)
    return mine


def _stance(sheet: AnswerSheet, clause: ReplyClause) -> Reading | None:
    """Cannot tell, no preference, do not know: said by whoever answers."""
    if clause.kind in (ClauseKind.SUPPOSED, ClauseKind.ASKED) or STANCE_WORDS.isdisjoint(
        clause.words
    ):
        return None
    text = " ".join(w for w in clause.words if w[0] != "@")
    sort = None
    if NO_PREFERENCE.search(text):
        sort = Sort.NO_PREFERENCE
    elif CANNOT_TELL.search(text):
        sort = Sort.CANNOT_TELL
    if sort is not None and clause.kind is not ClauseKind.QUOTED:
        candidate = sheet.of_sort(sort)
        rank = 1 if clause.kind is ClauseKind.REASON else 3
        labels = [m.candidate for m in clause.mentions if m.letter]
        if candidate is None:
            return read_as(rank, (), Several.NOT_KNOWN, clause)
        names = (candidate.index, *(i for i in labels if i is not None and i != candidate.index))
        return read_as(rank, names, Several.DOUBT if len(names) > 1 else None, clause)
    if (
        clause.kind is ClauseKind.SAYS
        and not _names_another(clause)
        and any_found(DO_NOT_KNOW, text)
    ):
        known = sheet.of_sort(Sort.CANNOT_TELL)
        # "No idea" of whether Mara knows: nobody says whose.
        whose = sheet.knowing and not SELF.intersection(clause.words) and "who" not in clause.words
        if whose and len(clause.words) < _SHORT:
            return read_as(3, (), Several.DOUBT, clause)
        may_be_right = known is not None and known.role in (CandidateRole.KEY, CandidateRole.HALF)
        # "We do not know what it does" may be the reason for an answer, "I have no idea" is none.
        rank = 3 if "i" in clause.words or len(clause.words) < _SHORT else 2
        return read_as(rank, (), Several.DOUBT if may_be_right else Several.NOT_KNOWN, clause)
    return None


_SHORT = 6


def _names_another(clause: ReplyClause) -> bool:
    """Whether a clause names an answer that is more than the `nothing` or `nobody` in it."""
    return any(
        m.end - m.start > 1 or clause.words[m.start - clause.start] not in _NONE
        for m in clause.mentions
    )


def _wordless(sheet: AnswerSheet, clause: ReplyClause, rank: int) -> Reading | None:
    """Both, either, neither: an answer that names nothing."""
    if rank < 2 or sheet.yes_no or sheet.numeric or len(sheet.candidates) < 2:
        return None
    words = clause.words
    idle = [w for w in words if w not in IDLE and stem(w) not in sheet.verbs]
    if len(idle) > 2 or clause.kind is not ClauseKind.SAYS:
        return None
    if not any(w in NEGATORS for w in words):
        if rank >= 3 and ("both" in words or words[:2] == ("all", "of") or words[-1:] == ("all",)):
            return read_as(rank, (), Several.BOTH, clause)
        if "either" in words:
            return read_as(max(rank, 3), (), Several.EITHER, clause)
    if rank < 3:
        return None
    if words[0] in ("neither", "nowhere") or words[:3] == ("none", "of", "them"):
        return read_as(rank, (), Several.NONE, clause)
    return None


def _elsewhere(sheet: AnswerSheet, parts: list[ReplyClause], number: int) -> Reading | None:
    """`she will look there`: the one place named just before."""
    clause = parts[number]
    words = clause.words
    if "there" not in words or clause.mentions or clause.kind is not ClauseKind.SAYS:
        return None
    at = words.index("there")
    if words[at + 1 : at + 2] and words[at + 1] in BE:
        return None
    if leftover(sheet, clause) or not {stem(w) for w in words} & sheet.verbs:
        return None
    if any(w in NEGATORS for w in words):
        return None
    named: set[int] = set()
    for other in parts[:number]:
        if other.sentence < clause.sentence - 1:
            continue
        for mention in other.mentions:
            if mention.candidate is None or mention.doubtful:
                return read_as(3, (), Several.DOUBT, clause)
            named.add(mention.candidate)
    if len(named) != 1:
        return read_as(3, (), Several.DOUBT, clause) if named else None
    return read_as(3, (named.pop(),), None, clause)
