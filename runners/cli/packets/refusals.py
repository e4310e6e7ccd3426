"""Studies of which no packet can be made in some view, because it would tell coders too much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from coders.packets.shape import View
from runners.cli.errors import Exit, Stop, UsageError

if TYPE_CHECKING:
    from runners.coding.items import ItemDisplay
    from runners.coding.packing import PackedStudy
    from runners.studies.study import OpenStudy

_SHOWN_DIFFERENCES = 3


def refuse_with(instead: str, given: Mapping[str, object]) -> None:
    """What is written `instead` of packets for coders is made in one way; `given` are the values of
    options of the latter.
    """
    for option, value in given.items():
        if value not in (None, False, ()):
            raise UsageError(
                f"{option} is for packets of coders, and {instead} writes others",
                f"leave out {option} or {instead}",
            )


def refuse_feedback(study: OpenStudy, display: ItemDisplay) -> None:
    """Where words depend on replies that have a right answer or choices, a whole transcript shows
    how each was read. Where replies are marked one by one it is shown in parts; one rating of the
    whole needs all of it.
    """
    from coders.packets.parts import shows_readings

    steered = [one.experiment.title for one in study.chapters if shows_readings(one.experiment)]
    if not steered or display.view is not View.RATING:
        return
    raise Stop(
        Exit.USAGE,
        "feedback-shown",
        f"in `{steered[0]}` what is said depends on replies: who rates a whole transcript reads "
        "how each reply was read before judging it",
        "run it without --protocol: coders then mark reply by reply, and see what was said after a "
        "reply when it is marked",
    )


def refuse_differences(study: OpenStudy, display: ItemDisplay) -> None:
    """Guidance that is not one text in every cell would tell coders the cell."""
    from coders.packets.guidance import differences

    if display.keyed or display.view is View.RATING:
        return
    levels: dict[str, set[tuple[tuple[str, str], ...]]] = {}
    for group in study.rows.used:
        levels.setdefault(group.procedure, set()).add(group.levels)
    found = [
        str(one)
        for chapter in study.chapters
        for one in differences(
            chapter.experiment, view=display.view, only=levels.get(chapter.procedure, ())
        )
    ]
    if not found:
        return
    more = len(found) - _SHOWN_DIFFERENCES
    shown = "; ".join(found[:_SHOWN_DIFFERENCES]) + (f"; and {more} more" if more > 0 else "")
    raise Stop(
        Exit.SCRIPT,
        "guidance-differs",
        f"the coding guide would reveal the condition: {shown}",
        "use one coding guide for all cells; or --keyed, which shows the accepted answers "
        "(this is reported); or --view content; or one condition (--only LEVEL)",
    )


def refuse_nothing(packed: PackedStudy, study: OpenStudy, *, for_judges: bool) -> None:
    """Raises Stop where there is nothing to code."""
    if packed.pool.trials == 0:
        raise Stop(
            Exit.SCRIPT,
            "nothing-finished",
            f"study {study.study.id} has no finished trial in this selection",
            "finish the run first: the same `devrun` command continues where it stopped",
        )
    if for_judges and not packed.pool.drafts:
        raise Stop(
            Exit.SCRIPT,
            "nothing-to-judge",
            f"the matcher reads every reply of study {study.study.id} to the choices of a bank, or "
            "there is none",
            "no judge is needed: see `devrun score`",
        )
    if not packed.pool.settled and not packed.pool.drafts:
        waves = any(one.experiment.waves for one in study.chapters)
        raise Stop(
            Exit.SCRIPT,
            "nothing-to-code",
            f"study {study.study.id} asks nothing that coders mark",
            "`devrun packets --rationality` makes packets in which people rate the reasons for the "
            "ratings in its waves"
            if waves
            else "what it measures needs no coder; see `devrun score`",
        )
    if packed.pool.settled and not packed.pool.drafts:
        raise Stop(
            Exit.SCRIPT,
            "nothing-to-code",
            f"all answers of study {study.study.id} were scored by likelihood",
            "they need no coder; see `devrun score`",
        )
    if for_judges and not any(one.items for one in packed.packets):
        raise Stop(
            Exit.SCRIPT,
            "nothing-new",
            "all replies that the matcher does not read are in an earlier packet for judges",
            "have it judged, run more trials, or add --again to include them",
        )
    if not any(one.items for one in packed.packets):
        who = "has" if len(packed.packets) == 1 else "have"
        raise Stop(
            Exit.SCRIPT,
            "nothing-new",
            f"{' and '.join(one.packet.header.coder for one in packed.packets)} {who} every "
            f"finished trial of study {study.study.id} already",
            "add --again to include them, or run more trials",
        )
