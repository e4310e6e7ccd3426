"""The steps that come next while a study is coded or asked by batches, each as it can be typed.

A step names the store where one was named, and the study where it is not the newest: the commands
take the newest study of the usual store, and that need not be the one that was just worked on.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from coders.packets.shape import View
from runners.cli import messages
from runners.cli.options import Expansion, SamplingOptions, typed
from runners.cli.output import note
from runners.cli.paths import find_scripts, is_shipped
from runners.cli.script_loading import shell_quoted
from runners.shipped import ADDITIONS, BATTERY, shipped_folder

if TYPE_CHECKING:
    from dsl.experiment import Experiment
    from runners.coding.coded_packets import CodedPacket
    from runners.store.batches import BatchRecord
    from runners.store.store import Store
    from runners.studies.study import OpenStudy

_SOMEBODY = ("Eve", "Zoe", "Max")
_TWO = ("--coder", "Ada", "--coder", "Ben")


class Weighed(Enum):
    """How many of the questions that were judged are scored by likelihood."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


def after_run(
    words: Sequence[str],
    models: Sequence[str],
    seen: Sequence[str],
    *,
    simulated_only: bool,
    weighed: Weighed = Weighed.NONE,
    keyed: bool = False,
    rated: bool = False,
    marked: bool = True,
    waves: bool = False,
    store: Sequence[str] = (),
) -> Iterator[str]:
    """The steps after a run.

    `words` and `models` are those of the command that was run, so that the same table is the same
    table; `seen` are those that `devrun show` takes to print what was sent. `keyed`: coders need
    the accepted answers. `rated`: there are ratings of people to compare with. `marked`: there is
    something that coders mark; `waves`: there are ratings in waves, whose reasons can be rated.
    `store` is the option that names the store, where one was given.
    """
    yield _step("show", seen, "show the text sent, cell by cell")
    if rated:
        yield _step("waves", store, "agreement with people's ratings, wave by wave")
    likelihoods = weighed is not Weighed.NONE
    if simulated_only:
        model, whom = "openai/NAME", "a real model (OPENAI_API_KEY must be set)"
        if likelihoods:
            model, whom = "hf/REPOSITORY", "a local model, which reports likelihoods"
        yield _typed((*words, "-m", model), f"ask {whom}")
    else:
        if likelihoods:
            compared = ("--likelihoods", *store)
            yield _step("score", compared, "compare readings of the likelihoods")
        if marked and weighed is not Weighed.ALL:
            how, shown = (("--keyed",), ", with accepted answers") if keyed else ((), "")
            made = (*_TWO, *how, *store)
            yield _step("packets", made, f"make blind packets for two coders{shown}")
        if waves:
            reasons = ("--rationality", *_TWO, *store)
            yield _step("packets", reasons, "have two people rate the reasons")
    whole = "the same table as JSON"
    if len(models) > messages.MOST_NAMED:
        whole = f"with all {len(models)} participants: the same tables as JSON"
    named = [word for model in models[: messages.MOST_NAMED] for word in ("-m", model)]
    yield _typed((*words, *named, "--json"), f"{whole}; nothing is asked again")


def needs_answers(experiments: Iterable[Experiment]) -> bool:
    """Whether coders are to see the accepted answers: without these, guidance that differs would
    tell them the condition.
    """
    from coders.packets.codebook import differences

    return any(
        not one.design.protocol.rated and differences(one, view=View.RUBRIC) for one in experiments
    )


def options(store: Store, study: str) -> tuple[str, ...]:
    """What a step needs so that it works on this study of this store."""
    newest = store.study(None).id == study
    return (*(() if newest else ("--study", study)), *named_store())


def named_store() -> tuple[str, ...]:
    """The option of this command that names the store, if it was given."""
    from runners.store.connect import without_passwords

    context = click.get_current_context()
    source = context.get_parameter_source("store_url")
    written = source is click.core.ParameterSource.COMMANDLINE
    return ("--store", without_passwords(context.params["store_url"])) if written else ()


def first_step(store: Store, opened: OpenStudy, *, packed: bool) -> str:
    """What brings the first codes of a study: its packets, or what came of them."""
    if packed:
        # A log says itself which study it is of.
        collected = ("packets", *named_store())
        return _step("collect", collected, "import the logs in that folder")
    from runners.analysis.experiment_facts import judged_weighed

    every = [one.experiment for one in opened.chapters]
    if any(one.waves for one in every) and not any(
        one.banks or judged_weighed(one) for one in every
    ):
        rated = ("--rationality", "rationality.csv", *options(store, opened.study.id))
        return _step(
            "waves", rated, "of reasons that people rated (`devrun packets --rationality`)"
        )
    how = ("--keyed",) if needs_answers(every) else ()
    made = (*_TWO, *how, *options(store, opened.study.id))
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


def when_written(batches: Sequence[BatchRecord], folder: Path) -> Iterator[str]:
    """The steps when batches were written into a folder: first what is usual for their servers."""
    from runners.batches.terms import has_batches

    here = (str(folder), *named_store())
    if all(has_batches(one.provider) for one in batches):
        yield _step("batch", ("send", *named_store()), "send the files")
        yield _step("batch", ("in", *here), "or answer them yourself, and store results put there")
    else:
        results = "store results put there, such as those of `vllm run-batch`"
        yield _step("batch", ("in", *here), results)
        yield _step("batch", ("send", *here), "or send the files, if their server has batches")


def after_batches(store: Store) -> Iterator[str]:
    """The step after any work on the batches of a store, by how far they are: to fetch what has
    ended, wait for what was sent, send what was written, answer it, or write what can be asked now.
    """
    from runners.batches.services.service import whom
    from runners.batches.terms import has_batches
    from runners.store.batches import BatchState

    named = named_store()
    every = store.batches()
    states = {one.state for one in every}
    unsent = [one for one in every if one.state in (BatchState.WRITTEN, BatchState.SENDING)]
    if BatchState.ENDED in states:
        yield _step("batch", ("in", *named), "fetch the results, and store the replies")
    elif BatchState.SENT in states:
        yield _step("batch", ("wait", *named), "wait until they are done; it may be stopped")
    elif any(has_batches(one.provider) for one in unsent):
        yield _step("batch", ("send", *named), "send the files")
    elif unsent:
        here = (_typed_folder(unsent[-1]), *named)
        yield _step("batch", ("in", *here), "store results put there")
    elif every:
        last = every[-1]
        folder = _typed_folder(last)
        to = () if folder == "batches" else ("--to", folder)
        name, _ = whom(store, last)
        # Others may have been asked since, without batches.
        its = [one for one in store.starts_of(last.study) if name in one.participants]
        words = study_words(its[-1].settings)
        asked = ("out", *words, *to, *named)
        yield _step("batch", asked, "write what can be asked now, or has to be asked again")


def when_nothing_is_written(settings: str, *, failed: bool, to: Path) -> Iterator[str]:
    """The steps when a study, whose start has these settings, has no call left that can be written:
    its scores, after calls that `failed` for good.
    """
    words, named = study_words(settings), named_store()
    if failed:
        folder = () if to == Path("batches") else ("--to", str(to))
        asked = ("out", *words, "--again", *folder, *named)
        yield _step("batch", asked, "write calls once more that failed")
        yield _step("run", (*words, *named), "or ask these directly, not by batches, and score")
    else:
        yield _step("run", (*words, *named), "the scores; nothing is asked again")


def study_words(settings: str) -> tuple[str, ...]:
    """The words by which a study is asked again, from the settings of its start: scripts,
    participants and options, as they are typed after `devrun run`, `plan` or `batch out`.
    """
    kept = json.loads(settings)
    rated = ("--protocol", kept["protocol"]) if "protocol" in kept else ()
    return (
        *_scripts(tuple(map(Path, kept["scripts"]))),
        *chain.from_iterable(("-m", model) for model in kept["models"]),
        *rated,
        *chain.from_iterable((_given(Expansion, kept) | _given(SamplingOptions, kept)).values()),
    )


def _given(options: Any, kept: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The words for those of a command's options that were given."""
    found = {name: kept.get(name) for name in options.__match_args__}
    return typed(
        options(
            **{
                name: tuple(value) if isinstance(value, list) else value
                for name, value in found.items()
            }
        )
    )


def _scripts(paths: tuple[Path, ...]) -> Sequence[str]:
    """The words for scripts: one for a whole folder, and bare names for those that are shipped."""
    folder = paths[0].parent
    if len(paths) > 1 and paths[0].is_file() and find_scripts((str(folder),)) == paths:
        bare = (
            folder in map(shipped_folder, (BATTERY, ADDITIONS)) and not Path(folder.name).exists()
        )
        return (folder.name if bare else str(folder),)
    return [
        path.stem if is_shipped(path, (path.stem,)) and not Path(path.stem).exists() else str(path)
        for path in paths
    ]


def _typed_folder(batch: BatchRecord) -> str:
    """The folder of a batch's file, as it is typed here."""
    folder, here = Path(batch.file).parent, Path.cwd()
    return str(folder.relative_to(here) if folder.is_relative_to(here) else folder)


def somebody(coders: Collection[str]) -> str:
    """A name for an example that is none of the coders'."""
    from runners.coding.log_import import spelling

    taken = set(map(spelling, coders))
    return next((name for name in _SOMEBODY if spelling(name) not in taken), "NAME")


def say_steps(steps: Iterable[str]) -> None:
    """Print steps on stderr under their head, where there are any."""
    if found := [f"  {step}" for step in steps]:
        note("\n".join(("next:", *found)))


def _step(command: str, options: Sequence[str], about: str) -> str:
    return _typed((command, *options), about)


def _typed(words: Sequence[str], about: str) -> str:
    return f"{shell_quoted(('devrun', *words))}   {about}"


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
