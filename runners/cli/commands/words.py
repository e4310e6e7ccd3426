"""`devrun words`: novel words for a script, made or judged."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from renderers.terminal import visible
from runners.cli.errors import Exit, UsageError
from runners.cli.options import json_option
from runners.cli.output import print_json, say


@click.command(
    "words",
    short_help="novel words for a script, made or judged",
    epilog="Examples: devrun words; devrun words 12 --seed 31 --for zav; devrun words kruvop; "
    "devrun words my_study.dev",
)
@click.argument("what", nargs=-1, metavar="[COUNT | WORD... | PATH...]")
@click.option("--seed", type=int, help="Seed of the words made (else a new one, which is printed).")
@click.option(
    "--for",
    "slot",
    default="blicket",
    metavar="WORD",
    show_default=True,
    help="The original, in whose place the words stand.",
)
@json_option
def command(what: tuple[str, ...], seed: int | None, slot: str, as_json: bool) -> int:
    """Make COUNT novel words (8 unless said) as a pool for a script; or judge each WORD, and the
    pools of novel words of each script or folder in PATH.

    A word is accepted that can be pronounced, is in no list of words of seven languages, is no word
    of published studies, is not one letter away from a common English word, and takes "a" and a
    plural in -s. Words that are made begin with different letters, and are none of those that come
    with devrun: keep the seed to yourself, and nobody has read them. Exit 1 if a word is refused.
    """
    made = not what or (len(what) == 1 and what[0].isdigit())
    if made:
        return _make(int(what[0]) if what else 8, seed=seed, slot=slot, as_json=as_json)
    return _judge(what, as_json=as_json)


def _make(count: int, *, seed: int | None, slot: str, as_json: bool) -> int:
    from runners.words.pools import MOST, pool

    if not 1 <= count <= MOST:
        raise UsageError(
            f"a pool of {count} words cannot be made",
            f"ask for 1 to {MOST}: each begins with a letter of its own; for more, use two seeds",
        )
    chosen = secrets.randbelow(10**9) if seed is None else seed
    words = pool(count, seed=chosen, without=_shipped())
    if as_json:
        print_json({"seed": chosen, "words": words})
        return int(Exit.DONE)
    click.echo(f"# Made by: devrun words {count} --seed {chosen}")
    click.echo(f"words\n    {slot}: {', '.join(words)}")
    return int(Exit.DONE)


def _shipped() -> frozenset[str]:
    """The words of the shipped pools: whoever has read devrun has read them."""
    from dsl.loading import load
    from runners.shipped import shipped_scripts
    from runners.words.pools import novel_words

    loaded = (load(path).experiment for path in shipped_scripts())
    return frozenset(word for one in loaded if one is not None for word in novel_words(one))


def _judge(what: tuple[str, ...], *, as_json: bool) -> int:
    from runners.words.judging import judged

    found = [judged(word) for word in _words(what, as_json=as_json)]
    refused = [one for one in found if not one.accepted]
    if as_json:
        rows = [{"word": one.word, "accepted": one.accepted, "faults": one.faults} for one in found]
        print_json(rows)
    else:
        for one in found:
            told = "; ".join(one.faults) if one.faults else "accepted"
            say(f"{visible(one.word)}: {told}")
    return int(Exit.SCRIPT if refused else Exit.DONE)


def _words(what: tuple[str, ...], *, as_json: bool) -> tuple[str, ...]:
    from runners.cli.paths import find_scripts
    from runners.cli.script_loading import load_experiments
    from runners.shipped import ADDITIONS, BATTERY
    from runners.words.pools import novel_words

    words: list[str] = []
    for one in what:
        # A bare `blicket` is the word here, though a script of that name comes with devrun.
        if one.endswith(".dev") or one in (BATTERY, ADDITIONS) or Path(one).is_dir():
            for experiment in load_experiments(find_scripts((one,)), as_json=as_json):
                words.extend(novel_words(experiment))
        else:
            words.append(one)
    return tuple(dict.fromkeys(words))
