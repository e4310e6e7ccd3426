"""What Typer costs in place of click, in processor time of whole processes.

    pip install --target FOLDER typer==VERSION
    python benchmarks/command_libraries.py [--runs 15] FOLDER...

Each command line is declared with click and with the Typer of each folder, and has one argument, an
option of a whole number and a flag. Three things are timed, by turns: the import alone, `--help`,
and a call that reads all three. Medians, and ratios to `python -c pass`; the first round, which is
not counted, writes compiled modules.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

CLICK = """\
import click
@click.command()
@click.argument("path")
@click.option("--runs", type=int, default=1, help="Draws per cell.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(path, runs, as_json):
    click.echo(f"{path} {runs} {as_json}")
main()
"""
TYPER = """\
from typing import Annotated
import typer
app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
@app.command()
def main(
    path: Annotated[str, typer.Argument()],
    runs: Annotated[int, typer.Option(help="Draws per cell.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
):
    typer.echo(f"{path} {runs} {as_json}")
app()
"""
CALL = ["a.dev", "--runs", "3", "--json"]
EMPTY = "python -c pass"


def main() -> None:
    """Time every way and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", help="each with one version of Typer")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cases = {EMPTY: (["-c", "pass"], "")}
        for name, library, text, path in (
            ("click", "click", CLICK, ""),
            *((Path(one).name, "typer", TYPER, one) for one in options.folders),
        ):
            script = Path(folder) / f"{library}_line.py"
            script.write_text(text, encoding="utf-8")
            cases[f"{name}, import"] = (["-c", f"import {library}"], path)
            cases[f"{name}, --help"] = ([str(script), "--help"], path)
            cases[f"{name}, one call"] = ([str(script), *CALL], path)
        times: dict[str, list[float]] = {name: [] for name in cases}
        for number in range(options.runs + 1):
            for name, (arguments, path) in cases.items():
                taken = processor_time(arguments, path)
                if number:
                    times[name].append(taken)
    empty = statistics.median(times[EMPTY])
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:<32}{median * 1000:>8.1f} ms{median / empty:>7.1f}   (n = {options.runs})")


def processor_time(arguments: list[str], path: str) -> float:
    """The processor seconds of one Python process, with a folder of modules before all others."""
    environment = {**os.environ, "PYTHONPATH": path}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    main()
