"""`devrun code PACKET --judge MODEL`: a model codes a packet, and the result is printed."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from pathlib import Path

from coders.packets.ratings import is_of_ratings
from coders.tables.reply_packets import is_of_table, taken_by
from dsl.words import counted
from renderers.fields.coding.coders import ITEM_ID, SKIPPED
from renderers.fields.design import SIMULATED
from renderers.fields.field import Field, each, field
from renderers.fields.scales import TEXT, TRUTH, WHOLE
from renderers.fields.trials import CODER_NAME
from renderers.number_words import NOT_DATA
from runners.analysis.document import COSTS, WHY
from runners.cli import messages
from runners.cli.costs import describe_estimate, estimate_costs, tariffs
from runners.cli.errors import Exit, Interrupted
from runners.cli.output import StatusLine, note, print_document, say
from runners.cli.progress import stopping
from runners.coding.judges.judge import JudgeResult, Unanswered, judge_packet
from runners.coding.judges.judge_log import Bill, Paying
from runners.engine.cost_budget import NOTHING, CostBudget
from runners.engine.outcome import Cost, Stopping
from runners.participants.base import Participant, Settings
from runners.prices.table import dollars, price_name
from runners.run_size import CHARACTERS_PER_TOKEN, TOKENS_PER_REPLY

UNANSWERED: tuple[Field[Unanswered], ...] = (
    ITEM_ID,
    *WHY,
)
JUDGED: tuple[Field[JudgeResult], ...] = (
    field(TEXT, "log", "file of the judge's log", lambda found: str(found.log)),
    CODER_NAME,
    SIMULATED.but(what="whether the judge is a program: its codes are not data"),
    field(WHOLE, "items", "items to judge"),
    field(WHOLE, "judged", "those that are judged"),
    each("skipped", "those that were skipped", SKIPPED),
    each("unanswered", "those that got no reply in this run", UNANSWERED),
    field(WHOLE, "asked", "replies that came in this run"),
    field(TRUTH, "finished", "whether all is judged", "locked"),
    *COSTS,
)


def judge_with_model(
    packet: Path,
    model: str,
    settings: Settings | None = None,
    *,
    log: Path | None = None,
    max_cost: Decimal | None = None,
    as_json: bool = False,
) -> int:
    """Has `model` judge a packet and prints how far it is; gives the exit code. With `max_cost` no
    call is made that could bring what this judge has cost for this packet above so many dollars.

    Raises:
        Stop: it was interrupted.
        PacketUnusable: the packet or the log cannot be used.
        CannotStart: the model cannot be asked.
    """
    found = judge_packet(
        packet,
        model,
        settings=settings,
        log=log,
        progress=_progress(),
        warn=partial(say, err=True),
        stopping=_stopping,
        paying=_paying(max_cost, quiet=as_json),
    )
    if found.interrupted:
        raise Interrupted(
            f"interrupted after {found.judged + len(found.skipped)} of {found.items} items"
            + messages.dropped(found.dropped)
        )
    if as_json:
        print_document(JUDGED, found)
    else:
        _print_result(found)
    if found.cost is not None and found.cost.reached:
        return int(Exit.CEILING)
    return int(Exit.DONE if found.locked else Exit.TRIALS)


def _paying(max_cost: Decimal | None, *, quiet: bool) -> Paying:
    """Says what the judging will cost, and gives the cost budget that pays for it."""

    def pays(judge: Participant, bill: Bill) -> CostBudget:
        paid = tariffs((judge,), max_cost)
        tariff = paid[judge.name]
        if not (quiet or judge.simulated or not bill.items):
            _estimate(judge, bill)
        price = tariff.price
        return CostBudget(paid, max_cost, price.of(bill.read, bill.written) if price else NOTHING)

    return pays


def _estimate(judge: Participant, bill: Bill) -> None:
    read, written = bill.characters // CHARACTERS_PER_TOKEN, bill.items * TOKENS_PER_REPLY
    listed = {judge.name: price_name(judge.name, judge.identity())}
    told = (
        f"{counted(bill.items, 'item')} to judge: about {read:,} tokens read and {written:,} "
        f"written (estimate: {CHARACTERS_PER_TOKEN} characters to a token, {TOKENS_PER_REPLY} "
        "tokens to a reply)"
    )
    costs = estimate_costs(listed, {judge.name: (read, written)})
    for line in (told, *describe_estimate((judge.name,), costs)):
        note(line)


def _stopping(calls: int, seconds: float) -> None:
    if line := stopping(Stopping(calls, seconds)):
        note(line)


def _progress() -> Callable[[int, int, Cost | None], None]:
    """The progress, for terminals."""
    status = StatusLine()

    def update(done: int, items: int, cost: Cost | None) -> None:
        paid = f", {dollars(cost.earlier + cost.now)}" if cost and cost.prices else ""
        status.update(f"{done} of {items} items judged{paid}")
        if done == items:
            status.keep()

    return update


def _print_result(found: JudgeResult) -> None:
    mark = f" {NOT_DATA}." if found.simulated else ""
    say(
        f"{found.coder}: {found.judged} of {counted(found.items, 'item')} judged, "
        f"{len(found.skipped)} skipped, {counted(found.asked, 'reply', 'replies')} asked for "
        f"now.{mark}"
    )
    for item, reason in found.skipped:
        say(f"    skipped {item}: {reason}")
    groups: dict[tuple[str, str], int] = {}
    for one in found.unanswered:
        groups[one.message, one.help] = groups.get((one.message, one.help), 0) + 1
    for (message, remedy), count in groups.items():
        note(f"{counted(count, 'item')} got no reply: {message}")
        if remedy:
            note(f"help: {remedy}")
    for line in messages.cost(found.cost) if found.cost and not found.simulated else ():
        note(line)
    note(f"the log is {found.log}")
    if found.locked:
        step = f"`devrun collect {found.log}`; hidden until people with the same items hand in"
        if is_of_ratings(found.codebook):
            step = f"`devrun collect {found.log}` writes the table"
        if is_of_table(found.codebook):
            step = f"`{taken_by(found.log)}`, with --log for each judge"
        note(f"next: {step}")
    else:
        note("give the same command to continue; nothing is asked twice")
