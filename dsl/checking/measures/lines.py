"""Reads the lines of measures.

Names of questions and choices are the author's own words, and may hold ` and `, ` or `, ` when `
and ` of `. So a line is read in every way in which all of its names are known; with two ways it is
refused, and with none what is wrong with the plainest way is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.measures.asked import MeasuredQuestion
from dsl.checking.naming import closest
from dsl.checking.outcomes import VERDICTS
from dsl.experiment import Outcome, Term
from dsl.record import record, replace
from dsl.words import folded

_K_OF = re.compile(r"(?P<least>[0-9]{1,9})\s+of\s+(?P<rest>.*\S)\s+(?P<outcome>\S+)", re.S)
_N = re.compile(r"(?P<of>[0-9]{1,9})\s+(?P<name>.*\S)")
_NOT = re.compile(r"(?i)not\s+")
_WHEN = re.compile(r"(?i)\s+when\s+")
_OF = re.compile(r"(?i)\s+of\s+")
_ABOVE = re.compile(r"(?i)\s+above\s+")
_COMMA = re.compile(r"\s*,\s*")
_JOINTS = {"and": tree.AND, "or": tree.OR}
_PASS = "pass NAME when QUESTION right"
_TOTAL = "total NAME of PASS, PASS"


@record
class TermRead:
    """A term as one way of reading it has it; `of`: so many replies it says there are."""

    term: Term
    of: int | None
    at: tree.Name


@record
class LineReading:
    """One way to read a line: the name, what follows it, and the terms or parts of that."""

    name: tree.Name
    words: str
    terms: tuple[TermRead, ...] = ()
    either: bool = False
    parts: tuple[tree.Name, ...] = ()

    @property
    def meaning(self) -> tuple[object, ...]:
        """What tells it from another one."""
        terms = tuple((one.term, one.of) for one in self.terms)
        return folded(self.name.text), terms, tuple(folded(one.text) for one in self.parts)

    def said(self, joint: str) -> str:
        """The reading in words."""
        return f"`{self.name.text}` {joint} `{self.words}`"


class Lines:
    """Reads lines by the questions of one script."""

    def __init__(
        self, asked: Mapping[str, MeasuredQuestion], means: Mapping[str, str], found: Findings
    ) -> None:
        """`asked`: every question by the key of its name; `means`: names of questionnaires' values
        by their keys.
        """
        self.asked = asked
        self.means = means
        self.found = found
        self.tests = {key: one.name for key, one in asked.items() if one.tested}
        self._by_words: dict[str, list[Term]] = {}
        """The questions with their outcomes, as lines name them."""
        for one in asked.values():
            for outcome in one.outcomes:
                words = f"{folded(one.name)} {folded(outcome)}"
                self._by_words.setdefault(words, []).append(Term((one.name,), outcome))

    def passed(self, line: tree.Name) -> LineReading | None:
        """What follows `pass`; None after reporting what is wrong with it."""
        readings = [
            LineReading(name, rest.text, terms, joint == "or")
            for name, rest in line.parted(_WHEN)
            for joint in _JOINTS
            for terms in self._joined(rest, joint)
            if joint == "and" or len(terms) > 1
        ]
        if not readings and not self._say_of_form(line):
            self._say_of_pass(line)
        return self._only(line, readings, "when")

    def total(
        self, line: tree.Name, items: Sequence[tree.PassNode | tree.TotalNode | tree.Note]
    ) -> LineReading | None:
        """What follows `total`, among these measures; None after reporting what is wrong."""
        heads = [
            folded(name.text)
            for one in items
            if isinstance(one, tree.PassNode)
            for name, _ in one.words.parted(_WHEN)
        ]
        known = {*heads, *self.means, *self.tests}
        every = [
            LineReading(name, rest.text, parts=tuple(rest.split(_COMMA)))
            for name, rest in line.parted(_OF)
        ]
        readings = [one for one in every if all(folded(part.text) in known for part in one.parts)]
        if found := self._only(line, readings, "of"):
            return found
        if not readings:
            if not every:
                self._shape(line, "what it adds", _TOTAL)
                return None
            for part in every[0].parts:
                if folded(part.text) not in known:
                    names = (*_first_names(items), *self.means.values(), *self.tests.values())
                    self.found.unknown(
                        faults.names.UnknownQuestion, part, names, kind="pass or test"
                    )
        return None

    def _only(self, line: tree.Name, readings: list[LineReading], joint: str) -> LineReading | None:
        """The one way to read a line; two ways are reported."""
        ways = list({one.meaning: one for one in readings}.values())
        if len(ways) > 1:
            first, second = (one.said(joint) for one in ways[:2])
            self.found.add(faults.measures.ReadTwoWays(span=line.span, first=first, second=second))
            return None
        return ways[0] if ways else None

    def _joined(self, words: tree.Name, joint: str) -> Iterator[tuple[TermRead, ...]]:
        """Every way to read words as terms with this joint between them."""
        for whole in self._terms(words):
            yield (whole,)
        for first, rest in words.parted(_JOINTS[joint]):
            terms = list(self._terms(first))
            if terms:
                for others in self._joined(rest, joint):
                    yield from ((one, *others) for one in terms)

    def _terms(self, words: tree.Name) -> Iterator[TermRead]:
        """Every way to read words as one term."""
        yield from self._plain(words, negated=False)
        if found := _NOT.match(words.text):
            yield from self._plain(words.part(found.end(), len(words.text)), negated=True)

    def _plain(self, words: tree.Name, *, negated: bool) -> Iterator[TermRead]:
        for term in self._by_words.get(folded(words.text), ()):
            yield TermRead(replace(term, negated=negated), None, words)
        for first, second in words.parted(_ABOVE):
            sides = [self.asked.get(folded(side.text)) for side in (first, second)]
            if all(side is not None and side.scale is not None for side in sides):
                names = tuple(side.name for side in sides if side is not None)
                yield TermRead(Term(names, "", negated=negated), None, words)
        counted = _K_OF.fullmatch(words.text)
        if counted is None or folded(counted["outcome"]) != Outcome.RIGHT:
            return
        least = int(counted["least"])
        whole = _N.fullmatch(counted["rest"])
        if whole is not None and self._keyed(whole["name"]):
            one = self.asked[folded(whole["name"])].name
            term = Term((one,), Outcome.RIGHT.value, least, negated)
            yield TermRead(term, int(whole["of"]), words)
        names = tuple(part.strip() for part in counted["rest"].split(","))
        if len(names) > 1 and all(map(self._keyed, names)):
            questions = tuple(self.asked[folded(name)].name for name in names)
            yield TermRead(Term(questions, Outcome.RIGHT.value, least, negated), None, words)

    def _keyed(self, name: str) -> bool:
        asked = self.asked.get(folded(name))
        return asked is not None and Outcome.RIGHT in asked.outcomes

    def _say_of_form(self, line: tree.Name) -> bool:
        """Says what to write where a line is read as soon as other words for its own are replaced:
        `pass sides if side is correct`; whether it is.
        """
        names = "|".join(sorted(map(re.escape, self._names()), key=len, reverse=True))
        meant = re.sub(r"(?i)^(.*?\S)\s+(?:if|where)\s+", r"\1 when ", line.text, count=1)
        before, when, terms = meant.partition(" when ")
        if not when or not names:
            return False
        terms = re.sub(rf"(?i)\b({names})\s*(?:\b(?:is|was|are|were|gets)\b|[=:])", r"\1", terms)
        for verdict, outcome in VERDICTS.items():
            terms = re.sub(rf"(?i)\b{verdict}\b", outcome, terms)
        made = replace(line, text=f"{before} when {terms}")
        if made == line or not any(
            True
            for _, rest in made.parted(_WHEN)
            for joint in _JOINTS
            for _ in self._joined(rest, joint)
        ):
            return False
        self._shape(line, "when it is passed", f"pass {made.text}")
        return True

    def _say_of_pass(self, line: tree.Name) -> None:
        """Says what is wrong with a line that cannot be read, by its plainest reading."""
        parted = next(line.parted(_WHEN), None)
        if parted is None:
            self._shape(line, "when it is passed", _PASS)
            return
        terms = [parted[1]]
        both = [joint for joint, pattern in _JOINTS.items() if pattern.search(parted[1].text)]
        for joint in both:
            terms = [part for one in terms for part in one.split(_JOINTS[joint])]
        bad = [one for one in terms if not any(self._terms(one))]
        if not bad:
            self.found.add(faults.measures.AndWithOr(span=parted[1].span))
        for one in bad:
            self._say_of_term(one)

    def _say_of_term(self, term: tree.Name) -> None:
        found = _NOT.match(term.text)
        words = term if found is None else term.part(found.end(), len(term.text))
        if sides := next(words.parted(_ABOVE), None):
            unknown = [side for side in sides if folded(side.text) not in self.asked]
            for side in unknown:
                self._unknown(side)
            if not unknown:
                self.found.add(not_ratings(words, sides[0].text, sides[1].text))
            return
        counted = _K_OF.fullmatch(words.text)
        if counted is not None and counted["outcome"] == Outcome.RIGHT:
            start, end = counted.span("rest")
            whole = _N.fullmatch(counted["rest"])
            if whole is not None and "," not in counted["rest"]:
                start += whole.start("name")
            for name in words.part(start, end).split(_COMMA):
                self._say_of_question(name)
            return
        text = folded(words.text)
        named = [key for key in self.asked if text == key or text.startswith(f"{key} ")]
        if not named:
            before, _, last = words.text.rpartition(" ")
            known = {folded(one) for asked in self.asked.values() for one in asked.outcomes}
            if not before or (folded(last) not in known and closest(before, self._names()) is None):
                self._shape(term, "which reply is counted", _PASS.partition(" when ")[2])
            else:
                self._unknown(words.part(0, len(before)))
            return
        asked = self.asked[max(named, key=len)]
        outcome = words.part(min(len(asked.name) + 1, len(words.text)), len(words.text))
        if not asked.outcomes:
            self._nothing(words, asked)
        elif not outcome.text:
            self._shape(term, "which reply is counted", f"{asked.name} {asked.outcomes[0]}")
        else:
            fault = faults.following.UnknownOutcome
            self.found.unknown(fault, outcome, asked.outcomes, question=asked.name)

    def _say_of_question(self, name: tree.Name) -> None:
        asked = self.asked.get(folded(name.text))
        if asked is None:
            self._unknown(name)
        elif Outcome.RIGHT not in asked.outcomes:
            self._nothing(name, asked)

    def _nothing(self, at: tree.Name, asked: MeasuredQuestion) -> None:
        self.found.add(
            faults.measures.NothingToMeasure(span=at.span, name=asked.name, even=asked.even)
        )

    def _unknown(self, name: tree.Name) -> None:
        self.found.unknown(faults.names.UnknownQuestion, name, self._names(), kind="question")

    def _names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.asked.values())

    def _shape(self, words: tree.Name, what: str, example: str) -> None:
        self.found.add(
            faults.measures.NotAMeasure(
                span=words.span, words=words.text, what=what, example=example
            )
        )


def not_ratings(at: tree.Name, first: str, second: str) -> faults.measures.NotTwoRatings:
    """That two questions cannot be compared."""
    return faults.measures.NotTwoRatings(span=at.span, first=first, second=second)


def _first_names(
    items: Sequence[tree.PassNode | tree.TotalNode | tree.Note],
) -> Iterator[str]:
    for one in items:
        if isinstance(one, tree.PassNode):
            for name, _ in one.words.parted(_WHEN):
                yield name.text
                break
