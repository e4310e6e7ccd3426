"""`devrun merge FROM...`: what several stores have, in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.words import and_list, counted
from runners.cli.errors import Exit, UsageError
from runners.cli.open_study import open_store, refuse_damaged
from runners.cli.options import json_option
from runners.cli.output import note, print_document, say
from runners.cli.script_loading import shell_quoted

if TYPE_CHECKING:
    from runners.store.merge import Added, MergedStore
    from runners.store.store import Store

_SHOWN = 5


@click.command(
    "merge",
    epilog=(
        "Examples: devrun merge laptop/devrun.sqlite; "
        "devrun merge a.sqlite b.sqlite --into sqlite:///lab.sqlite"
    ),
)
@click.argument("sources", nargs=-1, metavar="FROM...", type=str)
@click.option(
    "--into",
    "--store",
    "into",
    envvar="DEVRUN_STORE",
    default="sqlite:///devrun.sqlite",
    show_default=True,
    metavar="URL",
    help="The target store, created if missing (or set DEVRUN_STORE).",
)
@json_option
def command(sources: tuple[str, ...], into: str, as_json: bool) -> int:
    """Copy the studies, trials, replies, transcripts, packets and codes of other stores (FROM:
    files or URLs) into one. The other stores are not changed.

    Merging again adds only what is new. If both stores have a session of the same trial, the
    target's session counts and the other is kept (`devrun store others` lists them). If packets or
    coding logs differ, nothing is merged from that store and the differences are listed.
    """
    if not sources:
        raise UsageError(
            "no store is named",
            "name the stores to merge: `devrun merge other.sqlite --into devrun.sqlite`",
        )
    # Before the target is made: a slip of the hand should leave nothing behind.
    for url in sources:
        with open_store(url, reading=True):
            pass
    found: list[MergedStore] = []
    with open_store(into) as target:
        where = target.where
        for url in sources:
            with open_store(url, reading=True) as source:
                refuse_damaged(source)
                found.append(_take(target, source))
    if as_json:
        from runners.cli.stores.documents import MERGED

        print_document(MERGED, (where, found))
    else:
        _print(where, found)
    return int(Exit.STORE if any(one.added is None for one in found) else Exit.DONE)


def _take(target: Store, source: Store) -> MergedStore:
    from runners.store.merge import Contradicted, MergedStore

    if target.is_same(source):
        raise UsageError(
            f"{source.where} cannot be merged into itself",
            "name another store with --into",
        )
    try:
        return MergedStore(source.where, target.merge(source))
    except Contradicted as parting:
        return MergedStore(source.where, None, parting.sentences)


def _print(where: str, found: list[MergedStore]) -> None:
    for one in found:
        if one.added is not None:
            added = f"{and_list(new)} new" if (new := one.added.in_words()) else "nothing new"
            say(f"{one.store}: {added} in {where}")
            _print_others(where, one.store, one.added)
            continue
        note(f"devrun: {one.store} contradicts {where}; nothing was merged from it")
        for sentence in one.contradictions[:_SHOWN]:
            note(f"  {sentence}")
        if len(one.contradictions) > _SHOWN:
            more = len(one.contradictions) - _SHOWN
            note(f"  and {more:,} more; --json lists them all")
        remedy = f"keep it as a separate store: `devrun score --store {_written(one.store)}`"
        note(f"help: {remedy}")


def _print_others(where: str, source: str, added: Added) -> None:
    if not added.others:
        return
    many = counted(added.others, "trial")
    verb = "was" if added.others == 1 else "were"
    say(f"{many} {verb} run in both stores: the session of {where} counts, and that of {source} is "
        "superseded")  # fmt: skip
    for name in added.named:
        say(f"  {name}")
    if added.others > len(added.named):
        say(f"  and {added.others - len(added.named):,} more")
    say(f"list them with `devrun store others --store {_written(where)}`")


def _written(where: str) -> str:
    """A store as it is typed into a shell. What a server's is called lacks its password and its
    options, and would reach nothing.
    """
    return "URL" if "://" in where else shell_quoted((where,))
