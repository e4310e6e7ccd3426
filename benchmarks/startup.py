"""How long devrun takes to start, as a ratio to an empty Python process.

    python benchmarks/startup.py [RUNS]

Whole processes, taken in turn so that a machine that slows down slows all of them, medians of one
run. Compiled modules are written and used, as in any installation: the first round, which is not
counted, sees to that, also where PYTHONDONTWRITEBYTECODE is set. The aims: at most 20 times the
time of `python -c pass` for `list` and `check`, 40 times for `plan`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLICKET = str(ROOT / "experiments/blicket.dev")
EMPTY = "python -c pass"
COMMANDS = {
    EMPTY: [sys.executable, "-c", "pass"],
    "devrun --help": [sys.executable, "-m", "runners.main", "--help"],
    "devrun list": [sys.executable, "-m", "runners.main", "list"],
    "devrun check blicket": [sys.executable, "-m", "runners.main", "check", BLICKET],
    "devrun plan blicket": [sys.executable, "-m", "runners.main", "plan", BLICKET],
}


def main() -> None:
    """Time every command and print medians and ratios."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    times = timed(runs, environment)
    empty = statistics.median(times[EMPTY])
    print(f"{'command':<24}{'median ms':>10}{'ratio':>8}   (n = {runs})")
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:<24}{median * 1000:>10.1f}{median / empty:>8.1f}")


def timed(runs: int, environment: dict[str, str]) -> dict[str, list[float]]:
    """The seconds of each command in each run."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for number in range(runs + 1):
        for name, command in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
            if number:  # the first round warms the caches
                times[name].append(time.perf_counter() - start)
    return times


if __name__ == "__main__":
    main()
