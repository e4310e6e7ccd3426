"""`devrun compare --before DATE` and `--with STUDY`: one participant at two dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from runners.cli.errors import Exit, Stop, UsageError, error_code
from runners.cli.open_study import nothing_finished
from runners.cli.output import coloured, page_width

if TYPE_CHECKING:
    from renderers.comparison_rows import Comparisons
    from renderers.transcript_rows import ReadTrial
    from runners.analysis.across_dates import DatedSide
    from runners.analysis.codings import Whose
    from runners.store.reply_times import ReplyTimes
    from runners.store.store import Store
    from runners.studies.study import OpenStudy


@dataclass(frozen=True, slots=True)
class StudyPart:
    """Which part of which study is asked for, and whose marks."""

    study: str | None
    paths: tuple[Path, ...]
    models: tuple[str, ...]
    only: tuple[str, ...]
    whose: Whose


@dataclass(frozen=True, slots=True)
class _Opened:
    """One side as it lies in its store."""

    store: Store
    opened: OpenStudy
    label: str


def moment(text: str) -> str:
    """A date, or a date with a time, as the store writes times (UTC).

    Raises:
        Stop: it is neither.
    """
    try:
        at = datetime.fromisoformat(text.strip())
        if at.tzinfo is None:
            at = at.replace(tzinfo=UTC)
        at = at.astimezone(UTC)
    except (ValueError, OverflowError) as fault:
        raise UsageError(
            f"`--before {text}` is no date",
            "write it as 2026-03-01, or with a time (UTC unless it says otherwise) as "
            "2026-03-01T09:30",
        ) from fault
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def compare_dates(
    store: Store, wanted: StudyPart, *, before: str | None, beside: str | None, draw: int | None
) -> tuple[Comparisons, str]:
    """The comparison of both sides, and who scored, in words; with `draw` the transcripts of both
    are printed first.

    Raises:
        Stop: one of the sides has nothing, or both have nobody in common.
    """
    from renderers.score_words import by_whom
    from runners.analysis.across_dates import two_dates

    with ExitStack() as stack:
        if before is not None:
            sides = _split(store, wanted, before)
        else:
            assert beside is not None
            sides = _studies(stack, store, wanted, beside)
        first, second = (_scored(side, wanted.whose) for side in sides)
        found = two_dates(first, second)
        if not found.dates:
            raise Stop(
                Exit.SCRIPT,
                "nothing-to-compare",
                f"no participant answered on both sides ({first.label}, {second.label})",
                "`devrun studies` says who took part in which study",
            )
        if not found.comparisons:
            raise Stop(
                Exit.SCRIPT,
                "nothing-to-compare",
                "no participant answered the same cell on both sides "
                f"({first.label}, {second.label})",
                "`devrun studies` says which scripts are in which study",
            )
        if draw is not None:
            _print(_pages(sides, wanted.whose, draw))
    return found, by_whom(first.scores)


def _split(store: Store, wanted: StudyPart, before: str) -> tuple[_Opened, _Opened]:
    """The study since the date, and before it."""
    from runners.analysis.across_dates import split
    from runners.cli.open_study import open_study

    at = moment(before)
    opened = open_study(
        store,
        study=wanted.study,
        paths=wanted.paths,
        models=wanted.models,
        only=wanted.only,
    )
    times = _times(store, opened)
    if not times:
        raise nothing_finished(opened, "nothing-to-compare")
    old, new = split(opened, times, at)
    if not old.rows or not new.rows:
        first = _minute(min(one.first for one in times.values()))
        last = _minute(max(one.last for one in times.values()))
        side = "since" if old.rows else "before"
        raise Stop(
            Exit.SCRIPT,
            "nothing-to-compare",
            f"study {opened.study.id} has no trial answered {side} {before.strip()}",
            f"its replies are of {first} to {last} (UTC); asked again later, with more --samples, "
            "it has the same words at two dates",
        )
    return (
        _Opened(store, new, f"since {before.strip()}"),
        _Opened(store, old, f"before {before.strip()}"),
    )


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")


def _studies(
    stack: ExitStack, store: Store, wanted: StudyPart, beside: str
) -> tuple[_Opened, _Opened]:
    """The study, and another one of this store or of another."""
    from runners.cli.open_store import open_store
    from runners.cli.open_study import open_study

    opened = open_study(
        store,
        study=wanted.study,
        paths=wanted.paths,
        models=wanted.models,
        only=wanted.only,
    )
    elsewhere = _is_store(beside, [one.id for one in store.studies()])
    other_store, study = store, beside
    if elsewhere:
        url = beside if "://" in beside else f"sqlite:///{beside}"
        other_store = stack.enter_context(open_store(url, reading=True))
        known = [one.id for one in other_store.studies()]
        study = opened.study.id if opened.study.id in known else ""
    other = open_study(
        other_store,
        study=study or None,
        paths=wanted.paths,
        models=wanted.models,
        only=wanted.only,
    )
    if other.study.id == opened.study.id and not elsewhere:
        raise UsageError(
            f"study {opened.study.id} would be compared with itself",
            "name another one after --with (`devrun studies` lists them), or split this one with "
            "--before DATE",
        )
    labels = (f"study {opened.study.id}", f"study {other.study.id}")
    if elsewhere:
        names = Path(store.where).name, Path(other_store.where).name
        labels = names if names[0] != names[1] else ("this store", "the other store")
    return _Opened(store, opened, labels[0]), _Opened(other_store, other, labels[1])


def _is_store(beside: str, studies: Sequence[str]) -> bool:
    """Whether this names another store and no study of this one: it looks like a file, or there is
    a file of that name and no study.
    """
    if "://" in beside or beside.endswith((".sqlite", ".db")):
        return True
    return Path(beside).exists() and not any(one.startswith(beside) for one in studies)


def _scored(side: _Opened, whose: Whose) -> DatedSide:
    from runners.analysis.across_dates import DatedSide
    from runners.analysis.matcher_cache import matcher_cache
    from runners.analysis.scores import study_scores

    with error_code("codes"):
        scores = study_scores(side.store, side.opened, whose, before=matcher_cache)
    if not scores.trials:
        raise nothing_finished(side.opened, "nothing-to-compare", called=side.label)
    return DatedSide(side.label, side.opened, scores, _times(side.store, side.opened))


def _times(store: Store, opened: OpenStudy) -> dict[str, ReplyTimes]:
    from runners.store.reply_times import reply_times

    with store.snapshot() as connection:
        return reply_times(connection, [row.key for row in opened.rows])


def _pages(sides: Sequence[_Opened], whose: Whose, draw: int) -> Iterator[str]:
    """The transcripts of one draw in every cell that both sides have."""
    from renderers.side_by_side import side_by_side
    from renderers.transcript_page import Tone

    colour = coloured()
    width = page_width()
    looks: dict[Tone, dict[str, object]] = {
        Tone.TITLE: {"bold": True},
        Tone.HEADING: {"dim": True},
        Tone.REPLY: {"fg": "cyan"},
        Tone.MARK: {"fg": "yellow"},
        Tone.SIMULATED: {"fg": "red", "bold": True},
    }
    first, second = (_by_cell(side, whose, draw) for side in sides)
    labels = (sides[0].label, sides[1].label)
    common = [place for place in first if place in second]
    if not common:
        yield f"no cell has draw {draw} on both sides\n\n"
    for place in common:
        for line in side_by_side(first[place], second[place], labels=labels, width=width):
            look = looks.get(line.tone)
            styled = click.style(line.text, **look) if colour and look else line.text  # type: ignore[arg-type]
            yield styled + "\n"
        yield "\n"


def _by_cell(side: _Opened, whose: Whose, draw: int) -> dict[tuple[object, ...], ReadTrial]:
    """The first sample of a draw in each cell of one side."""
    from runners.analysis.reading import TranscriptFilter, read_trials

    found: dict[tuple[object, ...], ReadTrial] = {}
    for one in read_trials(side.store, side.opened, whose, TranscriptFilter(draw=draw)):
        cell = one.trial.cell
        found.setdefault((one.trial.experiment, cell.levels, cell.wording, one.model), one)
    return found


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        click.echo(line, nl=False)
