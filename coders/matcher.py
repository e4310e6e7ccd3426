"""Sort a reply by its key: right, half, wrong, or needs a human.

Rules, and no model: what the matcher decides can be read, repeated and argued with, costs nothing
and is the same next year. Its first rule is that a verdict is never wrong; where the words leave a
doubt, a person decides. It reads a reply in clauses, finds the candidate answers of the question in
them, and asks which is asserted where the reply concludes (docs/matcher.md has the rules, the
limits, and the figures on replies that were marked by a person beforehand).

It knows the question and its key and not the story: it cannot see that a reason beside a right
answer is false.
"""

from __future__ import annotations

from coders.marks import Flag, Verdict, half, needs_human, right, unkeyed, wrong
from coders.matching.clauses import Clause, Kind, clauses
from coders.matching.mentions import mentions
from coders.matching.plain import plain
from coders.matching.ranks import leftover
from coders.matching.readings import Reading, Several, readings
from coders.matching.sheet import Candidate, Role, Sheet, Sort, sheet, stems_of
from coders.matching.stances import (
    FORCED,
    LINK,
    MACHINE,
    RECOGNISED,
    UNSURE,
    last_correction,
    refuses,
)
from coders.matching.tokens import is_word, tokens
from coders.matching.yes_no import yes_no_readings
from dsl.experiment import Quantity
from dsl.trial import Clause as KeyClause
from dsl.trial import Question

LONGEST = 20_000
"""Characters; a longer reply is left to a person, which also bounds the work."""

MOST_CLAUSES = 1_200
MOST_MENTIONS = 24
"""In one reply, and in one clause: what is beyond them is no answer anybody would read."""


def match(reply: str, question: Question, *, kept: str | None = None) -> Verdict:
    """The verdict on `reply`, by the key of `question`.

    `kept` is the phrase matched in an earlier reply, for a key that is the participant's own
    answer. Never raises, whatever the reply holds.
    """
    key = question.key
    if not (key.answer or key.alternatives or key.kept or key.wrong):
        return unkeyed(matched_phrase(reply, question))
    if key.kept is not None and kept is None:
        return needs_human("the answer it is held against was not kept")
    verdict = _verdict(reply, sheet(question, kept), question)
    if verdict.decided and verdict.mark and _links(reply):
        return needs_human("it gives a link")
    if verdict.mark and RECOGNISED.search(plain(reply[:LONGEST])):
        return Verdict(
            verdict.mark,
            verdict.word,
            (*verdict.flags, Flag.RECOGNISED),
            verdict.lure,
            verdict.matched,
            verdict.reason,
        )
    return verdict


def matched_phrase(reply: str, question: Question) -> str | None:
    """What a reply says, for a question whose answer is kept: the script text of the key, lure or
    option it asserts; without any of these the words of a short reply; None where it is not plain.
    """
    on_sheet = sheet(question, None)
    if on_sheet.candidates:
        return _verdict(reply, on_sheet, question).matched
    text = plain(reply[:LONGEST])
    words = [w for w in tokens(text) if is_word(w)]
    if not 0 < len(words) <= 6 or refuses(text):
        return None
    while words and words[0] in ("a", "an", "the", "some", "in", "it", "is", "there", "are"):
        words = words[1:]
    return " ".join(words) or None


def _links(reply: str) -> bool:
    return LINK.search(reply[:LONGEST].casefold()) is not None


def _verdict(reply: str, on_sheet: Sheet, question: Question) -> Verdict:
    reply = reply.strip()
    if len(reply) > LONGEST:
        return needs_human("it is very long")
    text = plain(reply)
    if on_sheet.letters > 1:
        text = _labels(text, on_sheet.letters)
    words = tokens(text)
    if not any(is_word(w) or w[0] == "@" for w in words):
        if any(not c.isascii() and not c.isspace() for c in reply):
            return needs_human("it holds no words")
        return wrong(None, "the reply is empty", Flag.REFUSAL)
    exact = _exact(on_sheet, words, question)
    if exact is not None:
        return exact
    found = mentions(on_sheet, words)
    parts = clauses(words, found)
    if len(parts) > MOST_CLAUSES or any(len(c.mentions) > MOST_MENTIONS for c in parts):
        return needs_human("it goes on and on")
    read = readings(on_sheet, words, parts)
    if on_sheet.yes_no:
        read = sorted([*read, *yes_no_readings(on_sheet, parts)], key=lambda r: r.place)
    declines = refuses(text)
    firm = [r for r in read if r.rank >= 2]
    if FORCED.search(text) and any(c.mentions for c in parts if c.kind is Kind.SUPPOSED):
        return needs_human("it answers only if it must")
    if declines:
        told = [r for r in firm if not _empty_handed(on_sheet, r)]
        if not told:
            chosen = [r for r in firm if any(m.letter for m in r.clause.mentions)]
            if chosen:
                return needs_human("it declines and chooses an option", Flag.REFUSAL)
            if any(m.candidate is not None for m in found):
                return needs_human("it declines, and names an answer", Flag.REFUSAL)
            return wrong(None, "it declines to answer", Flag.REFUSAL)
        firm = told
    if MACHINE.search(text) and any(_empty_handed(on_sheet, r) for r in firm):
        return wrong(None, "it pleads that a machine cannot", Flag.REFUSAL)
    if _several_parts(question):
        return _all_of(on_sheet, firm, parts, question)
    corrected = last_correction(words)
    after = [r for r in firm if r.place > corrected]
    dropped = [r for r in firm if r.place <= corrected]
    if corrected >= 0 and dropped and not after:
        return needs_human("it takes back what it said")
    unclear = corrected >= 0 and any(
        set(r.answers) - {a for other in after for a in other.answers} for r in dropped
    )
    unsure = UNSURE.search(text) is not None and not on_sheet.opinion
    return _conclude(on_sheet, after, question, unclear=unclear, unsure=unsure)


def _labels(text: str, letters: int) -> str:
    """The text with `B)`, `(B)`, `B.` at a line's start and the like set apart as labels."""
    import re

    last = chr(ord("a") + min(letters, 26) - 1)
    text = re.sub(rf"(?m)^[ \t\-]*\(?([a-{last}])(?:\)|[.:](?=\s|$))[ \t:.]*", r"@\1 ", text)
    text = re.sub(rf"(?<!\w)\(([a-{last}])\)", r" @\1 ", text)
    return re.sub(rf"(?<![\w'@])([a-{last}])\)", r"@\1 ", text)


def _exact(on_sheet: Sheet, words: list[str], question: Question) -> Verdict | None:
    """The verdict on a reply that is a candidate's very words, or a letter, and nothing else."""
    spoken = [w for w in words if w not in ("\n", ".", "!", '"', ",", ":", "'")]
    if len(spoken) == 1 and on_sheet.letters > 1:
        letter = spoken[0].removeprefix("@")
        if len(letter) == 1 and "a" <= letter <= "z" and (letter,) not in _one_letter(on_sheet):
            candidate = on_sheet.of_option(ord(letter) - ord("a"))
            if candidate is None:
                return wrong(None, "there is no such choice")
            return _single(on_sheet, candidate, question, hedged=False, unclear=False)
    stems = () if any(w[0] == "@" for w in spoken) else stems_of(" ".join(spoken))
    owners = [
        index
        for wanted, index in on_sheet.variants.get(stems[0] if stems else "", ())
        if wanted == stems
    ]
    if len(owners) != 1 or _several_parts(question):
        return None
    candidate = on_sheet.candidates[owners[0]]
    hedges = candidate.role is Role.HALF
    return _single(on_sheet, candidate, question, hedged=hedges, unclear=False)


def _one_letter(on_sheet: Sheet) -> set[tuple[str, ...]]:
    return {
        wanted for known in on_sheet.variants.values() for wanted, _ in known if len(wanted) == 1
    }


def _empty_handed(on_sheet: Sheet, reading: Reading) -> bool:
    """Whether a reading is only that nothing can be told, or nothing is preferred."""
    if reading.several is Several.NOT_KNOWN or (not reading.answers and not reading.several):
        return True
    sorts = {on_sheet.candidates[a].sort for a in reading.answers if a >= 0}
    return bool(sorts) and sorts <= {Sort.CANNOT_TELL, Sort.NO_PREFERENCE}


def _several_parts(question: Question) -> bool:
    """Whether a key wants several things, or bars some."""
    clauses = question.key.answer
    return bool(question.key.alternatives) or any(
        c.quantity is Quantity.NONE or (c.quantity is Quantity.ALL and len(c.phrases) > 1)
        for c in clauses
    )


def _all_of(
    on_sheet: Sheet, firm: list[Reading], parts: list[Clause], question: Question
) -> Verdict:
    """The verdict where several parts are needed or barred, wherever in the reply they stand."""
    if not firm or any(r.several is Several.DOUBT for r in firm):
        return needs_human("it is not plain what it says")
    best = _best(firm)
    named = {a for r in best for a in r.answers}
    if any(a < 0 for a in named) or any(r.several and not r.answers for r in best):
        return needs_human("it is not plain what it says")
    if any(r.several is Several.EITHER for r in firm):
        return needs_human("it leaves open which")
    candidates = [on_sheet.candidates[a] for a in sorted(named)]
    texts = {c.text for c in candidates}
    weaker = {on_sheet.candidates[a].text for r in firm for a in r.answers if a >= 0} - texts
    if any(r.hedged for r in firm):
        return needs_human("it is hedged")
    lures = [c for c in candidates if c.text in {p.text for p in question.key.wrong}]
    keys = texts & {c.text for c in on_sheet.candidates if c.role is Role.KEY}
    barred = [c.text for c in candidates if c.role is Role.BANNED]
    told = ", ".join(c.text for c in candidates)
    states = [_meets(one, texts) for one in question.key.alternatives or ((),)]
    base = _meets(question.key.answer, texts)
    if base is True and any(state is True for state in states):
        if weaker or (lures and not barred and not keys):
            return needs_human("it names something else, too")
        return right(told, "it names every part")
    if not keys:
        if len(lures) == 1 and len(candidates) == 1:
            return _wrong(lures[0])
        return (
            wrong(None, f"it says {told}")
            if candidates and not weaker
            else needs_human("it names no part of the key")
        )
    if lures or barred:
        return (
            wrong(None, f"it says {told}") if not weaker else needs_human("it names several things")
        )
    if base is not False and any(state is not False for state in states):
        if weaker or _more(on_sheet, parts):
            return needs_human("it names something else, too")
        return half(told, "parts are missing", Flag.INCOMPLETE)
    return needs_human("it names parts that do not belong together")


def _meets(clauses: tuple[KeyClause, ...], texts: set[str]) -> bool | None:
    """Whether what is named meets these clauses: all of them, none that it could not, or not yet."""
    whole = True
    for clause in clauses:
        had = {p.text for p in clause.phrases} & texts
        if clause.quantity is Quantity.NONE:
            if had:
                return False
        elif clause.quantity is Quantity.ALL:
            whole = whole and len(had) == len(clause.phrases)
        else:
            whole = whole and bool(had)
    return True if whole else None


def _more(on_sheet: Sheet, parts: list[Clause]) -> bool:
    """Whether, beside the parts it names, a reply lists words that are on no list."""
    return any(
        not c.mentions and c.kind is Kind.SAYS and leftover(on_sheet, c) and len(c.words) < 4
        for c in parts
    )


def _wrong(candidate: Candidate, *flags: Flag) -> Verdict:
    if candidate.role is Role.LURE:
        return wrong(candidate.text, f"it says {candidate.text}", *flags)
    verdict = wrong(None, f"it says {candidate.text}", *flags)
    return Verdict(verdict.mark, verdict.word, verdict.flags, None, candidate.text, verdict.reason)


def _single(
    on_sheet: Sheet, candidate: Candidate, question: Question, *, hedged: bool, unclear: bool
) -> Verdict:
    """The verdict on a reply that asserts one candidate."""
    flags = (Flag.UNCLEAR,) if unclear else ()
    if candidate.role is Role.HALF:
        return half(candidate.text, f"it says {candidate.text}", *flags, *_hedge(candidate))
    if candidate.role is not Role.KEY:
        return _wrong(candidate, *((Flag.HEDGED,) if hedged else ()), *flags)
    if hedged:
        return half(candidate.text, f"it leans to {candidate.text}", Flag.HEDGED, *flags)
    if len(question.key.answer) > 1 or (question.key.answer and question.key.kept):
        short = [
            c
            for c in question.key.answer
            if c.quantity is not Quantity.NONE and candidate.text not in {p.text for p in c.phrases}
        ]
        if short:
            return needs_human("it meets one part of the key")
    return right(candidate.text, f"it says {candidate.text}", *flags)


def _hedge(candidate: Candidate) -> tuple[Flag, ...]:
    """A half answer that is itself an either-or is hedged; another may be incomplete."""
    words = candidate.text.casefold().split()
    loose = {"or", "either", "perhaps", "probably", "maybe", "might", "could"}
    return (Flag.HEDGED,) if loose.intersection(words) else ()


def _conclude(
    on_sheet: Sheet, firm: list[Reading], question: Question, *, unclear: bool, unsure: bool
) -> Verdict:
    """The verdict from the firm readings, which agree or go to a person."""
    if not firm:
        return needs_human("no answer was recognised")
    best = _best(firm)
    if any(r.several is Several.DOUBT for r in best):
        return needs_human("it is not plain what it says")
    if any(r.several is not None and not r.answers for r in best):
        return _nameless(on_sheet, best, question)
    joined = [r for r in best if len(r.answers) > 1]
    named = {a for r in best for a in r.answers}
    if joined:
        return _joined(on_sheet, best, joined, named)
    if len(named) > 1:
        return _disagreeing(on_sheet, named, question, unclear=unclear)
    if not named:
        return needs_human("no answer was recognised")
    weaker = {a for r in firm if r not in best for a in r.answers} - named
    if on_sheet.yes_no and weaker:
        return needs_human("it says one thing and then another")
    answer = named.pop()
    hedged = best[-1].hedged and not on_sheet.opinion
    if hedged and not all(r.hedged for r in best):
        return needs_human("it is plain in one place and hedged in another")
    others = [r for r in firm if r.hedged and r not in best and set(r.answers) - {answer}]
    if others and not on_sheet.opinion:
        return needs_human("it leaves another answer open elsewhere")
    if unsure and not hedged:
        return needs_human("it says that it is not sure")
    open_key = on_sheet.of_sort(Sort.CANNOT_TELL)
    if hedged and open_key is not None and open_key.role is Role.KEY:
        return needs_human("it is hedged where the key is that it cannot be told")
    if answer < 0:
        return wrong(None, f"it says {-1 - answer}", *((Flag.UNCLEAR,) if unclear else ()))
    return _single(on_sheet, on_sheet.candidates[answer], question, hedged=hedged, unclear=unclear)


def _best(firm: list[Reading]) -> list[Reading]:
    """The readings that decide: those that conclude, if nothing but notes stands against them.

    Notes are bare words in a list and plain statements; a question taken up and answered, or a
    letter, stands against any conclusion that differs from it, and so does what a reply opens with.
    """
    top = max(r.rank for r in firm)
    if top < 4:
        return [r for r in firm if r.rank == top]
    concluding = [r for r in firm if r.rank == 4]
    names = {a for r in concluding for a in r.answers}
    against = [r for r in firm if r.rank == 3 and (r.several or set(r.answers) - names)]
    first = firm[0]
    if all(r.note and r is not first and r.place < concluding[-1].place for r in against):
        return concluding
    if first.note and first in against and not first.opens and len(against) >= 1:
        rest = [r for r in against if r is not first]
        if all(r.note and r.place < concluding[-1].place for r in rest):
            return concluding
    return [r for r in firm if r.rank >= 3]


def _disagreeing(on_sheet: Sheet, named: set[int], question: Question, *, unclear: bool) -> Verdict:
    """Two answers, each said plainly: where they differ, only a person can tell which is meant."""
    known = [on_sheet.candidates[a] for a in named if a >= 0]
    alike = len(known) == len(named) and all(c.role is Role.KEY for c in known)
    if alike and not unclear and len(question.key.answer) == 1:
        first = min(known, key=lambda c: c.index)
        return right(first.text, f"it says {first.text}")
    return needs_human("it says one thing and another")


def _nameless(on_sheet: Sheet, best: list[Reading], question: Question) -> Verdict:
    """Both, either, neither, or that nothing is known, with nothing named beside it."""
    said = {r.several for r in best}
    named = {a for r in best for a in r.answers}
    if said == {None, Several.EITHER} and len(named) == 1:
        leaning = on_sheet.candidates[max(named)] if max(named) >= 0 else None
        if leaning is not None and leaning.role is Role.KEY:
            return half(leaning.text, "it leaves the other open and leans to the key", Flag.HEDGED)
    if len(said) > 1 or named:
        return needs_human("it says one thing and another")
    several = said.pop()
    if several is Several.NOT_KNOWN:
        return wrong(None, "it says that it cannot tell")
    if several is Several.BOTH:
        return wrong(None, "it names both")
    if several is Several.NONE and on_sheet.of_sort(Sort.NO_PREFERENCE) is None:
        return wrong(None, "it names none")
    if several is Several.EITHER and len(on_sheet.candidates) <= 3:
        return half(None, "it leaves both open", Flag.HEDGED)
    return needs_human("it is not plain what it says")


def _joined(
    on_sheet: Sheet, best: list[Reading], joined: list[Reading], named: set[int]
) -> Verdict:
    """Several answers in one clause, joined by and or by or."""
    if len(joined) > 1 or set(joined[0].answers) != named or any(a < 0 for a in named):
        return needs_human("it names several answers")
    leaning = [r for r in best if len(r.answers) == 1 and r.place > joined[0].place]
    if leaning and on_sheet.candidates[leaning[-1].answers[0]].role is not Role.KEY:
        return needs_human("it leaves two answers open, and leans to a wrong one")
    roles = {on_sheet.candidates[a].role for a in named}
    if joined[0].several is Several.EITHER:
        if Role.KEY in roles:
            return half(None, "it leaves another answer open", Flag.HEDGED)
        if roles <= {Role.LURE, Role.OTHER}:
            return wrong(None, "it leaves open which of the wrong answers", Flag.HEDGED)
        return needs_human("it names several answers")
    if joined[0].several is Several.BOTH and roles <= {Role.KEY, Role.LURE, Role.OTHER}:
        if roles == {Role.KEY}:
            return right(on_sheet.candidates[joined[0].answers[0]].text, "it names the key")
        if joined[0].rank >= 3:
            return wrong(
                None, "it names the key and another" if Role.KEY in roles else "it names two"
            )
    return needs_human("it names several answers")
