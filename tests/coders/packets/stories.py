"""Scripts and trials for tests of packets."""

from __future__ import annotations

from collections.abc import Callable

from coders.packets.items import Answers
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.loading import check_text
from dsl.trial import Question, Trial, turns
from tests.expanded import experiment_in

SHELF = """\
experiment The shelf

people
    Otto (he): Karim, Milo, Tarek

places
    shelf: drawer, crate, stool
    table: bench, ledge, chest

conditions end
    moved
        let happening: Somebody puts the cup on the {table}.
    left
        let happening: Nobody comes in.

versions story
    alone
    watched

design
    runs 6
    wording original and permuted
    different shelf, table

procedure
    say: {Otto} puts a cup on the {shelf} and goes away. {happening}
    when watched
        say: {Otto} looks in through the window.
    separately
        control before
            ask: Where was the cup at first?
            choices:
                The {shelf}
                The {table}
            answer: The {shelf}
            guards look
        test look
            ask: Where will {Otto} look for the cup?
            answer: {shelf}
            wrong: {table}
            half: {shelf} or {table}
            example right: On the {shelf}.
            coders:
                The last word counts.
        test sure
            ask: Is {Otto} sure?
            answer: yes
        record thoughts
            ask: What else comes to mind?

coding guide
    example 5: Twice the {shelf}.
"""


def experiment(text: str = SHELF) -> Experiment:
    """The checked experiment of a script."""
    return experiment_in(check_text(text, "shelf.dev"))


def trial(text: str = SHELF, *, cell: int = 0, draw: int = 1) -> Trial:
    """One trial of a script, by the number of its cell."""
    made = experiment(text)
    return Expander(made).trial(cells(made)[cell], draw=draw)


def answered(told: Trial, say: Callable[[Question | None], str]) -> Answers:
    """Replies to every turn of a trial."""
    return Answers(
        {
            (index, turn.place): say(turn.question)
            for index, session in enumerate(told.sessions)
            for turn in turns(session.nodes)
        }
    )
