"""How fast calls go into request files and results come out of them, and in how much memory.

    python -m benchmarks.batches [--calls 100000] [--store URL]
    python -m benchmarks.batches --calls 3000 --kills 20

A script with three questions on copies of a conversation is written to files by `devrun batch out`,
with enough draws for so many calls to `vllm/double`. Every line is answered (a line of about 600
bytes, shuffled over the files), and `devrun batch in` reads the answers. `bare` is a loop that
reads the same lines with `json` and inserts the same rows into the same table of an empty SQLite
file, 50,000 in a transaction. Each is a process of its own; wall and processor time and the largest
memory are those of the process.

With `--kills` the commands are killed (`kill -9`) at random moments, and the same command goes on;
a tenth of the lines come twice. It begins again with an empty folder until so many kills have hit a
running process. Counted are calls in two files, calls in none, replies that are lost or doubled,
and calls that still wait. Transactions are small, so that there are many: 300 calls, or 400 lines.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from itertools import islice, repeat
from pathlib import Path

SMALL = """\
import runners.batches.frontier, runners.batches.results, runners.batches.writing
from runners.main import main
runners.batches.frontier._CHUNK = 100
runners.batches.results._CHUNK = 400
runners.batches.writing._AT_ONCE = 300
main()
"""
ROOT = Path(__file__).resolve().parent.parent
EACH = 3
SCRIPT = """\
experiment Batches
things
    cup: {words}
design
    runs {runs}
    wording permuted
procedure
    say: Otto puts the {{cup}} into the basket and goes out. It is moved to the box.
    separately
        test look
            ask: Where will Otto look for the {{cup}} first?
            answer: basket
            wrong: box
        test real
            ask: Where is the {{cup}} really?
            answer: box
            wrong: basket
        test first
            ask: Where was the {{cup}} at first?
            answer: basket
            wrong: box
"""
REPLY = "He will look in the basket, since he does not know that it was moved to the box. " * 2


def main() -> None:
    """Measure the commands, or kill them, and print a line each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--calls", type=int, default=100_000)
    options.add_argument("--store", default="")
    options.add_argument("--kills", type=int, default=0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--bare", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.bare:
        _bare(given.bare)
        return
    dice, hits = random.Random(given.seed), 0
    while not given.kills or hits < given.kills:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            runs = -(-given.calls // EACH)
            words = ", ".join(f"cup{number}" for number in range(50))
            script = SCRIPT.format(runs=runs, words=words)
            (folder / "batches.dev").write_text(script, encoding="utf-8")
            store = ["--store", given.store] if given.store else []
            out = ("batch", "out", "batches.dev", "-m", "vllm/double", "--to", "calls", *store)
            if given.kills:
                left = given.kills - hits
                hits += _killed(folder, out, runs * EACH, -(-left // 2), dice)
                print(f"{hits} kills have hit a running process", flush=True)
                continue
            _measured("out", ("runners.main", *out), folder, runs * EACH)
            _answered(folder / "calls")
            if not store:
                bare = ("benchmarks.batches", "--bare", str(folder))
                _measured("bare", bare, folder, runs * EACH)
            _measured("in", ("runners.main", "batch", "in", "calls", *store), folder, runs * EACH)
            return


def _measured(what: str, words: tuple[str, ...], folder: Path, calls: int) -> None:
    """Run a command and print its figures."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    begun = time.perf_counter()
    command = [sys.executable, "-m", *words]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    if status:
        raise SystemExit(f"`{' '.join(words)}` ended with {status}")
    busy = used.ru_utime + used.ru_stime
    print(
        f"{what:>4}: {calls:,} calls in {wall:.1f} s ({calls / wall:,.0f} a second), "
        f"{busy:.1f} s of processor time ({calls / busy:,.0f} a second), "
        f"{used.ru_maxrss / 1024:,.0f} MB at most",
        flush=True,
    )


def _bare(folder: Path) -> None:
    """Store the answers of a folder without devrun."""
    with (
        closing(sqlite3.connect(folder / "devrun.sqlite")) as ledger,
        closing(sqlite3.connect(folder / "bare.sqlite")) as store,
    ):
        store.execute("PRAGMA journal_mode=WAL")
        store.execute("PRAGMA synchronous=FULL")
        store.execute("PRAGMA cache_size=-65536")
        tables = "SELECT sql FROM sqlite_master WHERE tbl_name = 'calls' AND sql IS NOT NULL"
        for (made,) in ledger.execute(f"{tables} ORDER BY type DESC"):
            store.execute(made)
        trial = "participant, experiment, levels, wording, draw, sample"
        asked = {
            row[0]: row[1:]
            for row in ledger.execute(
                f"SELECT call, sitting, {trial}, place, messages, requested, sent, batch "
                "FROM batch_calls JOIN study_trials USING (sitting)"
            )
        }
        names = (
            f"sitting, {trial}, place, messages, requested, sent, batch, call, text, finish, raw, "
            "model_returned, request_id, input_tokens, output_tokens, latency_s, tries, simulated, "
            "tool_version, at"
        )
        marks = ", ".join("?" * len(names.split(", ")))
        with (folder / "calls" / "answers.jsonl").open(encoding="utf-8") as file:
            while some := list(islice(file, 50_000)):
                with store:
                    store.executemany(
                        f"INSERT INTO calls ({names}) VALUES ({marks})",
                        map(_row, some, repeat(asked)),
                    )


def _row(line: str, asked: dict[str, tuple[object, ...]]) -> tuple[object, ...]:
    """The row of a line."""
    told = json.loads(line)
    key, response = told["custom_id"], told["response"]
    body = response["body"]
    (choice,), used = body["choices"], body["usage"]
    return (
        *asked[key], key, choice["message"]["content"], choice["finish_reason"], json.dumps(body),
        body["model"], response["request_id"], used["prompt_tokens"], used["completion_tokens"],
        0.0, 1, False, "", "",
    )  # fmt: skip


def _killed(folder: Path, out: tuple[str, ...], calls: int, kills: int, dice: random.Random) -> int:
    """Kill each command so often, and print what came of it; gives how many kills hit."""
    hits = done = _again_and_again(
        folder, out, "batch_calls", step=calls // (kills + 2), kills=kills, dice=dice
    )
    keys = _keys(folder / "calls")
    print(
        f"out: {done} kills; {len(keys):,} calls in files, {len(keys) - len(set(keys))} doubled, "
        f"{calls - len(set(keys))} missing",
        flush=True,
    )
    _answered(folder / "calls", twice=0.1)
    done = _again_and_again(
        folder, ("batch", "in", "calls"), "calls", step=calls // (kills + 2), kills=kills, dice=dice
    )
    stored = _counted(folder, "SELECT count(*) FROM calls")
    distinct = _counted(folder, "SELECT count(DISTINCT call) FROM calls")
    waiting = _counted(folder, "SELECT count(*) FROM batch_calls")
    print(
        f" in: {done} kills; {stored:,} replies stored, {stored - distinct} doubled, "
        f"{calls - distinct} lost, {waiting} calls wait",
        flush=True,
    )
    return hits + done


def _again_and_again(
    folder: Path, words: tuple[str, ...], table: str, *, step: int, kills: int, dice: random.Random
) -> int:
    """Kill a command so often, each time a while after it has added some rows to a table, then let
    it end; gives how often it was killed.
    """
    count, done = f"SELECT count(*) FROM {table}", 0
    for number in range(kills + 1):
        process = subprocess.Popen(
            [sys.executable, "-c", SMALL, *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        if number < kills:
            goal = _counted(folder, count) + dice.randint(0, step)
            while process.poll() is None and _counted(folder, count) < goal:
                time.sleep(0.02)
            time.sleep(dice.uniform(0, 0.3))
            done += process.poll() is None
            process.kill()
        said = process.communicate()[1].decode()
        if "Traceback" in said or (number == kills and process.returncode):
            raise SystemExit(said)
    return done


def _counted(folder: Path, query: str) -> int:
    """The answer to a question about the store; 0 where there is none yet."""
    try:
        with closing(sqlite3.connect(f"file:{folder / 'devrun.sqlite'}?mode=ro", uri=True)) as one:
            return int(one.execute(query).fetchone()[0])
    except sqlite3.Error:
        return 0


def _keys(folder: Path) -> list[str]:
    """The key of each call in the request files."""
    keys = []
    for path in sorted(folder.glob("*.requests.jsonl")):
        with path.open(encoding="utf-8") as file:
            keys += [json.loads(line)["custom_id"] for line in file]
    return keys


def _answered(folder: Path, *, twice: float = 0.0) -> None:
    """Answer every line of the request files, in any order, and a share of them `twice`."""
    message = {"role": "assistant", "content": REPLY}
    body = {
        "id": "chatcmpl-double",
        "object": "chat.completion",
        "created": 1_750_000_000,
        "model": "double",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": {"prompt_tokens": 60, "completion_tokens": 40, "total_tokens": 100},
    }
    response = {"status_code": 200, "request_id": "vllm-double", "body": body}
    keys = _keys(folder)
    keys += keys[: int(twice * len(keys))]
    random.Random(1).shuffle(keys)
    with (folder / "answers.jsonl").open("w", encoding="utf-8") as file:
        for key in keys:
            line = {"id": "batch", "custom_id": key, "response": response, "error": None}
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
