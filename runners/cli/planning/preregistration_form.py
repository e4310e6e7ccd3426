"""The form of a preregistration as a file: written, renewed, sealed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PureWindowsPath

import click

from dsl.words import and_list, counted
from renderers.terminal import visible
from runners.cli.files import refuse_there, write_new, write_over
from runners.cli.open_study import open_store
from runners.cli.options import Expansion, SamplingOptions
from runners.cli.output import note, print_document, print_documents, say
from runners.cli.participants_option import named_models, with_any_key
from runners.cli.paths import find_scripts, is_shipped
from runners.cli.planning.protocol_checks import as_protocol
from runners.cli.planning.seals_document import (
    FORM,
    KEPT_SEAL,
    SEALED_FORM,
    SealedForm,
    WrittenForm,
)
from runners.cli.script_loading import load_scripts, refuse_unknown_levels
from runners.participants.with_agent import for_scripts
from runners.preregistration.autofill import FormSource, Sizes, filled
from runners.preregistration.form import block_of, form, renewed, unwritten
from runners.preregistration.lookup import form_text
from runners.preregistration.plan import FormUnusable, PlanBlock, SeenAlready, SeenOf
from runners.preregistration.sealing import ready, renewed_block, sealed
from runners.store.connect import parse
from runners.store.errors import StoreForeign, StoreMissing
from runners.store.preregistrations import Seal, hash_of
from runners.store.records import now
from runners.store.store import Store

ELSEWHERE = "name a writable file with -o"


def new_form(
    paths: tuple[str, ...],
    models: tuple[str, ...],
    size: Expansion,
    sampling: SamplingOptions,
    protocol: str | None,
    place: Path,
    store_url: str,
    *,
    as_json: bool,
) -> None:
    """Write a new form, and say how many questions it has.

    Raises:
        Stop: the file exists, or a script or a participant cannot be used.
    """
    find_scripts(paths)
    other = f"name another file with -o, or renew this one: devrun preregister --renew {place}"
    refuse_there(place, instead=other, elsewhere=ELSEWHERE)
    sources = _sources(paths, protocol, size.added, as_json=as_json)
    experiments = [source.experiment for source in sources]
    refuse_unknown_levels(experiments, size.only)
    settings = as_protocol(sampling.settings(), protocol, models, as_json=as_json)
    # Nobody is asked now, so that no key is needed.
    named = (with_any_key(name, settings) for name in named_models(models, as_json=as_json))
    people = for_scripts(named, experiments, settings)
    sizes = Sizes(size.runs, size.samples, size.seed, size.wordings, size.only)
    _, seen = _seals_and_seen(store_url, [one.title for one in experiments])
    block = filled(sources, people, sizes, seen=seen)
    text = form(block)
    write_new(place, text.encode(), instead=other, elsewhere=ELSEWHERE)
    _print_form(place, text, block, as_json=as_json, done="written")


def renew_form(place: Path, paths: tuple[str, ...], store_url: str, *, as_json: bool) -> None:
    """Regenerate the sections of a form from its block, its current scripts and the store."""
    text = form_text(place)
    block = block_of(text, str(place))
    sources = _sources(paths or _files(block), block.protocol, "", as_json=as_json)
    _, seen = _seals_and_seen(store_url, block.titles)
    fresh = renewed_block(block, sources=sources, seen=seen)
    whole = renewed(text, fresh, str(place))
    if whole != text:
        write_over(place, whole.encode(), elsewhere=ELSEWHERE)
    _print_form(place, whole, fresh, as_json=as_json, done="renewed")


def seal_form(place: Path, paths: tuple[str, ...], store_url: str, *, as_json: bool) -> None:
    """Store a form with its hash, the time, and what had been seen by then."""
    text = form_text(place)
    block = block_of(text, str(place))
    told = hash_of(text)
    before, seen = _seals_and_seen(store_url, block.titles)
    first = next((one for one in before if one.hash == told), None)
    again = first is not None
    if first is None:
        sources = _sources(paths or _files(block), block.protocol, "", as_json=as_json)
        ready(text, str(place), sources=sources, seen=seen)
        # A missing store is created only now, so that a refused form leaves nothing behind.
        with open_store(store_url) as store:
            first = store.add_seal(sealed(text, seen, at=now()))
    earlier = [one for one in before if one.hash != told and _names_some(one, block)]
    if as_json:
        done = SealedForm(place, block, first, again, seen.store, earlier)
        print_document(SEALED_FORM, done)
        return
    click.echo(first.hash)
    shown = str(place)
    if block.simulated:
        note("SIMULATED: all participants are programs, so this registers no real study")
    if again:
        note(f"{shown} was already sealed at {first.at} (UTC); nothing was changed")
    else:
        note(
            f"{shown} was sealed at {first.at} (UTC) in {seen.store}; register the form and this "
            "SHA-256 publicly (osf.io), since a local clock is no proof to others"
        )
    for one in earlier:
        note(f"  sealed earlier: {one.hash[:12]} of {one.at}")


def list_forms(store_url: str, *, as_json: bool) -> None:
    """The sealed preregistrations of a store, newest first."""
    with open_store(store_url, reading=True) as store:
        rows = [(seal, _block(seal)) for seal in reversed(store.seals())]
        where = store.where
    if as_json:
        print_documents(KEPT_SEAL, rows)
        return
    for seal, block in rows:
        mark, what = "", "from another version of devrun"
        if block is not None:
            mark = " SIMULATED" if block.simulated else ""
            models = and_list([one.name for one in block.models])
            what = f"{and_list(block.titles)}; {models}"
        say(f"{seal.hash[:12]}  {seal.at}{mark}  {what}")
    if not rows:
        note(f"no preregistration was sealed in {where}")


def _block(seal: Seal) -> PlanBlock | None:
    """The settings of a sealed form; None where another version of devrun made it."""
    try:
        return block_of(seal.text, seal.hash[:12])
    except FormUnusable:
        return None


def _names_some(seal: Seal, block: PlanBlock) -> bool:
    """Whether another preregistration is about a script of this one."""
    other = _block(seal)
    return other is not None and not set(block.titles).isdisjoint(other.titles)


def _print_form(place: Path, text: str, block: PlanBlock, *, as_json: bool, done: str) -> None:
    asked = unwritten(text)
    if as_json:
        print_document(FORM, WrittenForm(place, block, asked))
        return
    shown = visible(str(place))
    click.echo(shown)
    if block.simulated:
        note("SIMULATED: all participants are programs")
    calls = sum(one.calls for one in block.seen.replies)
    if calls:
        note(
            f"{block.seen.store} already has {counted(calls, 'reply', 'replies')} to these "
            "scripts; the form says so"
        )
    count = counted(len(asked), "question")
    left = f"answer its {count}, then" if asked else "no question is open;"
    note(f"{done}: {left} run `devrun preregister --seal {shown}`")


def _sources(
    paths: Sequence[str], protocol: str | None, added: str, *, as_json: bool
) -> list[FormSource]:
    """The scripts meant, checked, as a protocol asks them; one of ours goes by its name and not by
    where it is installed.
    """
    words = tuple(paths)
    found = find_scripts(words)
    names = {
        path: path.stem if is_shipped(path, words) else _in_this_folder(path) for path in found
    }
    loaded = load_scripts(found, as_json=as_json, protocol=protocol, added=added)
    return [
        FormSource(one.experiment, names[path], one.sources[one.file])
        for path, one in zip(found, loaded, strict=True)
        if one.experiment is not None
    ]


def _files(block: PlanBlock) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.file for one in block.scripts))


def _seals_and_seen(store_url: str, titles: Sequence[str]) -> tuple[tuple[Seal, ...], SeenAlready]:
    """The seals of the store, and what it has of these scripts; nothing, where it is not there."""
    try:
        with Store.open(store_url, reading=True) as store:
            calls, codes = store.seen(titles)
            replies = tuple(SeenOf(*one) for one in calls)
            return store.seals(), SeenAlready(now(), _called(store.where), codes, replies)
    except (StoreMissing, StoreForeign):
        return (), SeenAlready(now(), _called(parse(store_url)[1]), 0)


def _called(where: str) -> str:
    """A store by its last name alone: a form is published, with no folder or host in it."""
    return PureWindowsPath(where.partition("?")[0]).name


def _in_this_folder(path: Path) -> str:
    """A script as it is called here, so that no form says more of a disk than finding it takes."""
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return path.as_posix()
