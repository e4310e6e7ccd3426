"""Several processes that ask for one study stay under its ceiling of costs together."""

from __future__ import annotations

import json
import threading

from runners.participants.double import Double, Request
from tests.patience import PATIENCE
from tests.runners.in_turn.test_costs import REPLY, RUN, prices
from tests.shell import Shell


def test_two_processes_on_one_study_stay_under_the_ceiling_together(shell: Shell) -> None:
    asking: set[str] = set()
    changed = threading.Condition()

    def once_both_ask(request: Request) -> str:
        with changed:
            asking.add(request.headers["authorization"])
            changed.notify_all()
            changed.wait_for(lambda: len(asking) == 2, PATIENCE)
        return REPLY

    asked = (*RUN[:3], "--runs", "8", "--max-tokens", "100", "--max-cost", "0.9", "--json")
    with Double(then=once_both_ask) as double:
        prices(shell, double)
        keys = [{"OPENAI_API_KEY": f"key-of-the-{one}-process"} for one in ("first", "second")]
        started = [shell.start(*asked, more={**double.environment, **key}) for key in keys]
        done = [json.loads(process.communicate()[0]) for process in started]
        asked_for = len(double.requests)
    assert [process.returncode for process in started] == [4, 4]
    # A reply costs 0.003, and 0.1 are reserved for it: at most 300 are affordable, and of the
    # last 0.2 dollars each of the two leaves a place for a call of the other.
    assert 200 <= asked_for <= 300
    made = [one["calls"]["made"] for one in done]
    assert sum(made) == asked_for
    assert min(made) > 0
    assert all(one["cost"]["elsewhere_usd"] > 0 for one in done)
