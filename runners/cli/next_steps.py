"""The steps that come next while a study is coded or asked by batches, each as it can be typed.

A step names the store where one was named, and the study where it is not the newest: the commands
take the newest study of the usual store, and that need not be the one that was just worked on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from coders.packets.shape import View
from runners.cli.output import say
from runners.cli.script_loading import shell_quoted

if TYPE_CHECKING:
    from pathlib import Path

    from runners.coding.coded_packets import CodedPacket
    from runners.store.batches import BatchRecord
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_SOMEBODY = ("Eve", "Zoe", "Max")


def options(store: Store, study: str, store_url: str) -> tuple[str, ...]:
    """What a step needs so that it works on this study of this store."""
    newest = store.study(None).id == study
    return (*(() if newest else ("--study", study)), *named_store(store_url))


def named_store(store_url: str) -> tuple[str, ...]:
    """The option that names the store, if it was given."""
    from runners.store.connect import without_passwords

    source = click.get_current_context().get_parameter_source("store_url")
    written = source is click.core.ParameterSource.COMMANDLINE
    return ("--store", without_passwords(store_url)) if written else ()


def first_step(store: Store, opened: OpenStudy, store_url: str, *, packed: bool) -> str:
    """What brings the first codes of a study: its packets, or what came of them."""
    if packed:
        # A log says itself which study it is of.
        collected = ("packets", *named_store(store_url))
        return _step("collect", collected, "import the logs in that folder")
    from coders.packets.codebook import differences
    from runners.analysis.experiment_facts import judged_weighed

    every = [one.experiment for one in opened.chapters]
    if any(one.waves for one in every) and not any(
        one.banks or judged_weighed(one) for one in every
    ):
        rated = ("--rationality", "rationality.csv", *options(store, opened.study.id, store_url))
        return _step(
            "waves", rated, "of reasons that people rated (`devrun packets --rationality`)"
        )
    # Without the accepted answers, guidance that differs would tell coders the condition.
    keyed = not opened.protocol.rated and any(
        differences(one.experiment, view=View.RUBRIC) for one in opened.chapters
    )
    how = ("--keyed",) if keyed else ()
    made = ("--coder", "Ada", "--coder", "Ben", *how, *options(store, opened.study.id, store_url))
    return _step("packets", made, "make blind packets for two coders")


def when_collected(packets: Sequence[CodedPacket], options: Sequence[str]) -> Iterator[str]:
    """The steps when all coders of a study have handed in. Ratings are not adjudicated."""
    from runners.coding.coded_packets import HUMAN

    coders = {one.packet.coder for one in packets}
    rated = any(one.packet.view == View.RATING for one in packets)
    if packets and all(one.failed for one in packets):
        again = ("--coder", somebody(coders), "--gold", "starter", "--to", "second", *options)
        yield _step("packets", again, "make packets for other coders")
        return
    if _two_coded_the_same(packets):
        yield _step("agree", options, "agreement between the coders")
    if _two_coded_the_same(packets) and not rated:
        settle = ("--coder", somebody(coders), "--method", "third")
        yield _step("adjudicate", (*settle, *options), "let a third person resolve disagreements")
    if any(one.kind in HUMAN for one in packets):
        yield _step("score", options, "scores by the coders")
    else:
        asked = ("--coder", "quorum", *options)
        yield _step("score", asked, "scores by the matcher and, for a bank, three of four judges")


def when_settled(options: Sequence[str]) -> Iterator[str]:
    """The step when nothing is left to be settled."""
    yield _step("score", ("--adjudicated", *options), "scores after adjudication")


def when_written(batches: Sequence[BatchRecord], folder: Path, store_url: str) -> Iterator[str]:
    """The steps when batches were written into a folder: first what is usual for their servers."""
    from runners.batches.terms import has_batches

    here = (str(folder), *named_store(store_url))
    if all(has_batches(one.provider) for one in batches):
        yield _step("batch", ("send", *named_store(store_url)), "send the files")
        yield _step("batch", ("in", *here), "or answer them yourself, and store results put there")
    else:
        results = "store results put there, such as those of `vllm run-batch`"
        yield _step("batch", ("in", *here), results)
        yield _step("batch", ("send", *here), "or send the files, if their server has batches")


def somebody(coders: Collection[str]) -> str:
    """A name for an example that is none of the coders'."""
    from runners.coding.log_import import spelling

    taken = set(map(spelling, coders))
    return next((name for name in _SOMEBODY if spelling(name) not in taken), "NAME")


def say_steps(steps: Iterator[str]) -> None:
    """Print steps on stderr under their head."""
    say("\n".join(("next:", *(f"  {step}" for step in steps))), err=True)


def _step(command: str, options: Sequence[str], about: str) -> str:
    return f"{shell_quoted(('devrun', command, *options))}   {about}"


def _two_coded_the_same(packets: Sequence[CodedPacket]) -> bool:
    """Whether any trial was coded by two people who have handed in."""
    from runners.coding.coded_packets import HUMAN

    coder_of: dict[str, str] = {}
    for one in packets:
        if one.kind not in HUMAN or not one.locked:
            continue
        for item in one.packet.items:
            for behind in item.behind:
                if coder_of.setdefault(behind.trial, one.packet.coder) != one.packet.coder:
                    return True
    return False
