"""What the story says, fact by fact: what is where, and who thinks so, in which combinations.

Facts are gathered by the walk through the session, so that each copy of the conversation has those
that were told in it, and none of its neighbours'. Names are read with every slot by its name: a
fact is about the basket of the paper, whatever word stands for it and however words change places.
Nothing of this becomes part of an experiment: it is sent to nobody and scores nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from dsl import faults, tree
from dsl.checking.declared import Declared
from dsl.checking.naming import closest
from dsl.checking.nodes import nodes
from dsl.checking.space import Region
from dsl.checking.words.missing_braces import UNSENT
from dsl.diagnostic import Span
from dsl.experiment import Template, Use, UseKind
from dsl.record import record
from dsl.words import folded

CANNOT_TELL: Template = (Use(UseKind.SLOT, "cannot tell"),)
_UNKNOWN = "⟦cannot tell⟧"
YOU = "you"
THINKS = " thinks "
"""Between the names where one thinks what another thinks: `John thinks Mary`."""
_THINKS = re.compile(r" thinks? ")
_PARTICIPANT = frozenset({"you", "participant", "the participant"})
_JUDGING = (*UNSENT, tree.Answer, tree.Wrong, tree.Half, tree.TableNode, tree.MachineNode)
_MARK = re.compile("⟦[^⟧]*⟧")
_ARTICLE = re.compile(r"^(?:a|an|the)\s+", re.IGNORECASE)


@record
class Fact:
    """One thing the story says. `who` think so; without any, it is so, and `known` know it.

    `contents`: it is about what `what` holds, and not about where it is.
    """

    what: Template
    contents: bool
    relation: str
    value: Template
    who: tuple[Template, ...]
    known: tuple[Template, ...]
    reach: Region
    span: Span


class Storyteller:
    """Resolves the names of story state: slots, lets, and words that stand in the story itself."""

    def __init__(self, declared: Declared, procedure: tree.Procedure) -> None:
        self.declared = declared
        self.procedure = procedure
        self.original = declared.original(by_name=True)

    def fact(self, now: tree.Now, reach: Region) -> Fact | None:
        """What a `now` says, or None after reporting the names in it that are not known."""
        what = self.thing(now.what)
        value = CANNOT_TELL if now.value is None else self.thing(now.value)
        who = [self.person(name) for name in now.who]
        known = [self.person(name) for name in now.known]
        people = tuple(one for one in (*who, *known) if one is not None)
        if what is None or value is None or len(people) < len(who) + len(known):
            return None
        cut = len(who)
        contents = now.relation == "holds"
        return Fact(
            what, contents, now.relation, value, people[:cut], people[cut:], reach, now.span
        )

    def thing(self, name: tree.Name) -> Template | None:
        """A thing, a place, or what is in it; None after reporting that it is not known."""
        return self._named(name, ())

    def person(self, name: tree.Name) -> Template | None:
        """Somebody of the story, or the participant; or somebody as another takes them to think:
        `John thinks Mary`.
        """
        link = _THINKS.search(name.text)
        if link is not None:
            outer = self.person(name.part(0, link.start()))
            inner = self.person(name.part(link.end(), len(name.text)))
            return None if outer is None or inner is None else (*outer, THINKS, *inner)
        if folded(name.text) in _PARTICIPANT:
            return (YOU,)
        return self._named(name, (YOU,))

    def identities(self, template: Template, region: Region) -> Iterator[tuple[Region, str]]:
        """Which thing or person a name is, wherever it is another."""
        for part, text in self.original.readings(template, region):
            yield part, identity(text)

    def _named(self, name: tree.Name, more: tuple[str, ...]) -> Template | None:
        kinds = ((UseKind.LET, self.declared.names.lets), (UseKind.SLOT, self.declared.names.slots))
        for kind, known in kinds:
            same = [one for one in known if folded(one) == folded(name.text)]
            if same:
                return (Use(kind, name.text if name.text in same else same[0]),)
        if self._is_told(name.text):
            return (name.text,)
        names = (*self.declared.names.slots, *self.declared.names.lets, *more)
        close = closest(_ARTICLE.sub("", name.text), names)
        self.declared.found.unknown(faults.story.UnknownInStory, name, names, close=close)
        return None

    def _is_told(self, text: str) -> bool:
        """Whether some plain words stand in what is sent; `the marble` does, and is no name."""
        wanted = rf"(?<![\w-]){re.escape(text)}(?![\w-])"
        return bool(re.search(wanted, self._words, re.IGNORECASE)) and not _ARTICLE.match(text)

    @cached_property
    def _words(self) -> str:
        """The plain words that can be sent, outside of all braces."""
        lets = tuple(part.value for let in self.declared.names.lets.values() for part in let.parts)
        routines = tuple(self.declared.routines.values())
        within = nodes((self.procedure, *routines, *lets), without=_JUDGING)
        plain = [node.words for node in within if isinstance(node, tree.Text)]
        for table in self.declared.tables.values():
            cells = (cell for row in table.rows for cell in row)
            plain += [piece for cell in cells for piece in cell if isinstance(piece, str)]
        return " | ".join(plain)


def identity(text: str) -> str:
    """What a reading is about: the one slot in it, else its words without an article."""
    if THINKS in text:
        return THINKS.join(map(identity, text.split(THINKS)))
    marks = _MARK.findall(text)
    return marks[0] if len(marks) == 1 else folded(_ARTICLE.sub("", text))


def mentions(text: str, wanted: str) -> bool:
    """Whether some words, slots read by name, speak of a thing."""
    if _MARK.fullmatch(wanted):
        return wanted in text
    plain = text if _MARK.search(wanted) else _MARK.sub(" ", text)
    return re.search(rf"(?<![\w-]){re.escape(wanted)}(?![\w-])", plain, re.IGNORECASE) is not None


def shown(name: str) -> str:
    """A slot, or plain words, as they are written in `now`."""
    return name.replace("⟦", "").replace("⟧", "")


@record
class Held:
    """A state of one thing: where it is, or what it holds, and the line that says so."""

    value: str
    relation: str
    span: Span


@record
class StoryView:
    """Whose view of which thing is asked for: what is so where `who` is None; at first, or now."""

    thing: str
    contents: bool
    who: str | None
    first: bool

    def is_changed_by(self, what: str, thinking: Sequence[str], known: Sequence[str]) -> bool:
        """Whether a fact bears on this view: on what is so, or on what this person knows of it."""
        if what != self.thing:
            return False
        if self.who is None:
            return not thinking
        return self.who in thinking or self.who in known


def held(
    teller: Storyteller, facts: Sequence[Fact], view: StoryView, region: Region
) -> list[tuple[Region, Held | None]]:
    """What was said about one thing in one view, combination by combination; None is nothing."""
    parts: dict[tuple[int, str] | None, Region] = {None: region}
    for number, fact in enumerate(facts):
        if fact.contents is not view.contents:
            continue
        names = (fact.what, fact.value, *fact.who, *fact.known)
        cut = len(fact.who)
        after: dict[tuple[int, str] | None, Region] = {}
        for before, part in parts.items():
            left = part
            settled = view.first and before is not None
            for here, (what, value, *people) in (
                _readings(teller, names, part & fact.reach) if not settled else ()
            ):
                if view.is_changed_by(what, people[:cut], people[cut:]):
                    left &= ~here
                    after[number, value] = after.get((number, value), 0) | here
            if left:
                after[before] = after.get(before, 0) | left
        parts = after
    return [(part, _held(facts, state)) for state, part in parts.items()]


def _held(facts: Sequence[Fact], state: tuple[int, str] | None) -> Held | None:
    if state is None:
        return None
    number, value = state
    return Held(value, facts[number].relation, facts[number].span)


def _readings(
    teller: Storyteller, names: Sequence[Template], region: Region
) -> list[tuple[Region, tuple[str, ...]]]:
    """Several names, read together."""
    parts: list[tuple[Region, tuple[str, ...]]] = [(region, ())] if region else []
    for name in names:
        parts = [
            (here, (*read, one))
            for part, read in parts
            for here, one in teller.identities(name, part)
        ]
    return parts


def says(view: StoryView, told: Held, *, name: Callable[[str], str] = shown) -> str:
    """What the story says, in a clause; `name` writes the name of a slot."""
    thing, value = name(view.thing), name(told.value)
    if told.value == _UNKNOWN and view.who is not None:
        known = f"what {thing} holds" if view.contents else f"where {thing} is"
        return f"{name(view.who)} cannot tell {known}"
    if view.contents:
        state = f"{thing} {'held' if view.first else 'holds'} {value}"
    else:
        state = f"{thing} {'was' if view.first else 'is'} {told.relation} {value}"
    if view.who is not None:
        state = f"{thinks(name(view.who), first=view.first)} {state}"
    return f"{state} at first" if view.first else state


def thinks(who: str, *, first: bool = False) -> str:
    """That somebody thinks, or thought, what follows."""
    *outer, inner = who.split(THINKS)
    verb = "thought" if first else "think" if inner == YOU else "thinks"
    return " ".join((*map(thinks, outer), f"{inner} {verb}"))
