"""Keys that follow from a machine's evidence: whether the evidence settles them.

`part of` may be answered by yes, no or "I cannot tell", each in its own right. An outcome that the
evidence leaves open, or a set that is sure to work and is not to be found, is no key at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region, Space
from dsl.checking.warnings.original import Original
from dsl.checking.words.pools import BUILT_IN
from dsl.expanding.machines import Standing, fitting, outcome_of, part_of, things_of, what_works
from dsl.experiment import Case, ClauseTemplate, Machine, MachineAsk, MachineKey, Template
from dsl.words import folded

SAID = {
    Standing.YES: "yes",
    Standing.NO: "no",
    Standing.CANNOT_TELL: BUILT_IN["cannot tell"],
}
"""How the keys of `part of` read."""


def check_keys(visits: Sequence[Visit], declared: Declared) -> None:
    """Reports keys that the evidence leaves open, and typed keys that it contradicts."""
    original = declared.original()
    machines = {machine.name: machine for machine in declared.machines.values()}
    for one in visits:
        written = one.items(tree.MachineAnswer)
        keys = one.question.rubric.machine_keys()
        if len(keys) != len(written):
            continue
        for case, answer in zip(keys, written, strict=True):
            region = one.reach & declared.space.of(case.guard)
            machine = machines[case.value.machine]
            if machine.name in declared.unsound:
                continue
            for part, says in _verdicts(machine, case.value, region, original):
                cell = declared.space.describe(part, region)
                if says is None:
                    declared.found.add(
                        faults.machines.KeyUndecided(
                            span=answer.span, ask=answer.ask, machine=machine.name, cell=cell
                        )
                    )
                else:
                    _compare(one, part, says, original, declared)


def _verdicts(
    machine: Machine, asked: MachineKey, region: Region, original: Original
) -> Iterator[tuple[Region, str | None]]:
    """What the evidence says, wherever it says something else; None where it settles nothing."""
    space = original.space
    for part in evidence_parts(machine, region, space):
        levels = {factor.name: level for factor, level in space.first(part)}
        fits = fitting(machine, levels)
        match asked.ask:
            case MachineAsk.PART:
                yield part, SAID[part_of(fits, asked.things)]
            case MachineAsk.WORKS:
                if not what_works(fits, things_of(machine)):
                    yield part, None
            case MachineAsk.OUTCOME:
                outcome = outcome_of(fits, asked.things)
                if outcome is Standing.CANNOT_TELL:
                    yield part, None
                    continue
                words = machine.works if outcome is Standing.YES else machine.fails
                yield from original.readings(words, part)


def evidence_parts(machine: Machine, region: Region, space: Space) -> Iterator[Region]:
    """The combinations by what is shown and what is needed."""
    for shown, _ in space.taken(machine.shown, region):
        yield from (part for part, _ in space.taken(machine.needs, shown))


def _compare(one: Visit, region: Region, says: str, original: Original, declared: Declared) -> None:
    """Reports an answer typed beside the machine's that is another of its possible answers."""
    typed = [
        statement
        for statement in one.question.rubric.answer
        if all(isinstance(case.value, ClauseTemplate) for case in statement)
    ]
    others = {folded(text) for text in SAID.values()} - {folded(says)}
    for statement, answer in zip(typed, one.items(tree.Answer), strict=True):
        for phrase, case in _phrases(statement):
            part = region & original.space.of(case.guard)
            for where, text in original.readings(phrase, part) if part else ():
                if folded(text) in others:
                    cell = original.space.describe(where, one.reach)
                    declared.found.add(
                        faults.machines.KeyContradicts(
                            span=answer.span, typed=text, says=says, cell=cell
                        )
                    )


def _phrases(
    statement: Sequence[Case[ClauseTemplate | MachineKey]],
) -> Iterator[tuple[Template, Case[ClauseTemplate | MachineKey]]]:
    for case in statement:
        if isinstance(case.value, ClauseTemplate):
            for phrase in case.value.phrases:
                yield phrase, case
