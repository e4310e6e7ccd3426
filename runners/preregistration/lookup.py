"""Finding the preregistration of a study, and which of its declarations are valid.

The newest sealed one that names all of the study's scripts, unless another is named. Scripts are
found by title and not by hash: a script that was changed after the seal must be reported, and would
otherwise have no preregistration at all.

Valid are declarations that were made before some of the data (`valid_declarations`). A form that
was sealed after the last reply, never sealed, or changed after its seal declares nothing
beforehand, so its comparisons get no p value. If some replies came before the seal, the
declarations are valid and the number of these replies is reported with the p values: a pilot does
not invalidate a plan, and readers can judge what was known.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from dsl.errors import os_errors_as
from dsl.files.source import text_of
from dsl.record import replace
from dsl.words import and_list, counted
from runners.comparison.families import DeclaredComparison
from runners.preregistration.form import block_of
from runners.preregistration.plan import FormUnusable, PlanBlock
from runners.store.preregistrations import Seal, hash_of, normalised
from runners.store.store import Store
from runners.studies.study import OpenStudy

_INSTEAD = "name the form that `devrun preregister PATH...` wrote"

_LONGEST = 2_000_000
"""Bytes of a form; a larger file is something else."""


@dataclass(frozen=True, slots=True)
class Preregistration:
    """A preregistration that a study is compared with, with its settings; `why` says how it was
    chosen. A text that this store has not sealed has a seal without a time.
    """

    seal: Seal
    block: PlanBlock
    why: str

    @property
    def declared(self) -> tuple[DeclaredComparison, ...]:
        """The comparisons that it declares."""
        return self.block.declared

    @property
    def alpha(self) -> float:
        """The level at which they are tested."""
        return self.block.analysis.alpha


def find_preregistration(
    store: Store, opened: OpenStudy, wanted: str | None = None
) -> Preregistration | None:
    """The preregistration of a study; None if no sealed one names all of its scripts. Of several
    those of its protocol come first, then the newest.

    `wanted` is a file, or the beginning of the hash of a sealed text.

    Raises:
        FormUnusable: what is wanted is not there, or is none.
    """
    seals = store.seals()
    if wanted is not None:
        return _wanted(seals, wanted)
    fit = fitting(seals, opened.study.experiments)
    if not fit:
        return None
    same = tuple(one for one in fit if one.block.protocol is opened.protocol) or fit
    chosen, *others = same
    of_its = " of its protocol" if len(same) < len(fit) else ""
    why = f"the only sealed preregistration{of_its} that names all scripts of the study"
    if others:
        named = and_list([f"{one.seal.hash[:12]} of {one.seal.at[:10]}" for one in others])
        why = (
            f"the newest of {counted(len(same), 'sealed preregistration')}{of_its} that name all "
            f"scripts of the study; earlier: {named}"
        )
    return replace(chosen, why=why)


def fitting(seals: tuple[Seal, ...], titles: Collection[str]) -> tuple[Preregistration, ...]:
    """The sealed preregistrations that name all of these scripts, each text once, newest first."""
    found: dict[str, Preregistration] = {}
    for seal in seals:
        try:
            block = block_of(seal.text, seal.hash[:12])
        except FormUnusable:
            # From another version of devrun; if it is named, the fault is reported.
            continue
        if set(titles) <= set(block.titles) and seal.hash not in found:
            found[seal.hash] = _first(seals, seal, block, "")
    return tuple(sorted(found.values(), key=lambda one: one.seal.at)[::-1])


def _first(seals: tuple[Seal, ...], seal: Seal, block: PlanBlock, why: str) -> Preregistration:
    """A text with the first of its seals, which counts; stores that were merged may have two."""
    first = next(one for one in seals if one.hash == seal.hash)
    return Preregistration(first, block, why)


def _wanted(seals: tuple[Seal, ...], wanted: str) -> Preregistration:
    path = Path(wanted)
    with os_errors_as(FormUnusable, f"{path} cannot be read", _INSTEAD):
        is_form = path.is_file()
    if is_form:
        text = form_text(path)
        block, told = block_of(text, wanted), hash_of(text)
        for seal in seals:
            if seal.hash == told:
                return _first(seals, seal, block, f"the file {wanted}")
        why = f"the file {wanted}"
        if sealed := fitting(seals, block.titles):
            last = sealed[0].seal
            why += f", which is not the text sealed as {last.hash[:12]} at {last.at} (UTC)"
        return Preregistration(Seal(told, normalised(text), "", "", ""), block, why)
    begun = {one.hash: one for one in reversed(seals) if one.hash.startswith(wanted.casefold())}
    if len(begun) == 1:
        (seal,) = begun.values()
        return _first(seals, seal, block_of(seal.text, seal.hash[:12]), f"the hash {wanted}")
    if begun:
        raise FormUnusable(
            f"{len(begun)} sealed preregistrations begin with {wanted}", "give more of the hash"
        )
    there = ", ".join(one.hash[:12] for one in reversed(seals)) or "none"
    raise FormUnusable(
        f"`{wanted}` is not a file, and no sealed preregistration begins with it",
        f"sealed in this store: {there}; `devrun preregister --list` shows them",
    )


def edited_since(store: Store, opened: OpenStudy, place: Path) -> bool:
    """Whether the form at a place names all scripts of a study, and no seal has its text."""
    try:
        text = form_text(place)
        titles = block_of(text, str(place)).titles
    except FormUnusable:
        return False  # it is not there, or another file
    known = {one.hash for one in store.seals()}
    return set(opened.study.experiments) <= set(titles) and hash_of(text) not in known


def form_text(path: Path) -> str:
    """The text of a form.

    Raises:
        FormUnusable: it cannot be read as UTF-8 text.
    """
    return normalised(
        text_of(
            path, what="preregistration", instead=_INSTEAD, error=FormUnusable, pipe=True,
            most=_LONGEST,
        )
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ValidDeclarations:
    """The valid declarations; those made too `late`, and `why` they are not valid, in words."""

    declared: tuple[DeclaredComparison, ...] = ()
    late: tuple[DeclaredComparison, ...] = ()
    why: str = ""


def valid_declarations(store: Store, study: str, plan: Preregistration | None) -> ValidDeclarations:
    """The valid declarations of a plan for a study (its id); none without a plan."""
    if plan is None:
        return ValidDeclarations()
    if not plan.seal.at:
        return ValidDeclarations((), plan.declared, "that was never sealed in this store")
    if plan.seal.altered:
        return ValidDeclarations((), plan.declared, "that was changed after it was sealed")
    replied = store.replied(study, plan.seal.at)
    if not replied.before:
        return ValidDeclarations(plan.declared)
    if replied.before == replied.replies:
        return ValidDeclarations((), plan.declared, "that was sealed after the last reply")
    replies = counted(replied.replies, "reply", "replies")
    source = f"preregistration, sealed after {replied.before:,} of {replies}"
    return ValidDeclarations(tuple(replace(one, source=source) for one in plan.declared))
