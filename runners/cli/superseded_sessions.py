"""`devrun store others`: sessions of trials that do not count, since others do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.words import counted
from runners.cli.errors import Exit
from runners.cli.open_store import open_store
from runners.cli.options import json_option, store_option
from runners.cli.output import print_json, say

if TYPE_CHECKING:
    from runners.store.superseded import OtherReply, OtherSession


@click.command(
    "others",
    short_help="sessions of trials that stand beside those that count",
    epilog="Examples: devrun store others --words; devrun store others --json > others.json",
)
@store_option
@click.option(
    "--words", is_flag=True, help="Show each reply that differs, and the one that counts."
)
@json_option
def command(store_url: str, words: bool, as_json: bool) -> int:
    """List duplicate sessions from merges.

    If two stores had a session of the same trial, the target's session counts. The other is kept
    with its codes, but is in no score.
    """
    any_there = False
    with open_store(store_url, reading=True) as store:
        if as_json:
            found = [_row(one) for one in store.others()]
            print_json(found)
            return int(Exit.DONE)
        for one in store.others():
            any_there = True
            say(_line(one))
            for line in _words(one) if words else ():
                say(line)
        if not any_there:
            say(f"{store.where} has one session of each trial, and keeps no other", err=True)
    return int(Exit.DONE)


def _line(one: OtherSession) -> str:
    differ = sum(_differs(reply) for reply in one.replies)
    told = counted(len(one.replies), "reply", "replies")
    ended = f"{told}, {differ} unlike those that count" if one.trial else f"not finished, {told}"
    return f"{one.sitting.title}: {one.model}, begun {min(_times(one))}, {ended}"


def _times(one: OtherSession) -> list[str]:
    return [reply.call.at for reply in one.replies]


def _differs(reply: OtherReply) -> bool:
    call, counts = reply.call, reply.counts
    return counts is None or (counts.text, counts.finish) != (call.text, call.finish)


def _words(one: OtherSession) -> list[str]:
    from renderers.shortened import shortened

    lines: list[str] = []
    for reply in one.replies:
        if not _differs(reply):
            continue
        counting = "(was not asked this)" if reply.counts is None else shortened(reply.counts.text)
        lines += [
            f"    {reply.place.lstrip('/')}",
            f"        this one: {shortened(reply.call.text)}",
            f"        counts:   {counting}",
        ]
    return lines


def _row(one: OtherSession) -> dict[str, object]:
    sitting = one.sitting
    return {
        "experiment": sitting.experiment,
        "condition": ", ".join(level for _, level in sitting.levels),
        "levels": dict(sitting.levels),
        "wording": sitting.wording,
        "model": one.model,
        "draw": sitting.draw,
        "sample": sitting.sample,
        "finished": bool(one.trial),
        "trial": one.trial or None,
        "transcript": one.hash or None,
        "turns": [
            {
                "place": reply.place,
                "text": reply.call.text,
                "finish": reply.call.finish,
                "at": reply.call.at,
                "counts": None if reply.counts is None else reply.counts.text,
            }
            for reply in one.replies
        ],
    }
