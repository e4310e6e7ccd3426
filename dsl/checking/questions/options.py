"""Choices, and answers among them, read as the participant reads them.

An answer names words, so it has to be one of the choices wherever both are met. Both may hold lets
and stand `by` factors; they are compared for every combination in which they read differently.

Choices with a letter in them that is also the label of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dsl import faults, tree
from dsl.checking.declared import Declared, is_whole
from dsl.checking.findings import Findings
from dsl.checking.naming import closest
from dsl.checking.nodes import head_of
from dsl.checking.session.thread import Met
from dsl.checking.space import Region
from dsl.checking.warnings.original import Original
from dsl.diagnostic import Span
from dsl.experiment import (
    Case,
    ClauseTemplate,
    MachineKey,
    Order,
    Quantity,
    Rating,
    Template,
    Use,
    UseKind,
)
from dsl.scales import shared_name
from dsl.words import LABELS, clashes, folded, letters_in

ROWS = 40
"""So many rows of a table are looked at for a question that is asked in each of them."""

_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")

Cells = Mapping[str, Template] | None
Option = tuple[Region, str, Span]


def check_options(met: Sequence[Met], declared: Declared, found: Findings) -> None:
    """Reports choices that read the same, and keys and lures that are none of the choices."""
    original = Original(declared.space, declared.names.slots, declared.lets)
    for one in met:
        if one.question.rating is not None and not one.question.choices and one.reach:
            _on_scale(one, one.question.rating, original, found)
        if not one.question.choices or not one.reach:
            continue
        rows: Sequence[Cells] = one.row.cells[:ROWS] if one.row and one.row.cells else (None,)
        for row in rows:
            _check(one, row, original, found)


def _on_scale(one: Met, rating: Rating, original: Original, found: Findings) -> None:
    """Reports keys and lures of a rating that are none of its points, by number or by label."""
    rows: Sequence[Cells] = one.row.cells[:ROWS] if one.row and one.row.cells else (None,)
    for row in rows:
        if _one_name_for_two(one, rating, row, original, found):
            return
        named = [(one.reach, str(number)) for number in range(rating.low, rating.high + 1)]
        for number, label in enumerate(rating.labels, start=rating.low):
            for region, text in original.readings(label, one.reach, row):
                named += [(region, text), (region, f"{number} = {text}")]
        judged = (
            *answers_of(one, row, original, kept=False),
            *lures_of(one, row, original, kept=False),
        )
        halves = (half for half in halves_of(one, row, original) if _NUMBER.fullmatch(half[1]))
        for region, text, span in (*judged, *halves, *_from_machines(one)):
            missing = region
            for there, name in named:
                if folded(name) == folded(text):
                    missing &= ~there
            if missing:
                labels = dict.fromkeys(
                    text
                    for label in rating.labels
                    for _, text in original.readings(label, missing, row)[:1]
                )
                found.add(
                    faults.questions.NotOnScale(
                        span=span, text=text, cell=original.space.describe(missing, one.reach),
                        low=rating.low, high=rating.high, labels=tuple(labels),
                    )
                )  # fmt: skip


def _one_name_for_two(
    one: Met, rating: Rating, row: Cells, original: Original, found: Findings
) -> bool:
    """Reports a label that is another point's number or label: which one a reply means, nobody
    could say.
    """
    parts = [one.reach]
    for label in rating.labels:
        read = [region for region, _ in original.readings(label, one.reach, row)]
        parts = [part & region for part in parts for region in read if part & region]
    for part in parts if rating.labels else ():
        labels = [original.readings(label, part, row)[0][1] for label in rating.labels]
        shared = shared_name((rating.low, rating.high), labels)
        if shared is None:
            continue
        name, point, other = shared
        written = next(p.item for p in one.asked.placed if isinstance(p.item, tree.Labels))
        line = written.words.lines[int(point[0]) - rating.low]
        found.add(
            faults.questions.NameOfTwoPoints(
                span=line.span, text=name, point=point[0], other=other[0],
                cell=original.space.describe(part, one.reach),
            )
        )  # fmt: skip
        return True
    return False


def _from_machines(one: Met) -> Iterator[Option]:
    """What follows from a machine is a word or an outcome, and no point of a scale."""
    for placed in one.asked.placed:
        if isinstance(placed.item, tree.MachineAnswer):
            yield placed.reach, f"{placed.item.ask} {placed.item.machine.text}", placed.item.span


def _check(one: Met, row: Cells, original: Original, found: Findings) -> None:
    space = original.space
    if not all(is_whole(option) for case in one.question.choices for option in case.value):
        return
    options = list(_options(one, row, original))
    _differ(options, one.reach, original, found)
    open_to_choice = 0
    for region, _, _ in options:
        open_to_choice |= region
    answers = answers_of(one, row, original, kept=False)
    for region, text, span in (*answers, *lures_of(one, row, original, kept=False)):
        offered = 0
        for place, option, _ in options:
            if folded(option) == folded(text):
                offered |= place
        if missing := region & open_to_choice & ~offered:
            there = {
                option: _as_written(at, one) for place, option, at in options if place & missing
            }
            if len(there) < 2:
                # Options that are one, or read the same, are reported; the rest was in them.
                continue
            cell = space.describe(missing, one.reach & open_to_choice)
            close = closest(text, there)
            found.add(
                faults.questions.NotAmongChoices(
                    span=span, text=text, cell=cell, close=there[close] if close else None,
                    options=tuple(dict.fromkeys(there.values())),
                )
            )  # fmt: skip


def _as_written(span: Span, one: Met) -> str:
    """A choice as it stands in the script, with its slots in braces: what is to be typed."""
    for placed in one.asked.placed:
        if isinstance(placed.item, tree.Choices):
            for words in _written(placed.item.words):
                for line in words.lines:
                    if line.span == span:
                        return "".join(
                            part.words if isinstance(part, tree.Text) else f"{{{part.inside}}}"
                            for part in line.parts
                        ).strip()
    return ""


def _differ(options: list[Option], reach: Region, original: Original, found: Findings) -> None:
    seen: dict[str, Region] = {}
    for region, text, span in options:
        if both := seen.get(folded(text), 0) & region:
            cell = original.space.describe(both, reach)
            found.add(faults.questions.ChoiceTwice(span=span, text=text, cell=cell))
        seen[folded(text)] = seen.get(folded(text), 0) | region


def _options(one: Met, row: Cells, original: Original) -> Iterator[Option]:
    written = [
        words
        for placed in one.asked.placed
        if isinstance(placed.item, tree.Choices)
        for words in _written(placed.item.words)
    ]
    yield from _read(one, one.question.choices, written, row, original)


def answers_of(one: Met, row: Cells, original: Original, *, kept: bool = True) -> Iterator[Option]:
    """Every typed answer that counts as right: where it is the key, how it reads, its line.

    `kept`: also what is a reply that was kept, of which nobody knows yet how it reads.
    """
    statements = [
        statement
        for statement in one.question.rubric.answer
        if not any(isinstance(case.value, MachineKey) for case in statement)
    ]
    written = [p.item for p in one.asked.placed if isinstance(p.item, tree.Answer)]
    for statement, answer in zip(statements, written, strict=True):
        lists = [
            Case(case.guard, case.value.phrases)
            for case in statement
            if isinstance(case.value, ClauseTemplate)
        ]
        if answer.quantity != Quantity.NONE.value:
            yield from _listed(one, lists, answer.words, row, original, kept=kept)


def lures_of(one: Met, row: Cells, original: Original, *, kept: bool = True) -> Iterator[Option]:
    """Every lure: where it is one, how it reads, its line. `kept` as in `answers_of`."""
    written = [p.item for p in one.asked.placed if isinstance(p.item, tree.Wrong)]
    for cases, wrong in zip(one.question.rubric.wrong, written, strict=True):
        yield from _listed(one, cases, wrong.words, row, original, kept=kept)


def halves_of(one: Met, row: Cells, original: Original) -> Iterator[Option]:
    """Every half answer whose words are known, as `lures_of` has lures."""
    written = [p.item for p in one.asked.placed if isinstance(p.item, tree.Half)]
    for cases, half in zip(one.question.rubric.half, written, strict=True):
        yield from _listed(one, cases, half.words, row, original, kept=False)


def _listed(
    one: Met,
    cases: Sequence[Case[tuple[Template, ...]]],
    words: tree.Words,
    row: Cells,
    original: Original,
    *,
    kept: bool,
) -> Iterator[Option]:
    """Every line of some lists, as it reads and where it is written."""
    yield from _read(one, cases, _written(words), row, original, kept=kept)


def _is_kept(template: Template) -> bool:
    return any(isinstance(piece, Use) and piece.kind is UseKind.KEPT for piece in template)


def _written(words: tree.Words) -> tuple[tree.Prose, ...]:
    """The lists that a statement has: one, or one for each arm."""
    return (words,) if isinstance(words, tree.Prose) else tuple(arm.words for arm in words.arms)


def _read(
    one: Met,
    cases: Sequence[Case[tuple[Template, ...]]],
    written: Sequence[tree.Prose],
    row: Cells,
    original: Original,
    *,
    kept: bool = True,
) -> Iterator[Option]:
    left = one.reach
    for case, prose in zip(cases, written, strict=True):
        region = left & original.space.of(case.guard)
        left &= ~region
        for template, line in zip(case.value, prose.lines, strict=True):
            if not kept and _is_kept(template):
                continue
            for part, text in original.readings(template, region, row):
                yield part, text, line.span


def check_letters(met: Sequence[Met], original: Original, found: Findings) -> None:
    """Warns once a question of a letter that labels one choice and is a word of another."""
    for one in met:
        question = one.question
        if not one.reach:
            continue
        for case in question.choices:
            texts = [original.readings(option, one.reach) for option in case.value]
            first = tuple(told[0][1] for told in texts if told)
            letters = clashes(first)
            if question.order is not Order.FIXED:
                # Each choice gets each label in some draw.
                used = frozenset(LABELS[: len(first)])
                letters = used & frozenset().union(*map(letters_in, first))
            if letters:
                letter = min(letters)
                text = next(text for text in first if letter in letters_in(text))
                choices = next(p.item for p in one.asked.placed if isinstance(p.item, tree.Choices))
                span = head_of(choices.span, "choices")
                found.add(faults.method.LetterInChoice(span=span, text=text, letter=letter))
                break
