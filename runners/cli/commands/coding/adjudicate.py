"""`devrun adjudicate`: settle what the blind coders of a study disagree on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coders.packets.shape import CoderKind, View
from dsl.record import replace
from dsl.words import and_list, counted
from runners.cli.errors import Stop, UsageError
from runners.cli.next_steps import options, say_steps, somebody, when_settled
from runners.cli.open_study import open_existing_store
from runners.cli.options import json_option, study_options
from runners.cli.output import line_width, note, print_document, say
from runners.cli.plain_lines import accept_any_encoding, has_screen, read_line, say_line
from runners.cli.script_loading import shell_quoted

if TYPE_CHECKING:
    from runners.cli.adjudication.filters import QuestionOf
    from runners.cli.open_study import StudyPart
    from runners.coding.adjudication import Adjudication
    from runners.coding.coded_packets import CodedPacket
    from runners.coding.disputes import Dispute, Disputes
    from runners.coding.packet_items import PacketItemFinder
    from runners.store.records import Study
    from runners.store.store import Store


@click.command(
    "adjudicate",
    epilog=(
        "Examples: devrun adjudicate --coder Eve --method third; "
        "devrun adjudicate --method median; devrun adjudicate --json"
    ),
)
@click.option("--coder", metavar="NAME", help="The adjudicator: a third coder, or `Anna and Ben`.")
@click.option(
    "--method",
    type=click.Choice(["discussion", "third", "median"]),
    default="discussion",
    show_default=True,
    help="How disagreements are resolved; this is recorded.",
)
@click.option(
    "--no-wait",
    "gone",
    metavar="NAME",
    multiple=True,
    help="Do not wait for this coder: what they have coded counts; may be repeated.",
)
@click.option("--plain", is_flag=True, help="Plain lines instead of a screen.")
@click.option(
    "--packets",
    "folder",
    metavar="FOLDER",
    default="packets",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Folder with the coders' packets and the adjudicator's log.",
)
@click.option(
    "--log",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Another file for the adjudicator's log.",
)
@study_options
@json_option
def command(
    coder: str | None,
    method: str,
    gone: tuple[str, ...],
    plain: bool,
    folder: Path,
    log: Path | None,
    part: StudyPart,
    as_json: bool,
) -> None:
    """List the disagreements between blind coders who have handed in, and record how each is
    resolved.

    Disputed control questions come first. Coders are shown without names. Each disagreement is
    resolved with a mark and a reason, saved at once in the adjudicator's log and in the store. The
    original codes are kept, and agreement is always computed from them. --json lists the
    disagreements without asking; --method median takes the middle mark where there is one.
    """
    from runners.coding.coded_packets import coded_packets
    from runners.coding.disputes import find_disputes
    from runners.coding.packet_items import PacketItemFinder

    with open_existing_store(part.store_url) as store:
        found_study = store.study(part.study)
        packets = coded_packets(store, found_study.id)
        _refuse_ratings(found_study, packets)
        items = PacketItemFinder(store, [one.packet for one in packets], folder)
        _refuse_strangers(gone, packets)
        trials = None
        if part.paths or part.models or part.only:
            trials = {row.key for row in replace(part, study=found_study.id).of(store).rows}
        found = find_disputes(packets, items.find, trials=trials, gone=gone)
        if not as_json or method == "median":
            _refuse_nothing(found)
            adjudicator = _Adjudicator(coder, method, folder, log, plain)
            words = options(store, found_study.id)
            _settle(store, found_study, packets, found, adjudicator, items, words, quiet=as_json)
        if as_json:
            from runners.cli.adjudication.document import ADJUDICATED, Adjudicated, decisions

            settled = decisions(coded_packets(store, found_study.id))
            print_document(ADJUDICATED, Adjudicated(found_study, found, settled))


@dataclass(frozen=True, slots=True)
class _Adjudicator:
    """Who settles, how, and where it is written; `plain`: in lines, also on a terminal."""

    coder: str | None
    method: str
    folder: Path
    log: Path | None
    plain: bool


def _settle(
    store: Store,
    study: Study,
    packets: Sequence[CodedPacket],
    found: Disputes,
    adjudicator: _Adjudicator,
    items: PacketItemFinder,
    words: Sequence[str],
    *,
    quiet: bool,
) -> None:
    from runners.coding.adjudication import settled_by_others

    name = _name(adjudicator.coder, adjudicator.method, packets)
    if adjudicator.method == "median" and any(one.view == View.CONTENT for one in found.disputes):
        raise UsageError(
            "content codes have no median",
            "use --method discussion or --method third",
        )
    others = settled_by_others(packets, name)
    disputes = [one for one in found.disputes if one.case.key not in others]
    tables = _tables(store, study, disputes, name, adjudicator)
    if found.waiting:
        names = and_list(found.waited_for)
        note(f"{counted(found.waiting, 'judgement')} left out until {names} hand in")
    if found.mixed:
        note(
            f"{counted(found.mixed, 'judgement')} left out: made in different views or with "
            "different codebooks"
        )
    if len(disputes) < len(found.disputes):
        left_alone = [others[one.case.key] for one in found.disputes if one.case.key in others]
        by = and_list(tuple(dict.fromkeys(left_alone)))
        told = f"{counted(len(left_alone), 'disagreement')} adjudicated earlier by {by}; unchanged"
        note(told)
    elif not tables:
        said = counted(found.compared, "judgement")
        say(f"nothing to adjudicate: the coders agree on all {said} made by two of them", err=quiet)
    for table in tables:
        with table:
            _at(table, items, store, plain=adjudicator.plain)
            ended = table.finish()
            settled = len(table.disputes) - len(table.left)
            told = f"{settled} of {counted(len(table.disputes), 'disagreement')} resolved"
            say(f"{told}; saved in {table.path} and {store.where}", err=quiet)
            origins = ", ".join(f"{fault} {count}" for fault, count in table.faults)
            if origins:
                say(f"causes: {origins}", err=quiet)
            if not ended:
                note(_how_on(adjudicator.method, packets, words))
                return
    say_steps(when_settled(words))


def _how_on(method: str, packets: Sequence[CodedPacket], words: Sequence[str]) -> str:
    """What is said where something is left: medians leave what has no middle."""
    if method != "median":
        return "give the same command to continue"
    name = somebody({one.packet.coder for one in packets})
    step = shell_quoted(("devrun", "adjudicate", "--coder", name, "--method", "third", *words))
    return f"the rest has no median and needs a person: `{step}` asks about these only"


def _name(coder: str | None, method: str, packets: Sequence[CodedPacket]) -> str:
    """The adjudicator's name, which is nobody's who coded."""
    from runners.coding.log_import import spelling

    if coder is None and method == "median":
        return "median"
    if coder is None or not coder.strip():
        raise UsageError(
            "the adjudicator is missing",
            "add a name: `devrun adjudicate --coder Eve --method third`, or for a discussion "
            '`--coder "Anna and Ben"`',
        )
    name = " ".join(coder.split())
    for one in packets:
        if one.kind is CoderKind.ADJUDICATOR and one.packet.coder == name:
            continue
        if spelling(one.packet.coder) == spelling(name):
            raise UsageError(
                f"`{one.packet.coder}` coded this study and cannot adjudicate under the same name",
                'name a third person, or both for a discussion: `--coder "Anna and Ben"`',
                "coder-name",
            )
    return name


def _tables(
    store: Store,
    study: Study,
    disputes: Iterable[Dispute],
    name: str,
    adjudicator: _Adjudicator,
) -> list[Adjudication]:
    """A table for each view and codebook; nearly always one."""
    from runners.coding.adjudication import Adjudication
    from runners.store.records import now

    groups: dict[tuple[str, str], list[Dispute]] = {}
    for one in disputes:
        groups.setdefault((one.view, one.codebook_version), []).append(one)
    if adjudicator.log is not None and len(groups) > 1:
        raise UsageError(
            f"one log cannot hold {len(groups)} codebooks",
            "leave out --log: each then gets its own file next to the packets",
        )
    where = adjudicator.folder if adjudicator.folder.is_dir() else Path()
    return [
        Adjudication(
            store,
            study.id,
            groups[key],
            adjudicator=name,
            method=adjudicator.method,
            folder=where,
            log=adjudicator.log,
            clock=now,
        )
        for key in sorted(groups)
    ]


def _at(table: Adjudication, items: PacketItemFinder, store: Store, *, plain: bool) -> None:
    if table.method == "median":
        table.take_medians()
        return

    from runners.cli.adjudication.pages import ShownParts
    from runners.cli.picture_viewer import (
        picture_viewer,
        terminal_pictures,
        within_lines,
        within_screen,
    )

    parts = ShownParts(table, items)
    printed = terminal_pictures() if any(map(parts.count, table.disputes)) else None
    with picture_viewer() as view:
        if not plain and has_screen():
            from coders.screen.app import KeyboardApp
            from runners.cli.adjudication.screen import AdjudicationScreen

            questions = _questions(table, store)
            app = KeyboardApp(
                lambda: AdjudicationScreen(
                    table,
                    parts=parts,
                    questions=questions,
                    view=lambda data: within_screen(app, data, printed, view),
                )
            )
            app.run()
            return
        from runners.cli.adjudication.session import AdjudicationSession

        accept_any_encoding()
        AdjudicationSession(
            table,
            read=read_line,
            say=say_line,
            parts=parts,
            view=lambda data: within_lines(data, printed, view),
            width=line_width(),
        ).run()


def _questions(table: Adjudication, store: Store) -> dict[str, QuestionOf]:
    """The script and question of each disagreement, by its key.

    The story in which a question stands is left out: its name may tell the condition.
    """
    from runners.cli.adjudication.filters import QuestionOf

    study = table.disputes[0].packet.study
    procedures = {row.key: row.procedure for row in store.trials_of(study)}
    found = {}
    for one in table.disputes:
        trial, _, _, place = one.behind[0]
        script = procedures.get(trial, "")
        found[one.case.key] = QuestionOf(script, place.rpartition("/")[2])
    return found


def _refuse_ratings(study: Study, packets: Sequence[CodedPacket]) -> None:
    """Coders must have given marks."""
    if any(one.packet.view == View.RATING for one in packets):
        raise Stop(
            "ratings",
            f"coders of study {study.id} gave ratings, which are not adjudicated",
            "`devrun score` has their mean, `devrun agree` how far they agree",
        )


def _refuse_strangers(gone: Sequence[str], packets: Sequence[CodedPacket]) -> None:
    """Who is not waited for must be a blind coder of the study."""
    known = dict.fromkeys(one.packet.coder for one in packets if one.kind is CoderKind.BLIND)
    for name in gone:
        if name not in known:
            raise UsageError(
                f"no blind coder of this study is called `{name}`",
                f"its coders are {and_list(tuple(known)) or 'none'}",
            )


def _refuse_nothing(found: Disputes) -> None:
    """There must be something that two blind coders have coded and handed in."""
    if found.compared:
        return
    if found.waiting:
        names = and_list(found.waited_for)
        verb = "has" if len(found.waited_for) == 1 else "have"
        raise Stop(
            "not-handed-in",
            f"{names} {verb} not handed in yet, so nothing can be adjudicated: "
            f"{counted(found.waiting, 'judgement')} may still change",
            "collect their logs when they have handed in: `devrun collect FILE...`; for somebody "
            f"who will not, add {shell_quoted(('--no-wait', found.waited_for[0]))}",
        )
    if found.mixed:
        raise Stop(
            "two-codebooks",
            f"{counted(found.mixed, 'judgement')} of two coders were made in different views "
            "or with different codebooks and cannot be adjudicated together",
            "let both code packets of one batch: `devrun packets --coder A --coder B`",
        )
    raise Stop(
        "nothing-to-settle",
        "no reply of this study has been coded by two blind coders",
        "`devrun packets --coder A --coder B` makes packets, `devrun collect` imports the codes",
    )
