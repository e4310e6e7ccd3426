"""How firmly a clause says something, and whether it denies it or leaves it open.

A clause answers when nothing in it is left over. 4: under "answer:" or after therefore. 3: the
question taken up and answered, a bare answer, or a letter. 2: a plain statement. 1: a mention in a
reason, a concession or among other words. 0: what somebody else believes, where the question does
not ask for that.
"""

from __future__ import annotations

from coders.matching.clauses import surprise
from coders.matching.clauses.clauses import ClauseKind, ReplyClause
from coders.matching.clauses.mentions import Mention
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
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
    REASONS,
    SELF,
    listed,
)

IDLE = FUNCTION | FILLERS | HEDGES | NEGATORS | CONCLUSIONS | REASONS | BACKGROUND
_COUNTING = listed("left leaves minus plus person")
_BEGINNING = listed("start started starts initially originally beginning")
_IDLE_STEMS = frozenset(stem(word) for word in FILLERS)
_VERBS = frozenset(
    stem(v)
    for v in listed(
        "look think believe say choose pick select go take prefer expect guess suppose"
        " contain hold stay remain find mean make give count equal know see work exist show"
        " seem appear"
    )
)
_CHOOSING = frozenset(
    stem(v) for v in listed("choose pick select go say think believe answer guess prefer take rate")
)
_ATTITUDES = frozenset(stem(word) for word in ATTITUDES)
_RESULT = listed("makes equals = gives")


def leftover(sheet: AnswerSheet, clause: ReplyClause) -> list[str]:
    """The words of a clause that are neither an answer, nor of the question, nor idle."""
    rest: list[str] = []
    named = {place for m in clause.mentions for place in range(m.start, m.end)}
    for place, word in enumerate(clause.words, clause.start):
        if not is_word(word) or place in named:
            continue
        if (
            word in IDLE
            or (sheet.surprise and surprise.is_idle(word))
            or (sheet.numeric and (word[0].isdigit() or word in _COUNTING))
        ):
            continue
        if word == "two" and clause.words[place - clause.start - 1] in ("the", "these", "of"):
            continue
        stemmed = stem(word)
        if stemmed in sheet.words or stemmed in sheet.verbs or stemmed in _IDLE_STEMS:
            continue
        rest.append(word)
    return rest


def denied(clause: ReplyClause, mention: Mention, *, negative: bool = False) -> bool:
    """Whether a clause denies the mention, or names it only to set it against another.

    `negative`: the answer is a denial in itself, so that a "not" behind its letter belongs to it.
    """
    here = mention.start - clause.start
    words = _outside_others(clause, mention)
    before = words[:here]
    if words[:2] in (("rather", "than"), ("instead", "of")):
        return True
    if any(w in NEGATORS and not _only(before, i) for i, w in enumerate(before)):
        return True
    near = [w for w in before if w not in ARTICLES and w not in ("in", "into", '"')]
    but = near[-1:] == ["but"] and len(near) > 1 and near[-2] != "nothing"
    if near and (near[-1] == "than" or but or _compared_with(clause, mention)):
        return True
    if near and near[-1] == "over" and _CHOOSING.intersection(map(stem, near)):
        return True
    after = words[mention.end - clause.start :]
    if negative:
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


def _compared_with(clause: ReplyClause, mention: Mention) -> bool:
    """Whether only other answers stand between `than` and a mention: `more than A and B`."""
    before = clause.before(mention)
    if "than" not in before:
        return False
    than = max(at for at, word in enumerate(before) if word == "than")
    named = {at for m in clause.mentions for at in range(m.start, m.end)}
    return all(
        word in _JOINED or clause.start + at in named
        for at, word in enumerate(before[than + 1 :], than + 1)
    )


_JOINED = ARTICLES | listed("and or nor both either") | {","}


def _outside_others(clause: ReplyClause, mention: Mention) -> tuple[str, ...]:
    """The words of a clause, those of other long answers made blank: `because her hands were not
    full, or ...` denies nothing.
    """
    inside = {
        place
        for m in clause.mentions
        if m is not mention and m.end - m.start > _LONG
        for place in range(m.start, m.end)
    }
    if not inside:
        return clause.words
    return tuple("" if at in inside else w for at, w in enumerate(clause.words, clause.start))


def _only(words: tuple[str, ...], place: int) -> bool:
    return words[place : place + 2] == ("not", "only") or words[place : place + 2] == (
        "no",
        "doubt",
    )


def hedged(clause: ReplyClause) -> bool:
    """Whether a clause leaves what it says open."""
    text = clause.text
    return bool(HEDGES.intersection(clause.words)) or "think so" in text or "could be" in text


def is_note(sheet: AnswerSheet, clause: ReplyClause) -> bool:
    """Whether a clause does not take up the question: neither its verb nor a letter is in it."""
    if any(m.letter for m in clause.mentions) or SELF.intersection(clause.words[:2]):
        return False
    stems = {stem(w) for w in clause.words if is_word(w)}
    return not stems & sheet.verbs and not (sheet.copular and BE.intersection(clause.words))


def rank_of(sheet: AnswerSheet, clause: ReplyClause, answers: tuple[Mention, ...]) -> int:
    """How firmly a clause says its answers, 0 to 4."""
    words = beside_answers(clause)
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
        if thinks and full and clause.kind is not ClauseKind.REASON:
            return 4 if clause.concludes or clause.labelled else 3
    elif thinks:
        return 0
    if clause.kind in (ClauseKind.REASON, ClauseKind.BACKGROUND):
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
    chosen = bool(SELF.intersection(words)) and bool(stems & _CHOOSING)
    stated = bool(PRONOUNS.intersection(words)) or bool(stems.intersection(sheet.main))
    copular = sheet.copular and ((bool(BE.intersection(words)) and stated) or taken_up)
    if sheet.attitude and not bare and not clause.concludes and not chosen:
        return 2
    if bare or taken_up or chosen or copular or any(m.letter for m in answers):
        return 4 if clause.concludes or clause.labelled else 3
    # "It is in the box" says where the thing is, not where anybody looks.
    if not sheet.copular and states_place(clause):
        return 1
    return 3 if clause.concludes else 2


def beside_answers(clause: ReplyClause) -> tuple[str, ...]:
    """The words of a clause without those of longer answers in it: what `because her hands were
    full` says of hands says nothing of how it is said.
    """
    return clause.without(m for m in clause.mentions if m.end - m.start > _LONG)


_LONG = 3


def states_place(clause: ReplyClause) -> bool:
    """Whether a clause says where something is."""
    if not BE.intersection(clause.words):
        return False
    for mention in clause.mentions:
        before = [w for w in clause.before(mention) if w not in DETERMINERS]
        if before and before[-1] in ("in", "into", "inside", "on", "at", "under"):
            return True
    return False
