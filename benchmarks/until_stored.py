"""How long a reply waits, from the server's answer until it is on disk.

    python benchmarks/until_stored.py [--conversations 500] [--connections 50]

A run against a server in a process of its own that takes 200 ms for each reply and says in each
when it sent it. A kill can lose the calls in flight and what waits here. Printed are the median,
the 95th percentile and the largest, in ms, of three parts: from the server to the run
(`read`), within it (`kept`), and until the commit is done (`committed`). Linux alone has one clock
for both processes.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

from benchmarks.kill_twenty import SCRIPT, TURNS, slow_server
from dsl.expand import Expander
from dsl.identity import procedure_hash
from dsl.loading import load
from runners.engine.plan import ParticipantPlan, plan_of
from runners.engine.run import run_study
from runners.engine.run_limits import RunLimits
from runners.engine.study import start, study_scripts
from runners.participants.base import Call, Reply, Settings
from runners.participants.openai import OpenAIChat
from runners.store.records import CallRecord
from runners.store.store import Store


class Timed(OpenAIChat):
    """Notes when each reply was read; `request_id` is when it was sent."""

    read: dict[str, float]

    async def ask(self, call: Call) -> Reply:
        """The reply."""
        reply = await super().ask(call)
        self.read[str(reply.request_id)] = time.monotonic()
        return reply


def told(name: str, seconds: Sequence[float]) -> str:
    """The percentiles of one part."""
    ordered = sorted(1000 * one for one in seconds)
    at = [ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 1)]
    return f"{name}: " + ", ".join(f"{one:.0f}" for one in at) + " ms"


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--conversations", type=int, default=500)
    parser.add_argument("--connections", type=int, default=50)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cups = ", ".join(f"cup {number}" for number in range(1, given.conversations + 1))
        script = folder / "four.dev"
        script.write_text(SCRIPT.format(cups=cups, runs=given.conversations), encoding="utf-8")
        loaded = load(script)
        assert loaded.experiment is not None
        with slow_server(Path(os.devnull), Path(os.devnull)) as address:
            model = Timed("slow-1", Settings(), environment={"OPENAI_BASE_URL": address})
            model.read = {}
            with Store.open(str(folder / "store.sqlite")) as store:
                submit, asked, done = store.submit, dict[str, float](), dict[str, float]()

                def timed(handler: object, item: object) -> Future[object]:
                    future = submit(handler, item)  # type: ignore[arg-type, var-annotated]
                    if isinstance(item, CallRecord):
                        key = str(item.request_id)
                        asked[key] = time.monotonic()
                        future.add_done_callback(lambda _: done.setdefault(key, time.monotonic()))
                    return future

                store.submit = timed  # type: ignore[method-assign, assignment]
                expander = Expander(loaded.experiment)
                began = time.monotonic()
                run_study(
                    store,
                    start(
                        study_scripts([loaded]), {procedure_hash(loaded.experiment): 1}, [model], {}
                    ),
                    [ParticipantPlan(model, plan_of(expander, runs=given.conversations))],
                    run_limits=RunLimits(concurrency=given.connections),
                )
                seconds = time.monotonic() - began
    whole = [done[key] - float(key) for key in done]
    print(
        f"{given.conversations * TURNS / seconds:.0f} calls a second; median, 95th percentile and "
        "largest of",
        told("read", [model.read[key] - float(key) for key in done]),
        told("kept", [asked[key] - model.read[key] for key in done]),
        told("committed", [done[key] - asked[key] for key in done]),
        told("all", whole),
        f"{sum(one > 0.05 for one in whole)} of {len(whole)} took more than 50 ms",
        sep="\n",
    )


if __name__ == "__main__":
    main()
