"""The checks before a form is sealed: complete, answered and without contradictions.

A form with an open question, or with a number that differs from the block, could be read either way
afterwards. So it is refused, with every place named.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from msgspec.structs import replace

from dsl import __devrun__
from dsl.words import and_list, counted
from runners.preregistration.autofill import FormSource, refreshed
from runners.preregistration.form import END, block_of, opened_by, partings, unwritten
from runners.preregistration.plan import FormUnusable, PlanBlock, SeenAlready
from runners.store.preregistrations import Seal, hash_of, normalised


def ready(text: str, file: str, *, sources: Sequence[FormSource], seen: SeenAlready) -> PlanBlock:
    """The block of a form that may be sealed.

    `sources` are its current scripts, `seen` what the store now holds of them.

    Raises:
        FormUnusable: a question is open, an automatic section differs from the block, a script has
            changed, or more has been seen than the form says.
    """
    block = block_of(text, file)
    _refuse_open(text, file)
    _refuse_changed(block, sources, file)
    _refuse_stale(block, seen, file)
    _refuse_parted(text, block, file)
    return block


def sealed(text: str, seen: SeenAlready, *, at: str) -> Seal:
    """The seal of a text, at a time (UTC), with what had been seen by then."""
    whole = normalised(text)
    told = json.dumps(seen.document, sort_keys=True, ensure_ascii=False)
    return Seal(hash_of(whole), whole, told, f"devrun {__devrun__}", at)


def renewed_block(
    block: PlanBlock, *, sources: Sequence[FormSource], seen: SeenAlready
) -> PlanBlock:
    """The block with the current scripts and with what has been seen by now."""
    return replace(refreshed(block, sources), seen=seen)


def _refuse_open(text: str, file: str) -> None:
    found = unwritten(text)
    if not found:
        return
    named = [
        f"line {one.line}{f' ({one.heading})' if one.heading else ''}: {one.asked}" for one in found
    ]
    raise FormUnusable(
        f"{counted(len(found), 'question')} in {file} "
        f"{'is' if len(found) == 1 else 'are'} not answered yet\n  " + "\n  ".join(named),
        "replace the brackets with the answer, or with `none`",
    )


def _refuse_changed(block: PlanBlock, sources: Sequence[FormSource], file: str) -> None:
    now = refreshed(block, sources)
    for planned, there in zip(block.scripts, now.scripts, strict=True):
        changed = [
            what
            for what, was, is_now in (
                ("the procedure", planned.procedure, there.procedure),
                ("the rubric", planned.rubric, there.rubric),
                ("the word pools", planned.words, there.words),
            )
            if was != is_now
        ]
        if changed:
            raise FormUnusable(
                f"the script `{planned.title}` has changed since {file} was made: "
                f"{and_list(changed)}",
                f"restore the script, or update the form: `devrun preregister --renew {file}`",
            )
    # The comments of a script may have changed; nothing depends on them.
    same = replace(
        now,
        scripts=tuple(
            replace(there, text=planned.text)
            for planned, there in zip(block.scripts, now.scripts, strict=True)
        ),
    )
    if same != block:
        raise FormUnusable(
            f"the block in {file} was edited, but not the values that depend on it (cells, spread, "
            "guessing)",
            f"update them: `devrun preregister --renew {file}`",
        )


def _refuse_stale(block: PlanBlock, seen: SeenAlready, file: str) -> None:
    if (block.seen.codes, block.seen.replies) == (seen.codes, seen.replies):
        return
    before, now = (sum(one.calls for one in each.replies) for each in (block.seen, seen))
    raise FormUnusable(
        f"{file} lists {counted(before, 'existing reply', 'existing replies')} and "
        f"{counted(block.seen.codes, 'line')} of coding logs; {seen.store} has "
        f"{now:,} and {seen.codes:,}",
        f"`devrun preregister --renew {file}` updates this (with --store for another store); then "
        "say under `Existing data` which of them have been seen",
    )


def _refuse_parted(text: str, block: PlanBlock, file: str) -> None:
    found = partings(text, block, file)
    gone = next((one.part for one in found if not one.line), None)
    if gone is not None:
        raise FormUnusable(
            f"{file} has no section `{gone}`",
            f"write the two lines {opened_by(gone)} and {END} where it belongs, then give "
            f"`devrun preregister --renew {file}`",
        )
    if found:
        places = (
            f"line {one.line}: the section `{one.part}` says `{one.stands}`, but the block says "
            f"`{one.made}`"
            for one in found
        )
        raise FormUnusable(
            f"{file}, " + "\n  ".join(places),
            "the block is binding: change the setting there and give `devrun preregister --renew "
            f"{file}`; write your own text outside the comments",
        )
