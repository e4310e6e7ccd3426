"""Why there is nothing that can be adjudicated."""

from __future__ import annotations

from collections.abc import Sequence

from coders.packets.shape import CoderKind, View
from dsl.words import and_list, counted
from runners.cli.errors import Stop, UsageError
from runners.cli.script_loading import shell_quoted
from runners.coding.coded_packets import CodedPacket
from runners.coding.disputes import Disputes
from runners.store.records import Study


def refuse_ratings(study: Study, packets: Sequence[CodedPacket]) -> None:
    """Coders must have given marks."""
    if any(one.packet.view == View.RATING for one in packets):
        raise Stop(
            "ratings",
            f"coders of study {study.id} gave ratings, which are not adjudicated",
            "`devrun score` has their mean, `devrun agree` how far they agree",
        )


def refuse_strangers(gone: Sequence[str], packets: Sequence[CodedPacket]) -> None:
    """Who is not waited for must be a blind coder of the study."""
    known = dict.fromkeys(one.packet.coder for one in packets if one.kind is CoderKind.BLIND)
    for name in gone:
        if name not in known:
            raise UsageError(
                f"no blind coder of this study is called `{name}`",
                f"its coders are {and_list(tuple(known)) or 'none'}",
            )


def refuse_nothing(found: Disputes) -> None:
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
