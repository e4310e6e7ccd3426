"""Questions scored by likelihood, out of the store: what every option got, and what that comes to.

The numbers are read from the replies as they came. Nothing is asked, and nothing is taken from the
marks: what is right is what the key says of an option, now, so that a mended key counts here too.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from coders.matching.verdicts.weighing import chosen
from dsl.kept_replies import KeptReplies, names_kept
from dsl.likelihoods import weighed
from dsl.record import replace
from dsl.scoring import CALIBRATED, ItemValues, MarkedQuestion, ScoreLevel
from dsl.tree import QuestionKind
from dsl.trial import Question
from renderers.rows.cell_row import place_of
from renderers.rows.likelihoods import (
    READINGS,
    Likelihoods,
    OptionNumbers,
    ReadingShare,
    WeighedCell,
    WeighedGroup,
    WeighedReply,
    calibrated,
)
from renderers.rows.measures import Figure
from runners.analysis.means import mean
from runners.analysis.questions.item_scores import item_figure, mean_figure
from runners.engine.transcripts import Exchange
from runners.store.store import Store
from runners.studies.study import FinishedTrial, OpenStudy

_CHUNK = 128  # trials whose replies are read at once


def likelihoods(store: Store, opened: OpenStudy) -> Likelihoods:
    """Every reply to a question scored by likelihood, in what was opened of a study; they stand in
    the order of the other tables.
    """
    from runners.analysis.scores import as_declared
    from runners.studies.participant_labels import labels_of

    labels = labels_of(opened.participants)
    replies: list[WeighedReply] = []
    in_words = 0
    rest = opened.finished(store)
    while chunk := list(islice(rest, _CHUNK)):
        asked = [(told, one) for told in chunk for one in told.transcript.exchanges if _weighs(one)]
        kept = store.calls([one.key for _, one in asked])
        for told, exchange in asked:
            found = _reply(told, exchange, kept[exchange.key].raw, labels[told.participant.key])
            if found is None:
                in_words += 1
            else:
                replies.append(found)
    replies.sort(key=as_declared(opened, labels))
    return Likelihoods(
        opened.study.id, opened.simulated, tuple(replies), tuple(_cells(replies)), in_words
    )


def _weighs(exchange: Exchange) -> bool:
    question = exchange.turn.question
    return question is not None and exchange.reply is not None and bool(weighed(question))


def _reply(told: FinishedTrial, exchange: Exchange, raw: str, model: str) -> WeighedReply | None:
    """A reply with its numbers; None where it holds none."""
    question, reply = exchange.turn.question, exchange.reply
    assert question is not None, "only questions are scored by likelihood"
    assert reply is not None, "it was answered"
    read = _read(raw)
    if read is None:
        return None
    reading, rows = read
    kept = _kept(told, exchange, question)
    trial = told.transcript.trial
    found = []
    for text in weighed(question):
        row = rows.get(text)
        if row is None:
            return None
        verdict = chosen(text, question, kept=kept)
        found.append(
            OptionNumbers(
                option=text,
                letter=_letter(row.get("letter")),
                sum=_number(row.get("sum")),
                per_token=_number(row.get("per_token")),
                per_character=_number(row.get("per_character")),
                against_bare_prompt=_number(row.get("against_bare_prompt")),
                letter_sum=_number(row.get("letter_sum")),
                chosen=text == reply.text,
                right=verdict is not None and verdict.right,
                per_token_of_whole=_number(row.get("per_token_of_whole")),
            )
        )
    return WeighedReply(
        experiment=trial.experiment,
        condition=trial.cell.condition,
        levels=trial.cell.levels,
        wording=trial.cell.wording,
        model=model,
        simulated=told.participant.simulated,
        draw=trial.draw,
        sample=trial.sample,
        key=told.key,
        place=exchange.place,
        version=exchange.session.version,
        question=question.title,
        kind=question.kind.value,
        text=hash(tuple(message.parts for message in exchange.messages)),
        reading=reading,
        options=tuple(found),
        group=question.group,
    )


def _read(raw: str) -> tuple[str, dict[str, dict[str, object]]] | None:
    """The reading and the rows by option out of a reply's body; None where it holds no such thing.
    A body is stored as it came, from whoever it came.
    """
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    told = body.get("likelihoods") if isinstance(body, dict) else None
    if not isinstance(told, dict) or told.get("reading") not in READINGS:
        return None
    rows = told.get("options")
    if not isinstance(rows, list):
        return None
    return str(told["reading"]), {
        row["text"]: row
        for row in rows
        if isinstance(row, dict) and isinstance(row.get("text"), str)
    }


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def _letter(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _kept(told: FinishedTrial, exchange: Exchange, question: Question) -> KeptReplies:
    """What was said before on the way to a question whose key looks at it."""
    from coders.matcher import kept_phrase, match

    said: dict[str, str | None] = {}
    if not names_kept(question.key):
        return said
    for one in told.transcript.exchanges:
        asked = one.turn.question
        on_the_way = one.number == exchange.number and (
            exchange.branch[: len(one.branch)] == one.branch
        )
        if one is exchange:
            break
        if on_the_way and asked is not None and asked.keep is not None and one.reply:
            matched = match(one.reply.text, asked, kept=said).matched
            said[asked.keep] = kept_phrase(matched, asked)
    return said


# ------------------------------------------------------------------------------- what it comes to


def _cells(replies: Sequence[WeighedReply]) -> Iterator[WeighedCell]:
    """One for each cell and participant, of its test questions or of the items of its bank, in the
    order of the replies.
    """
    by_cell: dict[tuple[object, ...], list[WeighedReply]] = {}
    for one in replies:
        if one.kind in (QuestionKind.TEST.value, QuestionKind.ITEM.value):
            at = (one.experiment, one.model, one.levels, one.wording)
            by_cell.setdefault(at, []).append(one)
    for mine in by_cell.values():
        first = mine[0]
        yield WeighedCell(
            **place_of(first),
            n=len(mine),
            texts=len({one.text for one in mine}),
            chance=sum((one.chance for one in mine), Fraction(0)) / len(mine),
            decided=tuple(Counter(one.reading for one in mine).items()),
            shares=tuple(_share(reading, mine) for reading in READINGS),
            groups=tuple(_groups([one for one in mine if one.kind == QuestionKind.ITEM.value])),
        )


def _groups(replies: Sequence[WeighedReply]) -> Iterator[WeighedGroup]:
    """One for each group of items, in the order of the bank; then the mean of these, and one for
    all items.
    """
    by_group: dict[str, list[WeighedReply]] = {}
    for one in replies:
        by_group.setdefault(one.group, []).append(one)
    if len(by_group) > 1:
        values = {name: _item_values(mine) for name, mine in by_group.items()}
        groups = [
            _group(ScoreLevel.GROUP, name, mine, _figure(values[name]))
            for name, mine in by_group.items()
        ]
        yield from groups
        known = [one for one in values.values() if one is not None]
        whole = mean_figure(known) if len(known) == len(groups) else Figure()
        made = _group(ScoreLevel.MACRO, "", replies, whole)
        shares = tuple(
            _mean_share([one.shares[at] for one in groups]) for at in range(len(READINGS))
        )
        chance = sum((one.chance for one in groups), Fraction(0)) / len(groups)
        yield replace(made, shares=shares, chance=chance)
    if replies:
        yield _group(ScoreLevel.CELL, "", replies, _figure(_item_values(replies)))


def _group(
    level: ScoreLevel, name: str, replies: Sequence[WeighedReply], figure: Figure
) -> WeighedGroup:
    return WeighedGroup(
        level=level,
        group=name,
        n=len({one.place for one in replies}),
        replies=len(replies),
        chance=sum((one.chance for one in replies), Fraction(0)) / len(replies),
        figure=figure,
        shares=tuple(_share(reading, replies) for reading in READINGS),
    )


def _item_values(replies: Sequence[WeighedReply]) -> ItemValues | None:
    """The calibrated accuracy of each item by the reading that decided, its runs averaged first;
    None of none.
    """
    items: dict[str, list[WeighedReply]] = {}
    for one in replies:
        if one.right_by(one.reading) is not None and one.chance not in (0, 1):
            items.setdefault(one.place, []).append(one)
    questions = []
    for mine in items.values():
        chance = mine[0].chance
        right = mean(Fraction(bool(one.right_by(one.reading))) for one in mine)
        odds = ((Fraction(1), chance), (Fraction(0), 1 - chance))
        questions.append(MarkedQuestion(right, odds))
    return CALIBRATED.of_items(questions)


def _figure(values: ItemValues | None) -> Figure:
    return Figure() if values is None else item_figure(values, range(len(values.values)))


def _mean_share(shares: Sequence[ReadingShare]) -> ReadingShare:
    """The plain mean of what a reading gives in some groups; None where a group lacks it."""
    right, parts = [one.right for one in shares], [one.calibrated for one in shares]
    return ReadingShare(
        shares[0].reading,
        sum(one.n for one in shares),
        None if None in right else mean(right),
        None if None in parts else mean(parts),
    )


def _share(reading: str, replies: Sequence[WeighedReply]) -> ReadingShare:
    found = [(one.right_by(reading), one.chance) for one in replies]
    known = [(right, chance) for right, chance in found if right is not None]
    parts = [part for part in (calibrated(*one) for one in known) if part is not None]
    return ReadingShare(
        reading,
        len(known),
        Fraction(sum(right for right, _ in known), len(known)) if known else None,
        sum(parts, Fraction(0)) / len(parts) if parts else None,
    )
