"""How one question is judged in one cell: keys, lures and the odds of a guess.

Keys are in the script once and in general (`wrong:` lists every lure of all cells); here they
become particular: what is right in this cell is taken out of the lures, keys from a machine are
worked out, and every `also` is spelt out so that no matcher needs to know the script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from dsl import experiment as ex
from dsl import trial
from dsl.expanding.filling import Filler
from dsl.expanding.guards import choose, holds
from dsl.experiment import MachineAsk, MachineKey, Quantity, Rubric, Template, Use, UseKind
from dsl.guessing import Guess, guess
from dsl.record import field, replace, working
from dsl.scales import point_called, points
from dsl.trial import Clause, Key, Phrase
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.expanding.machines import Hypothesis, Standing

CANNOT_TELL = "cannot tell"


@working
class _Draft:
    """A key in the making."""

    answer: list[Clause] = field(default_factory=list)
    alternatives: tuple[tuple[Clause, ...], ...] = ()
    wrong: list[Phrase] = field(default_factory=list)
    guess: Guess | None = None
    even: bool = False


class Keys:
    """Makes keys; keeps which hypotheses fit a machine at which levels."""

    def __init__(self, machines: Mapping[str, ex.Machine]) -> None:
        self.machines = machines
        self._fits: dict[tuple[str, object], tuple[Hypothesis, ...]] = {}

    def key(
        self,
        rubric: Rubric,
        filler: Filler,
        *,
        options: tuple[str, ...],
        rating: tuple[int, int] | None,
        labels: tuple[str, ...],
    ) -> Key:
        """The key of one question at one place."""
        draft = _Draft()
        for statement in rubric.answer:
            found = choose(statement, filler.levels)
            if isinstance(found, MachineKey):
                self._from_machine(found, filler, draft)
            elif found is not None:
                _from_clause(found, filler, draft)
                if found.scale and rating is not None:
                    draft.wrong.extend(_same(point[0]) for point in points(rating, ()))
        told = _phrases(rubric.wrong, filler)
        half = _phrases(rubric.half, filler)
        if draft.even:
            told, half = draft.wrong, _neither(draft, options)
        if rating is not None:
            draft.answer = [
                replace(one, phrases=_on_scale(one.phrases, rating, labels)) for one in draft.answer
            ]
            told = list(_on_scale(told, rating, labels))
            half = list(_on_scale(half, rating, labels))
        right = _spellings(draft)
        near = [one for c in draft.answer for one in c.phrases if one.within is not None]
        lures = [
            one
            for one in told or draft.wrong
            if folded(one.text) not in right and not any(n.is_number(one.text) for n in near)
        ]
        key = Key(
            answer=tuple(draft.answer),
            wrong=tuple(lures),
            half=tuple(half),
            scorer=rubric.scorer,
            candidates=0,
            right=0,
            wrong_kept=_names_kept(rubric.wrong, filler),
            half_kept=_names_kept(rubric.half, filler),
            examples=tuple(_notes(rubric, filler, general=False)),
            coders=tuple(words for _, words in _notes(rubric, filler, general=True)),
            alternatives=draft.alternatives,
        )
        odds = guess(key, options=options, rating=rating, labels=labels)
        if draft.guess is not None and not options and rating is None and not told:
            odds = draft.guess
        return replace(key, candidates=odds.candidates, right=odds.right)

    def fitting(self, machine: ex.Machine, filler: Filler) -> tuple[Hypothesis, ...]:
        """The rules that agree with what has been seen of a machine."""
        seen = filler.levels.get(tries_of(machine), "") if machine.offers else ""
        where = choose(machine.needs, filler.levels), choose(machine.shown, filler.levels), seen
        if (machine.name, where) not in self._fits:
            from dsl.expanding.exploration import read_tries
            from dsl.expanding.machines import fitting

            tries = read_tries(seen)
            self._fits[machine.name, where] = fitting(machine, filler.levels, tries)
        return self._fits[machine.name, where]

    def machine_answers(self, rubric: Rubric, filler: Filler) -> trial.MachineAnswers | None:
        """What would answer a question about a machine that is explored; None for any other."""
        keys = (choose(statement, filler.levels) for statement in rubric.answer)
        key = next((one for one in keys if isinstance(one, MachineKey)), None)
        if key is None or not self.machines[key.machine].offers:
            return None
        from dsl.expanding.exploration import read_tries
        from dsl.expanding.machines import evidence

        machine = self.machines[key.machine]
        truth = evidence(machine, filler.levels).truth
        assert truth is not None
        fits = self.fitting(machine, filler)

        def answer(rules: tuple[Hypothesis, ...]) -> tuple[Phrase, ...]:
            return _by_rules(machine, key, rules, filler)

        by_rule = tuple(
            (kind.value, answer(tuple(one for one in fits if one.is_of(kind))))
            for kind in machine.rules
        )
        rule = kind_of_rule(machine, truth)
        seen = read_tries(filler.levels.get(tries_of(machine), ""))
        return trial.MachineAnswers(machine.name, rule, answer((truth,)), by_rule, seen)

    def _from_machine(self, key: MachineKey, filler: Filler, draft: _Draft) -> None:
        from dsl.expanding.machines import Standing, part_of, things_of, what_works

        machine = self.machines[key.machine]
        fits = self.fitting(machine, filler)
        every = things_of(machine)
        if key.ask is MachineAsk.WORKS:
            _what_works(what_works(fits, every), every, filler, draft)
            return
        standing, says = _standing(machine, key, fits, filler)
        # Who explores may not have tried what it is asked about, whatever another one tried.
        open_somewhere = bool(machine.offers) or (
            key.ask is MachineAsk.PART
            and any(part_of(fits, (thing,)) is Standing.CANNOT_TELL for thing in every)
        )
        if not open_somewhere and standing is not Standing.CANNOT_TELL:
            del says[Standing.CANNOT_TELL]
        draft.answer.append(Clause(Quantity.ANY, (says[standing],)))
        draft.wrong.extend(phrase for one, phrase in says.items() if one is not standing)
        draft.guess = Guess(len(says), 1)


def tries_of(machine: ex.Machine) -> str:
    """Under which name the tries that were seen of a machine are among the levels. No factor has
    such a name.
    """
    return f"{machine.name}: tries"


def _standing(
    machine: ex.Machine, key: MachineKey, fits: tuple[Hypothesis, ...], filler: Filler
) -> tuple[Standing, dict[Standing, Phrase]]:
    """What can be said of the things asked about, and how each answer reads."""
    from dsl.expanding.machines import Standing, outcome_of, part_of

    cannot = _cannot_tell(filler)
    if key.ask is MachineAsk.PART:
        says = {Standing.YES: _same("yes"), Standing.NO: _same("no")}
        return part_of(fits, key.things), {**says, Standing.CANNOT_TELL: cannot}
    says = {
        Standing.YES: _phrase(machine.works, filler),
        Standing.NO: _phrase(machine.fails, filler),
    }
    return outcome_of(fits, key.things), {**says, Standing.CANNOT_TELL: cannot}


def _by_rules(
    machine: ex.Machine, key: MachineKey, fits: tuple[Hypothesis, ...], filler: Filler
) -> tuple[Phrase, ...]:
    """What answers a key by these rules; of several sets that work the first."""
    from dsl.expanding.machines import things_of, what_works

    if key.ask is not MachineAsk.WORKS:
        standing, says = _standing(machine, key, fits, filler)
        return (says[standing],)
    sets = what_works(fits, things_of(machine))
    return tuple(_phrase(_word_in(one), filler) for one in sets[0]) if sets else (
        _cannot_tell(filler),
    )  # fmt: skip


def kind_of_rule(machine: ex.Machine, truth: Hypothesis) -> str:
    """The first kind of rule of a machine by which it may be said how it works."""
    return next((kind.value for kind in machine.rules if truth.is_of(kind)), truth.rule.value)


def _what_works(
    sets: tuple[ex.Things, ...], every: ex.Things, filler: Filler, draft: _Draft
) -> None:
    """Right is to name one of the smallest sets, all of it and nothing else."""
    phrase = {thing: _phrase(_word_in(thing), filler) for thing in every}

    def clauses(named: ex.Things) -> tuple[Clause, ...]:
        rest = tuple(phrase[thing] for thing in every if thing not in named)
        all_of = Clause(Quantity.ALL, tuple(phrase[thing] for thing in named))
        return (all_of, Clause(Quantity.NONE, rest)) if rest else (all_of,)

    if not sets:
        draft.answer.append(Clause(Quantity.ANY, (_cannot_tell(filler),)))
    elif len(sets) == 1:
        draft.answer.extend(clauses(sets[0]))
    else:
        draft.alternatives = tuple(clauses(one) for one in sets)
    useful = {thing for one in sets for thing in one}
    draft.wrong.extend(phrase[thing] for thing in every if thing not in useful)
    draft.guess = Guess(2 ** len(every) - 1, max(1, len(sets)))


def _from_clause(clause: ex.ClauseTemplate, filler: Filler, draft: _Draft) -> None:
    """A typed key; of a kept reply it has the name, since its words are not known yet. Of two
    even answers the first is in the place of what is right, the second of a lure.
    """
    if clause.quantity is Quantity.OFTEN:
        first, second = (_phrase(one, filler) for one in clause.phrases)
        draft.answer.append(Clause(Quantity.ANY, (first,)))
        draft.wrong.append(second)
        draft.even = True
        return
    phrases = [
        replace(_phrase(one, filler), within=clause.within)
        for one in clause.phrases
        if _kept_name(one) is None
    ]
    names = [name for one in clause.phrases if (name := _kept_name(one)) is not None]
    draft.answer.append(Clause(clause.quantity, tuple(phrases), tuple(names)))


def _neither(draft: _Draft, options: tuple[str, ...]) -> list[Phrase]:
    """The choices that are neither of two even answers."""
    named = {folded(text) for one in draft.wrong for text in one.accepted} | _spellings(draft)
    return [_same(option) for option in options if folded(option) not in named]


def _kept_name(template: Template) -> str | None:
    if len(template) == 1 and isinstance(template[0], Use) and template[0].kind is UseKind.KEPT:
        return template[0].name
    return None


@lru_cache(maxsize=1024)
def _word_in(slot: str) -> Template:
    """The template that is one slot. The same object each time, by which a cache knows it."""
    return (Use(UseKind.SLOT, slot),)


def _same(text: str) -> Phrase:
    return Phrase(text, (text,))


def _phrase(template: Template, filler: Filler) -> Phrase:
    wordings = filler.wordings(template)
    return Phrase(wordings[0], wordings)


def phrase_of(slot: str, filler: Filler) -> Phrase:
    """The word of a slot, and what else counts as it."""
    return _phrase(_word_in(slot), filler)


def _cannot_tell(filler: Filler) -> Phrase:
    """The right answer where evidence decides nothing, with what the script adds to it."""
    if CANNOT_TELL in filler.words:
        return _phrase(_word_in(CANNOT_TELL), filler)
    return _same("I cannot tell")


def _phrases(
    lists: Iterable[tuple[ex.Case[tuple[Template, ...]], ...]], filler: Filler
) -> list[Phrase]:
    """The phrases of several lists by cases, joined, each once."""
    found: dict[str, Phrase] = {}
    for cases in lists:
        for template in choose(cases, filler.levels) or ():
            if _kept_name(template) is None:
                phrase = _phrase(template, filler)
                found.setdefault(folded(phrase.text), phrase)
    return list(found.values())


def _on_scale(
    phrases: Iterable[Phrase], rating: tuple[int, int], labels: tuple[str, ...]
) -> tuple[Phrase, ...]:
    """Phrases with all names of the points that they are: `very` is `5`, too."""
    found = []
    for phrase in phrases:
        point = point_called(phrase.text, rating, labels) or ()
        wordings = dict.fromkeys((*phrase.accepted, *point))
        found.append(Phrase(phrase.text, tuple(wordings)))
    return tuple(found)


def _names_kept(
    lists: Iterable[tuple[ex.Case[tuple[Template, ...]], ...]], filler: Filler
) -> tuple[str, ...]:
    """The kept replies that several lists by cases name, each once."""
    found = [_kept_name(one) for cases in lists for one in choose(cases, filler.levels) or ()]
    return tuple(dict.fromkeys(name for name in found if name is not None))


def _spellings(draft: _Draft) -> set[str]:
    """All wordings of what is right here."""
    clauses = [*draft.answer, *(clause for one in draft.alternatives for clause in one)]
    return {
        folded(wording)
        for clause in clauses
        if clause.quantity is not Quantity.NONE
        for phrase in clause.phrases
        for wording in phrase.accepted
    }


def _notes(rubric: Rubric, filler: Filler, *, general: bool) -> list[tuple[str, str]]:
    """What coders are given, as (mark, words) pairs: examples, or notes, whose mark is empty."""
    found: list[tuple[str, str]] = []
    for one in rubric.guidance:
        if bool(one.mark) is general or not holds(one.guard, filler.levels):
            continue
        words = choose(one.words, filler.levels)
        if words is not None:
            found.append((one.mark, filler.text(words)))
    return found
