"""What is said and shown at one place, and the rows that a loop goes through."""

from __future__ import annotations

from dsl import experiment as ex
from dsl.expanding.filling import Filler
from dsl.expanding.guards import choose
from dsl.expanding.question_builder import Row, Story
from dsl.experiment import Template
from dsl.trial import Picture, Told


def row_outcomes(filler: Filler, rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The last cell of every row, its slots by their names."""
    named = filler.by_name()
    return tuple(named.within(row).text(tuple(row.values())[-1]) for row in rows)


def machine_rows(filler: Filler, machine: ex.Machine) -> tuple[Row, ...]:
    """What is shown of a machine, as the rows of a table."""
    from dsl.expanding.machines import evidence, list_template

    return tuple(
        {"things": list_template(things), "outcome": machine.works if on else machine.fails}
        for things, on in evidence(machine, filler.levels).outcomes()
    )


def tell(told: tuple[ex.Case[Template], ...] | ex.Show, filler: Filler, said: list[Told]) -> None:
    """Adds the words, or the picture, of the case that holds here, if one does."""
    words = told.words if isinstance(told, ex.Show) else told
    chosen = choose(words, filler.levels)
    text = "" if chosen is None else filler.text(chosen)
    if isinstance(told, ex.Show) and chosen is not None:
        file = told.picture
        said.append(Picture(file.file, text, file.media_type, file.digest, file.data, told.at))
    elif text:
        said.append(text)


def cached_outcomes(rows: tuple[Row, ...], filler: Filler) -> tuple[str, ...]:
    """`row_outcomes`, worked out once for the words of a draw."""
    if filler.cache is None:
        return row_outcomes(filler, rows)
    return filler.cache.cached(rows, "outcomes", filler, row_outcomes)


def loop_rows(story: Story, name: str, filler: Filler) -> tuple[Row, ...]:
    """The rows of a table, or of a machine, which is one with things and outcome; those of a
    machine are worked out once for the words of a draw.
    """
    if name in story.tables:
        return story.tables[name]
    machine = story.machines[name]
    if filler.cache is None:
        return machine_rows(filler, machine)
    return filler.cache.cached(machine, "rows", filler, machine_rows)
