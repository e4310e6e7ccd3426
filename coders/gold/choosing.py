"""The starter set as read, and the part of it that the coders of one study get.

Whoever codes is trained on the very scripts of the study, as far as the set has them, and is let in
by a gate that is as long and as hard for one script as for twelve. To give everybody the whole set
was rejected: with twelve scripts a gate would be three days' work, and most of it on stories that
the coder never meets.

One file of all scripts was tried, and nobody could find anything in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib import resources

from coders.packets.gold import GoldFile, GoldTranscript, read_gold
from coders.packets.shape import Phase

GATE_SCRIPTS = 4
"""So many scripts at least are in a form, and so many transcripts of every LRS: 24 transcripts."""

TRAINING = (6, 12)
"""At least so many transcripts to learn from; at most so many, or one of each script if more."""


def gold_for_scripts(
    gold: Iterable[GoldTranscript], own: Collection[str], kin: Collection[str] = ()
) -> tuple[GoldTranscript, ...]:
    """The transcripts for a study of the scripts `own`; `kin` are scripts of the same domains.

    In a form are the study's own scripts, as evenly as can be, and every LRS four times. Where the
    study has fewer than four, others stand in: kin first, else in the order of the set. Training
    has the study's own scripts and, if that is little, those others. Silent gold is of the study's
    own scripts alone: among their transcripts another script's would stand out.

    The set has one transcript for each script of the battery, form and LRS. Of an addition it has
    no forms, and so an addition is in no form and replaces nothing.
    """
    by_script: dict[str, list[GoldTranscript]] = defaultdict(list)
    for one in gold:
        by_script[one.experiment].append(one)
    formed = {
        script
        for script, every in by_script.items()
        if any(one.use is Phase.GATE_A for one in every)
    }
    ours = [script for script in by_script if script in own]
    ours_formed = [script for script in ours if script in formed]
    others = [script for script in by_script if script in formed.difference(own)]
    others.sort(key=lambda script: script not in kin)
    fill = others[: max(0, GATE_SCRIPTS - len(ours_formed))]
    training = {
        script: [one for one in by_script[script] if one.use is Phase.TRAINING]
        for script in (*ours, *fill)
    }
    chosen = [
        *_to_learn_from([training[s] for s in ours], [training[s] for s in fill]),
        *_form([by_script[s] for s in (*ours_formed, *fill)], Phase.GATE_A),
        *_form([by_script[s] for s in (*ours_formed, *fill)], Phase.GATE_B),
        *(one for script in ours for one in by_script[script] if one.use is Phase.SILENT),
    ]
    names = {one.name for one in chosen}
    return tuple(one for every in by_script.values() for one in every if one.name in names)


def _to_learn_from(
    ours: Sequence[Sequence[GoldTranscript]], fill: Sequence[Sequence[GoldTranscript]]
) -> list[GoldTranscript]:
    """Whole rounds of the study's scripts while there is room, then single ones of the others."""
    least, most = TRAINING
    found: list[GoldTranscript] = []
    for turn in _rounds(ours):
        if not found or len(found) + len(turn) <= most:
            found.extend(turn)
    missing = max(0, least - len(found))
    return [*found, *[one for turn in _rounds(fill) for one in turn][:missing]]


def _rounds(scripts: Sequence[Sequence[GoldTranscript]]) -> Iterator[list[GoldTranscript]]:
    """The first transcript of each script, then the second of each, and so on."""
    for at in range(max(map(len, scripts), default=0)):
        yield [every[at] for every in scripts if at < len(every)]


def _form(scripts: Sequence[Sequence[GoldTranscript]], form: Phase) -> Iterator[GoldTranscript]:
    """Every LRS as often as the next; each time from the scripts that have given least so far."""
    given: Counter[int] = Counter()
    for lrs in range(6):
        for at in sorted(range(len(scripts)), key=lambda at: given[at])[:GATE_SCRIPTS]:
            given[at] += 1
            yield from (one for one in scripts[at] if one.use is form and one.lrs == lrs)


STARTER = "starter"
"""The name under which it is asked for, and which messages call it."""

SCRIPTS = (
    "sally_anne",
    "gears",
    "helper_hinderer",
    "rational_action",
    "smarties",
    "blicket",
    "number",
    "altruistic_helping",
    "object_permanence",
    "goal_attribution",
    "belief_variations",
    "blicket_hypothesis",
)
"""The scripts of the battery, in the order in which they are drawn on: the first four are of the
four domains, and have every way to an LRS of 0.
"""

ADDITIONS = (
    "mind_scale",
    "second_order_belief",
    "appearance_reality",
    "conservation_number",
    "conservation_liquid",
    "a_not_b",
    "card_sort",
    "fast_mapping",
    "transitive_inference",
    "active_blickets",
)
"""The additions that have gold: to learn from, and silent. They have four marks to a transcript,
as those of the forms do, or more.
"""


@cache
def starter_files() -> tuple[GoldFile, ...]:
    """The shipped gold, a file for each script."""
    folder = resources.files("coders.gold").joinpath("starter")
    return tuple(
        read_gold(
            folder.joinpath(f"{script}.toml").read_text(encoding="utf-8"),
            f"{STARTER}, {script}.toml",
        )
        for script in (*SCRIPTS, *ADDITIONS)
    )
