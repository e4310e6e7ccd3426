"""`devrun store`: what can be done to a store itself, `check` it and `upgrade` it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.words import and_list, counted
from runners.cli.command_group import CommandGroup
from runners.cli.errors import Exit
from runners.cli.open_study import open_existing_store, open_store
from runners.cli.options import json_option, store_option
from runners.cli.output import note, print_document, print_documents, print_json, say

if TYPE_CHECKING:
    from runners.store.checks.integrity import StoreReport
    from runners.store.superseded import OtherReply, OtherSession


@click.group(
    "store",
    cls=CommandGroup,
    epilog="Examples: devrun store check; devrun store upgrade --store lab/devrun.sqlite",
    subcommand_metavar="check|others|upgrade",
)
def command() -> None:
    """Check that a store is not damaged, changed or incomplete (`check`), list superseded sessions
    from merges (`others`), or upgrade a store made by an older devrun (`upgrade`).
    """


@command.command(
    "check",
    short_help="check that nothing is damaged, changed or missing",
    epilog="Example: devrun store check --store sqlite:///lab.sqlite",
)
@store_option
@json_option
def check(store_url: str, as_json: bool) -> int:
    """Recompute every hash and follow every reference: replies, transcripts, coding logs.

    Nothing is changed. Faults are listed with what to do about them; the exit code is then 5.
    """
    with open_store(store_url, reading=True) as store:
        found = store.checked()
        where = store.where
    if as_json:
        from runners.cli.stores.documents import CHECKED_STORE

        print_document(CHECKED_STORE, (where, found))
    else:
        _print(where, found)
    return int(Exit.STORE if found.findings else Exit.DONE)


@command.command(
    "others",
    short_help="list superseded sessions from merges",
    epilog="Examples: devrun store others --words; devrun store others --json > others.json",
)
@store_option
@click.option(
    "--words", is_flag=True, help="Show each reply that differs, and the one that counts."
)
@json_option
def others(store_url: str, words: bool, as_json: bool) -> None:
    """List superseded sessions from merges.

    If two stores had a session of the same trial, the target's session counts. The other is
    superseded: it is kept with its codes, but is in no score.
    """
    any_there = False
    with open_store(store_url, reading=True) as store:
        if as_json:
            from runners.cli.stores.documents import SUPERSEDED

            print_documents(SUPERSEDED, store.others())
            return
        for one in store.others():
            any_there = True
            say(_session_line(one))
            for line in _differing_words(one) if words else ():
                say(line)
        if not any_there:
            note(f"{store.where} has no superseded sessions")


@command.command(
    "upgrade",
    short_help="upgrade a store made by an older devrun",
    epilog="Example: devrun store upgrade --store lab/devrun.sqlite",
)
@store_option
@json_option
def upgrade(store_url: str, as_json: bool) -> None:
    """Upgrade a store made by an older devrun, and keep a copy of the old one.

    Running a study upgrades its store too. PostgreSQL stores are not copied: dump them first.
    """
    from runners.store.versions import REVISIONS

    with open_existing_store(store_url) as store:
        where, was, copied = store.where, store.ready.was, store.ready.copied
    version = REVISIONS[-1]
    if as_json:
        copy = None if copied is None else str(copied)
        row = {"store": where, "version": version, "was": was, "copy": copy}
        print_json(row)
        return
    if was == version:
        say(f"{where} is up to date: version {version}")
        return
    kept = "" if copied is None else f"; a copy of the old store is in {copied}"
    say(f"{where}: upgraded from version {was} to {version}{kept}")


def _print(where: str, found: StoreReport) -> None:
    if not found.findings:
        others = [counted(found.others, "superseded session")] if found.others else []
        say(f"{where} is intact: {and_list([*found.in_words(zeros=True), *others])}")
        return
    for one in found.findings:
        say(one.message)
        for example in one.examples:
            say(f"    {example}")
        if one.count > len(one.examples):
            say(f"    and {one.count - len(one.examples):,} more")
        say(f"  help: {one.help}")
    kinds = counted(len(found.findings), "kind of fault", "kinds of faults")
    note(f"{where} has {kinds} (nothing was changed)")


def _session_line(one: OtherSession) -> str:
    differ = sum(_differs(reply) for reply in one.replies)
    replies = counted(len(one.replies), "reply", "replies")
    ended = f"{replies}, {differ} differ" if one.trial else f"not finished, {replies}"
    first = min(reply.call.at for reply in one.replies)
    return f"{one.sitting.title}: {one.model}, started {first}, {ended}"


def _differs(reply: OtherReply) -> bool:
    call, counts = reply.call, reply.counts
    return counts is None or (counts.text, counts.finish) != (call.text, call.finish)


def _differing_words(one: OtherSession) -> list[str]:
    from renderers.shortened import shortened

    lines: list[str] = []
    for reply in one.replies:
        if not _differs(reply):
            continue
        counting = "(not asked)" if reply.counts is None else shortened(reply.counts.text)
        lines += [
            f"    {reply.place.lstrip('/')}",
            f"        superseded: {shortened(reply.call.text)}",
            f"        counts:     {counting}",
        ]
    return lines
