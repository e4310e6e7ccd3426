"""What a form must be before it is sealed: whole, answered, and saying one thing throughout.

A form that is sealed with a question open, or with a number in a sentence that the block does not
have, would be read by each side as it likes afterwards. So it is refused, with every place named.
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

    `sources` are its scripts as they stand now, `seen` what the store holds of them now.

    Raises:
        Unusable: a question is open, a made part says other things than the block, a script has
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
    """The block with scripts as they stand now and with what has been seen by now."""
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
        "write the answer in place of the brackets, with `none` where there is nothing to say",
    )


def _refuse_changed(block: PlanBlock, sources: Sequence[FormSource], file: str) -> None:
    now = refreshed(block, sources)
    for planned, there in zip(block.scripts, now.scripts, strict=True):
        changed = [
            what
            for what, was, is_now in (
                ("what is sent", planned.procedure, there.procedure),
                ("what judges", planned.rubric, there.rubric),
                ("the pools of words", planned.words, there.words),
            )
            if was != is_now
        ]
        if changed:
            raise FormUnusable(
                f"the script `{planned.title}` is not the one that {file} was made from: "
                f"{and_list(changed)} {'has' if len(changed) == 1 else 'have'} changed",
                f"bring the script back, or take it as it is now: `devrun preregister --renew "
                f"{file}`",
            )
    # The text of a script may have other comments by now; nothing rests on them.
    same = replace(
        now,
        scripts=tuple(
            replace(there, text=planned.text)
            for planned, there in zip(block.scripts, now.scripts, strict=True)
        ),
    )
    if same != block:
        raise FormUnusable(
            f"the block in {file} was changed, and what follows from it (cells, spread, guessing) "
            "was not",
            f"`devrun preregister --renew {file}` makes it again",
        )


def _refuse_stale(block: PlanBlock, seen: SeenAlready, file: str) -> None:
    if (block.seen.codes, block.seen.replies) == (seen.codes, seen.replies):
        return
    before, now = (sum(one.calls for one in each.replies) for each in (block.seen, seen))
    raise FormUnusable(
        f"{file} says that {counted(before, 'reply', 'replies')} and "
        f"{counted(block.seen.codes, 'line')} of coding logs existed already; {seen.store} has "
        f"{now:,} and {seen.codes:,}",
        f"`devrun preregister --renew {file}` fills this in (with --store for another store); then "
        "say under `Existing data` what of it has been looked at",
    )


def _refuse_parted(text: str, block: PlanBlock, file: str) -> None:
    for one in partings(text, block, file):
        if not one.line:
            raise FormUnusable(
                f"the part `{one.part}` is not in {file}",
                f"write the two lines {opened_by(one.part)} and {END} where it belongs, and then "
                f"`devrun preregister --renew {file}`",
            )
        raise FormUnusable(
            f"{file}, line {one.line}: the part `{one.part}` says `{one.stands}`, and the block "
            f"`{one.made}`",
            "the block binds: change the setting there, and write `devrun preregister --renew "
            f"{file}`; sentences of your own stand outside the comments",
        )
