"""What the story says at a question, for who reads the script: the facts that its key is held
against, at one combination of levels.

The checker has found them for all combinations; they are kept with the loaded script and not in the
experiment, which is what is sent and scored. Nothing is worked out before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dsl.checking.story.storyteller import Held, Storyteller, StoryView, held, says
from dsl.checking.warnings.original import braced
from dsl.record import record

if TYPE_CHECKING:
    from dsl.checking.session.thread import Visit
    from dsl.checking.space import Region
    from dsl.checking.story.story_keys import StoryKeys


@record
class Said:
    """One thing that is so by the story, or that somebody thinks (`who`; empty: it is so).

    `value` is where a thing is, or what it holds; `words` say all of it in a clause. `asked`: it is
    what the question asks. Names are those of slots, in braces, or plain words.
    """

    who: str
    thing: str
    at_first: bool
    relation: str
    value: str
    words: str
    asked: bool


class StoryAtQuestions:
    """What the story has said before each question that says what it asks."""

    def __init__(self, teller: Storyteller, asked: StoryKeys, visits: Sequence[Visit]) -> None:
        self._teller = teller
        self._asked = asked
        self._visits = visits

    def at(self, question: str, levels: Mapping[str, str]) -> tuple[Said, ...]:
        """What has been said at these levels of what a question asks, that first; empty where it
        asks something else, or nothing is said of it.
        """
        space = self._teller.declared.space
        here = space.full
        for factor in self._teller.declared.factors:
            here &= space.level(factor.name, levels[factor.name])
        for one in self._visits:
            if one.question.name == question and one.reach & here:
                return tuple(dict.fromkeys(self._said(one, here)))
        return ()

    def _said(self, one: Visit, here: Region) -> Iterator[Said]:
        for sought in self._asked.sought(one):
            if not sought.region & here:
                continue
            wanted = sought.view
            told = self._held(one, wanted, here)
            if told is None:
                continue
            yield _clause(wanted, told, asked=True)
            for view in self._others(one, wanted, here):
                other = self._held(one, view, here)
                now = self._held(one, StoryView(view.thing, view.contents, view.who, False), here)
                # What was so at first is news only where it is so no more.
                if other is not None and not (view.first and other.value == _value(now)):
                    yield _clause(view, other, asked=False)

    def _others(self, one: Visit, wanted: StoryView, here: Region) -> Iterator[StoryView]:
        """Every other view of the same thing: how it was, how it is, and what people think."""
        people: dict[str, None] = {}
        for fact in one.story:
            if fact.contents is not wanted.contents or not fact.reach & here:
                continue
            read = self._teller.identities(fact.what, here)
            if all(what != wanted.thing for _, what in read):
                continue
            for person in (*fact.who, *fact.known):
                people.update({name: None for _, name in self._teller.identities(person, here)})
        views = [
            StoryView(wanted.thing, wanted.contents, None, True),
            StoryView(wanted.thing, wanted.contents, None, False),
            *(StoryView(wanted.thing, wanted.contents, person, False) for person in people),
        ]
        yield from (view for view in views if view != wanted)

    def _held(self, one: Visit, view: StoryView, here: Region) -> Held | None:
        found = held(self._teller, one.story, view, here)
        return next((told for _, told in found if told is not None), None)


def _clause(view: StoryView, told: Held, *, asked: bool) -> Said:
    return Said(
        who=braced(view.who or ""),
        thing=braced(view.thing),
        at_first=view.first,
        relation=told.relation,
        value=braced(told.value),
        words=says(view, told, name=braced),
        asked=asked,
    )


def _value(told: Held | None) -> str | None:
    return None if told is None else told.value
