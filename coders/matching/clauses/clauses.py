"""The clauses of a reply, and what each of them does: say, doubt, deny, suppose, give a reason.

Clauses end at signs and at the small words that open a reason, a concession or a condition. That
is far from grammar, and errs to one side: a clause taken for background only makes a reply go to
a person.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from coders.matching.clauses.mentions import Mention
from coders.matching.clauses.voices import (
    TELLS,
    attributed,
    formerly,
    quoting_an_answer,
    within_lists,
)
from coders.matching.text.plain_text import is_word
from coders.matching.text.vocabulary import (
    ANSWER_LABELS,
    ARTICLES,
    ATTITUDES,
    AUXILIARIES,
    BACKGROUND,
    CONCLUSIONS,
    CONDITIONS,
    REASONS,
    SELF,
    listed,
)
from dsl.record import record, replace


class ClauseKind(Enum):
    """What a clause does in a reply."""

    SAYS = "says"
    REASON = "reason"
    BACKGROUND = "background"
    SUPPOSED = "supposed"
    ASKED = "asked"
    QUOTED = "quoted"


@record
class ReplyClause:
    """Tokens `start` to `end` of a reply, with the mentions in them.

    `concludes`: opened by so, therefore and the like. `labelled`: under "answer:" or "the answer
    is". `believed`: under somebody's perspective. `explains`: in the part of a reply that says why.
    `sentence` counts sentences.
    """

    start: int
    end: int
    words: tuple[str, ...]
    mentions: tuple[Mention, ...]
    kind: ClauseKind
    sentence: int
    concludes: bool = False
    labelled: bool = False
    believed: bool = False
    explains: bool = False

    @property
    def text(self) -> str:
        """Its words with blanks between them."""
        return " ".join(self.words)

    @property
    def states(self) -> bool:
        """Whether it states something, in whatever part of its sentence."""
        return self.kind in (ClauseKind.SAYS, ClauseKind.BACKGROUND)

    def before(self, mention: Mention) -> tuple[str, ...]:
        """Its words before a mention."""
        return self.words[: mention.start - self.start]

    def without(self, mentions: Iterable[Mention]) -> tuple[str, ...]:
        """Its words without those of some mentions."""
        inside = {place for m in mentions for place in range(m.start, m.end)}
        if not inside:
            return self.words
        return tuple(w for at, w in enumerate(self.words, self.start) if at not in inside)


_END = frozenset(".!?\n")
_BREAK = frozenset(',;:()"[]|/') | {"-"}
_EXPLAIN = listed("explanation reasoning why because reason reasons analysis rationale")


def clauses(words: list[str], found: list[Mention], *, recalls: bool = False) -> list[ReplyClause]:
    """The clauses of a token list; mentions are never cut in two.

    `recalls`: the question asks what the one who answers thought before, so that "at first I
    thought" answers it.
    """
    inside = {place for m in found for place in range(m.start + 1, m.end)}
    inside |= quoting_an_answer(words, found) | within_lists(words, found)
    apart = _after_labels(words, found)
    begun = {m.start for m in found}
    cuts: list[tuple[int, int, int]] = []
    start = sentence = 0
    for place, token in enumerate(words):
        if place in inside:
            continue
        if token in _END or token in _BREAK:
            if place > start:
                cuts.append((start, place, sentence))
            start = place + 1
            sentence += token in _END
        elif place > start and (place in apart or (place not in begun and _opens(words, place))):
            cuts.append((start, place, sentence))
            start = place
    if start < len(words):
        cuts.append((start, len(words), sentence))
    return _classified(words, found, cuts, recalls)


_SUBJECTS = [[word] for word in ("i", "we", "you", "he", "she", "it", "they", "there", "nobody")]


def _after_labels(words: list[str], found: list[Mention]) -> set[int]:
    """Where a sentence begins after the letter of a choice: `C. The colours may differ`, `B) There
    should be two`.
    """
    starts = {m.start for m in found}
    after = set()
    for mention in found:
        place = mention.end
        while mention.label and place < len(words) and words[place] in ARTICLES:
            place += 1
        begins = words[place - 1] in ARTICLES or words[place : place + 1] in _SUBJECTS
        if mention.label and place not in starts and begins:
            after.add(mention.end)
    return after


_STRIKING = listed("surprising surprised odd odder strange stranger unexpected unusual")
"""Words after which `if` says what would strike, and not on what condition."""

_MOODS = listed("had suppose supposing imagine")
"""Words that open a condition only where they open a sentence."""

_TAKING_BACK = CONDITIONS - _MOODS - {"whether"}
"""Words that take back what a sentence said before them."""

_BUT = listed("everywhere anywhere nowhere nothing anything everything all none anyone everyone")
"""Words after which `but` is `except`."""


def _opens(words: list[str], place: int) -> bool:
    token = words[place]
    before = words[place - 1]
    if token in ("but", "however"):
        return before not in _BUT
    if token in REASONS:
        return True
    if token in BACKGROUND:
        return token not in ("who", "which", "whose") or not is_word(before)
    if token in CONDITIONS and token not in _MOODS:
        return before not in _STRIKING
    if token in CONCLUSIONS:
        return token != "so" or before not in ("think", "do", "say", "not", "is", "did")
    if token == "as":
        following = words[place + 1] if place + 1 < len(words) else ""
        return following in _CLAUSE_AFTER_AS
    if token == "for":
        # "The box, for she saw it": a reason; "for the box" alone is none.
        return (
            before == ","
            and words[place + 1 : place + 2] != []
            and (words[place + 1] in _CLAUSE_AFTER_AS)
        )
    if token in ("rather", "instead") and words[place + 1 : place + 2] in (["than"], ["of"]):
        return True
    return token == "and" and words[place + 1 : place + 2] in (["so"], ["therefore"], ["thus"])


_CLAUSE_AFTER_AS = listed(
    "she he it they we i you that this there the only in both her his yet far"
)


def _classified(
    words: list[str], found: list[Mention], cuts: list[tuple[int, int, int]], recalls: bool
) -> list[ReplyClause]:
    result: list[ReplyClause] = []
    walk = _ClauseWalk(words, recalls)
    by_start = iter(found)
    pending = next(by_start, None)
    for start, end, sentence in cuts:
        mine: list[Mention] = []
        while pending is not None and pending.start < end:
            if pending.start >= start:
                mine.append(pending)
            pending = next(by_start, None)
        clause = walk.step(start, end, sentence, tuple(mine))
        if (
            clause.words[0] in _TAKING_BACK
            and not (mine and mine[0].start == start)
            and start
            and is_word(words[start - 1])
        ):
            _condition(result, sentence)
        result.append(clause)
    return result


def _condition(told: list[ReplyClause], sentence: int) -> None:
    """Take back what a sentence said before `if`: "she would look there if she knew"."""
    for place in range(len(told) - 1, -1, -1):
        clause = told[place]
        if clause.sentence != sentence or clause.kind not in (
            ClauseKind.SAYS,
            ClauseKind.BACKGROUND,
        ):
            return
        if clause.kind is ClauseKind.BACKGROUND:
            continue
        told[place] = replace(clause, kind=ClauseKind.SUPPOSED)
        if clause.words[0] in ("but", "and", "so", "or") or clause.concludes:
            return


class _ClauseWalk:
    """What carries over from one clause to the next while a reply is read."""

    def __init__(self, words: list[str], recalls: bool) -> None:
        self.words = words
        self.recalls = recalls
        self.asked = _in_question(words)
        self.sentence = -1
        self.supposed = False
        self.others = False
        self.explains = False
        self.believed = False
        self.labelled = False
        self.quoted = False

    def step(self, start: int, end: int, sentence: int, mine: tuple[Mention, ...]) -> ReplyClause:
        """The clause at these tokens, and on to the next."""
        part = tuple(self.words[start:end])
        if sentence != self.sentence:
            self.sentence = sentence
            self.supposed = _supposes(part)
            self.others = attributed(part) or (not self.recalls and formerly(part))
            self.believed = False
        elif self.labelled:
            # "Answer: some would say the box, but ..."
            self.others = attributed(part) or (not self.recalls and formerly(part))
        elif part[0] in ("but", "however", "yet"):
            # "One might say the box, but she looks in the basket."
            self.others = False
        head = part[1] if part[0] in ("and", "but", "or", "even") and len(part) > 1 else part[0]
        concludes = _concludes(part, head)
        if concludes:
            self.supposed = self.explains = self.others = False
        elif head in CONDITIONS and head not in _MOODS and not (mine and mine[0].start == start):
            self.supposed = True
        labelled = self.labelled or _labels(part)
        if labelled:
            self.explains = False
        clause = ReplyClause(
            start,
            end,
            part,
            mine,
            self.kind(part, head, start, mine),
            sentence,
            concludes=concludes,
            labelled=labelled,
            believed=self.believed,
            explains=self.explains,
        )
        self.carry(clause)
        return clause

    def kind(
        self, part: tuple[str, ...], head: str, start: int, mine: tuple[Mention, ...]
    ) -> ClauseKind:
        """What the clause does, the strongest reason not to take its word first."""
        if self.asked[start]:
            return ClauseKind.ASKED
        if self.supposed or self.others:
            return ClauseKind.SUPPOSED
        if self.quoted:
            return ClauseKind.QUOTED
        if mine and mine[0].start <= start + part.index(head) < mine[0].end:
            # A choice such as "because her hands were full" is what is said, and no reason for it.
            return ClauseKind.SAYS
        if head == "for" and _opens(self.words, start):
            return ClauseKind.REASON
        if head in REASONS or (head == "as" and part[1:2] != ("a",)) or part[:2] == ("due", "to"):
            return ClauseKind.REASON
        if head in BACKGROUND or part[0] == "even":
            return ClauseKind.BACKGROUND
        return ClauseKind.SAYS

    def carry(self, clause: ReplyClause) -> None:
        """Take note of a label, a heading, a perspective or a quotation that goes on."""
        part = clause.words
        after = self.words[clause.end] if clause.end < len(self.words) else ""
        names = bool(clause.mentions)
        goes_on = False
        if after == ":" and not names:
            goes_on = clause.labelled
            self.explains = self.explains or (
                bool(_EXPLAIN.intersection(part)) and not clause.labelled
            )
            thinks = any(w in ATTITUDES for w in part) and not SELF.intersection(part)
            self.believed = thinks and "not" not in part
        if "perspective" in part or ("point" in part and "view" in part):
            self.believed = True
        # The story told again in its own words is nobody's answer.
        opened = '"' in self.words[clause.end : clause.end + 3]
        if self.quoted:
            self.quoted = not opened
        elif opened and bool(TELLS.intersection(part)) and not SELF.intersection(part):
            self.quoted = True
        # A label holds for what follows it, over an end of line but not over an end of sentence.
        self.labelled = (goes_on or (clause.labelled and not names)) and after not in ".!?"


def _supposes(part: tuple[str, ...]) -> bool:
    """Whether a sentence opens with something that is not so."""
    return (part[0] in CONDITIONS and part[0] != "whether") and len(part) > 1


def _in_question(words: list[str]) -> list[bool]:
    """For every token whether its sentence ends with a question mark."""
    result = [False] * (len(words) + 1)
    asked = False
    for place in range(len(words) - 1, -1, -1):
        if words[place] in _END:
            asked = words[place] == "?"
        result[place] = asked
    return result


def _concludes(part: tuple[str, ...], head: str) -> bool:
    """Whether a clause opens with so, therefore or the like; `so might the other` does not."""
    if part[:3] == ("as", "a", "result") or _sums_up(part):
        return True
    if head not in CONCLUSIONS:
        return False
    place = part.index(head)
    return head != "so" or part[place + 1 : place + 2] == () or part[place + 1] not in AUXILIARIES


def _sums_up(part: tuple[str, ...]) -> bool:
    text = " ".join(part[:4])
    return text.startswith(
        ("in short", "in conclusion", "in summary", "to sum up", "tl", "overall")
    )


def _labels(part: tuple[str, ...]) -> bool:
    """Whether a clause is, or ends in, a label: `answer`, `the final answer is`."""
    for place, word in enumerate(part[:8]):
        if word in ANSWER_LABELS:
            rest = part[place + 1 :]
            return not rest or rest[0] in ("is", "would", "to", "here", "must") or rest[0][0] == "@"
    return False
