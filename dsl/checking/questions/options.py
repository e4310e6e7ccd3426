"""Choices, and answers among them, read as the participant reads them.

An answer names words, so it has to be one of the choices wherever both stand. Both may hold lets
and stand `by` factors; they are compared for every combination in which they read differently.

Choices with a letter in them that is also the label of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import experiment as ex
from dsl import faults, tree
from dsl.checking.declared import Declared, is_whole
from dsl.checking.findings import Findings
from dsl.checking.naming import closest
from dsl.checking.nodes import head_span
from dsl.checking.questions.readings import Cells, Lists, Option, empty_lines, readings_of
from dsl.checking.questions.statements import of_kind
from dsl.checking.session.thread import Visit
from dsl.checking.space import Region
from dsl.checking.warnings.original import Original
from dsl.diagnostic import Span
from dsl.patterns import lazy_pattern
from dsl.record import replace
from dsl.scales import shared_name
from dsl.words import LABELS, clashes, counted, folded, letters_in, number_in

_NUMBER = lazy_pattern(r"[-+]?\d+([.,]\d+)?")


def check_options(visits: Sequence[Visit], declared: Declared) -> None:
    """Reports choices that read the same, and keys and lures that are none of the choices."""
    original = declared.original()
    from_files = any(let.from_file for let in declared.names.lets.values())
    for one in visits:
        if not one.reach:
            continue
        if one.row is not None or from_files:
            _without_words(one, original, declared.found)
        _numbers(one, original, declared.found)
        if one.question.choices:
            for row in one.rows:
                _check(one, row, original, declared.found)
        elif one.question.rating is not None:
            _on_scale(one, one.question.rating, original, declared.found)


def _without_words(one: Visit, original: Original, found: Findings) -> None:
    """Reports what is asked, offered or right where it is an empty cell of a table or file."""
    for head, cases, written in _asked_and_right(one):
        for span, cell in empty_lines(cases, written, one.reach, one.row, original):
            of = f" of `{one.question.name}`"
            found.add(faults.questions.WithoutWords(span=span, head=head, of=of, cell=cell))


def _asked_and_right(one: Visit) -> Iterator[tuple[str, Lists, list[tree.Prose]]]:
    """What is asked, offered and right: the head of each statement, its lists, and their words."""
    asks: dict[str, list[tree.Prose]] = {}
    for ask in one.items(tree.Ask):
        # All lines are read as one.
        whole = (replace(words, lines=words.lines[:1]) for words in _written(ask.words))
        asks.setdefault(folded(ask.form.text if ask.form else ""), []).extend(whole)
    for form in one.question.forms:
        cases: Lists = [ex.Case(case.guard, (case.value,)) for case in form.words]
        yield "ask", cases, asks[folded(form.name)]
    yield "choices", one.question.choices, _choices(one)
    for statement, answer in zip(_typed(one), one.items(tree.Answer), strict=True):
        yield "answer", statement, list(_written(answer.words))


def _numbers(one: Visit, original: Original, found: Findings) -> None:
    """Reports keys with a tolerance that are no numbers."""
    for statement, answer in zip(_typed(one), one.items(tree.Answer), strict=True):
        if answer.within is None:
            continue
        for row in one.rows:
            for part, text, span in readings_of(
                one.reach, statement, _written(answer.words), row, original, kept=False
            ):
                if number_in(text) is None:
                    cell = original.space.describe(part, one.reach)
                    found.add(faults.number_keys.KeyNotANumber(span=span, text=text, cell=cell))
                    return


def _on_scale(one: Visit, rating: ex.Rating, original: Original, found: Findings) -> None:
    """Reports keys and lures of a rating that are none of its points, by number or by label."""
    for row in one.rows:
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
    one: Visit, rating: ex.Rating, row: Cells, original: Original, found: Findings
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
        shared = shared_name((rating.low, rating.high), tuple(labels))
        if shared is None:
            continue
        name, point, other = shared
        line = one.items(tree.Labels)[0].words.lines[int(point[0]) - rating.low]
        found.add(
            faults.questions.NameOfTwoPoints(
                span=line.span, text=name, point=point[0], other=other[0],
                cell=original.space.describe(part, one.reach),
            )
        )  # fmt: skip
        return True
    return False


def _from_machines(one: Visit) -> Iterator[Option]:
    """What follows from a machine is a word or an outcome, and no point of a scale."""
    for placed in of_kind(one.asked.placed, tree.MachineAnswer):
        answer = placed.item
        yield placed.reach, f"{answer.ask} {answer.machine.text}", answer.span


def _check(one: Visit, row: Cells, original: Original, found: Findings) -> None:
    space = original.space
    if not all(is_whole(option) for case in one.question.choices for option in case.value):
        return
    options = list(choices_of(one, row, original))
    if one.question.kind is not tree.QuestionKind.ITEM:  # of these it is known since they were read
        _differ(options, one.reach, original, found)
    open_to_choice = 0
    offered: dict[str, Region] = {}
    for region, option, _ in options:
        open_to_choice |= region
        offered[folded(option)] = offered.get(folded(option), 0) | region
    answers = answers_of(one, row, original, kept=False)
    for region, text, span in (*answers, *lures_of(one, row, original, kept=False)):
        if missing := region & open_to_choice & ~offered.get(folded(text), 0):
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
                    span=span, name=text, cell=cell, close=there[close] if close else None,
                    known=tuple(dict.fromkeys(there.values())),
                )
            )  # fmt: skip


def _as_written(span: Span, one: Visit) -> str:
    """A choice as it stands in the script, with its slots in braces: what is to be typed."""
    lines = (line for words in _choices(one) for line in words.lines)
    return next((line.written().strip() for line in lines if line.span == span), "")


def _differ(options: list[Option], reach: Region, original: Original, found: Findings) -> None:
    seen: dict[str, Region] = {}
    for region, text, span in options:
        if both := seen.get(folded(text), 0) & region:
            cell = original.space.describe(both, reach)
            found.add(faults.questions.ChoiceTwice(span=span, text=text, cell=cell))
        seen[folded(text)] = seen.get(folded(text), 0) | region


def choices_of(one: Visit, row: Cells, original: Original) -> Iterator[Option]:
    """Every choice: where it is one, how it reads, its line."""
    return readings_of(one.reach, one.question.choices, _choices(one), row, original)


def _choices(one: Visit) -> list[tree.Prose]:
    """The lists of choices that a question has in any cell."""
    return [words for choices in one.items(tree.Choices) for words in _written(choices.words)]


def answers_of(
    one: Visit, row: Cells, original: Original, *, kept: bool = True
) -> Iterator[Option]:
    """Every typed answer that counts as right: where it is the key, how it reads, its line.

    `kept`: also what is a reply that was kept, of which nobody knows yet how it reads.
    """
    for statement, answer in zip(_typed(one), one.items(tree.Answer), strict=True):
        if answer.quantity != ex.Quantity.NONE.value:
            yield from readings_of(
                one.reach, statement, _written(answer.words), row, original, kept=kept
            )


def _typed(one: Visit) -> list[Lists]:
    """The answers of a question that are typed, and follow from no machine."""
    found: list[Lists] = []
    for statement in one.question.rubric.answer:
        cases = [
            ex.Case(case.guard, case.value.phrases)
            for case in statement
            if isinstance(case.value, ex.ClauseTemplate)
        ]
        if len(cases) == len(statement):
            found.append(cases)
    return found


def lures_of(one: Visit, row: Cells, original: Original, *, kept: bool = True) -> Iterator[Option]:
    """Every lure: where it is one, how it reads, its line. `kept` as in `answers_of`."""
    for cases, wrong in zip(one.question.rubric.wrong, one.items(tree.Wrong), strict=True):
        yield from readings_of(one.reach, cases, _written(wrong.words), row, original, kept=kept)


def halves_of(one: Visit, row: Cells, original: Original) -> Iterator[Option]:
    """Every half answer whose words are known, as `lures_of` has lures."""
    for cases, half in zip(one.question.rubric.half, one.items(tree.Half), strict=True):
        yield from readings_of(one.reach, cases, _written(half.words), row, original, kept=False)


def _written(words: tree.Words) -> tuple[tree.Prose, ...]:
    """The lists that a statement has: one, or one for each arm."""
    return (words,) if isinstance(words, tree.Prose) else tuple(arm.words for arm in words.arms)


def check_letters(visits: Sequence[Visit], original: Original, found: Findings) -> None:
    """Warns once a question of a letter that labels one choice and is a word of another; of all
    items of banks once, at the first row that has one.
    """
    items: dict[str, tuple[Span, str, str]] = {}
    for one in visits:
        clash = _letter_of(one, original) if one.reach else None
        if clash is None:
            continue
        if one.question.kind is tree.QuestionKind.ITEM:
            items.setdefault(one.question.name, (one.asked.tree.span, *clash))
        else:
            span, (text, letter) = head_span(one.items(tree.Choices)[0]), clash
            found.add(faults.method.LetterInChoice(span=span, text=text, letter=letter))
    if items:
        span, text, letter = next(iter(items.values()))
        others = counted(len(items) - 1, "more item")
        more = f" (the same holds for {others})" if len(items) > 1 else ""
        found.add(faults.method.LetterInChoice(span=span, text=text, letter=letter, more=more))


def _letter_of(one: Visit, original: Original) -> tuple[str, str] | None:
    """A choice of a question with a letter that labels another, and the letter."""
    for case in one.question.choices:
        texts = [original.readings(option, one.reach) for option in case.value]
        first = tuple(told[0][1] for told in texts if told)
        letters = clashes(first)
        if one.question.order is not ex.Order.FIXED:
            # Each choice gets each label in some draw.
            used = frozenset(LABELS[: len(first)])
            letters = used & frozenset().union(*map(letters_in, first))
        if letters:
            letter = min(letters)
            return next(text for text in first if letter in letters_in(text)), letter
    return None
