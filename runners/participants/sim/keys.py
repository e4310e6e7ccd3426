"""What is right and what is wrong in a question, for the players that are handed its key."""

from __future__ import annotations

from dsl.experiment import Quantity
from dsl.guessing import takes
from dsl.kept_replies import names_kept, with_kept
from dsl.record import record
from dsl.trial import Phrase, Question
from dsl.words import folded, number_in
from runners.participants.base import Call, Role
from runners.participants.sim.chance import Chance
from runners.participants.sim.reading import MOST_DIGITS, NUMBERS

_LONGEST_KEPT = 60


@record
class Saying:
    """What is to be said (all of it), and what must not be mentioned with it."""

    phrases: tuple[Phrase, ...]
    unsaid: tuple[str, ...]


def right(call: Call, question: Question, chance: Chance) -> Saying | None:
    """What fulfils every part of the key; None when nothing is keyed."""
    question = _with_kept(call, question)
    key = question.key
    clauses = key.answer + (chance.choice(key.alternatives) if key.alternatives else ())
    barred = {
        form
        for clause in clauses
        if clause.quantity is Quantity.NONE
        for form in _forms(clause.phrases)
    }
    said: list[Phrase] = []
    for clause in clauses:
        if clause.quantity is Quantity.ALL:
            said.extend(clause.phrases)
    for clause in clauses:
        any_of = clause.quantity is Quantity.ANY and bool(clause.phrases)
        if any_of and not any(phrase in said for phrase in clause.phrases):
            free = [phrase for phrase in clause.phrases if _folded(phrase.text) not in barred]
            said.append(chance.choice(free or clause.phrases))
    if not said and barred:
        lures = _forms(key.wrong) | _forms(key.half)
        free_options = [
            option
            for option in question.options
            if takes(key.answer, (option,)) and _folded(option) not in lures
        ]
        said.append(_plain(chance.choice(free_options) if free_options else "None of those"))
    if not said:
        return None
    phrases = tuple(dict.fromkeys(_as_shown(phrase, question) for phrase in said))
    spoken = {form for phrase in phrases for form in _forms((phrase,))}
    others = barred | _forms(key.wrong)
    if question.options:
        others |= {_folded(option) for option in question.options}
    return Saying(phrases, tuple(sorted(others - spoken)))


def wrong(call: Call, question: Question, chance: Chance) -> Saying | None:
    """A lure if there is one, one of several by chance; else another option, the other of yes and
    no, or another number. None when nothing is known to be wrong.
    """
    question = _with_kept(call, question)
    saying = right(call, question, chance)
    answer = saying.phrases if saying else ()
    keyed = _right_forms(question) | {form for phrase in answer for form in _forms((phrase,))}
    found = [
        _as_shown(phrase, question)
        for phrase in question.key.wrong
        if _folded(phrase.text) not in keyed
    ]
    if not found and saying:
        half = _forms(question.key.half)
        found = [
            _plain(option)
            for option in question.options
            if _folded(option) not in keyed
            and _folded(option) not in half
            and not (question.key.answer and takes(question.key.answer, (option,)))
        ]
    if not found:
        found = [
            _as_shown(phrase, question)
            for clause in question.key.clauses
            if clause.quantity is Quantity.NONE
            for phrase in clause.phrases
        ]
    if not found and answer:
        other = _opposite(answer[0])
        found = [_plain(other)] if other else []
    if not found and question.rating and answer:
        low, high = question.rating
        found = [_plain(str(point)) for point in range(low, high + 1) if str(point) not in keyed]
    if not found:
        return None
    chosen = chance.choice(found)
    return Saying((chosen,), tuple(sorted(keyed - _forms((chosen,)))))


def is_candidate(phrase: Phrase, question: Question) -> Phrase | None:
    """The way in which this question knows what the phrase says: an option, a key or a lure."""
    forms = _forms((phrase,))
    known = [_plain(option) for option in question.options]
    known += [one for clause in question.key.clauses for one in clause.phrases]
    known += list(question.key.wrong)
    for one in known:
        if not forms.isdisjoint(_forms((one,))):
            return one
    for one in known:
        if any(f" {form} " in f" {_folded(one.text)} " for form in forms):
            return one
    return None


def unsaid_beside(phrase: Phrase, question: Question) -> tuple[str, ...]:
    """Every other candidate's wordings."""
    known = _right_forms(question) | _forms(question.key.wrong)
    known |= {_folded(option) for option in question.options}
    return tuple(sorted(known - _forms((phrase,))))


def _with_kept(call: Call, question: Question) -> Question:
    """The question with what was said before in its key, where its key looks at that."""
    told = {name: said for name in names_kept(question.key) if (said := _kept(call, name))}
    return with_kept(question, told) or question


def _kept(call: Call, name: str) -> str | None:
    """What was said before under this name; without a hint, what was said first of all."""
    for kept, words in reversed(call.hints.kept):
        if kept == name:
            return _short(words)
    for message in call.messages:
        if message.role is Role.ASSISTANT and message.text.strip():
            return _short(message.text)
    return None


def _short(words: str) -> str:
    """The last line, where a long reply says what it comes to, without marks around it."""
    line = words.strip().rpartition("\n")[2].strip(' .!*_#"“”')
    return line if len(line) <= _LONGEST_KEPT else line[:_LONGEST_KEPT].rsplit(" ", 1)[0]


def _as_shown(phrase: Phrase, question: Question) -> Phrase:
    """The option that says it, in the option's own spelling, else the phrase itself."""
    forms = _forms((phrase,))
    for option in question.options:
        if _folded(option) in forms:
            return Phrase(option, phrase.accepted)
    return phrase


def _right_forms(question: Question) -> set[str]:
    return {
        form
        for clause in question.key.clauses
        if clause.quantity is not Quantity.NONE
        for form in _forms(clause.phrases)
    }


def _opposite(phrase: Phrase) -> str | None:
    """The other of yes and no, or a number that is not right."""
    folded = _folded(phrase.text)
    if phrase.within is not None:
        return str(int(number_in(phrase.text) or 0) + int(phrase.within) + 2)
    if folded in ("yes", "no"):
        return "no" if folded == "yes" else "yes"
    if "cannot" in folded or "can't" in folded:
        return "yes"
    if folded.isdecimal() and len(folded) <= MOST_DIGITS:
        return str(int(folded) + 1)
    if folded in NUMBERS:
        return NUMBERS[(NUMBERS.index(folded) + 1) % len(NUMBERS)]
    return None


def _plain(text: str) -> Phrase:
    return Phrase(text, (text,))


def _forms(phrases: tuple[Phrase, ...]) -> set[str]:
    return {_folded(form) for phrase in phrases for form in (phrase.text, *phrase.accepted)}


def _folded(text: str) -> str:
    return folded(text).rstrip(".!?")
