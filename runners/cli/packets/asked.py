"""What `devrun packets` was asked for: names, shares, numbers, and where packets go; and what is
refused, such as a study of which a packet in some view would tell coders too much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import click

from coders.packets.assigning import AssignmentPlan, fault_of_name
from coders.packets.shape import View
from dsl import __devrun__
from dsl.words import and_list
from runners.cli.errors import Exit, Stop, UsageError, given_options, system_errors_as
from runners.cli.options import whole_number
from runners.coding.items import ItemDisplay
from runners.coding.packet_files import Settled, existing_file, settle
from runners.coding.packet_record import PackingContext
from runners.coding.packing import PackedStudy
from runners.store.store import Store
from runners.studies.study import OpenStudy


def share_of(ctx: click.Context, param: click.Parameter, written: str | None) -> Fraction | None:
    """A share as people write it: `30%`, or `0.3`; as an exact fraction from 0 to 1."""
    return None if written is None else _share("--share", written, "or 0.3")


def _share(option: str, text: str, otherwise: str) -> Fraction:
    """The share that stands after an option, which may be written `otherwise`, too."""
    number = text.strip().removesuffix("%")
    share = Fraction(-1)
    # What an exponent stands for may have millions of figures.
    if "e" not in number.casefold():
        with suppress(ValueError, ZeroDivisionError):
            share = Fraction(number.strip()) / (100 if number != text.strip() else 1)
    if 0 <= share <= 1:
        return share
    raise UsageError(
        f"`{option} {text}` is not a percentage from 0% to 100%",
        f"write for example {option} 30%, {otherwise}",
    )


def refuse_marks(view: str | None, gold: str | None, *, keyed: bool) -> None:
    """Under a protocol of ratings there is nothing that these options could be about."""
    for option, given in (("--view", view), ("--gold", gold), ("--keyed", keyed)):
        if given:
            raise UsageError(
                f"{option} is about marks, and coders of this study give ratings from 0 to 5",
                f"leave {option} out, or run the scripts without --protocol to have replies marked",
            )


RATERS = 7
"""So many people rate each profile, unless something else is said."""


def rater_names(coders: Sequence[str], raters: int | None) -> tuple[str, ...]:
    """Who rates: those named, or so many that are called R1, R2 and so on."""
    if coders and raters is not None:
        raise UsageError("--raters and --coder both say who rates", "leave one of them out")
    refuse_names(coders or ("R1",))
    return tuple(coders) or tuple(f"R{at}" for at in range(1, (raters or RATERS) + 1))


def refuse_names(coders: Sequence[str], authors: Sequence[str] = (), *of_raters: object) -> None:
    """See that coders can be called so; `of_raters` are options that mean nothing for coders."""
    if any(one is not None for one in of_raters):
        raise UsageError(
            "--raters and --each-wave are for packets of raters",
            "add --people or --rationality, or leave them out",
        )
    if not coders and not authors:
        raise UsageError(
            "no coder was named",
            "name each coder: devrun packets --coder Ada --coder Ben",
            "no-coder",
        )
    seen: dict[str, str] = {}
    for name in (*coders, *authors):
        fault = fault_of_name(name)
        if fault:
            raise UsageError(
                fault,
                "use letters, digits, hyphens and spaces, for example --coder Ada",
                "coder-name",
            )
        if name.casefold() in seen:
            raise UsageError(
                f"two coders cannot be called `{seen[name.casefold()]}` and `{name}`",
                "choose names that differ in more than capital letters",
                "coder-name",
            )
        seen[name.casefold()] = name


def plan_of(share: Fraction | None, each: int | None, coders: int) -> AssignmentPlan:
    """Who codes what: a share by all, or each trial by so many of the `coders`."""
    if each is not None and share is not None:
        raise UsageError(
            "--each and --share cannot be combined",
            "give one: --each 2, or --share 30%",
        )
    if each is not None and each > coders:
        raise UsageError(
            f"--each {each} asks for more coders than the {coders} named",
            "name more with --coder, or use a smaller number",
        )
    return AssignmentPlan(Fraction(1) if share is None else share, each)


def duplicates_of(text: str) -> tuple[float, int | None]:
    """A share of the items, or their number."""
    number = whole_number(text)
    if number is not None:
        return 0.0, number
    return float(_share("--duplicates", text, "or a number of items")), None


def settled_in(store: Store, folder: Path, names: Sequence[str]) -> Settled:
    """What an interrupted call had left in the folder; nothing may be written over."""
    what, instead = f"the folder {folder} cannot be used", "name another one with --to"
    with system_errors_as(Exit.STORE, "folder", what, instead):
        settled = settle(folder, lambda packet: store.packet(packet) is not None)
    refuse_written(existing_file(folder, names), settled.finished)
    return settled


def refuse_written(path: Path | None, finished: Sequence[Path] = ()) -> None:
    """Raises Stop where there is a packet already; `finished` are those that were completed now."""
    if path is None:
        return
    names = ["it"] if path in finished else [str(one) for one in finished]
    were = "was" if len(names) == 1 else "were"
    again = f"; {and_list(names)} {were} completed just now, since an earlier call was interrupted"
    raise Stop(
        "packet-there",
        f"{path} already exists, and packets are never overwritten{again if finished else ''}",
        "name another folder (--to second), or collect what was coded and move the packet",
        exit_code=Exit.STORE,
    )


def packing_context(seed: int | None) -> PackingContext:
    """Seed and ids from the machine's secrets, unless a seed was given; packets' own names always.

    Whoever knows the seed can draw order, duplicates and places of gold again.
    """
    import random
    import secrets

    from runners.store.records import now

    secret = seed is None
    ids = random.SystemRandom() if secret else random.Random(f"ids {seed}")
    salts = random.SystemRandom() if secret else random.Random(f"salts {seed}")
    return PackingContext(
        secrets.randbits(48) if seed is None else seed,
        not secret,
        _ids(ids.getrandbits),
        lambda: secrets.token_hex(8),
        lambda: f"{salts.getrandbits(128):032x}",
        now(),
        __devrun__,
    )


def _ids(bits: Callable[[int], int]) -> Callable[[], str]:
    given: set[str] = set()

    def one() -> str:
        while True:
            name = f"{bits(48):012x}"
            if name not in given:
                given.add(name)
                return name

    return one


_SHOWN_DIFFERENCES = 3


def refuse_with(instead: str, options: Sequence[str]) -> None:
    """What is written `instead` of packets for coders is made in one way: these options of the
    latter mean nothing.
    """
    given = given_options()
    for option in options:
        if option in given:
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
        "feedback-shown",
        f"in `{steered[0]}` what is said depends on replies: who rates a whole transcript reads "
        "how each reply was read before judging it",
        "run it without --protocol: coders then mark reply by reply, and see what was said after a "
        "reply when it is marked",
        exit_code=Exit.USAGE,
    )


def refuse_differences(study: OpenStudy, display: ItemDisplay) -> None:
    """Guidance that is not one text in every cell would tell coders the cell."""
    from coders.packets.codebook import differences

    if display.keyed or display.view is View.RATING:
        return
    levels: dict[str, set[tuple[tuple[str, str], ...]]] = {}
    for group in study.rows.used:
        levels.setdefault(group.procedure, set()).add(group.levels)
    found = [
        one
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
        "guidance-differs",
        f"the coding guide would reveal the condition: {shown}",
        "use one coding guide for all cells; or --keyed, which shows the accepted answers "
        "(this is reported); or --view content; or one condition (--only LEVEL)",
    )


def refuse_nothing(packed: PackedStudy, study: OpenStudy, *, for_judges: bool) -> None:
    """Raises Stop where there is nothing to code."""
    if packed.pool.trials == 0:
        raise Stop(
            "nothing-finished",
            f"study {study.study.id} has no finished trial in this selection",
            "finish the run first: the same `devrun` command continues where it stopped",
        )
    if for_judges and not packed.pool.drafts:
        raise Stop(
            "nothing-to-judge",
            f"the matcher reads every reply of study {study.study.id} to the choices of a bank, or "
            "there is none",
            "no judge is needed: see `devrun score`",
        )
    if not packed.pool.settled and not packed.pool.drafts:
        waves = any(one.experiment.waves for one in study.chapters)
        raise Stop(
            "nothing-to-code",
            f"study {study.study.id} asks nothing that coders mark",
            "`devrun packets --rationality` makes packets in which people rate the reasons for the "
            "ratings in its waves"
            if waves
            else "what it measures needs no coder; see `devrun score`",
        )
    if packed.pool.settled and not packed.pool.drafts:
        raise Stop(
            "nothing-to-code",
            f"all answers of study {study.study.id} were scored by likelihood",
            "they need no coder; see `devrun score`",
        )
    if for_judges and not any(one.items for one in packed.packets):
        raise Stop(
            "nothing-new",
            "all replies that the matcher does not read are in an earlier packet for judges",
            "have it judged, run more trials, or add --again to include them",
        )
    if not any(one.items for one in packed.packets):
        who = "has" if len(packed.packets) == 1 else "have"
        raise Stop(
            "nothing-new",
            f"{' and '.join(one.packet.header.coder for one in packed.packets)} {who} every "
            f"finished trial of study {study.study.id} already",
            "add --again to include them, or run more trials",
        )
