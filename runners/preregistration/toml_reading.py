"""The settings of a preregistration out of their TOML: every value checked, every slip named.

People edit this by hand, so nothing is taken for granted and nothing unknown is passed over: a
`runns = 20` that nobody reads would leave the old number standing.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from renderers.comparison_rows import ComparisonKind
from runners.preregistration.block import (
    FORMAT,
    Analysis,
    CodingPlan,
    FormUnusable,
    PlanBlock,
    PlannedComparison,
    PlannedModel,
    PlannedScript,
    PublishedFigure,
    SeenAlready,
    SeenOf,
)
from runners.preregistration.toml_text import SCORES

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_HASH = re.compile(r"[0-9a-f]{64}")


def read(toml: str, *, first_line: int, file: str) -> PlanBlock:
    """The block out of its TOML, which begins at line `first_line` of `file`.

    Raises:
        Unusable: it is no TOML, or a value is missing, of the wrong kind, or unknown.
    """
    try:
        found = tomllib.loads(toml)
    except RecursionError as fault:
        raise FormUnusable(
            f"the block in {file} cannot be read: its brackets stand too deep in one another",
            "a list holds words or numbers, never lists of lists",
        ) from fault
    except tomllib.TOMLDecodeError as fault:
        told = str(fault)
        at = _AT_LINE.search(told)
        line = first_line + int(at.group(1)) - 1 if at else first_line
        what = _AT_LINE.sub("", told)
        raise FormUnusable(
            f"the block in {file} cannot be read: {what[:1].lower()}{what[1:]} (line {line})",
            "words stand in double quotation marks, lists in square brackets; a copy of the line "
            "as devrun wrote it shows how",
        ) from fault
    whole = _Table(found, "the block", file)
    made = whole.whole("format", least=1)
    if made != FORMAT:
        raise FormUnusable(
            f"the block in {file} has format {made}; this devrun knows {FORMAT}",
            "read it with the devrun that made it",
        )
    block = PlanBlock(
        made_with=whole.words("made_with"),
        scripts=tuple(_script(one) for one in whole.tables("script")),
        models=tuple(_model(one) for one in whole.tables("model")),
        coding=_coding(whole.table("coding")),
        analysis=_analysis(whole.table("analysis")),
        compare=tuple(_compare(one) for one in whole.tables("compare", needed=False)),
        shown=tuple(_shown(one) for one in whole.tables("shown", needed=False)),
        seen=_seen(whole.table("seen")),
        format=made,
    )
    whole.nothing_else()
    _refuse_twice(block, file)
    return block


def _refuse_twice(block: PlanBlock, file: str) -> None:
    for what, names in (("script", block.titles), ("model", [one.name for one in block.models])):
        for name in names:
            if list(names).count(name) > 1:
                raise FormUnusable(
                    f"the block in {file} names the {what} `{name}` twice", "leave one of them"
                )


def _script(table: _Table) -> PlannedScript:
    script = PlannedScript(
        title=table.words("title"),
        file=table.words("file"),
        procedure=table.hash("procedure"),
        rubric=table.hash("rubric"),
        words=table.hash("words"),
        text=table.hash("text"),
        cells=table.whole("cells", least=1, most=100_000),
        wordings=table.some_of("wordings", ("original", "permuted")),
        only=table.list("only"),
        runs=table.whole("runs", least=1, most=100_000),
        samples=table.whole("samples", least=1, most=10_000),
        seed=table.whole("seed"),
        system=table.list("system"),
        contrasts=table.list("contrasts"),
        spread=table.ends("spread", most=5),
        guessing=table.ends("guessing", most=5),
    )
    table.nothing_else()
    return script


def _model(table: _Table) -> PlannedModel:
    identity = table.table("identity").pairs()
    model = PlannedModel(table.words("name"), table.yes("simulated"), identity)
    table.nothing_else()
    return model


def _coding(table: _Table) -> CodingPlan:
    coding = CodingPlan(
        view=table.one_of("view", ("rubric", "content")),
        blind_coders=table.whole("blind_coders", least=0),
        authors=table.whole("authors", least=0),
        judges=table.whole("judges", least=0),
        overlap_percent=table.number("overlap_percent", 0, 100),
        duplicates_percent=table.number("duplicates_percent", 0, 100),
        gold=table.yes("gold"),
        gold_percent=table.number("gold_percent", 0, 100),
        keyed=table.yes("keyed"),
        plain_replies=table.yes("plain_replies"),
        neutral_words=table.yes("neutral_words"),
        agreement_threshold=table.number("agreement_threshold", -1, 1),
    )
    table.nothing_else()
    return coding


def _analysis(table: _Table) -> Analysis:
    analysis = Analysis(
        alpha=table.number("alpha", 0, 1),
        score_of_record=table.one_of("score_of_record", SCORES),
        technical_loss_percent=table.number("technical_loss_percent", 0, 100),
        sensitivity=table.list("sensitivity"),
    )
    table.nothing_else()
    return analysis


def _compare(table: _Table) -> PlannedComparison:
    kinds = [
        one.value
        for one in (
            ComparisonKind.CONDITIONS,
            ComparisonKind.MODELS,
            ComparisonKind.WORDINGS,
            ComparisonKind.GUESSING,
        )
    ]
    found = PlannedComparison(
        kind=ComparisonKind(table.one_of("kind", kinds)),
        family=table.words("family", other="primary"),
        experiment=table.words("experiment", other=""),
        domain=table.words("domain", other=""),
        first=table.words("first", other=""),
        second=table.words("second", other=""),
        expect=table.one_of("expect", ("more", "less", ""), other=""),
    )
    table.nothing_else()
    if found.kind in {ComparisonKind.CONDITIONS, ComparisonKind.MODELS} and not (
        found.first and found.second
    ):
        table.refuse(
            f"a comparison of {found.kind.value} has no {'second' if found.first else 'first'}",
            'name both: first = "..." and second = "..."',
        )
    if found.kind is ComparisonKind.CONDITIONS and not found.experiment:
        table.refuse(
            "a comparison of conditions has no experiment",
            'say whose conditions: experiment = "the title of the script"',
        )
    return found


def _shown(table: _Table) -> PublishedFigure:
    names = ("script", "cells", "who", "value", "unit", "source")
    found = PublishedFigure(*(table.words(name) for name in names))
    table.nothing_else()
    return found


def _seen(table: _Table) -> SeenAlready:
    replies = tuple(_reply(one) for one in table.tables("reply", needed=False))
    seen = SeenAlready(
        table.words("at"), table.words("store"), table.whole("codes", least=0), replies
    )
    table.nothing_else()
    return seen


def _reply(table: _Table) -> SeenOf:
    found = SeenOf(
        table.words("script"),
        table.words("model"),
        table.yes("simulated"),
        table.whole("calls", least=0),
        table.words("newest"),
    )
    table.nothing_else()
    return found


@dataclass(slots=True)
class _Table:
    """A table of which every value is asked for by name; what is left over is a slip."""

    held: object
    called: str
    file: str
    asked: tuple[str, ...] = ()

    def refuse(self, what: str, help: str) -> NoReturn:
        raise FormUnusable(f"in {self.called} of {self.file} {what}", help)

    def _take(self, name: str, wanted: str, other: object = None) -> object:
        self.asked = (*self.asked, name)
        held = self.held if isinstance(self.held, dict) else {}
        if name not in held and other is None:
            raise FormUnusable(
                f"{self.called} of {self.file} has no `{name}`", f"write {name} = {wanted}"
            )
        return held.get(name, other)

    def _wrong(self, name: str, value: object, wanted: str) -> FormUnusable:
        return FormUnusable(
            f"`{name}` in {self.called} of {self.file} is {_short(value)}", f"write {wanted}"
        )

    def words(self, name: str, other: str | None = None) -> str:
        value = self._take(name, '"..."', other)
        if not isinstance(value, str):
            raise self._wrong(name, value, f'words: {name} = "..."')
        return value

    def hash(self, name: str) -> str:
        value = self.words(name)
        if not _HASH.fullmatch(value):
            raise self._wrong(name, value, "the hash as devrun wrote it: 64 digits and letters")
        return value

    def one_of(self, name: str, choices: Sequence[str], other: str | None = None) -> str:
        value = self.words(name, other)
        if value not in choices:
            raise self._wrong(name, value, f"one of {', '.join(one for one in choices if one)}")
        return value

    def whole(self, name: str, *, least: int | None = None, most: int | None = None) -> int:
        wanted = "a whole number" if least is None else f"a whole number from {least}"
        wanted += "" if most is None else f" to {most}"
        value = self._take(name, wanted)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(name, value, wanted)
        if (least is not None and value < least) or (most is not None and value > most):
            raise self._wrong(name, value, wanted)
        return value

    def number(self, name: str, least: float, most: float) -> float:
        wanted = f"a number from {least:g} to {most:g}"
        value = self._take(name, wanted)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._wrong(name, value, wanted)
        if not least <= value <= most:
            raise self._wrong(name, value, wanted)
        return float(value)

    def yes(self, name: str) -> bool:
        value = self._take(name, "true or false")
        if not isinstance(value, bool):
            raise self._wrong(name, value, "true or false, without quotation marks")
        return value

    def list(self, name: str) -> tuple[str, ...]:
        value = self._take(name, '["...", "..."], or []')
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._wrong(name, value, 'a list of words: ["...", "..."], or []')
        return tuple(value)

    def some_of(self, name: str, choices: Sequence[str]) -> tuple[str, ...]:
        value = self.list(name)
        if not value or not set(value) <= set(choices):
            raise self._wrong(name, list(value), f"some of {', '.join(choices)}")
        return value

    def ends(self, name: str, *, most: float) -> tuple[float, ...]:
        """Two numbers, the lower first, or none."""
        wanted = f"two numbers from 0 to {most:g}, the lower first; or []"
        value = self._take(name, wanted)
        if value == []:
            return ()
        if (
            not isinstance(value, list)
            or len(value) != 2
            or not all(isinstance(one, int | float) and not isinstance(one, bool) for one in value)
            or not 0 <= value[0] <= value[1] <= most
        ):
            raise self._wrong(name, value, wanted)
        return float(value[0]), float(value[1])

    def table(self, name: str) -> _Table:
        value = self._take(name, f"a table: [{name}]")
        if not isinstance(value, dict):
            raise self._wrong(name, value, f"a table: [{name}]")
        return _Table(value, f"[{name}]", self.file)

    def tables(self, name: str, *, needed: bool = True) -> Sequence[_Table]:
        value = self._take(name, f"at least one table [[{name}]]", None if needed else [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self._wrong(name, value, f"tables: [[{name}]]")
        return [_Table(one, f"[[{name}]] {at}", self.file) for at, one in enumerate(value, start=1)]

    def pairs(self) -> tuple[tuple[str, str], ...]:
        held = self.held if isinstance(self.held, dict) else {}
        return tuple((name, self.words(name)) for name in held)

    def nothing_else(self) -> None:
        held = self.held if isinstance(self.held, dict) else {}
        for name in held:
            if name not in self.asked:
                close = get_close_matches(name, self.asked, n=1)
                self.refuse(
                    f"there is a `{name}`, which means nothing",
                    f"did you mean `{close[0]}`?" if close else "leave it out",
                )


def _short(value: object) -> str:
    told = json.dumps(value, ensure_ascii=False, default=str)
    return told if len(told) <= 60 else f"{told[:57]}..."
