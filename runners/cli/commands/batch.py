"""`devrun batch out|send|wait|in|list|drop`: calls by files, at a provider's batch price."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.words import counted
from runners.cli.batches.reading import say_taken, waiting_unsent
from runners.cli.batches.worker import working
from runners.cli.batches.writing import say_batches, say_left_out, say_tried, written
from runners.cli.command_group import CommandGroup
from runners.cli.costs import max_cost_option
from runners.cli.errors import Exit, Stop
from runners.cli.next_steps import (
    after_batches,
    say_steps,
    when_nothing_is_written,
    when_written,
)
from runners.cli.open_study import open_existing_store, open_store
from runners.cli.options import (
    expansion_options,
    json_option,
    paths_argument,
    poll_option,
    protocol_option,
    reply_options,
    sampling_options,
    store_option,
)
from runners.cli.output import StatusLine, note, print_document, print_documents, say
from runners.cli.participants_option import models_option
from runners.cli.paths import NamedPath
from runners.cli.run_job import prepared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from runners.batches.sending import Batches
    from runners.cli.options import Expansion, ReplyLimits, SamplingOptions
    from runners.store.batches import BatchRecord, BatchState


_named_argument = click.argument("named", nargs=-1, metavar="[DIR|ID]...", type=NamedPath())


@click.group(
    "batch",
    cls=CommandGroup,
    epilog=(
        "Examples: devrun batch out blicket -m openai/NAME; devrun batch send; devrun batch wait; "
        "devrun batch in; devrun batch list"
    ),
    subcommand_metavar="out|send|wait|in|list|drop",
)
def command() -> None:
    """Write every call that can be asked now to request files (`out`), send these to their provider
    (`send`), wait (`wait`), and store the replies (`in`). `list` lists batches, and `drop` gives up
    one that was never sent. `devrun run --batch` does all of it.

    A conversation of three turns needs three rounds: the second turn is known once the first is
    answered. Each reply is stored as in an ordinary run; docs/batches.md explains the files.
    """


@command.command(
    "out",
    short_help="write the calls that can be asked now",
    epilog=(
        "Examples: devrun batch out experiments --runs 20 -m openai/NAME --to calls; "
        "devrun batch out my_study.dev -m vllm/Qwen/Qwen3-4B --to calls"
    ),
)
@paths_argument
@models_option("The model to ask; may be repeated (default: DEVRUN_MODEL).")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("batches"),
    show_default=True,
    metavar="DIR",
    help="Folder for the request files.",
)
@click.option("--again", is_flag=True, help="Also calls that failed for good in earlier batches.")
@expansion_options
@protocol_option
@store_option
@reply_options
@sampling_options
@json_option
def out(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    folder: Path,
    again: bool,
    size: Expansion,
    protocol: str | None,
    store_url: str,
    limits: ReplyLimits,
    sampling: SamplingOptions,
    as_json: bool,
) -> int:
    """Write every call that can be asked now, and is in no batch, to files in the format of its
    provider. Nothing is sent.

    Give the same command again when results are in: it writes the next turns.
    """
    from runners.engine.run_limits import RunLimits

    job = prepared(
        paths, models, size, protocol, RunLimits(), limits, sampling, None,
        as_json=as_json, doing="writing the calls of",
    )  # fmt: skip
    with open_store(store_url) as store, working(store) as worker:
        batches, every = written(store, worker, job, folder, again=again, quiet=as_json)
        waited_for = list(after_batches(store))
    if as_json:
        from runners.cli.batches.documents import WRITTEN

        print_document(WRITTEN, (job.begun.study, batches, every))
        return int(Exit.DONE)
    say_batches(batches)
    say_tried(every)
    say_left_out(every)
    if batches:
        say_steps(when_written(batches, folder))
    elif any(one.out or one.held for one in every):
        say_steps(waited_for)
    else:
        say("nothing to ask: every call that can be asked has its reply")
        failed = any(one.failed for one in every)
        say_steps(when_nothing_is_written(job.begun.settings, failed=failed, to=folder))
    return int(Exit.DONE)


@command.command(
    "send",
    short_help="send written batches to their providers",
    epilog="Examples: devrun batch send; devrun batch send calls --max-cost 20; "
    "devrun batch send 3f2a9c",
)
@_named_argument
@store_option
@max_cost_option
@json_option
def send(named: tuple[Path, ...], store_url: str, max_cost: Decimal | None, as_json: bool) -> None:
    """Send batches that were written and are not sent: of a folder, by their ids, or all those to
    OpenAI, Anthropic and Google.

    A batch that may have been sent already, since a process was stopped just then, is looked up
    at the provider first. With --max-cost no batch is sent that could exceed what is left of it.
    """
    from runners.cli.batches.costs import BatchCosts
    from runners.cli.batches.sending import TO_SEND, blocking, send_all

    with _work_on(named, TO_SEND, store_url, as_json, "there is nothing to send") as (work, every):
        folder = next((path for path in named if path.is_dir()), None)
        if every:
            blocking(send_all, work, every, BatchCosts(work.store, max_cost), folder)


@command.command(
    "wait",
    short_help="wait until batches have ended",
    epilog="Examples: devrun batch wait; devrun batch wait 3f2a9c --poll 300",
)
@_named_argument
@poll_option
@store_option
@json_option
def wait(named: tuple[Path, ...], poll: float | None, store_url: str, as_json: bool) -> None:
    """Ask the providers how far sent batches are, until all have ended.

    It may be stopped at any time: the batches go on.
    """
    from runners.cli.batches.sending import UNDER_WAY, blocking, wait_for

    with (
        _work_on(named, UNDER_WAY, store_url, as_json, "no batch is under way") as (work, every),
        StatusLine(quiet=as_json) as status,
    ):
        blocking(wait_for, work, every, status, poll=poll)


@command.command(
    "in",
    short_help="read results and store the replies",
    epilog="Examples: devrun batch in; devrun batch in calls; devrun batch in out1.jsonl --json",
)
@click.argument("paths", nargs=-1, metavar="[DIR|FILE]...", type=NamedPath())
@store_option
@json_option
def take_in(paths: tuple[Path, ...], store_url: str, as_json: bool) -> int:
    """Read results from files, in any order and as often as they come; of a folder every `.jsonl`
    file that is no file of requests. Without a name the results of batches that have ended are
    fetched from their providers.

    The format is recognised: OpenAI's (also of `vllm run-batch`), Anthropic's and Google's. A reply
    that is there already changes nothing.
    """
    from runners.batches.results import lines_of, result_files
    from runners.batches.sending import Batches
    from runners.cli.batches.sending import UNDER_WAY, blocking, bring_all, chosen, reader_of

    files = result_files(paths)
    with (
        open_existing_store(store_url) as store,
        working(store) as worker,
        StatusLine(quiet=as_json) as status,
    ):
        reader = reader_of(store, status)
        reader.take(chain.from_iterable(map(lines_of, files)))
        reader.close()
        if not paths:
            every = chosen(store, (), UNDER_WAY)
            blocking(bring_all, Batches(store, worker), every, reader)
        taken = reader.taken
        status.update("")
        going = sum(one.state == "sent" for one in store.batches())
        waiting = waiting_unsent(store) if paths and not as_json else 0
        steps = list(after_batches(store))
    if as_json:
        from runners.cli.batches.documents import TAKEN

        print_document(TAKEN, taken)
    else:
        say_taken(taken)
        if going and not paths:
            note(f"{counted(going, 'batch', 'batches')} still under way")
        if waiting:
            note(
                f"no results yet of {counted(waiting, 'call')} in batches that devrun did not "
                "send; `devrun batch drop ID` gives a batch up"
            )
        say_steps(steps)
    return int(Exit.TRIALS if taken.foreign or taken.broken else Exit.DONE)


@command.command(
    "list",
    short_help="list batches and how far they are",
    epilog="Example: devrun batch list --store sqlite:///lab.sqlite",
)
@store_option
@json_option
def list_batches(store_url: str, as_json: bool) -> None:
    """List every batch of the store: its state, its calls, and how many wait for their replies."""
    with open_store(store_url, reading=True) as store:
        every = store.batches()
        waiting = store.waited_for([one.key for one in every])
    if as_json:
        from runners.cli.batches.documents import LISTED

        print_documents(LISTED, ((one, waiting.get(one.key, 0)) for one in every))
        return
    if not every:
        say("there are no batches in this store")
    for one in every:
        left = waiting.get(one.key, 0)
        named = f", {one.named}" if one.named else ""
        say(
            f"{one.key[:12]}  {one.state:<8}  {one.provider}/{one.model}: "
            f"{counted(one.calls, 'call')}, {left:,} waiting{named}; {one.at[:16]}"
        )


@command.command(
    "drop",
    short_help="give up batches that were not sent by devrun",
    epilog="Example: devrun batch drop 3f2a9c",
)
@click.argument("keys", nargs=-1, required=True, metavar="ID...")
@store_option
def drop(keys: tuple[str, ...], store_url: str) -> None:
    """Give up batches whose requests nobody answers (ID as `devrun batch list` has it): their
    calls can be asked again. What they have brought stays.

    Results that still come for them are refused.
    """
    from runners.batches.writing import held
    from runners.cli.batches.sending import batch_named
    from runners.store.batches import BatchState, drop_batch

    with open_existing_store(store_url) as store, working(store) as worker:
        for one in dict.fromkeys([batch_named(store, key) for key in keys]):
            # It may be sent just now.
            with held(store, worker, one) as now:
                state = (now or one).state
                if state not in (BatchState.WRITTEN, BatchState.WRITING, BatchState.DONE):
                    raise Stop(
                        "batch-sent",
                        f"batch {one.key[:12]} was sent to {one.provider}; it is paid for",
                        "`devrun batch in` reads its results; a batch that the provider cancelled "
                        "or lost is given up by itself then",
                        exit_code=Exit.STORE,
                    )
                if now is None:
                    raise Stop(
                        "batch-busy",
                        f"another process works on batch {one.key[:12]}",
                        "wait until it has ended",
                        exit_code=Exit.STORE,
                    )
                store.submit(drop_batch, one.key).result()
            say(f"batch {one.key[:12]} is dropped; its calls can be asked again")


@contextmanager
def _work_on(
    named: tuple[Path, ...], states: Sequence[BatchState], url: str, as_json: bool, nothing: str
) -> Iterator[tuple[Batches, list[BatchRecord]]]:
    """Inside, who works on the batches that are named, and these; then it says how far they are, or
    `nothing`.
    """
    from runners.batches.sending import Batches
    from runners.cli.batches.sending import chosen

    with open_existing_store(url) as store, working(store) as worker:
        every = chosen(store, named, states)
        yield Batches(store, worker, heard=note), every
        keys = {one.key for one in every}
        now = [one for one in store.batches() if one.key in keys]
        steps = list(after_batches(store))
    if as_json:
        from runners.cli.batches.documents import BATCH

        print_documents(BATCH, now)
        return
    if not now:
        say(nothing)
    for one in now:
        said = f", {one.said}" if one.said else ""
        say(f"batch {one.key[:12]}: {one.state}{said}")
    say_steps(steps)
