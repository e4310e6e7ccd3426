"""Prices on the command line: who costs what, what is refused before it is asked, cost budgets."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsl.words import counted
from runners.cli import messages
from runners.cli.errors import UsageError
from runners.cli.output import note

if TYPE_CHECKING:
    from datetime import date

    from runners.agents.agent import Agent
    from runners.engine.cost_budget import Tariff
    from runners.participants.base import Participant, Settings
    from runners.prices.table import Price
    from runners.run_size import RunSize

VARIABLE = "DEVRUN_PRICES"
"""Names another price file than the one in the folder."""
Estimate = tuple[tuple[str, "Price | None", Decimal], ...]
"""The name in a price file, the price if it is known, and what a plan would cost in dollars."""
_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens", "maxOutputTokens")
"""What the longest reply is called, in the formats that are spoken."""


def _amount(ctx: click.Context, param: click.Parameter, written: str | None) -> Decimal | None:
    if written is None:
        return None
    try:
        amount = Decimal(written.strip().removeprefix("$"))
    except InvalidOperation:
        amount = Decimal("nan")
    if amount.is_finite() and amount >= 0:
        return amount
    raise UsageError(
        f"`--max-cost {written}` is not an amount",
        "write it in US dollars, for example --max-cost 5 or --max-cost 0.50",
        "bad-amount",
    )


max_cost_option = click.option(
    "--max-cost",
    metavar="USD",
    callback=_amount,
    help="Stop before the total cost could exceed this many US dollars.",
)


def prices() -> dict[str, Price]:
    """Every price known here that still holds, by name. Raises PricesUnusable."""
    from runners.prices.renewing import renewed_file
    from runners.prices.table import known_prices

    found = known_prices(folder=Path(), named=os.environ.get(VARIABLE, ""), renewed=renewed_file())
    return {name: price for name, price in found.items() if price.holds(today())}


def today() -> date:
    """The day on which prices must still hold, UTC."""
    from datetime import UTC, datetime

    return datetime.now(UTC).date()


def price_line(name: str) -> str:
    """The line that a price file wants for this name, dated today."""
    from runners.prices.table import line_to_add

    return line_to_add(name, today())


def old_prices(priced: Iterable[Price | None]) -> list[str]:
    """A sentence for each price that may have changed since it was read."""
    day = today()
    return [
        f"the price of {one.name} was read on {one.date}, {(day - one.date).days} days ago; "
        "`devrun prices --renew` fetches a newer one"
        for one in dict.fromkeys(priced)
        if one is not None and one.old(day)
    ]


def tariffs(
    asked: Sequence[Participant], ceiling: Decimal | None, *, told: bool = True
) -> dict[str, Tariff]:
    """What everybody who is asked costs, by name; of old prices users are `told`.

    Raises:
        Stop: there is a ceiling, and somebody's price or longest reply is not known.
    """
    from runners.engine.cost_budget import Tariff
    from runners.participants.wrapped import Wrapped
    from runners.prices.table import is_free, price_name

    known = prices()
    found: dict[str, Tariff] = {}
    embedders = (one.embedder for one in asked if isinstance(one, Wrapped))
    for one in (*asked, *filter(None, embedders)):
        if one.simulated or is_free(one.name):
            found[one.name] = Tariff(None, unbilled=True)
            continue
        name = price_name(one.name, one.identity())
        price = known.get(name)
        limit = (
            0
            if one not in asked
            else longest_asked(one.identity()) or (price.longest if price else None)
        )
        found[one.name] = Tariff(price, limit)
        if ceiling is not None:
            _refuse(one.name, name, found[one.name])
    for line in old_prices(one.price for one in found.values()) if told else ():
        note(line)
    return found


def _refuse(participant: str, name: str, tariff: Tariff) -> None:
    if tariff.price is None:
        raise UsageError(
            f"--max-cost needs a price for {participant}; none is known",
            messages.no_price(price_line(name), os.environ.get(VARIABLE, "")),
            "no-price",
        )
    if tariff.longest is None and not tariff.free:
        raise UsageError(
            f"--max-cost needs a maximum reply length for {participant}; none is known",
            "give it with --max-tokens N (including thinking tokens), or as `longest = N` "
            f"in the line of `{name}` in the price file",
            "no-longest-reply",
        )


def longest_set(settings: Settings) -> int | None:
    """The longest reply that settings ask for, in tokens."""
    return _highest({**dict(settings.params), _LIMITS[0]: settings.max_tokens})


def longest_asked(identity: Mapping[str, str]) -> int | None:
    """The longest reply that a participant is asked for, in tokens."""
    asked = json.loads(identity.get("parameters", "{}"))
    left_out = identity.get("left_out", "").split(",")
    return _highest({name: value for name, value in asked.items() if name not in left_out})


def _highest(asked: Mapping[str, object]) -> int | None:
    """Of two limits the higher one, since a server may know only one of them."""
    limits = (asked.get(name) for name in _LIMITS)
    return max((one for one in limits if isinstance(one, int)), default=None)


def describe_estimate(models: Sequence[str], estimate: Estimate, reasoning: str = "") -> list[str]:
    """What a plan would cost, in sentences: the sum, its shares, and the lines that are missing.
    `reasoning` is how much models are asked to reason, where that is said.
    """
    from runners.prices.table import dollars

    if not models:
        return ["cost unknown: name a model with -m"]
    lines: list[str] = []
    priced = [(name, price, cost) for name, price, cost in estimate if price is not None]
    if priced:
        whole = sum((cost for _, _, cost in priced), Decimal(0))
        days = ", ".join(sorted({str(price.date) for _, price, _ in priced}))
        cost = f"cost about {dollars(whole)} by prices of {days}"
        thinking = {
            "": "before they answer",
            "off": "",
        }.get(reasoning, f"at --reasoning {reasoning}")
        if thinking:
            cost += (
                f"; what models think {thinking} is not counted, and may be several times as many "
                "tokens"
            )
        lines.append(cost)
        if len(estimate) > 1:
            lines += [f"  {name}: about {dollars(cost)}" for name, _, cost in priced]
        lines += dict.fromkeys(old_prices(price for _, price, _ in priced))
    for name, price in dict.fromkeys((name, price) for name, price, _ in estimate):
        if price is None:
            lines.append(f"the price of {name} is unknown")
            lines.append(
                f"  help: {messages.no_price(price_line(name), os.environ.get(VARIABLE, ''))}"
            )
    return lines or ["no cost: all models run on this computer"]


def limit_lines(
    longest: int | None, most: Decimal | None, cost: Decimal | None, ceiling: Decimal | None
) -> Iterator[str]:
    """What a plan would cost at `most`, with every reply as long as it may be, and whether it is
    likely to reach the ceiling.
    """
    from runners.prices.table import dollars

    if most and most != cost:
        yield f"cost about {dollars(most)} if every reply is {longest:,} tokens long, as it may be"
    if ceiling is not None and cost is not None and cost > ceiling:
        yield f"--max-cost {dollars(ceiling)} is less than it costs: the run would stop before"
    elif ceiling is not None and most and most > ceiling:
        yield f"--max-cost {dollars(ceiling)} would stop the run before, if replies are so long"


def cost_of(estimate: Estimate) -> Decimal | None:
    """The cost of all participants; None where a price is not known."""
    known = all(price is not None for _, price, _ in estimate)
    return sum((cost for *_, cost in estimate), Decimal()) if known else None


def estimate_costs(names: Mapping[str, str], tokens: Mapping[str, tuple[int, int]]) -> Estimate:
    """What the tokens of each participant cost, read and written, by the name after -m. `names`
    gives its name in a price file; those that cost nothing are left out.
    """
    from runners.prices.table import is_free

    known = prices()
    found: list[tuple[str, Price | None, Decimal]] = []
    for name, listed in names.items():
        price = known.get(listed)
        if price is not None:
            # Of one model with several agents it is said which.
            said = name if "agent=" in name else listed
            found.append((said, price, price.of(*tokens[name])))
        elif not is_free(name):
            found.append((listed, None, Decimal(0)))
    return tuple(found)


def token_lines(plans: Sequence[RunSize], reply: Callable[[int], int]) -> Iterator[str]:
    """The pictures and the tokens of a run, and how tokens are estimated; `reply` is as for
    `run_size`.
    """
    from runners import run_size as sizes

    pictures = sum(one.pictures for one in plans)
    if pictures:
        yield f"{counted(pictures, 'picture')} sent, each counted in every call that includes it"
    known = [f"{sizes.CHARACTERS_PER_TOKEN} characters to a token"]
    known.append(f"{reply(sizes.TOKENS_PER_REPLY)} tokens to a reply")
    lengths = {length for one in plans for length in one.lengths}
    if 0 in lengths:
        known.append("none to one scored by likelihood")
    if sizes.TOKENS_PER_REASONED_REPLY in lengths:
        known.append(f"{reply(sizes.TOKENS_PER_REASONED_REPLY)} to one with reasons")
    if any(one.agents for one in plans):
        from runners.engine.agent_size import TOKENS_PER_STEP

        known.append(f"{reply(TOKENS_PER_STEP)} to a step of an agent")
    if pictures:
        known.append(f"{sizes.TOKENS_PER_PICTURE:,} to a picture")
    read = sum(one.input_tokens for one in plans)
    written = sum(one.output_tokens for one in plans)
    yield f"about {read:,} tokens read and {written:,} written (estimate: {', '.join(known)})"
    if compared := sum(each.compared_tokens for one in plans for each in one.agents):
        yield f"about {compared:,} tokens more for embeddings"


def shared_tokens(
    plans: Sequence[RunSize], names: Iterable[str], with_agents: Sequence[str], shares: int
) -> dict[str, tuple[int, int]]:
    """The tokens read and written of each participant by name; those in `with_agents` are asked
    what their agents ask, and `shares` is among how many the rest is shared out.
    """
    of_agents = dict.fromkeys(with_agents, (0, 0))
    for plan in plans:
        for name, one in zip(with_agents, plan.agents, strict=False):
            read, written = of_agents[name]
            of_agents[name] = read + one.input_tokens, written + one.output_tokens
    rest = max(1, shares - len(with_agents))
    read = sum(one.input_tokens for one in plans) - sum(read for read, _ in of_agents.values())
    wrote = sum(one.output_tokens for one in plans) - sum(wrote for _, wrote in of_agents.values())
    return {name: of_agents.get(name, (read // rest, wrote // rest)) for name in names}


def embeddings_estimate(plans: Sequence[RunSize], with_agents: Mapping[str, Agent]) -> Estimate:
    """What the embeddings cost by which agents recall, a line for each model that has them."""
    if not with_agents:
        return ()
    from runners.participants.base import Settings
    from runners.participants.embedding import embedder, embedder_name

    tokens: dict[str, int] = {}
    for plan in plans:
        for (name, agent), one in zip(with_agents.items(), plan.agents, strict=False):
            if one.comparisons and (other := embedder_name(agent, name)):
                tokens[other] = tokens.get(other, 0) + one.compared_tokens
    listed = listed_names(tuple(tokens), partial(embedder, settings=Settings()))
    return estimate_costs(listed, {name: (read, 0) for name, read in tokens.items()})


def listed_names(
    models: tuple[str, ...], made: Callable[[str], Participant] | None = None
) -> dict[str, str]:
    """The name in a price file of everybody named, as `made` makes them. A name that no run would
    take is reported now; a key is not needed for counting.
    """
    from runners.participants.base import Settings
    from runners.participants.failures import MissingKey
    from runners.participants.registry import participant
    from runners.prices.table import price_name

    made = made or partial(participant, settings=Settings())
    found: dict[str, str] = {}
    for name in models:
        try:
            found[name] = price_name(name, made(name).identity())
        except MissingKey:
            # Only the vendor's own endpoint wants a key before it is asked.
            found[name] = price_name(name, {})
    return found
