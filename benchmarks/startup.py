"""How long devrun takes to start, as a ratio to an empty Python process.

    python benchmarks/startup.py [RUNS] [--scripts]

Processor time of whole processes, which other work on a machine hardly changes, by turns; medians.
Compiled modules are written and used, as in any installation: the first round, which is not
counted, sees to that, also where PYTHONDONTWRITEBYTECODE is set. The aims: at most 20 times the
time of `python -c pass` for `list` and `check`, 40 times for `plan`. With `--scripts` it is `check`
of each script that comes with devrun.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLICKET = str(ROOT / "experiments/blicket.dev")
EMPTY = "python -c pass"
DEVRUN = [sys.executable, "-m", "runners.main"]
COMMANDS = {
    EMPTY: [sys.executable, "-c", "pass"],
    "devrun --help": [*DEVRUN, "--help"],
    "devrun list": [*DEVRUN, "list"],
    "devrun check blicket": [*DEVRUN, "check", BLICKET],
    "devrun plan blicket": [*DEVRUN, "plan", BLICKET],
}


def main() -> None:
    """Time every command and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="?", type=int, default=15)
    parser.add_argument("--scripts", action="store_true", help="check every script that is shipped")
    options = parser.parse_args()
    commands = COMMANDS
    if options.scripts:
        scripts = [*sorted(ROOT.glob("experiments/*.dev")), *sorted(ROOT.glob("additions/*.dev"))]
        commands = {EMPTY: COMMANDS[EMPTY]} | {
            f"check {one.stem}": [*DEVRUN, "check", str(one)] for one in scripts
        }
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    times = timed(commands, options.runs, environment)
    empty = statistics.median(times[EMPTY])
    print(f"{'command':<32}{'median ms':>10}{'ratio':>8}   (n = {options.runs})")
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:<32}{median * 1000:>10.1f}{median / empty:>8.1f}")


def timed(
    commands: dict[str, list[str]], runs: int, environment: dict[str, str]
) -> dict[str, list[float]]:
    """The processor seconds of each command in each run."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(runs + 1):
        for name, command in commands.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            taken = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
            if number:  # the first round warms the caches
                times[name].append(taken)
    return times


if __name__ == "__main__":
    main()
