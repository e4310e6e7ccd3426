"""What each clause of a reply asserts, and how firmly.

A reading has a rank. 4: under "answer:" or after therefore, with nothing left over. 3: the question
taken up and answered, a bare answer, or a letter. 2: a plain statement with nothing left over. 1: a
mention in a reason, a concession or among other words. Clauses that suppose, ask, quote or deny
assert nothing. Only ranks from 2 on can decide, and only the highest there is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from coders.matching.clauses import Clause, Kind
from coders.matching.mentions import Mention, candidate_of
from coders.matching.sheet import Sheet, Sort
from coders.matching.stances import CANNOT_TELL, DO_NOT_KNOW, NO_PREFERENCE
from coders.matching.tokens import is_word, stem
from coders.matching.vocabulary import (
    ARTICLES,
    ATTITUDES,
    AUXILIARIES,
    BACKGROUND,
    BE,
    CONCLUSIONS,
    DETERMINERS,
    FILLERS,
    FUNCTION,
    HEDGES,
    NEGATORS,
    PRONOUNS,
    REALITY,
    REASONS,
    SELF,
)


class Several(Enum):
    """More than one answer, or none, in one clause."""

    EITHER = "either"
    BOTH = "both"
    NONE = "none"
    NOT_KNOWN = "not known"
    DOUBT = "doubt"


@dataclass(frozen=True, slots=True)
class Reading:
    """One clause asserts `answers` (places on the sheet; below 0 a number that is on no list).

    `several`: how several answers are joined, or what is said instead of one.
    """

    rank: int
    answers: tuple[int, ...]
    several: Several | None
    hedged: bool
    place: int
    clause: Clause
    note: bool = False
    """Bare words or a plain statement, rather than the question taken up and answered."""

    @property
    def opens(self) -> bool:
        """Whether the reply opens with it."""
        return self.clause.start == 0


_IDLE = FUNCTION | FILLERS | HEDGES | NEGATORS | CONCLUSIONS | REASONS | BACKGROUND
_COUNTING = frozenset(["left", "leaves", "minus", "plus", "person"])
_BEGINNING = frozenset(["start", "started", "starts", "initially", "originally", "beginning"])
_IDLE_STEMS = frozenset(stem(word) for word in FILLERS)
_VERBS = frozenset(
    stem(v)
    for v in ["look", "think", "believe", "say", "choose", "pick", "select", "go", "take", "prefer", "expect", "guess", "suppose", "contain", "hold", "stay", "remain", "find", "mean", "make", "give", "count", "equal", "know", "see", "work", "exist", "show", "seem", "appear"]
)
_CHOOSING = frozenset(
    stem(v) for v in ["choose", "pick", "select", "go", "say", "think", "believe", "answer", "guess", "prefer", "take", "rate"]
)
_ATTITUDES = frozenset(stem(word) for word in ATTITUDES)
_RESULT = frozenset(["makes", "equals", "=", "gives"])
_EQUALS = frozenset(["makes", "make", "equals", "is", "leaves", "=", "gives"])
_LATER = frozenset(["then", "afterwards", "later", "next", "second", "secondly", "empty", "only", "elsewhere"])


def readings(sheet: Sheet, words: list[str], parts: list[Clause]) -> list[Reading]:
    """The readings of all clauses, in order."""
    found: list[Reading] = []
    listed = _listed(words, parts)
    later = -1
    for number, clause in enumerate(parts):
        if clause.start in listed:
            continue
        if sheet.first and _LATER.intersection(clause.words[:3]) and not clause.concludes:
            later = clause.sentence
        if later == clause.sentence and found:
            continue
        reading = _read(sheet, clause) or _elsewhere(sheet, parts, number)
        if reading is not None:
            found.append(reading)
    return _join_or(found, parts)


def _listed(words: list[str], parts: list[Clause]) -> set[int]:
    """The starts of clauses on lines that only restate the options, one labelled line each."""
    lines: dict[int, list[Clause]] = {}
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


def leftover(sheet: Sheet, clause: Clause) -> list[str]:
    """The words of a clause that are neither an answer, nor of the question, nor idle."""
    rest: list[str] = []
    spans = [(m.start - clause.start, m.end - clause.start) for m in clause.mentions]
    for place, word in enumerate(clause.words):
        if not is_word(word) or any(a <= place < b for a, b in spans):
            continue
        if word in _IDLE or (sheet.numeric and (word[0].isdigit() or word in _COUNTING)):
            continue
        stemmed = stem(word)
        if stemmed in sheet.words or stemmed in sheet.verbs or stemmed in _IDLE_STEMS:
            continue
        rest.append(word)
    return rest


def denied(clause: Clause, mention: Mention, *, neither: bool = False) -> bool:
    """Whether a clause denies the mention, or names it only to set it against another."""
    here = mention.start - clause.start
    before = clause.words[:here]
    if clause.words[:2] in (("rather", "than"), ("instead", "of")):
        return True
    if any(w in NEGATORS and not _only(before, i) for i, w in enumerate(before)):
        return True
    near = [w for w in before if w not in ARTICLES and w != "in"]
    if near and near[-1] == "than":
        return True
    if near and near[-1] == "over" and _CHOOSING.intersection(map(stem, near)):
        return True
    after = clause.words[mention.end - clause.start :]
    if neither:
        return False
    for place, word in enumerate(after):
        if word in NEGATORS and not _only(after, place):
            # "the basket not the box": what follows is denied, not what stands before.
            rest = after[place + 1 :]
            others = {m.start - mention.end for m in clause.mentions if m.start > mention.end}
            step = place + 1
            while step - place - 1 < len(rest) and after[step] in FUNCTION and step not in others:
                step += 1
            return step not in others
    return False


def _only(words: tuple[str, ...], place: int) -> bool:
    return words[place : place + 2] == ("not", "only") or words[place : place + 2] == (
        "no",
        "doubt",
    )


def hedged(clause: Clause) -> bool:
    """Whether a clause leaves what it says open."""
    text = " ".join(clause.words)
    return bool(HEDGES.intersection(clause.words)) or "think so" in text or "could be" in text


def _read(sheet: Sheet, clause: Clause) -> Reading | None:
    stance = _stance(sheet, clause)
    if stance is not None:
        return stance
    if clause.kind in (Kind.ASKED, Kind.SUPPOSED, Kind.QUOTED):
        return None
    answers: list[Mention] = []
    doubt = False
    mine = clause.mentions
    if sheet.numeric and len(mine) > 1:
        for place, word in enumerate(clause.words):
            at = clause.start + place
            if word in _EQUALS and mine[0].start < at < mine[-1].start:
                if word != "is" or (place and clause.words[place - 1] not in ("there", "which")):
                    mine = tuple(m for m in mine if m.start > at)
                    break
    for mention in mine:
        candidate = candidate_of(sheet, mention)
        neither = candidate is not None and candidate.sort is Sort.NEITHER
        if denied(clause, mention, neither=neither):
            continue
        if mention.doubtful or mention.candidate is None:
            doubt = True
            continue
        answers.append(mention)
    names = tuple(dict.fromkeys(m.candidate for m in answers if m.candidate is not None))
    if not names:
        rank = _rank(sheet, clause, clause.mentions)
        if doubt and rank >= 2:
            return _reading(rank, (), Several.DOUBT, clause, note=_note(sheet, clause))
        return _wordless(sheet, clause, rank) if not clause.mentions else None
    rank = _rank(sheet, clause, tuple(answers))
    several = None
    if doubt:
        several = Several.DOUBT
    elif len(names) > 1:
        several = _joint(clause, answers)
    return _reading(rank, names, several, clause, note=_note(sheet, clause))


def _reading(
    rank: int,
    answers: tuple[int, ...],
    several: Several | None,
    clause: Clause,
    *,
    note: bool = False,
) -> Reading:
    return Reading(rank, answers, several, hedged(clause), clause.start, clause, note)


def _note(sheet: Sheet, clause: Clause) -> bool:
    """Whether a clause does not take up the question: neither its verb nor a letter is in it."""
    if any(m.letter for m in clause.mentions) or SELF.intersection(clause.words[:2]):
        return False
    stems = {stem(w) for w in clause.words if is_word(w)}
    return not stems & sheet.verbs and not (sheet.copular and BE.intersection(clause.words))


def _joint(clause: Clause, answers: list[Mention]) -> Several:
    between = clause.words[answers[0].end - clause.start : answers[-1].start - clause.start]
    if "or" in between or "either" in clause.words:
        return Several.EITHER
    joint = {"and", "+", "&"}.intersection(between) or "both" in clause.words
    return Several.BOTH if joint else Several.DOUBT


def _stance(sheet: Sheet, clause: Clause) -> Reading | None:
    """Cannot tell, no preference, do not know: said by whoever answers."""
    if clause.kind in (Kind.SUPPOSED, Kind.ASKED):
        return None
    text = " ".join(w for w in clause.words if w[0] != "@")
    sort = None
    if NO_PREFERENCE.search(text):
        sort = Sort.NO_PREFERENCE
    elif CANNOT_TELL.search(text):
        sort = Sort.CANNOT_TELL
    if sort is not None and clause.kind in (Kind.SAYS, Kind.REASON):
        candidate = sheet.of_sort(sort)
        rank = 3 if clause.kind is Kind.SAYS else 1
        labels = [m.candidate for m in clause.mentions if m.letter]
        if candidate is None:
            return _reading(rank, (), Several.NOT_KNOWN, clause)
        names = (candidate.index, *(i for i in labels if i is not None and i != candidate.index))
        return _reading(rank, names, Several.DOUBT if len(names) > 1 else None, clause)
    if DO_NOT_KNOW.search(text) and not clause.mentions and clause.kind is Kind.SAYS:
        known = sheet.of_sort(Sort.CANNOT_TELL)
        return _reading(3, (), Several.DOUBT if known else Several.NOT_KNOWN, clause)
    return None


def _wordless(sheet: Sheet, clause: Clause, rank: int) -> Reading | None:
    """Both, either, neither: an answer that names nothing."""
    if rank < 3 or sheet.yes_no or sheet.numeric or len(sheet.candidates) < 2:
        return None
    words = clause.words
    idle = [w for w in words if w not in _IDLE and stem(w) not in sheet.verbs]
    if len(idle) > 2 or clause.kind is not Kind.SAYS:
        return None
    if "both" in words or words[:2] == ("all", "of") or words[-1:] == ("all",):
        if not any(w in NEGATORS for w in words):
            return _reading(rank, (), Several.BOTH, clause)
    if "either" in words and not any(w in NEGATORS for w in words):
        return _reading(rank, (), Several.EITHER, clause)
    if words[0] in ("neither", "nowhere") or words[:3] == ("none", "of", "them"):
        return _reading(rank, (), Several.NONE, clause)
    return None


def _rank(sheet: Sheet, clause: Clause, answers: tuple[Mention, ...]) -> int:
    words = clause.words
    thinks = clause.believed or any(stem(w) in _ATTITUDES for w in words)
    self_said = bool(SELF.intersection(words[:4]))
    if self_said and not sheet.opinion and not clause.believed:
        thinks = False
    stems = {stem(w) for w in words if is_word(w)}
    rest = leftover(sheet, clause)
    taken_up = bool(stems & sheet.verbs)
    covered = sum(s in stems for s in sheet.main)
    restated = bool(sheet.main) and covered >= 3 and covered * 4 >= len(sheet.main) * 3
    full = not rest or (restated and (taken_up or sheet.copular))
    if sheet.attitude:
        if thinks and full and clause.kind is not Kind.REASON:
            return 4 if clause.concludes or clause.labelled else 3
        if REALITY.intersection(words):
            return 1
    elif thinks:
        return 0
    if clause.kind in (Kind.REASON, Kind.BACKGROUND):
        return 1
    if clause.explains and not clause.concludes:
        return 1
    if any(m.label for m in answers) or (clause.labelled and answers and not rest):
        return 4 if clause.labelled else 3
    if not full:
        return 1
    if sheet.numeric and answers and _RESULT.intersection(words):
        return 4
    if not sheet.past and _BEGINNING.intersection(words):
        return 1
    told = any(w in ("was", "were", "had") for w in words)
    if (told and not sheet.past) or (sheet.past and "now" in words):
        return 1
    bare = not stems & _VERBS and not any(w in AUXILIARIES for w in words) and not taken_up
    chosen = self_said and bool(stems & _CHOOSING)
    stated = bool(PRONOUNS.intersection(words)) or bool(stems.intersection(sheet.main))
    copular = sheet.copular and ((bool(BE.intersection(words)) and stated) or taken_up)
    if sheet.attitude and not bare and not clause.concludes and not chosen:
        return 2
    if bare or taken_up or chosen or copular or any(m.letter for m in answers):
        return 4 if clause.concludes or clause.labelled else 3
    # "It is in the box" says where the thing is, not where anybody looks.
    if not sheet.copular and _states_place(clause):
        return 1
    return 3 if clause.concludes else 2


def _states_place(clause: Clause) -> bool:
    """Whether a clause says where something is."""
    if not BE.intersection(clause.words):
        return False
    for mention in clause.mentions:
        before = [w for w in clause.words[: mention.start - clause.start] if w not in DETERMINERS]
        if before and before[-1] in ("in", "into", "inside", "on", "at", "under"):
            return True
    return False


def _elsewhere(sheet: Sheet, parts: list[Clause], number: int) -> Reading | None:
    """`she will look there`: the one place named just before."""
    clause = parts[number]
    words = clause.words
    if "there" not in words or clause.mentions or clause.kind is not Kind.SAYS:
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
                return _reading(3, (), Several.DOUBT, clause)
            named.add(mention.candidate)
    if len(named) != 1:
        return _reading(3, (), Several.DOUBT, clause) if named else None
    return _reading(3, (named.pop(),), None, clause)


def _join_or(found: list[Reading], parts: list[Clause]) -> list[Reading]:
    """Put `The basket, or perhaps the box` together again."""
    joined: list[Reading] = []
    for reading in found:
        last = joined[-1] if joined else None
        alternative = reading.clause.words[0] == "or" and reading.answers
        if alternative and last is not None and last.answers and last.rank >= 2:
            if last.clause.sentence == reading.clause.sentence:
                answers = tuple(dict.fromkeys((*last.answers, *reading.answers)))
                joined[-1] = replace(last, answers=answers, several=Several.EITHER, hedged=True)
                continue
        joined.append(reading)
    return joined
