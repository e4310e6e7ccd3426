"""How fast calls go into request files and results come out of them, and in how much memory.

    python -m benchmarks.batches [--calls 100000] [--store URL]

A script with three questions on copies of a conversation is written to files by `devrun batch out`,
with enough draws for so many calls to `vllm/double`. Every line is answered (a line of about 600
bytes, shuffled over the files), and `devrun batch in` reads the answers. Each of the two is a
process of its own; wall and processor time and the largest memory are those of the process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
    """Measure both and print a line each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--calls", type=int, default=100_000)
    options.add_argument("--store", default="")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = -(-given.calls // EACH)
        words = ", ".join(f"cup{number}" for number in range(50))
        script = SCRIPT.format(runs=runs, words=words)
        (folder / "batches.dev").write_text(script, encoding="utf-8")
        store = ["--store", given.store] if given.store else []
        out = ("batch", "out", "batches.dev", "-m", "vllm/double", "--to", "calls", *store)
        _measured("out", out, folder, runs * EACH)
        _answered(folder / "calls")
        _measured("in", ("batch", "in", "calls", *store), folder, runs * EACH)


def _measured(what: str, words: tuple[str, ...], folder: Path, calls: int) -> None:
    """Run a command and print its figures."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    begun = time.perf_counter()
    command = [sys.executable, "-m", "runners.main", *words]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    if status:
        raise SystemExit(f"`devrun {' '.join(words)}` ended with {status}")
    busy = used.ru_utime + used.ru_stime
    print(
        f"{what:>4}: {calls:,} calls in {wall:.1f} s ({calls / wall:,.0f} a second), "
        f"{busy:.1f} s of processor time ({calls / busy:,.0f} a second), "
        f"{used.ru_maxrss / 1024:,.0f} MB at most",
        flush=True,
    )


def _answered(folder: Path) -> None:
    """Answer every line of the request files, in any order."""
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
    keys = []
    for path in sorted(folder.glob("*.requests.jsonl")):
        with path.open(encoding="utf-8") as file:
            keys += [json.loads(line)["custom_id"] for line in file]
    random.Random(1).shuffle(keys)
    with (folder / "answers.jsonl").open("w", encoding="utf-8") as file:
        for key in keys:
            line = {"id": "batch", "custom_id": key, "response": response, "error": None}
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
