"""Everything a script declares, resolved in the order in which one part needs another.

Words first, then factors and the space of their levels, then lets, then tables and machines, whose
cells may hold all of these.

`include PATH`: the statements of the other file stand where the include stands.

Tables: every row has a cell for every column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import TypeVar

from dsl import faults, tree
from dsl.checking.declared import ANYWHERE, Declared, Names, Used
from dsl.checking.factors import factors_of
from dsl.checking.findings import Findings
from dsl.checking.framings import framing_factor
from dsl.checking.outcomes import outcome_factors, questions_of, written_in
from dsl.checking.questionnaires import as_routine, check_questionnaire
from dsl.checking.quoting import quoted_replies, sources_of_quotes
from dsl.checking.space import LIMIT, Space
from dsl.checking.waves import carried_names, waves_at_hand
from dsl.checking.words.braces import Braces
from dsl.checking.words.lets import sources_of, templates_of
from dsl.checking.words.pools import check_reserved, slots_of
from dsl.diagnostic import Span
from dsl.experiment import MACHINE_COLUMNS, Machine, Table
from dsl.record import record, replace
from dsl.words import folded

T = TypeVar("T")
Items = tuple[tree.TopItem, ...]


@record
class Written:
    """Where everything is declared, to point at."""

    slots: Mapping[str, tree.PoolSlot]
    factors: Mapping[str, tree.FactorNode]
    tables: Mapping[str, tree.TableNode]
    machines: Mapping[str, tree.MachineNode]
    routines: Mapping[str, tree.Routine | tree.Bank]
    questionnaires: Mapping[str, tree.QuestionnaireNode]


def of_kind(items: Items, kind: type[T]) -> list[T]:
    """The statements of one kind, in the order written."""
    return [item for item in items if isinstance(item, kind)]


def declare(
    items: Items, found: Findings, framings: Sequence[tree.FramingNode] = ()
) -> tuple[Declared, Written] | None:
    """All declarations, or None when there are more combinations of levels than can be checked."""
    slots, slot_places = slots_of(of_kind(items, tree.Pool), found)
    written_factors = of_kind(items, tree.FactorNode)
    framing = framing_factor(framings, written_factors, found)
    factors, factor_places = factors_of((*written_factors, *framing), slots, found)
    size = prod(len(factor.levels) for factor in factors)
    if size > LIMIT:
        last = factor_places[factors[-1].name].name
        found.add(faults.levels.TooManyCombinations(span=last.span, count=size, most=LIMIT))
        return None
    all_written = written_in(tuple(items))
    questions = questions_of(all_written)
    quoted = quoted_replies(items, all_written)
    replies = outcome_factors(all_written, questions, factors, found, quoted=quoted.values())
    space = Space((*factors, *replies))
    routines = declared_once(
        [one for one in items if isinstance(one, tree.Routine | tree.Bank)], "routine", found
    )
    asked = of_kind(items, tree.QuestionnaireNode)
    questionnaires = declared_once(asked, "questionnaire", found, routines)
    written = Written(
        slots=slot_places,
        factors=factor_places,
        tables=declared_once(of_kind(items, tree.TableNode), "table", found),
        machines=declared_once(of_kind(items, tree.MachineNode), "machine", found),
        routines=routines,
        questionnaires={n: q for n, q in questionnaires.items() if n not in routines},
    )
    sources = sources_of(items, factor_places, space, slot_places, found)
    columns = {name: columns_of(table, found) for name, table in written.tables.items()}
    names = Names(
        slots=slots,
        lets=sources,
        columns=_tables_by_column(written, columns),
        kept=frozenset(one.name.text for one in all_written if isinstance(one, tree.Keep)),
        carried=frozenset(carried_names(items)),
        used=Used(),
        explores=any(
            one.kind is tree.QuestionKind.EXPLORING for asked in questions.values() for one in asked
        ),
    )
    # What stands in a let, table or machine counts as used only when that is used itself.
    aside = replace(names, used=Used())
    lets = templates_of(sources, Braces(aside, space, found), found)
    by_name = {folded(one.name): one for one in replies}
    quotes = sources_of_quotes(quoted, by_name)
    lets |= templates_of(quotes, Braces(aside, space, found), found)
    quoted_by = {name: quoted[name].name.text for name in quotes}
    names = replace(names, lets={**sources, **quotes}, quoted=quoted_by)
    braces = Braces(aside, space, found, lets)
    machines: Mapping[str, Machine] = {}
    unsound: frozenset[str] = frozenset()
    if written.machines:
        from dsl.checking.machines import machines_of

        machines, unsound = machines_of(written.machines, braces)
    declared = Declared(
        space=space,
        names=names,
        lets=lets,
        tables={n: table_of(t, columns[n], braces) for n, t in written.tables.items()},
        machines=machines,
        unsound=unsound,
        routines={
            **routines,
            **{name: as_routine(node) for name, node in written.questionnaires.items()},
        },
        questionnaires={
            name: check_questionnaire(node, found) for name, node in written.questionnaires.items()
        },
        found=found,
        framings=tuple(framings),
        measured=frozenset(_measured(items, questions)),
        waves=waves_at_hand(items, space, sources, found),
    )
    return declared, written


def _tables_by_column(written: Written, columns: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The first table that has a column of each name."""
    tables = {column: m.name.text for m in written.machines.values() for column in MACHINE_COLUMNS}
    for name, table in reversed(tuple(written.tables.items())):
        tables.update(dict.fromkeys(columns[name], table.name.text))
    return tables


def _measured(items: Items, questions: Iterable[str]) -> Iterator[str]:
    """Every question that some measure may name, by the key of its name."""
    lines = [
        folded(one.words.text)
        for measures in of_kind(items, tree.Measures)
        for one in measures.items
        if isinstance(one, tree.PassNode)
    ]
    if lines:
        yield from (one for one in questions if any(one in line for line in lines))


def with_included(
    script: tree.Script, includes: Mapping[str, tree.Script]
) -> tuple[tree.TopItem, ...]:
    """The items of a script with those of the files it includes in place, each file once.

    A file that is not in `includes` is passed over: whoever reads files has said why.
    """
    done: set[str] = set()

    def unfold(one: tree.Script) -> list[tree.TopItem]:
        items: list[tree.TopItem] = []
        for item in one.items:
            if not isinstance(item, tree.Include):
                items.append(item)
            elif item.path.text not in done and item.path.text in includes:
                done.add(item.path.text)
                items.extend(unfold(includes[item.path.text]))
        return items

    return tuple(unfold(script))


Named = TypeVar(
    "Named", tree.TableNode, tree.MachineNode, tree.Routine | tree.Bank, tree.QuestionnaireNode
)
NONE: Mapping[str, tree.Routine | tree.Bank] = {}


def declared_once(
    items: Iterable[Named],
    kind: str,
    found: Findings,
    taken: Mapping[str, tree.Routine | tree.Bank] = NONE,
) -> dict[str, Named]:
    """What is declared under each name, by the key of the name; a second one is reported, and one
    with a name that is `taken`.
    """
    seen = {key: other.name.span for key, other in taken.items()}
    return {folded(item.name.text): item for item in items if found.is_first(item.name, kind, seen)}


def columns_of(table: tree.TableNode, found: Findings) -> tuple[str, ...]:
    """The names of a table's columns."""
    columns: dict[str, Span] = {}
    for column in table.columns:
        check_reserved("column", column, found)
        found.is_first(column, "column", columns, exact=True)
    return tuple(columns)


def table_of(table: tree.TableNode, columns: tuple[str, ...], braces: Braces) -> Table:
    """A table with its cells resolved; rows of another length are reported and left out."""
    rows = []
    for row in table.rows:
        cells = tuple(braces.line(cell, ANYWHERE) for cell in row.cells)
        if len(cells) == len(table.columns):
            rows.append(cells[: len(columns)])
        else:
            braces.found.add(
                faults.design.RowCells(
                    span=row.span, cells=len(cells), columns=len(table.columns),
                    named=", ".join(columns),
                )
            )  # fmt: skip
    return Table(table.name.text, columns, tuple(rows))
