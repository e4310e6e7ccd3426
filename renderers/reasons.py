"""The reasons for a key, as lines below it in `devrun show`.

Below the key and not in a separate table: whoever doubts a key looks at the key. Names are the
script's slots, since the same reason holds for both wordings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dsl.expanding.machines import what_works
from dsl.experiment import MachineAsk, MachineRule
from dsl.record import record
from dsl.words import and_list, counted

if TYPE_CHECKING:
    from dsl.checking.story.story_keys import Said
    from dsl.expanding.machines import Hypothesis
    from dsl.experiment import Things
    from dsl.reasons import Chosen, Reason, Shown

RULES = {MachineRule.ANY: "any of", MachineRule.ALL: "all of", MachineRule.TWO: "at least two of"}
LONG = 60
"""The most characters of a key that are repeated."""
MOST_RULES = 24
"""So many rules are named; of more only the number is given."""


@record
class Because:
    """Why the key of one question is right: in the script, and from its story."""

    reason: Reason
    story: tuple[Said, ...] = ()


def because_lines(because: Because) -> Iterator[str]:
    """The reasons, a line each, the most informative first."""
    for one in because.reason.keys:
        words = f": {one.words}" if len(one.words) <= LONG else ""
        yield f"because {_levels(one)}{words}"
    for one in because.reason.lets:
        yield f"let {{{one.name}}}, because {_levels(one)}: {one.words}"
    if because.story:
        yield f"from the story so far: {'; '.join(said.words for said in because.story)}"
    for shown in because.reason.machines:
        yield machine_line(shown)


def machine_line(shown: Shown) -> str:
    """The outcomes of a machine, and what follows for the key."""
    if shown.key is None:
        return (
            f"machine {shown.machine}: {counted(len(shown.outcomes), 'outcome')} shown; "
            f"{fitting_words(shown.fits, braces=True)}"
        )
    works = [_things(things) for things, on in shown.outcomes if on]
    fails = [_things(things) for things, on in shown.outcomes if not on]
    told = [
        f"{what} {' | '.join(sets)}"
        for what, sets in (("works with", works), ("does not work with", fails))
        if sets
    ]
    fits = fitting_words(shown.fits, braces=True)
    return f"machine {shown.machine}: {'; '.join((*told, fits))}{_so(shown)}"


def fitting_words(fits: Sequence[Hypothesis], *, braces: bool = False) -> str:
    """`one rule fits: any of red, blue`; things with or without their braces."""
    if not fits:
        return "no rule fits"
    verb = "one rule fits" if len(fits) == 1 else f"{len(fits):,} rules fit"
    if len(fits) > MOST_RULES:
        return verb
    named = [_things(one.things) if braces else ", ".join(one.things) for one in fits]
    rules = [f"{RULES[one.rule]} {things}" for one, things in zip(fits, named, strict=True)]
    return f"{verb}: {'; '.join(rules)}"


def _levels(one: Chosen) -> str:
    """The levels of each factor, in quotes: names of levels may be half sentences."""
    return " and ".join(f"{factor} is `{' or '.join(levels)}`" for factor, levels in one.levels)


def _things(things: Things) -> str:
    return ", ".join(f"{{{thing}}}" for thing in things)


def _so(shown: Shown) -> str:
    """What the fitting rules say about what was asked: all yes, all no, or divided."""
    key, fits = shown.key, shown.fits
    if key is None or not fits:
        return ""
    if key.ask is MachineAsk.WORKS:
        sets = what_works(fits, shown.things)
        return f"; certain to work with {' | '.join(map(_things, sets)) if sets else 'nothing'}"
    named = and_list([f"{{{thing}}}" for thing in key.things])
    if key.ask is MachineAsk.PART:
        many = sum(set(key.things) <= set(one.things) for one in fits)
        return f"; {named} is part of {many} of {counted(len(fits), 'fitting rule')}"
    many = sum(one.works(key.things) for one in fits)
    return f"; works with {named} by {many} of {counted(len(fits), 'fitting rule')}"
