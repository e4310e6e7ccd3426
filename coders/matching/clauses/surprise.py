"""What answers a question for the more surprising of several things.

"I expect it to go straight. Going up in a curve would be more surprising." names both ways, and
only the second sentence answers. Plain statements do not answer such a question either: "there are
two dolls" says what is expected. So a clause answers only if it is a bare answer or a letter, or
says itself what is surprising. Reading expectation as the opposite of surprise would decide more
replies, and wrongly where three answers are offered.
"""

from __future__ import annotations

import re

from coders.matching.clauses.clauses import ReplyClause
from coders.matching.clauses.mentions import Mention
from coders.matching.question.sheet import STRIKING_STEMS
from coders.matching.text.plain_text import is_word, stem
from coders.matching.text.vocabulary import BE, HEDGES, NEGATORS, listed

_EXPECTED = frozenset(
    stem(word)
    for word in listed(
        "expect expected expecting expectation predict predicted prediction anticipate anticipated"
        " should must ought normal normally natural ordinary usual unsurprising consistent logical"
        " plausible sense foresee foreseen match matches fit fits supposed"
    )
)
_AGAINST = (
    r"\b(?:contradict|contradicts|violate|violates|defy|defies|against|contrary to)"
    r" (?:\w+ ){0,3}(?:expect|expectation|expectations|expected|prediction|sense)\b"
)
_AS_EXPECTED = frozenset(
    stem(word)
    for word in listed(
        "surprising surprise surprised unexpected expect expected predict predicted anticipate"
        " anticipated normal natural usual ordinary unsurprising odd strange unusual"
    )
)
_BACK = listed("as that this it which")
_SUBJECTS = listed("it he she they")
_LINKS = listed("be is see seeing if")
_FAINT = listed("less least hardly scarcely barely little")
_BARE = HEDGES | listed(
    "a an the of in to see seeing sees seen if it that this would be is most more my answer choice"
    " option pick i choose select say think with go for definitely clearly certainly surely and or"
    " but so therefore thus hence either then final far much find finding both neither not going"
    " coming having getting"
)
_MORE_IDLE = listed(
    "outcome outcomes event events sight result case scenario possibility far much slightly bit"
    " little anyone anybody viewer observer observers quite especially particularly"
)
_SAME = (
    r"\b(?:equally|just as|as) (?:surprising|odd|strange|unexpected|unsurprising)\b"
    r"|\bno (?:more|less) (?:surprising|odd|strange|unexpected)\b"
    r"|\b(?:same|equal) (?:level|degree|amount) of surprise\b"
)


def is_striking(clause: ReplyClause) -> bool:
    """Whether a clause says of something that it is surprising, or that it is not."""
    return any(stem(word) in STRIKING_STEMS for word in clause.words if is_word(word))


def says_alike(clause: ReplyClause) -> bool:
    """Whether a clause finds several things equally surprising."""
    return re.search(_SAME, clause.text) is not None


def set_against(clause: ReplyClause, mention: Mention) -> bool:
    """Whether the mention is what something else is compared with: `than seeing two`."""
    return not {"than", "compared"}.isdisjoint(clause.before(mention))


def is_doubtful(clause: ReplyClause) -> bool:
    """Whether a clause speaks both of what is expected and of what is surprising."""
    return is_striking(clause) and _expects(clause) and re.search(_AGAINST, clause.text) is None


def answers(clause: ReplyClause, question: frozenset[str]) -> bool:
    """Whether what a clause names can be its answer; `question` are the stems of the question."""
    words = clause.words
    if any(m.letter for m in clause.mentions):
        return is_striking(clause) or not _expects(clause)
    if is_striking(clause):
        return _FAINT.isdisjoint(words)
    if _expects(clause):
        return False
    rest = [w for w in clause.without(clause.mentions) if is_word(w)]
    if not _SUBJECTS.isdisjoint(rest) and _LINKS.isdisjoint(rest):
        # "It stops on the way" foretells.
        return False
    shown = any(w.endswith("ing") for w in rest) and BE.isdisjoint(rest)
    return all(w in _BARE or (shown and stem(w) in question) for w in rest)


def is_idle(word: str) -> bool:
    """Whether a word adds nothing to an answer to such a question."""
    return word in _MORE_IDLE or stem(word) in STRIKING_STEMS or word in NEGATORS


def takes_off(clause: ReplyClause) -> bool:
    """Whether a clause says of what stands before it that it is as expected, or not surprising."""
    words = clause.words
    if clause.mentions or words[0] not in _BACK or len(words) > _BRIEF:
        return False
    if _AS_EXPECTED.isdisjoint(stem(w) for w in words if is_word(w)):
        return False
    denied = not NEGATORS.isdisjoint(words) or not _FAINT.isdisjoint(words)
    return denied or not is_striking(clause)


_BRIEF = 9
"""Words; a longer clause says something of its own."""


def _expects(clause: ReplyClause) -> bool:
    return any(stem(word) in _EXPECTED for word in clause.words if is_word(word))
