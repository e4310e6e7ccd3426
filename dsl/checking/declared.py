"""Everything a script declares, by name: what the words and the steps are resolved against."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from dsl import experiment as ex
from dsl import tree
from dsl.checking.findings import Findings
from dsl.checking.space import Region, Space
from dsl.checking.warnings.original import Original
from dsl.record import field, record, working

if TYPE_CHECKING:
    from dsl.files.pictures import PictureFile


@record
class RowColumns:
    """The columns at hand inside `for each row of` a table or machine."""

    table: str
    columns: tuple[str, ...]
    cells: tuple[Mapping[str, ex.Template], ...] = ()
    """The words of every row, for what has to be read in full; empty before tables are resolved."""


@working
class Used:
    """What has been used, to find what never is."""

    slots: set[str] = field(default_factory=set)
    lets: set[str] = field(default_factory=set)
    levels: set[tuple[str, str]] = field(default_factory=set)
    factors: set[str] = field(default_factory=set)
    routines: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    machines: set[str] = field(default_factory=set)

    def note(self, guard: ex.Guard) -> None:
        """Take note of every level that a guard names."""
        for factor, levels in guard.needs:
            self.levels.update((factor, level) for level in levels)


@record
class LetSource:
    """A let as declared: its parts, of which the first that holds is taken."""

    name: str
    name_span: tree.Name
    parts: tuple[ex.Case[tree.Prose], ...]
    from_file: bool = False


@record
class Names:
    """Names of slots, lets, columns and kept replies: all that can stand in braces."""

    slots: Mapping[str, ex.Slot]
    lets: Mapping[str, LetSource]
    columns: Mapping[str, str]
    """The table that has a column, by the column's name, wherever rows are at hand or not."""
    kept: frozenset[str]
    """Every name under which some question keeps a reply."""
    used: Used
    quoted: Mapping[str, str] = MappingProxyType({})
    """The question of each name under which a choice is kept and said back."""
    carried: frozenset[str] = frozenset()
    """The names of what one wave hands on to the next."""
    explores: bool = True
    """Whether a machine is explored, so that `{done}` ends it."""


@record
class WavesAtHand:
    """The statement of a script with waves, where wave 0 is, and the lets without words there."""

    node: tree.WavesNode
    before: Region
    lets: frozenset[str]


@record
class Declared:
    """All that the steps are resolved against."""

    space: Space
    names: Names
    lets: Mapping[str, tuple[ex.Case[ex.Template], ...]]
    tables: Mapping[str, ex.Table]
    machines: Mapping[str, ex.Machine]
    unsound: frozenset[str]
    """Machines with faults of their own: nothing is concluded from their evidence."""
    routines: Mapping[str, tree.Routine | tree.Bank]
    """What `do` can name: routines, banks, and for each questionnaire the questions of its items.
    """
    questionnaires: Mapping[str, ex.Questionnaire | None]
    """None for one with faults of its own."""
    found: Findings
    pictures: Mapping[str, PictureFile] = MappingProxyType({})
    """Every picture shown, by its path as written; one that could not be read is missing."""
    framings: tuple[tree.FramingNode, ...] = ()
    """The framings of the script, with their words."""
    measured: frozenset[str] = frozenset()
    """The questions, by the key of their name, that measures may name."""
    waves: WavesAtHand | None = None
    """The waves of the script; None without."""
    as_run: bool = False
    """Whether the script ran before, and what could be meant otherwise is taken as it stands."""

    @property
    def factors(self) -> tuple[ex.Factor, ...]:
        """Every factor of the script, in order of declaration."""
        return tuple(one for one in self.space.factors if one.kind is not tree.FactorKind.OUTCOMES)

    @property
    def outcomes(self) -> tuple[ex.Factor, ...]:
        """The questions whose outcomes some line names, as factors."""
        return tuple(one for one in self.space.factors if one.kind is tree.FactorKind.OUTCOMES)

    def original(self, *, by_name: bool = False) -> Original:
        """What reads words in the original wording; `by_name`: every slot by its name."""
        return Original(self.space, self.names.slots, self.lets, by_name=by_name)


@record
class Scope:
    """What is at hand where words stand: the levels that get there, the row, kept replies.

    `reach` is None where words are only declared, and may be used anywhere. `kept` is None in words
    that are sent, in which no kept reply can stand.
    """

    reach: Region | None = None
    row: RowColumns | None = None
    kept: Mapping[str, Region] | None = None


ANYWHERE = Scope()

LOST = ex.Use(ex.UseKind.LET, "")
"""Stands in words for what could not be resolved, so that nothing is concluded from the rest."""


def is_whole(template: ex.Template) -> bool:
    """Whether everything in some words could be resolved."""
    return LOST not in template
