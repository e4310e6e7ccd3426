"""Random scripts in which words depend on replies, held against what is promised of them.

    python -m benchmarks.steered [--scripts 10000] [--replies 3] [--seed 1]

Each script (`tests/steered_scripts.py`) is checked, and each of its cells is taken with random
replies. Counted are conversations with fewer or more calls than `plan` says, in which the trial of
the path is not what was sent, or which come out otherwise when they are read again from the stored
replies. All three should be 0.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from dsl.expand import Expander, cells
from dsl.loading import check_text
from dsl.trial import Cell, turns
from dsl.ways.call_bounds import call_bounds
from renderers.prompt import user_message
from runners.engine.session import NextCall, read
from runners.engine.transcripts import Transcript, transcribe, transcribe_with
from runners.store.keys import sitting_of
from runners.store.records import StoredReply
from tests.steered_scripts import steered_script

SAID = ("The {carrot}.", "The {cookie}.", "I cannot say.", "Both of them.", "A", "B", "", "done")


def held(
    expander: Expander, cell: Cell, draw: random.Random
) -> tuple[Transcript, dict[str, StoredReply]]:
    """A conversation with random replies, and the replies as a store has them."""
    kept: dict[str, StoredReply] = {}
    trial = expander.trial(cell, draw=1)
    words = dict(trial.words)

    def reply_to(step: NextCall) -> StoredReply:
        text = draw.choice(SAID).format(**words)
        return kept.setdefault(step.key, StoredReply(step.key, text, "stop", read(step, text)))

    sitting = sitting_of("p", trial.experiment, cell, draw=1, sample=1)
    return transcribe_with(trial, sitting, reply_to, expander.after(cell, 1)), kept


def faults(expander: Expander, cell: Cell, draw: random.Random) -> Counter[str]:
    """What is wrong with one conversation, each by name; `conversations` counts it."""
    found = Counter({"conversations": 1})
    told, kept = held(expander, cell, draw)
    bounds = call_bounds(expander, cell)
    found["calls"] = len(told.exchanges)
    found["out of bounds"] = not bounds.fewest <= len(told.exchanges) <= bounds.most
    sent = {(one.number, one.place): one.messages[-1] for one in told.exchanges}
    asked = {
        (number, turn.place): user_message(turn)
        for number, session in enumerate(told.trial.sessions)
        for turn in turns(session.nodes)
    }
    found["not what was sent"] = sent != asked
    again = transcribe(expander.trial(cell, draw=1), told.sitting, kept, expander.after(cell, 1))
    found["read otherwise"] = again.hash != told.hash or again.trial != told.trial
    return found


def main() -> None:
    """Prints the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--scripts", type=int, default=10_000)
    parser.add_argument("--replies", type=int, default=3, help="conversations of each cell")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    for number in range(asked.scripts):
        loaded = check_text(steered_script(asked.seed * 1_000_000 + number), "made_up.dev")
        counts["refused scripts"] += loaded.experiment is None
        if loaded.experiment is None:
            continue
        expander = Expander(loaded.experiment)
        draw = random.Random(number)
        for cell in cells(loaded.experiment):
            for _ in range(asked.replies):
                counts += faults(expander, cell, draw)
    names = ("refused scripts", "conversations", "calls", "out of bounds", "not what was sent")
    for name in (*names, "read otherwise"):
        print(f"{name:<18} {counts[name]:>9,}")


if __name__ == "__main__":
    main()
