"""Who knows, and who does not, where the question is whether somebody knows.

"She has no idea", "Mara is unaware of it" answer *no* to "Does Mara know that ...?", although they
hold none of the words that say yes or no elsewhere. Whose knowledge it is has to be plain: a clause
counts only if it begins with a pronoun or with the subject of the question, says nothing beyond
what the question says, and denies nothing else.
"""

from __future__ import annotations

from coders.matching.clauses.clauses import ReplyClause
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    FILLERS,
    FUNCTION,
    HEDGES,
    NEGATORS,
    NO,
    YES,
    listed,
)
from dsl.patterns import lazy_pattern

_PERSONS = listed("he she they it")
_OPENERS = (
    listed(
        "so but and therefore thus hence then well obviously clearly surely certainly definitely"
        " honestly naturally of course"
    )
    | YES
    | NO
)
_HOW = (
    r"(?:(?:really|simply|just|still|also|even|quite|very|completely|totally|entirely|wholly|fully"
    r"|perfectly|absolutely|clearly|obviously|definitely|certainly|surely|possibly|actually|well"
    r"|blissfully|yet|all|much|most|only|too|now|indeed|honestly|genuinely) )*"
)
_NOUNS = "idea|clue|notion|inkling|knowledge|awareness|suspicion|concept|information"
_NOT_AWARE = (
    "unaware|oblivious|ignorant|clueless|uninformed|unknowing|in the dark|none the wiser"
    "|not in the know"
)
_IDEA = (
    r"(?:(?:faintest|slightest|foggiest|remotest|least|earthly|real|single|good|first|smallest) )?"
    rf"(?:{_NOUNS})"
)
_KNOW = r"(?:know|be aware|realise|realize|have known|be informed)"
_DOES_NOT = lazy_pattern(
    rf"(?:has|had|have) {_HOW}(?:no|not) (?:an? |any |the )?{_IDEA}\b"
    rf"|(?:does|did|do|has|had|have) not {_HOW}(?:have )?(?:an? |any |the )?{_IDEA}\b"
    r"|(?:has|had|have) no (?:way|means|chance|reason) (?:of|to) (?:know|knowing)\b"
    rf"|(?:is|was|are|were|remains?|stays?) {_HOW}(?:{_NOT_AWARE})\b"
    rf"|(?:is|was|are|were) {_HOW}(?:not|never) {_HOW}(?:aware|informed|in the know)\b"
    rf"|(?:can|could|would|does|did|do|will) (?:not|never) {_HOW}{_KNOW}\b"
    r"|(?:knows|knew|know) nothing\b|never (?:knew|knows)\b",
    needs=f"{_NOUNS}|way|means|chance|reason|{_NOT_AWARE}|aware|know|knew|informed|realise|realize",
)
_DOES = lazy_pattern(
    rf"{_HOW}(?:knows|knew)\b(?! nothing)"
    rf"|(?:does|did|do|must|will) {_HOW}{_KNOW}\b"
    rf"|(?:is|was|are|were) {_HOW}(?:aware|in the know|informed)\b",
    needs="know|knew|aware|realise|realize|informed",
)
_NO_WAY = lazy_pattern(
    rf"there is no way (?:that )?((?:\w+ ){{1,3}})(?:can|could|would) {_HOW}{_KNOW}\b",
    needs="there is no way",
)
_TAIL = (
    FUNCTION
    | FILLERS
    | listed("anything nothing sort thing things full well yet fact matter perfectly fully")
)


def knows(sheet: AnswerSheet, clause: ReplyClause) -> tuple[bool | None, bool] | None:
    """Whether the one whom the question is about knows, by a clause (None: it says so of something
    else), and whether that is open; None where it does not say.
    """
    words = [w for w in clause.words if is_word(w) and w[0] != "@"]
    while words and words[0] in _OPENERS:
        words = words[1:]
    text = " ".join(words)
    barred = _NO_WAY.match(text)
    if barred is not None:
        named = any(w in _PERSONS or stem(w) in sheet.main[:1] for w in barred[1].split())
        return (False, False) if named and _says_no_more(sheet, text[barred.end() :]) else None
    size = _subject(sheet, words)
    if not size:
        return None
    rest = " ".join(words[size:])
    if words[size : size + 1] in (["may"], ["might"]):
        return None, True
    for pattern, answer in ((_DOES_NOT, False), (_DOES, True)):
        found = pattern.match(rest)
        if found is not None:
            tail = rest[found.end() :]
            # "She could not possibly know" leaves nothing open, "possibly she knows" does.
            around = (*words[:size], *tail.split(), *(found[0].split() if answer else ()))
            open_ = bool(HEDGES.intersection(around))
            return (answer if _says_no_more(sheet, tail) else None), open_
    return None


def _subject(sheet: AnswerSheet, words: list[str]) -> int:
    """How many words at the beginning are the subject; 0 where it is not the question's."""
    if words[:1] and words[0] in _PERSONS:
        return 1
    size = 0
    while size < len(words) and size < 4 and words[size] not in AUXILIARIES:
        if words[size] in ARTICLES or stem(words[size]) in sheet.words:
            size += 1
            if words[size - 1] not in ARTICLES and stem(words[size - 1]) in sheet.main[:1]:
                return size
        else:
            return 0
    return 0


def _says_no_more(sheet: AnswerSheet, tail: str) -> bool:
    return all((w in _TAIL or stem(w) in sheet.words) and w not in NEGATORS for w in tail.split())
