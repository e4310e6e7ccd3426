"""From what a reply asserts to a verdict, where one answer is wanted.

Readings that agree decide; readings that differ go to a person. The one exception is the shape of
a reply: what stands under "answer:" or after therefore outweighs notes before it.
"""

from __future__ import annotations

from coders.marks import Flag, NoOneAnswer, Verdict, half, needs_human, right, wrong
from coders.matching.clauses.several import Reading, Several, named_in
from coders.matching.doubts.doubts import (
    Doubts,
    goes_on_after,
    guesses_after,
    named_after,
    only_offers,
    prefers_after,
)
from coders.matching.doubts.hedging import SEEMING, softly
from coders.matching.question.candidates import Candidate, CandidateRole, Sort
from coders.matching.question.sheet import AnswerSheet
from coders.matching.text.vocabulary import HEDGES, listed
from dsl.experiment import Quantity
from dsl.record import replace
from dsl.trial import Question


def conclude(
    on_sheet: AnswerSheet, firm: list[Reading], question: Question, doubts: Doubts, *, unclear: bool
) -> Verdict:
    """The verdict from the firm readings, which agree or go to a person."""
    if not firm:
        return needs_human("no answer was recognised")
    best = _without_reason(on_sheet, best_of(firm))
    if _answers_all_the_same(on_sheet, firm, doubts):
        return needs_human("it says that it cannot tell, and names an answer")
    if any(r.several is Several.DOUBT for r in best):
        return needs_human("it is not plain what it says")
    if any(r.several is not None and not r.answers for r in best):
        return _nameless(on_sheet, firm, best, doubts)
    if doubts.inexact:
        return needs_human("the number is not exact")
    joined = [r for r in best if len(r.answers) > 1]
    named = named_in(best)
    if joined:
        return _joined(on_sheet, best, joined, named, doubts)
    if len(named) == 2 and all(_OPEN.intersection(r.clause.words) for r in best):
        return _open(on_sheet, best, doubts)
    if len(named) > 1 and not unclear and _leans_to_key(on_sheet, best):
        return half(None, "it leans to the key and leaves another answer open", Flag.HEDGED)
    if len(named) > 1:
        return _disagreeing(on_sheet, named, question, unclear=unclear)
    if not named:
        return needs_human("no answer was recognised")
    weaker = {a for r in firm if r not in best for a in r.answers} - named
    if on_sheet.yes_no and weaker:
        return needs_human("it says one thing and then another")
    answer = named.pop()
    hedged = best[-1].hedged and not on_sheet.opinion
    others = [r for r in firm if r.hedged and r not in best and set(r.answers) - {answer}]
    if others and not on_sheet.opinion:
        if not unclear and not weaker - named_in(others) and _leans_to_key(on_sheet, best + others):
            return half(None, "it leans to the key and leaves another answer open", Flag.HEDGED)
        return needs_human("it leaves another answer open elsewhere")
    against = (
        _against_hedging(on_sheet, firm, best, answer, hedged=hedged)
        or _against_choice(on_sheet, best, answer, doubts, hedged=hedged)
        or _against_firmness(on_sheet, doubts, hedged=hedged)
    )
    if against is not None:
        return needs_human(against)
    if answer < 0:
        return wrong(None, f"it says {-1 - answer}", *((Flag.UNCLEAR,) if unclear else ()))
    return single(on_sheet, on_sheet.candidates[answer], question, hedged=hedged, unclear=unclear)


def _answers_all_the_same(on_sheet: AnswerSheet, firm: list[Reading], doubts: Doubts) -> bool:
    """Whether a reply says that nothing is known, and names or wonders about an answer, too."""
    if not any(r.several is Several.NOT_KNOWN for r in firm):
        return False
    told = named_in(firm)
    open_ones = (Sort.CANNOT_TELL, Sort.NO_PREFERENCE, Sort.NEITHER)
    return bool(doubts.wondered) or any(
        not any(on_sheet.is_of(a, sort) for sort in open_ones) for a in told
    )


def _against_hedging(
    on_sheet: AnswerSheet, firm: list[Reading], best: list[Reading], answer: int, *, hedged: bool
) -> str | None:
    """Why it is not plain whether the one answer is hedged; None where it is."""
    if on_sheet.opinion or on_sheet.item:
        return None
    said = best if hedged else [r for r in firm if answer in r.answers]
    if (hedged and not all(r.hedged for r in said)) or (not hedged and any(map(_hedges, said))):
        return "it is plain in one place and hedged in another"
    if hedged and _is_key(on_sheet, answer) and all(softly(r.clause) for r in best):
        return "it is not plain whether `I guess` hedges it"
    open_key = on_sheet.of_sort(Sort.CANNOT_TELL)
    if hedged and open_key is not None and open_key.role is CandidateRole.KEY:
        return "it is hedged where the key is that it cannot be told"
    return None


def _against_choice(
    on_sheet: AnswerSheet, best: list[Reading], answer: int, doubts: Doubts, *, hedged: bool
) -> str | None:
    """What else the reply leaves open, leans to or picks beside the one answer."""
    if doubts.in_reasons - {answer}:
        return "its reason says another thing"
    if doubts.left_open - {answer} and not (hedged and _is_key(on_sheet, answer)):
        return "it leaves another answer open elsewhere"
    stance = _is_stance(on_sheet, answer)
    if doubts.chosen - {answer} and (hedged or stance):
        return "it leans to another answer elsewhere"
    last = best[-1].place
    if stance and (doubts.picks or len(named_after(doubts.parts, last) - {answer}) == 1):
        return "it picks something all the same"
    if stance and (guesses_after(doubts.parts, last) or goes_on_after(doubts.parts, last)):
        return "it guesses all the same"
    return None


def _against_firmness(on_sheet: AnswerSheet, doubts: Doubts, *, hedged: bool) -> str | None:
    """What takes the edge off the one answer; no doubt is one where an opinion is asked for, or
    only a choice.
    """
    if on_sheet.opinion or on_sheet.item:
        return None
    if doubts.adrift:
        return "it is not plain what it hedges"
    return "it says that it is not sure" if doubts.unsure and not hedged else None


def best_of(firm: list[Reading]) -> list[Reading]:
    """The readings that decide: those that conclude, if nothing but notes stands against them.

    Notes are bare words in a list and plain statements; a question taken up and answered, or a
    letter, stands against any conclusion that differs from it, and so does what a reply opens with.
    """
    top = max(r.rank for r in firm)
    if top < 4:
        return [r for r in firm if r.rank == top]
    concluding = [r for r in firm if r.rank == 4]
    names = named_in(concluding)
    against = [r for r in firm if r.rank == 3 and (r.several or set(r.answers) - names)]
    first = firm[0]
    last = concluding[-1].place
    if all(r.note and r.place < last and not (r is first and r.opens) for r in against):
        return concluding
    return [r for r in firm if r.rank >= 3]


def _without_reason(on_sheet: AnswerSheet, best: list[Reading]) -> list[Reading]:
    """Leave out `it could be either` where all else that is said is that it cannot be told."""
    rest = [r for r in best if r.several is not Several.EITHER or r.answers]
    stances = all(r.answers and all(_is_stance(on_sheet, a) for a in r.answers) for r in rest)
    return rest if rest and stances else best


_OPEN = listed("could might may")


def _open(on_sheet: AnswerSheet, best: list[Reading], doubts: Doubts) -> Verdict:
    """The verdict on `It could be this. It could be that`."""
    several = any(_is_stance(on_sheet, a) for r in best for a in r.answers)
    if several or _prefers(doubts, best[-1].place):
        return needs_human("it leaves open which")
    return _listed(on_sheet, named_in(best)) or wrong(None, NoOneAnswer.PREFERS_NEITHER.value)


def _prefers(doubts: Doubts, place: int) -> bool:
    """Whether one of several may be preferred, in whatever words, after the clause at `place`."""
    return doubts.picks or doubts.adrift or prefers_after(doubts.parts, place)


def _listed(on_sheet: AnswerSheet, named: set[int]) -> Verdict | None:
    """The verdict on an either-or that the script lists as half right; None where it does not."""
    for candidate in on_sheet.candidates:
        if candidate.role is CandidateRole.HALF and on_sheet.either.get(
            candidate.index
        ) == frozenset(named):
            return half(candidate.text, f"it says {candidate.text}", Flag.HEDGED)
    return None


def _hedges(reading: Reading) -> bool:
    """Whether it leaves its answer open, and not only says how something seems."""
    return reading.hedged and not HEDGES.intersection(reading.clause.words) <= SEEMING


def _is_key(on_sheet: AnswerSheet, answer: int) -> bool:
    return answer >= 0 and on_sheet.candidates[answer].role is CandidateRole.KEY


def _is_stance(on_sheet: AnswerSheet, answer: int) -> bool:
    return any(on_sheet.is_of(answer, s) for s in (Sort.CANNOT_TELL, Sort.NO_PREFERENCE))


def _leans_to_key(on_sheet: AnswerSheet, best: list[Reading]) -> bool:
    """Whether the key comes first, and whatever else is named comes after and is hedged."""
    if any(r.several is not None for r in best):
        return False
    stances = any(_is_stance(on_sheet, a) for r in best for a in r.answers)
    if stances and len(named_in(best)) > 2:
        # "It cannot be told: it may be this, it may be that" names no guess, but gives a reason.
        return False
    told = sorted(best, key=lambda r: r.place)
    if told[0].hedged and len({HEDGES.intersection(r.clause.words) for r in told}) == 1:
        # "Perhaps this, perhaps that" leans to neither.
        return False
    keyed = [all(_is_key(on_sheet, a) for a in r.answers) for r in told]
    first = keyed.index(False) if False in keyed else 0
    return (
        first > 0
        and not any(keyed[first:])
        and all(r.hedged and only_offers(on_sheet, r.clause) for r in told[first:])
    )


def _disagreeing(
    on_sheet: AnswerSheet, named: set[int], question: Question, *, unclear: bool
) -> Verdict:
    """Two answers, each said plainly: where they differ, only a person can tell which is meant."""
    known = [on_sheet.candidates[a] for a in named if a >= 0]
    alike = len(known) == len(named) and all(c.role is CandidateRole.KEY for c in known)
    if alike and not unclear and len(question.key.answer) == 1:
        first = min(known, key=lambda c: c.index)
        return right(first.text, f"it says {first.text}")
    return needs_human("it says one thing and another")


def _nameless(
    on_sheet: AnswerSheet, firm: list[Reading], best: list[Reading], doubts: Doubts
) -> Verdict:
    """Both, either, neither, or that nothing is known, with nothing named beside it."""
    said = {r.several for r in best}
    named = named_in(best)
    if said == {None, Several.EITHER} and len(named) == 1:
        leaning = on_sheet.candidates[max(named)] if max(named) >= 0 else None
        if leaning is not None and leaning.role is CandidateRole.KEY:
            return half(leaning.text, "it leaves the other open and leans to the key", Flag.HEDGED)
    keyed = {on_sheet.candidates[a].role is CandidateRole.KEY for a in named if a >= 0}
    if on_sheet.surprise and Several.BOTH in said:
        return needs_human("it may say that neither is more surprising")
    if said == {Several.BOTH} and keyed != {True}:
        return wrong(None, NoOneAnswer.BOTH.value)
    if len(said) > 1 or named:
        return needs_human("it says one thing and another")
    several = said.pop()
    if several is Several.NOT_KNOWN:
        return wrong(None, NoOneAnswer.CANNOT_TELL.value)
    negative = (Sort.NO_PREFERENCE, Sort.NEITHER)
    # "Nowhere!", where `Neither` is offered, is most likely that.
    if several is Several.NONE and not any(on_sheet.of_sort(sort) for sort in negative):
        if named_in(firm):
            return needs_human("it says none, and names an answer")
        return wrong(None, NoOneAnswer.NONE.value)
    alike = (Sort.NEITHER, Sort.CANNOT_TELL, Sort.NO_PREFERENCE)
    if several is Several.EITHER and not any(on_sheet.of_sort(sort) for sort in alike):
        if _prefers(doubts, best[-1].place):
            return needs_human("it leaves both open, and may prefer one")
        return wrong(None, NoOneAnswer.BOTH_OPEN.value)
    return needs_human("it is not plain what it says")


def _joined(
    on_sheet: AnswerSheet,
    best: list[Reading],
    joined: list[Reading],
    named: set[int],
    doubts: Doubts,
) -> Verdict:
    """Several answers in one clause, joined by and or by or."""
    if len(joined) > 1 or set(joined[0].answers) != named:
        return needs_human("it names several answers")
    if any(a < 0 for a in named) and joined[0].several is not Several.EITHER:
        return needs_human("it names several answers")
    leaning = [r for r in best if len(r.answers) == 1 and r.place > joined[0].place]
    if leaning and not _is_key(on_sheet, leaning[-1].answers[0]):
        return needs_human("it leaves two answers open, and leans to a wrong one")
    roles = {on_sheet.candidates[a].role if a >= 0 else CandidateRole.OTHER for a in named}
    if joined[0].several is Several.EITHER:
        return _either(on_sheet, joined[0], roles, doubts, leaning=leaning)
    if joined[0].several is Several.BOTH and roles <= {
        CandidateRole.KEY,
        CandidateRole.LURE,
        CandidateRole.OTHER,
    }:
        if roles == {CandidateRole.KEY}:
            return right(on_sheet.candidates[joined[0].answers[0]].text, "it names the key")
        if joined[0].rank >= 3:
            return wrong(None, NoOneAnswer.TWO.value)
    return needs_human("it names several answers")


def _either(
    on_sheet: AnswerSheet,
    reading: Reading,
    roles: set[CandidateRole],
    doubts: Doubts,
    *,
    leaning: list[Reading],
) -> Verdict:
    """The verdict on an either-or: half only where it leans to the key, or the script says so.

    `leaning`: where the key is named once more, by itself, further on.
    """
    first = reading.answers[0]
    if CandidateRole.KEY in roles and reading.leans and not _is_key(on_sheet, first):
        return needs_human("it leaves two answers open, and leans to a wrong one")
    if CandidateRole.KEY in roles and leaning and not leaning[-1].hedged:
        return needs_human("it may settle what it left open")
    if CandidateRole.KEY in roles and (reading.leans or leaning):
        return half(None, "it leans to the key and leaves another answer open", Flag.HEDGED)
    if reading.leans and roles <= {CandidateRole.LURE, CandidateRole.OTHER} and first >= 0:
        return wrong_by(on_sheet.candidates[first], Flag.HEDGED)
    listed = _listed(on_sheet, set(reading.answers))
    if listed is not None:
        return listed
    open_ones = any(_is_stance(on_sheet, a) for a in reading.answers)
    if open_ones or not roles <= {CandidateRole.KEY, CandidateRole.LURE, CandidateRole.OTHER}:
        return needs_human("it names several answers")
    if roles == {CandidateRole.KEY}:
        return needs_human("it leaves open which of the right answers")
    if CandidateRole.KEY in roles and (reading.added or _prefers(doubts, reading.place)):
        return needs_human("it is not plain whether it prefers one")
    return wrong(None, NoOneAnswer.SEVERAL.value)


def single(
    on_sheet: AnswerSheet, candidate: Candidate, question: Question, *, hedged: bool, unclear: bool
) -> Verdict:
    """The verdict on a reply that asserts one candidate."""
    flags = (Flag.UNCLEAR,) if unclear else ()
    if candidate.role is CandidateRole.HALF:
        return half(candidate.text, f"it says {candidate.text}", *flags, *_hedge(candidate))
    if candidate.role is not CandidateRole.KEY:
        return wrong_by(candidate, *((Flag.HEDGED,) if hedged else ()), *flags)
    if hedged and on_sheet.item:
        flags = (Flag.HEDGED, *flags)
    elif hedged:
        return half(candidate.text, f"it leans to {candidate.text}", Flag.HEDGED, *flags)
    if len(question.key.answer) > 1:
        short = [
            c
            for c in question.key.answer
            if c.quantity is not Quantity.NONE and candidate.text not in {p.text for p in c.phrases}
        ]
        if short:
            return needs_human("it meets one part of the key")
    return right(candidate.text, f"it says {candidate.text}", *flags)


def _hedge(candidate: Candidate) -> tuple[Flag, ...]:
    """A half answer that is itself an either-or or a guess is hedged; another may be incomplete."""
    words = candidate.text.casefold().split()
    loose = {"or", "either", "perhaps", "probably", "maybe", "might", "could", "but", "if", "guess"}
    return (Flag.HEDGED,) if loose.intersection(words) else ()


def wrong_by(candidate: Candidate, *flags: Flag) -> Verdict:
    """The verdict on a reply that says this candidate, which is not right; a lure is named."""
    if candidate.role is CandidateRole.LURE:
        return wrong(candidate.text, f"it says {candidate.text}", *flags)
    verdict = wrong(None, f"it says {candidate.text}", *flags)
    return replace(verdict, matched=candidate.text)
