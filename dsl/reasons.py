"""Why a key is right: what it follows from at the levels of one session.

The arm that was taken, the lets in it, and the machines whose evidence came before. All of it
is found in the experiment again, for whoever reads a script: a trial holds keys and no reasons,
since nothing that is sent or scored hangs on these. Words are as the script has them, with their
braces: the same reason holds in every wording and in every draw of these levels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from dsl import experiment as ex
from dsl.expanding.guards import LevelOf, choose, factors_named, holds
from dsl.expanding.machines import Hypothesis, evidence, fitting
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.words import capital, decimal, possessive, regular_plural

T = TypeVar("T")

Levels = tuple[tuple[str, tuple[str, ...]], ...]
"""(factor, those of its levels at which something holds, the present one among them) pairs."""


@record
class Chosen:
    """What is at these levels and not elsewhere: the words of a key, or of a let.

    `name` is the let's, and empty for a key.
    """

    name: str
    levels: Levels
    words: str


@record
class Shown:
    """What a machine has shown: everything put on it and whether it worked, and the rules that fit.

    `things` are all of the machine's. `key` is what was asked of it, where the key is worked out
    from the evidence.
    """

    machine: str
    things: ex.Things
    outcomes: tuple[tuple[ex.Things, bool], ...]
    fits: tuple[Hypothesis, ...]
    key: ex.MachineKey | None


@record
class Reason:
    """What the key of one question follows from, apart from what it says itself."""

    keys: tuple[Chosen, ...] = ()
    lets: tuple[Chosen, ...] = ()
    machines: tuple[Shown, ...] = ()


class Reasons:
    """The reasons for the keys of one experiment."""

    def __init__(self, experiment: ex.Experiment) -> None:
        self.experiment = experiment
        self._machines = {machine.name: machine for machine in experiment.machines}
        self._lets = {let.name: let for let in experiment.lets}

    def of(self, question: str, levels: LevelOf, tries: Sequence[ex.Things] = ()) -> Reason:
        """Why the key of a question is right in a session at these levels, one of each factor.
        `tries`: what has been seen of the machine that it asks about, besides what is shown.

        The reason is empty where a question has one key everywhere, and nothing was shown.
        """
        questions: dict[str, Told] = {}
        _walk(self.experiment.steps, levels, self._machines, [], questions)
        if question not in questions:
            return Reason()
        asked, told = questions[question]
        taken = list(_taken(asked.rubric.answer, levels))
        keys = tuple(
            Chosen("", _named(case.guard, levels, cases), _words(case.value))
            for case, cases in taken
            if _varies(cases)
        )
        values = [case.value for case, _ in taken]
        machines = tuple(self._shown(asked, told, values, levels, tries))
        return Reason(keys, self._lets_in(values, levels), machines)

    def _lets_in(
        self, keys: Sequence[ex.ClauseTemplate | ex.MachineKey], levels: LevelOf
    ) -> tuple[Chosen, ...]:
        """The lets in a key that differ between levels, and those within them."""
        found: dict[str, Chosen] = {}
        waiting = [
            name
            for key in keys
            if isinstance(key, ex.ClauseTemplate)
            for template in key.phrases
            for name in _let_names(template)
        ]
        while waiting:
            name = waiting.pop(0)
            cases = self._lets[name].cases
            case = next((one for one in cases if holds(one.guard, levels)), None)
            if name in found or case is None:
                continue
            if _varies(cases):
                named = _named(case.guard, levels, cases)
                found[name] = Chosen(name, named, as_written(case.value))
            waiting.extend(_let_names(case.value))
        return tuple(found.values())

    def _shown(
        self,
        asked: ex.QuestionStep,
        told: Sequence[str],
        keys: Sequence[ex.ClauseTemplate | ex.MachineKey],
        levels: LevelOf,
        tries: Sequence[ex.Things],
    ) -> Iterator[Shown]:
        keyed = {key.machine: key for key in keys if isinstance(key, ex.MachineKey)}
        # A typed key rests on the machines whose things are spoken of; a test that speaks of none
        # of them may be about each.
        named = [name for name in told if self._speaks_of(asked, self._machines[name], levels)]
        if not named and asked.kind is QuestionKind.TEST:
            named = list(told)
        for name in dict.fromkeys((*keyed, *(() if keyed else named))):
            machine = self._machines[name]
            key = keyed.get(name)
            seen = () if key is None else tries
            known = evidence(machine, levels, seen)
            fits = fitting(machine, levels, seen)
            yield Shown(name, known.things, known.outcomes(), fits, key)

    def _speaks_of(self, asked: ex.QuestionStep, machine: ex.Machine, levels: LevelOf) -> bool:
        things = {thing for things, _ in evidence(machine, levels).outcomes() for thing in things}
        templates = [
            *(choose(form.words, levels) or () for form in asked.forms),
            *(choose(asked.choices, levels) or ()),
        ]
        return any(
            isinstance(piece, ex.Use) and piece.kind is ex.UseKind.SLOT and piece.name in things
            for template in templates
            for piece in template
        )


Told = tuple[ex.QuestionStep, tuple[str, ...]]
"""A question, and the machines whose evidence came before it in the same conversation."""


def _walk(
    steps: Iterable[ex.Step],
    levels: LevelOf,
    machines: Mapping[str, ex.Machine],
    told: list[str],
    found: dict[str, Told],
) -> None:
    """Add every question that is asked at these levels, by its name."""
    for step in steps:
        match step:
            case ex.QuestionStep():
                # A loop asks again what it asked before.
                found.setdefault(step.name, (step, tuple(dict.fromkeys(told))))
            case ex.Either():
                chosen = choose(step.branches, levels) or ()
                _walk(chosen, levels, machines, told, found)
            case ex.ForkStep():
                for branch in step.branches:
                    _walk(branch, levels, machines, list(told), found)
            case ex.InOrder():
                # What is before what differs from draw to draw; it is shown after all of it.
                after = list(told)
                for child in step.children:
                    own = list(told if step.order is not ex.Order.FIXED else after)
                    before = len(own)
                    _walk(child, levels, machines, own, found)
                    after.extend(own[before:])
                told[:] = after
            case ex.Repeat() | ex.Train():
                _walk(step.steps, levels, machines, told, found)
            case ex.ForEach():
                _walk(step.steps, levels, machines, told, found)
                if step.table in machines:
                    told.append(step.table)
            case _:
                pass


def _taken(
    statements: Iterable[tuple[ex.Case[T], ...]], levels: LevelOf
) -> Iterator[tuple[ex.Case[T], tuple[ex.Case[T], ...]]]:
    """The case of each statement that is at these levels, and all of its cases."""
    for cases in statements:
        for case in cases:
            if holds(case.guard, levels):
                yield case, cases
                break


def _varies(cases: Sequence[ex.Case[T]]) -> bool:
    """Whether it depends on levels that something is there."""
    return len(cases) > 1 or any(factors_named(case.guard) for case in cases)


def _named(guard: ex.Guard, levels: LevelOf, cases: Sequence[ex.Case[T]]) -> Levels:
    """The levels that a guard names; of what it excludes (`unless`, `otherwise`), and where it
    closes other arms, the present ones.
    """
    named = dict(guard.needs)
    others = factors_named(guard).difference(named)
    if not named and not others:
        others = frozenset().union(*(factors_named(case.guard) for case in cases))
    present = [(factor, (level,)) for factor, level in levels.items() if factor in others]
    return (*guard.needs, *present)


def _words(value: ex.ClauseTemplate | ex.MachineKey) -> str:
    if isinstance(value, ex.MachineKey):
        things = ", ".join(f"{{{thing}}}" for thing in value.things)
        return f"{value.ask.value} {value.machine}" + (f": {things}" if things else "")
    phrases = " | ".join(map(as_written, value.phrases))
    if value.within:
        return f"{phrases} (within {decimal(value.within)})"
    plain = len(value.phrases) == 1 and value.quantity is not ex.Quantity.NONE
    return phrases if plain else f"{value.quantity.value}: {phrases}"


def as_written(template: ex.Template) -> str:
    """Words as they are in the script, with their braces."""
    return "".join(map(_piece, template))


def _piece(piece: ex.Piece) -> str:
    match piece:
        case str():
            return piece.replace("{", "{{").replace("}", "}}")
        case ex.Article():
            return "{A}" if piece.capital else "{a}"
        case ex.Pronoun():
            return f"{{{capital(piece.case) if piece.capital else piece.case}/{piece.name}}}"
    name = piece.name
    if piece.grammar is ex.Grammar.PLURAL:
        name = regular_plural(name)
    elif piece.grammar is ex.Grammar.POSSESSIVE:
        name = possessive(name, piece.apostrophe)
    name = f"a {name}" if piece.article else name
    return f"{{{capital(name) if piece.capital else name}}}"


def _let_names(template: ex.Template) -> list[str]:
    return [piece.name for piece in ex.named(template) if piece.kind is ex.UseKind.LET]
