"""What a script declares and never uses.

Used means: it can reach the participant or a key. A let that only an unused table holds is unused,
too, so one forgotten `for each` is reported as that, and not as five unused words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.declaring import Written
from dsl.experiment import Template, UseKind, named
from dsl.words import folded


def uses(templates: Iterable[Template]) -> Iterator[tuple[UseKind, str]]:
    """Every slot, let, column and kept reply in some words."""
    return ((piece.kind, piece.name) for template in templates for piece in named(template))


def close_over_lets(declared: Declared) -> None:
    """Mark as used what is used by way of tables, machines and lets."""
    used = declared.names.used
    waiting = [*_in_tables(declared), *_in_machines(declared)]
    waiting.extend((UseKind.LET, name) for name in used.lets)
    done: set[tuple[UseKind, str]] = set()
    while waiting:
        one = waiting.pop()
        if one in done:
            continue
        done.add(one)
        kind, name = one
        if kind is UseKind.SLOT:
            used.slots.add(name)
        elif kind is UseKind.LET:
            used.lets.add(name)
            cases = declared.lets.get(name, ())
            for case in cases:
                used.note(case.guard)
            waiting.extend(uses(case.value for case in cases))


def _in_tables(declared: Declared) -> Iterator[tuple[UseKind, str]]:
    for name in declared.names.used.tables:
        for row in declared.tables[name].rows:
            yield from uses(row)


def _in_machines(declared: Declared) -> Iterator[tuple[UseKind, str]]:
    for machine in declared.machines.values():
        if machine.name not in declared.names.used.machines:
            continue
        for shown in machine.shown:
            declared.names.used.note(shown.guard)
            for things in shown.value:
                yield from ((UseKind.SLOT, thing) for thing in things)
        for needs in machine.needs:
            declared.names.used.note(needs.guard)
        yield from uses((machine.works, machine.fails))


def check_usage(declared: Declared, written: Written) -> None:
    """Warn of every slot, let, table, machine, routine and factor that makes no difference."""
    used, found = declared.names.used, declared.found
    for name, slot in written.slots.items():
        if name not in used.slots:
            found.add(
                faults.method.Unused(
                    span=slot.name.span, kind="slot", name=name, written=f"{{{name}}}"
                )
            )
    for name, let in declared.names.lets.items():
        if name not in used.lets and not let.from_file:
            span = let.name_span.span
            found.add(faults.method.Unused(span=span, kind="let", name=name, written=f"{{{name}}}"))
    named: list[tuple[str, str, tree.Name]] = []
    row = "for each row of "
    named += [
        ("table", row, t.name) for name, t in written.tables.items() if name not in used.tables
    ]
    named += [
        ("machine", row, machine.name)
        for name, machine in written.machines.items()
        if name not in {folded(known) for known in used.machines}
    ]
    for kind, done in (("routine", written.routines), ("questionnaire", written.questionnaires)):
        named += [(kind, "do ", r.name) for name, r in done.items() if name not in used.routines]
    for kind, lead, one in named:
        found.add(
            faults.method.Unused(
                span=one.span, kind=kind, name=one.text, written=f"{lead}{one.text}"
            )
        )
    swapped = {factor.name for factor in declared.factors if factor.swap}
    telling = {factor for factor, _ in used.levels} | swapped
    for name, written_factor in written.factors.items():
        if name not in telling:
            found.add(faults.method.UnusedFactor(span=written_factor.name.span, name=name))
