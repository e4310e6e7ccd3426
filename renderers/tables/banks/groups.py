"""Scores of a bank on one screen: a line for each stage and group, participants side by side.

All figures are percentages. A participant takes few screen columns, so that two of them and what is
earned without reading stand in a line of eighty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from dsl.expand import ORIGINAL
from dsl.scoring import ScoreLevel
from renderers.fields.banks.ages import AGES_TITLE, age_columns, age_notes
from renderers.fields.banks.hacking import NOTE as HACKING_NOTE
from renderers.fields.banks.hacking import TITLE as HACKING
from renderers.fields.banks.hacking import hacking_columns
from renderers.fields.banks.letters import LETTER_TABLE
from renderers.fields.banks.letters import NOTE as LETTERS_NOTE
from renderers.fields.banks.letters import TITLE as LETTERS
from renderers.fields.banks.majorities import NOTE as MAJORITY_NOTE
from renderers.fields.banks.majorities import majority_columns, samples_in
from renderers.fields.banks.narrow import (
    FORMS,
    ITEMS,
    SHORT,
    UNMARKED,
    by_rules,
    interval,
    mean,
)
from renderers.fields.field import Field, columns, headed
from renderers.fields.kinds import row_name
from renderers.rows.banks import MajorityScore
from renderers.rows.questions import HackingScore, KindScore, LetterChoice
from renderers.rows.scores import StudyScores
from renderers.tables.banks.conditions import has_intervals, print_conditions
from renderers.tables.fitted import one_table
from renderers.tables.page import SIMULATED, Page
from renderers.terminal import visible

OF_CELLS = (ScoreLevel.CELL, ScoreLevel.GROUP, ScoreLevel.STAGE, ScoreLevel.MACRO)
"""The levels of kinds of score that are of one cell."""
LEVELS = (ScoreLevel.GROUP, ScoreLevel.MACRO, ScoreLevel.CELL)
MOST_CELLS = 4
"""With more cells than this, a screen has their stages and means only."""

_WIDEST_NAME = 24
_INTERVAL, _BETWEEN = 7, 2

Cell = tuple[str, str, str]
"""Participant, condition and wording."""
RowName = tuple[ScoreLevel, str]


class BankTable:
    """The rows of one experiment's bank, and the lines that show them."""

    def __init__(self, rows: Sequence[KindScore]) -> None:
        self.by_cell: dict[Cell, dict[RowName, KindScore]] = {}
        for row in rows:
            cell = row.model, row.condition, row.wording
            self.by_cell.setdefault(cell, {})[row.level, row.group] = row
        # Whoever has not been asked all items may have no row of a group.
        self.some = {(row.level, row.group): row for row in reversed(rows)}
        kinds = [one.kind for one in rows[0].measures if one.printed]
        kinds = [one for one in kinds if isinstance(one, tuple(SHORT))]
        self.figures = [*map(mean, kinds)]
        # The interval, and what rules earn, are those of the last kind.
        self.interval, self.by_rules = interval(kinds[-1]), by_rules(kinds[-1])
        self.names = list(self._names())

    def _names(self) -> Iterator[RowName]:
        """Each stage and its groups, groups without one, the mean of groups, all items."""
        names = dict.fromkeys(name for rows in self.by_cell.values() for name in rows)
        for name in names:
            if name[0] is ScoreLevel.STAGE:
                yield name
                yield from ((ScoreLevel.GROUP, group) for group in self.some[name].groups)
        in_stages = {group for row in self.some.values() for group in row.groups}
        for level in LEVELS:
            yield from (one for one in names if one[0] is level and one[1] not in in_stages)

    def lines(self, width: int) -> list[str]:
        """As many participants side by side as there is room for, then the next."""
        names = {one: _cut(self._name(self.some[one]), _WIDEST_NAME) for one in self.names}
        label = max(map(cell_len, names.values()))
        sizes = {one: _told(ITEMS, self.some[one]) for one in self.names}
        count = max(map(len, sizes.values()))
        blind = {one: self._blind(one) for one in self.names}
        last = max(map(len, blind.values()))
        broad = sum(len(one.heading) + 1 for one in self.figures) + _INTERVAL
        room = width - label - count - 1 - (last + _BETWEEN if last else 0)
        most = max(1, room // (broad + 1))
        cells = list(self.by_cell)
        found: list[str] = []
        for at in range(0, len(cells), most):
            block = cells[at : at + most]
            if at:
                found.append("")
            before = " " * (label + count + 1)
            found += [
                (before + "".join(f" {one:>{broad}}" for one in heading)).rstrip()
                for heading in self._headings(block, broad)
            ]
            heads = " ".join(one.heading for one in self.figures)
            heads += f" {self.interval.heading:>{_INTERVAL}}"
            end = f"{'':{_BETWEEN}}{self.by_rules.heading:>{last}}" if last else ""
            found.append(f"{'':{label}} {ITEMS.heading:>{count}}" + f" {heads}" * len(block) + end)
            for one in self.names:
                figures = "".join(self._figures(self.by_cell[c].get(one)) for c in block)
                end = f"{'':{_BETWEEN}}{blind[one]:>{last}}" if last else ""
                name = names[one] + " " * (label - cell_len(names[one]))
                found.append(f"{name} {sizes[one]:>{count}}{figures}{end}".rstrip())
            wholes = [self._whole(cell) for cell in block]
            if any(one.undecided for one in wholes):
                told = "".join(f" {_told(UNMARKED, one):>{broad}}" for one in wholes)
                found.append(f"{headed(UNMARKED):<{label + count + 1}}{told}")
        return found

    def _whole(self, cell: Cell) -> KindScore:
        """The row of all items."""
        return self.by_cell[cell][ScoreLevel.CELL, ""]

    def _name(self, row: KindScore) -> str:
        """Stages in full, and their groups below them."""
        if row.level is ScoreLevel.STAGE:
            return visible(row.group)
        staged = row.level is ScoreLevel.GROUP and self.names[0][0] is ScoreLevel.STAGE
        return f" {row_name(row)}" if staged else row_name(row)

    def _headings(self, cells: Sequence[Cell], broad: int) -> Iterator[list[str]]:
        """What is above the figures of each cell, a line each: who, and in which condition."""
        # Participants of one name have in brackets how they were asked.
        names = [visible(model).partition(" (") for model, _, _ in cells]
        yield [_cut(name, broad, end=True) for name, _, _ in names]
        if any(asked for _, _, asked in names):
            yield [_cut(asked.removesuffix(")"), broad) for _, _, asked in names]
        if any(condition for _, condition, _ in self.by_cell):
            yield [_cut(visible(condition), broad) for _, condition, _ in cells]
        if any(wording != ORIGINAL for _, _, wording in self.by_cell):
            yield [wording for _, _, wording in cells]
        if any(self._whole(cell).simulated for cell in cells):
            yield [SIMULATED if self._whole(cell).simulated else "" for cell in cells]

    def _figures(self, row: KindScore | None) -> str:
        """The figures of a row, and the interval."""
        found = "".join(f" {_told(one, row):>{len(one.heading)}}" for one in self.figures)
        ends = " ".join(f"{end:>3}" for end in _told(self.interval, row).split())
        return f"{found} {ends:>{_INTERVAL}}"

    def _blind(self, name: RowName) -> str:
        """What rules earn, on the items of the participant who has a mark on most."""
        row = max(
            (rows[name] for rows in self.by_cell.values() if name in rows), key=lambda row: row.n
        )
        return _told(self.by_rules, row)


def _told(figure: Field[KindScore], row: KindScore | None) -> str:
    text = None if row is None else figure.text(row)
    return figure.none if text is None else text


def print_banks(page: Page, scores: StudyScores) -> tuple[str, ...]:
    """The scores of the banks of an experiment, ages, and majorities; what is not shown of them."""
    left = _print_bank(page, _of_cells(scores))
    if _many_conditions(scores.letters):
        left = (*left, LETTERS)
    else:
        print_letters(page, scores.letters)
    left = (*left, *print_hacking(page, scores.hacking, whole=False))
    print_ages(page, scores)
    return (*left, *print_majorities(page, scores.majorities, whole=False))


def _of_cells(scores: StudyScores) -> list[KindScore]:
    return [row for row in scores.kind_scores if row.items is not None and row.level in OF_CELLS]


def _print_bank(page: Page, rows: Sequence[KindScore]) -> tuple[str, ...]:
    if _many_conditions(rows):
        print_conditions(page, rows)
        return () if has_intervals(rows) else ("intervals",)
    table = BankTable(rows)
    many = len(table.by_cell) > MOST_CELLS
    if many:
        kept = (ScoreLevel.STAGE, ScoreLevel.MACRO)
        table.names = [one for one in table.names if one[0] in kept] or table.names
    page.print(*table.lines(page.width), "")
    return ("groups of items",) if many else ()


def _many_conditions(rows: Sequence[KindScore | LetterChoice]) -> bool:
    """Whether there are more conditions than a line has room for side by side."""
    return len({row.condition for row in rows}) > MOST_CELLS


def print_ages(page: Page, scores: StudyScores) -> None:
    """Participants with stages, means and ages, and below them published ones; nothing where the
    bank has no norms: the notes say so.
    """
    ages = [row for row in scores.bank_ages if row.age is not None]
    if ages:
        table = one_table(age_columns(ages, scores.published_ages), page.width)
        page.table(AGES_TITLE, table)


def print_letters(page: Page, rows: Sequence[LetterChoice]) -> None:
    """Which letters were taken, where each is right equally often."""
    page.by_participant(LETTERS, rows, columns(LETTER_TABLE, rows))


def print_hacking(page: Page, rows: Sequence[HackingScore], *, whole: bool) -> tuple[str, ...]:
    """Control and manipulated versions of the items of a bank, for each participant, and of single
    pairs if `whole`; what is not shown.
    """
    pairs = [row for row in rows if row.level is ScoreLevel.PAIR]
    some = [row for row in rows if row.level is not ScoreLevel.PAIR]
    page.by_participant(HACKING, some, hacking_columns(some))
    if whole:
        page.by_participant(f"{HACKING} of each item", pairs, hacking_columns(pairs))
    if some:
        unpaired = {row.unpaired for row in rows if row.level is ScoreLevel.CELL} - {0}
        if unpaired:
            page.print(f"without another version, and not counted: {max(unpaired)} items", "")
    return ("versions of each item",) if pairs and not whole else ()


def print_majorities(
    page: Page, rows: Sequence[MajorityScore], *, whole: bool = True
) -> tuple[str, ...]:
    """The majority over samples next to single replies and a greedy run, where texts were sent more
    than once; what is not shown: without `whole`, rows of groups and stages.
    """
    levels = {row.level for row in rows} if whole else {ScoreLevel.CELL, ScoreLevel.MACRO}
    kept = [row for row in rows if row.level in levels]
    if not kept:
        return ()
    least, most = min(row.samples[0] for row in kept), max(row.samples[1] for row in kept)
    title = samples_in(least, most)
    if whole:
        page.by_participant(title, kept, majority_columns(kept))
    else:
        page.leading(title, kept, majority_columns(kept))
    return ("majorities of groups",) if len(kept) < len(rows) else ()


def bank_notes(scores: StudyScores) -> list[str]:
    """What the figures are."""
    rows = _of_cells(scores)
    printed = [one for one in rows[0].measures if one.printed]
    last = printed[-1].kind
    rules = by_rules(last)
    blind = any(one.baselines for row in rows for one in row.measures)
    if _many_conditions(rows):
        forms = FORMS[type(last)]
        forms = forms if forms == last.criterion else f"{last.criterion}: {forms}"
        means, of = "mean: plain mean of groups", "each figure" if has_intervals(rows) else ""
    else:
        forms = "; ".join(f"{SHORT[type(o.kind)]}: {FORMS[type(o.kind)]}" for o in printed)
        means, of = "stages, mean: plain means of groups", SHORT[type(last)]
    intervals = f"; 95% of {of}, by item (runs averaged first)" if of else ""
    undecided = any(row.undecided for row in rows)
    return [
        f"percent; n: items; {forms}",
        means + intervals,
        *(
            [f"{rules.heading}: {of} of {rules.what}"]
            if blind and not _many_conditions(rows)
            else []
        ),
        *(
            [f"{headed(UNMARKED)}: replies that need a human or were lost; not counted"]
            if undecided
            else []
        ),
        *_unshown(rows),
        *([LETTERS_NOTE] if scores.letters and not _many_conditions(scores.letters) else []),
        *([HACKING_NOTE] if scores.hacking else []),
        *age_notes(scores.bank_ages),
        *([MAJORITY_NOTE] if scores.majorities else []),
    ]


def _unshown(rows: Sequence[KindScore]) -> Iterator[str]:
    """Which participants were not shown some items, which are therefore counted for nobody."""
    few = {
        f"{row.model} {row.not_shown}"
        for row in rows
        if row.level is ScoreLevel.CELL and row.not_shown
    }
    if few:
        named = ", ".join(sorted(few))
        yield f"not shown, and not counted for any participant: items ({named})"


def _cut(text: str, width: int, *, end: bool = False) -> str:
    """As much of a text as fits, with a mark where it is cut: its end, or its beginning."""
    if cell_len(text) <= width:
        return text
    while cell_len(text) > width - 1:
        text = text[1:] if end else text[:-1]
    return f"…{text}" if end else f"{text}…"
