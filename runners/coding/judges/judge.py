"""A model as judge: it codes a packet as a person does, and is never taken for one.

What came back is in the judge's log before anything is made of it, and what is still to be asked is
found from the log: a judge that was stopped goes on, and is asked nothing twice. A judge is asked
item by item, each in a conversation of its own, so that no judgement leans on another. Judging in
the run itself was rejected: a judge reads what a coder reads, which is the packet and no store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from coders.desk.log import Log, judgement, read_log
from coders.desk.state import LogState, replay
from coders.packets.file import packet_at
from coders.packets.shape import Item, Packet, PacketUnusable, QuestionOrder, View
from dsl import __devrun__
from dsl.errors import os_errors_as
from dsl.projections import digest
from dsl.record import replace
from renderers.judge_prompt import asked_again
from runners.coding.judges.judge_log import (
    JUDGE,
    JUDGING,
    Paying,
    bill,
    judge_header,
    judge_log_path,
    judge_name,
    judging_fields,
)
from runners.coding.judges.judge_prompt_io import UnusableReply, questions_left, reply_fields
from runners.coding.judges.judge_prompts import JudgePrompts, prompts_for
from runners.participants.base import Settings

if TYPE_CHECKING:
    from renderers.prompt import Message
    from runners.engine.call_policy import CallPolicy
    from runners.engine.cost_budget import CostBudget
    from runners.engine.outcome import Cost
    from runners.participants.base import Call, Participant, Reply

Progress = Callable[[int, int, "Cost | None"], None]
Stopping = Callable[[int, float], None]
TRIES = 2
"""How often a judge may answer one item: a reply that cannot be used is asked again once."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An item on which nothing came from the judge; it is asked again by the next run."""

    item: str
    message: str
    help: str


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """The state of a judge after a run.

    `judged` and `skipped` (item, reason) are of all `items`, `asked` replies came in this run.
    `locked`: it is done. `interrupted`: it was stopped from the keyboard. `cost` is None where
    costs are not counted. `dropped`: calls that were running at the end and were not waited for any
    longer; they may be billed.
    """

    log: Path
    coder: str
    codebook: str
    simulated: bool
    items: int
    judged: int
    skipped: tuple[tuple[str, str], ...]
    unanswered: tuple[Unanswered, ...]
    asked: int
    locked: bool
    interrupted: bool
    cost: Cost | None = None
    dropped: int = 0


def judge_packet(
    packet_path: Path,
    model: str,
    *,
    settings: Settings | None = None,
    log: Path | None = None,
    concurrency: int = 8,
    clock: Callable[[], str] | None = None,
    progress: Progress | None = None,
    warn: Callable[[str], None] | None = None,
    stopping: Stopping | None = None,
    paying: Paying | None = None,
    environment: Mapping[str, str] | None = None,
) -> JudgeResult:
    """Has a model code the main items of a packet, into a log of its own next to the packet.

    `progress` hears of items done, of all items and of costs, and `warn`, before the first call, of
    what the user should know of the model, such as that its server is plain http. `paying` gives
    the cost budget that pays for the replies, and ends the judging in order before one could pass
    its ceiling. `environment` replaces the process's own. Ctrl-C ends in order: nothing more is
    asked, and replies on their way are waited for; `stopping` hears how many, and for how many
    seconds at most.

    Raises:
        PacketUnusable: the packet or the log cannot be used.
        CannotStart: the model cannot be asked.
    """
    from runners.coding.judges.judge_sim import judge_called
    from runners.store.records import now

    packet = packet_at(packet_path)
    if packet.header.view is View.RATING:
        raise PacketUnusable(
            f"{packet_path} asks for ratings, and a model as judge marks replies",
            "have people rate it; import ratings that a model gave elsewhere with `devrun collect "
            "ratings.csv --csv --kind automatic`; or run the scripts without --protocol",
        )
    if packet.header.view is View.PEOPLE:
        raise PacketUnusable(
            f"{packet_path} asks what people would say, and a model as judge is no person",
            "have people rate it",
        )
    if packet.header.question_order is QuestionOrder.ASKED:
        raise PacketUnusable(
            f"{packet_path} shows what was said after a reply only when the reply is judged, and a "
            "model as judge reads an item whole",
            "have people code it, or make a packet for the model with `devrun packets --view "
            "content`",
        )
    settings = settings or Settings()
    judge = judge_called(model, settings, environment=environment)
    identity = judge.identity()
    name = judge_name(judge.name, identity)
    prompts = prompts_for(packet)
    own = replace(packet, header=judge_header(packet.header, identity, prompts.hash, name))
    path = log or judge_log_path(packet_path, name)
    _refuse_other_judge(path, own)
    if warn is not None:
        for note in judge.notes:
            warn(note)
    with Log(path, own, clock=clock or now, tool_version=__devrun__) as opened:
        if not opened.events:
            opened.append(JUDGING, judging_fields(packet, judge, identity, settings, prompts))
        judge_run = _JudgeRun(
            packet, judge, opened, progress, settings.timeout_s, prompts, stopping
        )
        if paying is not None:
            judge_run.cost_budget = paying(judge, bill(opened.events, judge_run.sizes()))
        interrupted = judge_run.run(concurrency)
        return judge_run.outcome(own.header.coder, interrupted=interrupted)


def _refuse_other_judge(path: Path, own: Packet) -> None:
    with os_errors_as(PacketUnusable, f"{path} cannot be read", "name another file with --log"):
        if not path.is_file():
            return
        text = path.read_text(encoding="utf-8", errors="replace")
    first = next(iter(read_log(text, str(path))), None)
    if first is not None and first.kind == JUDGING and first.packet != own.header.packet:
        raise PacketUnusable(
            f"{path} belongs to another judge of this name (address, parameters or prompt differ)",
            "move it away, or name another file with --log",
        )


_Raw = tuple[str, str]
"""What a judge replied, and how the reply ended."""

_ENDED = {
    "length": "it was cut off at the token limit",
    "empty": "it is empty",
    "filtered": "it was withheld by the provider",
    "unknown": "it ended for an unknown reason and may be incomplete",
}
"""Why a reply that cannot be used came to nothing, where its end says more than its words."""


@dataclass(slots=True)
class _JudgeRun:
    """One run of a judge over a packet."""

    packet: Packet
    judge: Participant
    log: Log
    progress: Progress | None
    timeout_s: float
    prompts: JudgePrompts
    stopping: Stopping | None = None
    cost_budget: CostBudget | None = None
    unanswered: list[Unanswered] = field(default_factory=list)
    asked: int = 0
    down: bool = False
    done: int = 0
    dropped: int = 0

    def sizes(self) -> list[int]:
        """How many characters are sent for each item that is still to be judged, at first."""
        state = replay(self.log.events)
        return [
            sum(len(message.text) for message in self.prompts.messages(item, questions))
            for item in self.packet.main
            if not state.locked and not _stands(state, item) and (questions := questions_left(item))
        ]

    def run(self, concurrency: int) -> bool:
        """Asks what is still to be asked; gives whether it was interrupted."""
        import anyio

        from runners.engine.event_loop import ungrouped

        state = replay(self.log.events)
        if state.locked:
            return False
        todo = [item for item in self.packet.main if not _stands(state, item)]
        self.done = len(self.packet.main) - len(todo)
        raws: dict[str, list[_Raw]] = {}
        for event in self.log.events:
            if event.kind == JUDGE:
                raw = (event.text("text"), event.text("finish"))
                raws.setdefault(event.text("item"), []).append(raw)

        async def main() -> bool:
            return await self._all(iter(todo), raws, concurrency)

        with ungrouped(PacketUnusable):
            interrupted = anyio.run(main, backend="asyncio")
        if not interrupted and not self.unanswered and not self.down:
            self.log.append("lock", {})
        return interrupted

    async def _all(
        self, todo: Iterator[Item], raws: dict[str, list[_Raw]], concurrency: int
    ) -> bool:
        import anyio

        from runners.engine.call_policy import CallPolicy
        from runners.engine.cost_budget import CeilingReached
        from runners.engine.event_loop import on_interrupt
        from runners.engine.run_limits import RunLimits

        run_limits = RunLimits(concurrency=concurrency, timeout=self.timeout_s)
        policy = CallPolicy(self.judge, run_limits, cost_budget=self.cost_budget)
        scope, stopped = anyio.CancelScope(), anyio.Event()

        def stop() -> None:
            stopped.set()
            if self.stopping is not None:
                self.stopping(policy.under_way, run_limits.parting)
            scope.deadline = anyio.current_time() + run_limits.parting
            policy.shut(scope.cancel)

        async def work() -> None:
            for item in todo:
                if self.down or stopped.is_set():
                    return
                try:
                    await self._item(policy, item, raws.get(item.id, []))
                except CeilingReached:
                    self.down = True
                    return
                self.done += 1
                if self.progress is not None:
                    self.progress(self.done, len(self.packet.main), self._cost())

        try:
            with on_interrupt(stop), scope:
                async with anyio.create_task_group() as group:
                    for _ in range(concurrency):
                        group.start_soon(work)
        finally:
            self.dropped = policy.dropped
            with anyio.CancelScope(shield=True):
                await self.judge.aclose()
        return stopped.is_set()

    async def _item(self, policy: CallPolicy, item: Item, raws: Sequence[_Raw]) -> None:
        from runners.engine.call_policy import GaveUp

        questions = questions_left(item)
        if not questions:
            self.log.append("skip", {"item": item.id, "reason": "its replies were lost"})
            return
        first = messages = self.prompts.messages(item, questions)
        reason = ""
        for attempt in range(TRIES):
            try:
                if attempt < len(raws):
                    text, finish = raws[attempt]
                else:
                    text, finish = await self._ask(policy, item, messages, attempt)
            except GaveUp as fault:
                self.unanswered.append(Unanswered(item.id, fault.why.message, fault.why.help))
                self.down = self.down or bool(fault.down)
                return
            try:
                given = self.prompts.read(text, questions)
            except UnusableReply as fault:
                reason = _ENDED.get(finish, str(fault))
                messages = asked_again(first, text, reason)
                if finish == "length":
                    reason += "; --max-tokens raises it"
                continue
            for one in given:
                kind, data = judgement(
                    item.id, one.question, one.flags, mark=one.mark, said=one.said, plain=one.plain
                )
                self.log.append(kind, data)
            return
        self.log.append("skip", {"item": item.id, "reason": f"no usable judgement: {reason}"})

    async def _ask(
        self, policy: CallPolicy, item: Item, messages: tuple[Message, ...], attempt: int
    ) -> _Raw:
        from runners.participants.base import Call
        from runners.store.keys import sampling_seed

        told = [[str(message.role), message.text] for message in messages]
        key = digest("devrun:judge-call:1", [item.id, attempt, told])
        call: Call = Call(key, messages, sampling_seed(key))

        async def keep(reply: Reply, tries: int) -> _Raw:
            self.asked += 1
            self.log.append(JUDGE, {"item": item.id, **reply_fields(reply, tries)})
            return reply.text, str(reply.finish)

        return await policy.ask(call, keep)

    def outcome(self, coder: str, *, interrupted: bool) -> JudgeResult:
        """How far the judge is now."""
        state = replay(self.log.events)
        skipped = tuple(
            (item.id, state.codes(item.id).skipped)
            for item in self.packet.main
            if state.codes(item.id).skipped
        )
        return JudgeResult(
            log=self.log.path,
            coder=coder,
            codebook=self.packet.header.codebook_version,
            simulated=self.judge.simulated,
            items=len(self.packet.main),
            judged=sum(_stands(state, item) for item in self.packet.main) - len(skipped),
            skipped=skipped,
            unanswered=tuple(self.unanswered),
            asked=self.asked,
            locked=state.locked,
            interrupted=interrupted,
            cost=self._cost(),
            dropped=self.dropped,
        )

    def _cost(self) -> Cost | None:
        return None if self.cost_budget is None else self.cost_budget.cost()


def _stands(state: LogState, item: Item) -> bool:
    """Whether nothing is left to do for an item: every question judged, or skipped."""
    codes = state.codes(item.id)
    asked = {one.number for one in questions_left(item)}
    return bool(codes.skipped) or (bool(asked) and asked <= set(codes.judgements))
