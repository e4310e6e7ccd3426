"""What `devrun packets` was asked for: names, shares, numbers, and where packets go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl import __devrun__
from runners.cli.errors import Exit, Stop, UsageError, system_errors_as

if TYPE_CHECKING:
    from coders.packets.assigning import AssignmentPlan
    from runners.coding.packet_files import Settled
    from runners.coding.packet_record import PackingContext
    from runners.store.store import Store


class Percent(click.ParamType):  # type: ignore[type-arg]
    """A share as people write it: `30%`, or `0.3`; as an exact fraction from 0 to 1."""

    name = "share"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """The share; a usage error for anything else."""
        if isinstance(value, Fraction):
            return value
        text = str(value).strip()
        try:
            share = Fraction(text.removesuffix("%").strip())
        except (ValueError, ZeroDivisionError):
            self.fail(f"`{text}` is not a percentage: write for example 30%", param, ctx)
        share = share / 100 if text.endswith("%") else share
        if not 0 <= share <= 1:
            self.fail(f"`{text}` is not between 0% and 100%: write 30% or 0.3", param, ctx)
        return share


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
    from coders.packets.coder_names import fault_of_name

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
    from coders.packets.assigning import AssignmentPlan

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
    if text.strip().isdigit():
        return 0.0, int(text)
    return float(Percent().convert(text, None, None)), None


def settled_in(store: Store, folder: Path, names: Sequence[str]) -> Settled:
    """What an interrupted call had left in the folder; nothing may be written over."""
    from runners.coding.packet_files import existing_file, settle

    what, instead = f"the folder {folder} cannot be used", "name another one with --to"
    with system_errors_as(Exit.STORE, "folder", what, instead):
        settled = settle(folder, lambda packet: store.packet(packet) is not None)
    _refuse_written(existing_file(folder, names), settled.finished)
    return settled


def _refuse_written(path: Path | None, finished: Sequence[Path]) -> None:
    if path is None:
        return
    again = (
        "; it was completed just now, since an earlier call was interrupted"
        if path in finished
        else ""
    )
    raise Stop(
        Exit.STORE,
        "packet-there",
        f"{path} already exists, and packets are never overwritten{again}",
        "name another folder (--to second), or collect what was coded and move the packet",
    )


def packing_context(seed: int | None) -> PackingContext:
    """Seed and ids from the machine's secrets, unless a seed was given; packets' own names always.

    Whoever knows the seed can draw order, duplicates and places of gold again.
    """
    import random
    import secrets

    from runners.coding.packet_record import PackingContext
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
