"""From what a coder says was said to a mark, by the computed key.

A coder in content view sees the question, the reply and the candidate answers, and neither story
nor key; what was said becomes right or wrong here. Candidates are those of all conditions, so a
candidate of another condition is a thing like any other that is not the key. Letting the coder mark
would be simpler, and a coder who marks knows the condition.

The table of marks is the one of `coders.marks`. What a coder's word leaves open (`both`, where it
could mean any two of three things) is settled by trying every reading, and left to a person where
readings differ. A control question is passed or failed: a hedge that still names the right thing
passes it, half an answer does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from coders.even import as_choice
from coders.marks import Flag, Verdict, half, needs_human, right, unkeyed, wrong
from coders.matching.question.candidates import Candidate, CandidateRole, Sort, number_of, stems_of
from coders.matching.question.sheet import AnswerSheet, sheet
from coders.matching.verdicts.parts import meets, several_parts
from coders.packets.shape import ContentWord
from dsl.kept_replies import KeptReplies, is_keyed, with_kept
from dsl.record import replace
from dsl.scales import point_called, shared_name
from dsl.tree import QuestionKind
from dsl.trial import Phrase, Question
from dsl.words import folded

_BESIDE = (Flag.IRRELEVANT, Flag.HALLUCINATION)
_HALVING = (Flag.INCOMPLETE, Flag.FALSE_DETAIL)
_OPEN = {Sort.CANNOT_TELL, Sort.NO_PREFERENCE}
_OTHER = -1
"""The place on the sheet of everything that is not on it."""


def verdict(
    said: Sequence[str],
    plain: bool,
    flags: Iterable[Flag],
    question: Question,
    *,
    kept: KeptReplies | None = None,
) -> Verdict:
    """The verdict on a reply of which a coder says what was `said`, whether plainly, with flags.

    `said` holds candidates as the script has them, and values of `ContentWord`; what is no
    candidate of this question is another thing. `kept` is what earlier replies said by name,
    for a key that looks at them.
    """
    given = tuple(dict.fromkeys(flags))
    words = {ContentWord(one) for one in said if one in set(ContentWord)}
    beside_it = any(flag in given for flag in _BESIDE)
    silent = ContentWord.NO_ANSWER in words
    # Words off the point answer nothing either, and are no refusal.
    if Flag.REFUSAL in given or ContentWord.REFUSES in words or (silent and not beside_it):
        told = "does not answer" if silent else "declines to answer"
        return wrong(None, f"it {told}", *_with(given, Flag.REFUSAL))
    if beside_it:
        beside = next(flag for flag in _BESIDE if flag in given)
        return wrong(None, f"it is flagged {beside.value}", *given)
    if not is_keyed(question.key):
        named = [one for one in said if one not in set(ContentWord)]
        return unkeyed(named[0] if len(named) == 1 else None)
    if question.rating is not None and shared_name(question.rating, question.labels):
        return needs_human("one name is that of two points of the scale", *given)
    filled = with_kept(question, kept)
    if filled is None:
        return needs_human("the earlier answer that it depends on was not kept", *given)
    if not said:
        return needs_human("what it says was not coded", *given)
    firm = plain and Flag.HEDGED not in given
    found = _ContentReading(sheet(filled), filled, firm, given).verdict(said, words)
    return as_choice(found, question) if question.kind is QuestionKind.EVEN else found


def _with(flags: tuple[Flag, ...], *more: Flag) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys((*more, *flags)))


class _ContentReading:
    """One reply as coded, with the sheet of its question."""

    def __init__(
        self,
        on_sheet: AnswerSheet,
        question: Question,
        plain: bool,
        flags: tuple[Flag, ...],
    ) -> None:
        self.sheet = on_sheet
        self.question = question
        self.is_control = question.kind is QuestionKind.CONTROL
        self.plain = plain
        self.flags = flags

    def verdict(self, said: Sequence[str], words: set[ContentWord]) -> Verdict:
        named = {self.place(one) for one in said if one not in set(ContentWord)}
        foreign = [one for one in said if one not in set(ContentWord) and self.place(one) == _OTHER]
        if ContentWord.OTHER in words:
            named.add(_OTHER)
        doubts = False
        if ContentWord.CANNOT_TELL in words:
            cannot = self.sheet.of_sort(Sort.CANNOT_TELL)
            if cannot is not None:
                named.add(cannot.index)
            elif named:
                doubts = True
            else:
                named.add(_OTHER)
        if ContentWord.NEITHER in words:
            neither = self.sheet.of_sort(Sort.NEITHER)
            if neither is not None:
                named.add(neither.index)
        if ContentWord.BOTH in words and len(named) < 2:
            return self.both(named)
        return self.judged(named, doubts=doubts, foreign=foreign[0] if foreign else None)

    def place(self, text: str) -> int:
        """The candidate that a text is; `_OTHER` where it is none of this question."""
        for candidate in self.sheet.candidates:
            if folded(candidate.text) == folded(text):
                return candidate.index
        stems = stems_of(text)
        owners = {
            index
            for wanted, index in self.sheet.variants.get(stems[0] if stems else "", ())
            if wanted == stems
        }
        if len(owners) == 1:
            return owners.pop()
        number = self.point(text) if self.sheet.numeric else None
        found = self.sheet.of_number(text if number is None else number)
        return found.index if found is not None else _OTHER

    def point(self, text: str) -> int | None:
        """The number that a text is: a point of a scale by its label, or a number in words."""
        if self.question.rating is not None:
            called = point_called(text, self.question.rating, self.question.labels)
            if called is not None:
                return int(called[0])
        return number_of(stems_of(text))

    def both(self, named: set[int]) -> Verdict:
        """The verdict on `both`, with at most one of the two named."""
        things = [
            candidate.index
            for candidate in self.sheet.candidates
            if candidate.role is not CandidateRole.HALF
            and candidate.sort not in (*_OPEN, Sort.NEITHER)
        ]
        # The word is "both, or all of them".
        readings = [set(pair) for pair in combinations(things, 2) if named <= set(pair)]
        if len(things) > 2 and named <= set(things):
            readings.append(set(things))
        verdicts = [self.judged(one, doubts=False, foreign=None) for one in readings]
        if not verdicts:
            return wrong(None, "it says both", *self.flags)
        if len({(one.mark, one.flags) for one in verdicts}) > 1:
            return needs_human("it says both, and it is not coded which", *self.flags)
        first = verdicts[0]
        return Verdict(first.mark, first.word, first.flags, None, None, "it says both")

    def judged(self, named: set[int], *, doubts: bool, foreign: str | None) -> Verdict:
        """The verdict on these places of the sheet, asserted together; none of them: neither."""
        candidates = [c for c in self.sheet.candidates if c.index in named]
        told = ", ".join(c.text for c in candidates) or foreign or "something else"
        if not named:
            told = "neither"
        halves = [c for c in candidates if c.role is CandidateRole.HALF]
        keys = [c for c in candidates if c.role is CandidateRole.KEY]
        others = [c for c in candidates if c.role not in (CandidateRole.KEY, CandidateRole.HALF)]
        strange = bool(others) or _OTHER in named
        only = candidates[0] if len(candidates) == 1 and _OTHER not in named else None
        if halves and not strange and not self.is_control:
            loose = () if self.plain else (Flag.HEDGED,)
            return half(only.text if only else None, f"it says {told}", *self.flagged(*loose))
        if strange and keys:
            return self.key_and_more(keys, others, told, beyond=_OTHER in named)
        met = self.meets(named)
        lured = any(c.role is CandidateRole.LURE for c in candidates)
        # A key that only bars things holds for anything else, but not for a lure.
        if met is True and not lured:
            return self.met(only, told, plain=self.plain and not doubts)
        if met is None and keys and not strange and not self.is_control:
            return self.missing(told, plain=self.plain and not doubts)
        lure = only if only is not None and only.role is CandidateRole.LURE else None
        loose = () if self.plain and not doubts else (Flag.HEDGED,)
        verdict = wrong(lure.text if lure else None, f"it says {told}", *self.flagged(*loose))
        matched = only.text if only else (foreign if not candidates else None)
        return replace(verdict, matched=matched)

    def key_and_more(
        self, keys: list[Candidate], others: list[Candidate], told: str, *, beyond: bool
    ) -> Verdict:
        """The key and something that is not the key: half where one of them is left open."""
        open_key = all(c.sort in _OPEN for c in keys)
        open_other = not beyond and all(c.sort in _OPEN for c in others)
        complete = not several_parts(self.question)
        if complete and self.is_control and open_other:
            return right(keys[0].text, f"it names {keys[0].text}", *self.flagged())
        if complete and not self.is_control and (open_key or open_other or not self.plain):
            reason = f"it leaves open: {told}"
            return half(keys[0].text, reason, *self.flagged(Flag.HEDGED))
        return wrong(None, f"it says {told}", *self.flagged())

    def met(self, only: Candidate | None, told: str, *, plain: bool) -> Verdict:
        """The verdict where the key holds."""
        halving = [flag for flag in _HALVING if flag in self.flags]
        if not plain:
            halving.insert(0, Flag.HEDGED)
        matched = only.text if only else told
        if halving and not self.is_control:
            return half(matched, f"it says {told}", *self.flagged(*halving))
        return right(matched, f"it says {told}", *self.flagged())

    def missing(self, told: str, *, plain: bool) -> Verdict:
        """The verdict where some parts of the key are said and others are not."""
        loose = () if plain else (Flag.HEDGED,)
        return half(told, f"parts are missing: {told}", *self.flagged(Flag.INCOMPLETE, *loose))

    def flagged(self, *more: Flag) -> tuple[Flag, ...]:
        return _with(self.flags, *more)

    def meets(self, named: set[int]) -> bool | None:
        """Whether the key holds: True; None for not yet; False where it cannot."""
        key = self.question.key

        def says(phrase: Phrase) -> bool:
            return self.place(phrase.text) in named

        states = [meets(key.answer, says)]
        if key.alternatives:
            each = [meets(one, says) for one in key.alternatives]
            states.append(True if True in each else None if None in each else False)
        if not key.answer and not key.alternatives:
            # Lures alone: what is none of them may still be wrong.
            return False
        if False in states:
            return False
        return None if None in states else True
