"""What is said and shown at one place, and the rows that a loop goes through."""

from __future__ import annotations

from dsl import experiment as ex
from dsl.expanding.filling import Filler
from dsl.expanding.guards import choose
from dsl.expanding.question_builder import Row, Story
from dsl.experiment import Template
from dsl.trial import Picture, Told


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


def row_outcomes(story: Story, name: str, filler: Filler) -> tuple[str, ...]:
    """The last cell of every row of a table or machine, its slots by their names."""

    def outcomes(filler: Filler, name: str) -> tuple[str, ...]:
        rows, named = loop_rows(story, name, filler), filler.by_name()
        return tuple(named.within(row).text(tuple(row.values())[-1]) for row in rows)

    if filler.cache is None:
        return outcomes(filler, name)
    return filler.cache.cached(name, "outcomes", filler, outcomes)


def loop_rows(story: Story, name: str, filler: Filler) -> tuple[Row, ...]:
    """The rows of a table, or of a machine, which is one with things and outcome; those of a
    machine are worked out once for the words of a draw.
    """
    if name in story.tables:
        return story.tables[name]

    def shown(filler: Filler, name: str) -> tuple[Row, ...]:
        return machine_rows(filler, story.machines[name])

    if filler.cache is None:
        return shown(filler, name)
    return filler.cache.cached(name, "rows", filler, shown)
