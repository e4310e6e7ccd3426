"""What opens a statement of the answer: "the answer is", "I would choose", "therefore"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from coders.matching.question.sheet import AnswerSheet
from coders.matching.statements.taken import taken_at
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import CONCLUSIONS, HEDGES, listed


class Opening(Enum):
    """What stands before a statement."""

    LABEL = "the answer is"
    CHOICE = "I would choose"
    THEREFORE = "therefore"
    OTHER = "it is, or nothing"


_NAMES = listed(
    "answer answers option choice response conclusion solution selection result pick verdict"
    " truth explanation cause reason interpretation"
    " antwort reponse réponse respuesta risposta resposta odpowiedź svar vastaus ответ 答案"
    " 答案是 答え 回答 正确答案 正确答案是 回答是 正解 正解は 答えは"
    " lösung solución soluzione solução antwoord cevap svaret odgovor"
)
_COPULAS = listed(
    "is are was be would should must seems appears remains becomes : = > lautet"
    " ist est es è é jest är 是"
)
_CHOOSES = listed(
    "choose chose chosen choosing pick picked picking select selected selecting answer say opt vote"
    " prefer go going take pick mean meant lean leaning inclined"
)
_CHOOSERS = listed("i we you one let me us please")
_FREELY = listed(
    "would will should can must could have has am do did 'd 'll to therefore thus hence then so"
    " also definitely confidently now choose like ' going want need just simply only"
    " rather better best"
    " personally"
)
_FITTING = listed("correct right best proper appropriate suitable fitting accurate logical")
_JUDGED_THINGS = listed("statement claim relation relationship hypothesis fits applies")
_LEAVES = ("leaves", "leaving", "→", "⇒")
LABELS_ANSWER = _NAMES | _FITTING | frozenset((*_LEAVES, ">"))
"""Words and signs without one of which nothing opens a `LABEL`."""
_BEFORE_BE = (["it"], ["that"], ["must"], ["but"])
_EACH = (["each"], ["every"], ["any"], ["other"], ["these"])
_I_CHOOSE = listed(
    "choisis wähle elijo escojo scelgo escolho kies wybieram выбираю seçiyorum väljer"
)
_I_THINK = listed("think believe")
_CLOSED: tuple[list[str], ...] = ([], ["."], ["!"], ["\n"])
_NEAR = 6
_LEAD_WORDS = 12
"""Words, at most, between the name of the answer and its copula: "answer to this question is"."""


def openings(
    sheet: AnswerSheet, words: Sequence[str], start: int, end: int
) -> Iterator[tuple[int, Opening]]:
    """The places at which a statement may name its choice, and what opens it."""
    for place in range(start, end):
        word = words[place]
        if word in _NAMES and words[place - 1 : place] not in _EACH:
            at = _after_copula(words, place, end)
            if at is not None:
                yield at, Opening.LABEL
        if word in _FITTING:
            at = _after_copula(words, place, min(end, place + _NEAR))
            if at is not None and words[place + 1] != "\n":
                yield at, Opening.LABEL
        if word in _JUDGED_THINGS and words[place + 1 : place + 2] in (["is"], ["would"], [":"]):
            yield place + 2, Opening.OTHER
        if word in CONCLUSIONS:
            yield place + 1, Opening.THEREFORE
        if (
            word == "but"
            and "not" in words[start:place]
            and _set_against(sheet, words, start, place)
        ):
            yield place + 1, Opening.OTHER
        told_of = words[place - 1 : place]
        if word in ("is", "be") and (
            told_of in _BEFORE_BE or (told_of == ["which"] and _lettered(words, place + 1))
        ):
            yield place + 1, Opening.OTHER
        if word in _CHOOSES:
            before = words[max(start, place - 6) : place]
            at_chooser = [at for at, one in enumerate(before) if one in _CHOOSERS]
            if at_chooser and all(
                one in _FREELY or one in _CHOOSERS or one in HEDGES
                for one in before[at_chooser[-1] :]
            ):
                yield place + 1, Opening.CHOICE
        if word in _I_CHOOSE:
            yield place + 1, Opening.CHOICE
        if (
            word in _I_THINK
            and words[place - 1 : place] == ["i"]
            and len(words[place + 1 : place + 2]) == 1
            and words[place + 2 : place + 3] in _CLOSED
        ):
            yield place + 1, Opening.CHOICE
        if word in _LEAVES or (word == ">" and place > start and words[place - 1] in ("=", "-")):
            yield place + 1, Opening.LABEL
    yield start, Opening.OTHER


def _lettered(words: Sequence[str], place: int) -> bool:
    """Whether a letter follows: `which is option B`; `which is the fuel` only explains."""
    at = place + (words[place : place + 1] in (["option"], ["choice"], ["answer"]))
    return at < len(words) and len(words[at].removeprefix("@")) == 1


def _set_against(sheet: AnswerSheet, words: Sequence[str], start: int, place: int) -> bool:
    """Whether a choice is denied right before this place: `not B, but C`."""
    denial = max(at for at in range(start, place) if words[at] == "not")
    told = taken_at(sheet, words, denial + 1)
    return told is not None and not any(map(is_word, words[told.end : place]))


def _after_copula(words: Sequence[str], place: int, end: int) -> int | None:
    """The place after the copula that follows a name of the answer; None without one."""
    after = words[place + 1] if place + 1 < len(words) else ""
    if after == "-":
        return place + 2
    article = after == "a" and any(map(is_word, words[place + 2 : place + 3]))
    if len(after.removeprefix("@")) == 1 and after[-1].isalpha() and not article:
        # "Answer B"; "option B: the box" is a choice, and leads up to none.
        return place + 1 if words[place] not in ("option", "choice") else None
    inserted = -1
    for at in range(place + 1, min(end + 1, place + 2 + _LEAD_WORDS, len(words))):
        if words[at] == "," and "," in words[at + 1 : at + 4]:
            # "The answer, however, is B."
            inserted = at + 1 + words[at + 1 : at + 4].index(",")
        if at <= inserted:
            continue
        if words[at] in _COPULAS:
            after_it = at + 1
            while after_it < len(words) and words[after_it] in (*_COPULAS, "be", "\n", ">"):
                after_it += 1
            return after_it
        if words[at] == "\n" and at == place + 1:
            return at + 1
        if words[at] in (",", ";", "\n") or words[at] in _NAMES - {"option", "choice"}:
            return None
    return None
