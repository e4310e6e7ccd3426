"""Keys checked against the story: what a question asks, what the story and the key say of it.

Both are read for every combination of levels. A key agrees when one of its answers speaks of what
the story says, and none speaks of anything else that the story ever says of the same thing.

What the story says at a question, for who reads the script: the facts that its key is held
against, at one combination of levels.

The checker has found them for all combinations; they are kept with the loaded script and not in the
experiment, which is what is sent and scored. Nothing is worked out before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.questions.options import answers_of
from dsl.checking.questions.statements import of_kind
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region
from dsl.checking.story.storyteller import (
    THINKS,
    Fact,
    Held,
    Storyteller,
    StoryView,
    held,
    mentions,
    says,
    shown,
    thinks,
)
from dsl.checking.warnings.original import braced
from dsl.diagnostic import Pointer, Span
from dsl.record import record
from dsl.tree import QuestionKind

KINDS = (QuestionKind.TEST, QuestionKind.CONTROL)

Answer = tuple[Region, str, Span]


@record
class Sought:
    """What a question asks of the story in some combinations, and the line that says so."""

    view: StoryView
    region: Region
    span: Span


class StoryKeys:
    """Holds the keys of all questions against the facts told before them."""

    def __init__(self, teller: Storyteller, declared: Declared, facts: Sequence[Fact]) -> None:
        self.teller = teller
        self.declared = declared
        self.space = declared.space
        self.found = declared.found
        self.facts = facts
        self._values: dict[tuple[str, bool], tuple[str, ...]] = {}

    def check(self, visits: Sequence[Visit]) -> None:
        """Reports keys that the story contradicts, and questions on which it is silent."""
        # After any other error, what the story or a key says may not be what is meant.
        sure = not self.found.errors()
        for one in visits:
            for sought in self.sought(one):
                if sure:
                    self._hold(one, sought)

    def unheld(self, visits: Sequence[Visit]) -> None:
        """Warns of questions whose answers the story knows, and that do not say what they ask."""
        for one in visits:
            if one.items(tree.Asks) or not one.reach or one.question.kind not in KINDS:
                continue
            answers = [text for _, text, _ in self._answers(one)]
            for thing, contents in self._things(one.story):
                values = self.values(thing, contents=contents)
                if answers and all(any(mentions(a, v) for v in values) for a in answers):
                    form = "asks what {} holds now" if contents else "asks where {} is now"
                    self.found.add(
                        faults.story.NoAsks(
                            span=one.question.span, name=one.question.name, what=shown(thing),
                            line=form.format(shown(thing)),
                        )
                    )  # fmt: skip
                    break

    def values(self, thing: str, *, contents: bool) -> tuple[str, ...]:
        """Everything that the story ever says of a thing, in any combination."""
        if (thing, contents) not in self._values:
            found: dict[str, None] = {}
            for fact in self.facts:
                for part, what in self.teller.identities(fact.what, fact.reach):
                    if what == thing and fact.contents is contents:
                        read = self.teller.identities(fact.value, part)
                        found.update(dict.fromkeys(value for _, value in read))
            self._values[thing, contents] = tuple(found)
        return self._values[thing, contents]

    def _things(self, facts: Sequence[Fact]) -> Iterator[tuple[str, bool]]:
        """Everything of which something was told."""
        found: dict[tuple[str, bool], None] = {}
        for fact in facts:
            for _, what in self.teller.identities(fact.what, fact.reach):
                found[what, fact.contents] = None
        yield from found

    def sought(self, one: Visit) -> Iterator[Sought]:
        """What a question asks; reports a second `asks` and names that are not known."""
        covered = 0
        for placed in of_kind(one.asked.placed, tree.Asks):
            reach = placed.reach & one.reach
            if covered & reach:
                self.found.add(
                    faults.questions.StatementTwice(
                        span=placed.item.span, head="asks", of=one.question.name
                    )
                )
            covered |= reach
            yield from self._names(placed.item, reach)

    def _names(self, asks: tree.Asks, reach: Region) -> Iterator[Sought]:
        if asks.what is None:
            return
        what = self.teller.thing(asks.what)
        who = None if asks.who is None else self.teller.person(asks.who)
        if what is None or (asks.who is not None and who is None):
            return
        for part, thing in self.teller.identities(what, reach) if reach else ():
            views = [(part, None)] if who is None else self.teller.identities(who, part)
            for here, person in views:
                view = StoryView(thing, asks.contents, person, asks.first)
                yield Sought(view, here, asks.span)

    def _hold(self, one: Visit, sought: Sought) -> None:
        answers = list(self._answers(one))
        for region, told in held(self.teller, one.story, sought.view, sought.region):
            if told is not None:
                self._compare(one, sought.view, told, answers, region)
                continue
            cell = self.space.describe(region, one.reach)
            what, line = _unsaid(sought.view)
            self.found.add(
                faults.story.NothingSaid(span=sought.span, what=what, cell=cell, line=line)
            )

    def _compare(
        self, one: Visit, view: StoryView, told: Held, answers: Sequence[Answer], region: Region
    ) -> None:
        others = [
            value
            for value in self.values(view.thing, contents=view.contents)
            if value != told.value
        ]
        right = 0
        for where, text, _ in answers:
            if mentions(text, told.value) or text.startswith("{"):
                right |= where & region
        for where, text, span in answers:
            here = where & region
            if here and mentions(text, told.value):
                continue
            wrong = here if any(mentions(text, other) for other in others) else here & ~right
            if wrong:
                # That no answer says it is reported once, at the first of them.
                right |= wrong
                cell = self.space.describe(wrong, one.reach)
                pointers = (Pointer(told.span, "said first" if view.first else "said last"),)
                self.found.add(
                    faults.story.KeyAgainstStory(
                        span=span, typed=braced(text), says=says(view, told),
                        right=braced(told.value), cell=cell, pointers=pointers,
                    )
                )  # fmt: skip

    def _answers(self, one: Visit) -> Iterator[Answer]:
        """Every answer of a question, slots read by name."""
        return answers_of(one, None, self.teller.original)


def _unsaid(view: StoryView) -> tuple[str, str]:
    """What the story leaves unsaid, and a line that would say it."""
    thing = shown(view.thing)
    line = f"{thing} holds ..." if view.contents else f"{thing} in ..."
    asked = thing
    if view.who is not None:
        asked = f"{thinks(shown(view.who))} {thing}"
        known = f"{line}, known to {shown(view.who)}"
        line = f"{thinks(shown(view.who))} {line}" if THINKS in view.who else known
    return (f"what {asked} holds" if view.contents else f"where {asked} is"), f"now {line}"


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
