"""Whether lm-evaluation-harness takes the same choice in every item of a bank.

    python -m benchmarks.harness_choices bank.dev --model ./folder --lm-eval /path/to/env/bin/python
    python -m benchmarks.harness_choices bank.dev --tiny --lm-eval /path/to/env/bin/python

The harness goes into an environment of its own (`python -m venv env; env/bin/pip install lm-eval
accelerate` with the same torch and transformers). Both get the items as `--protocol bank` puts them
with choices concatenated, in the order of the first draw: here through the participant, as a run
asks it; there as a task of its own kind (`multiple_choice`, read from a file of JSON lines), by its
own command. Its `acc` takes the choice with the highest sum, which is our reading `sum`, and its
`acc_norm` the highest sum per character, `character`. `--begins` makes the tiny model's tokenizer
put a token before each text. Ends with 1 if a choice differs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dsl.expand import Expander, cells
from dsl.experiment import METHOD, Method, Protocol
from dsl.loading import load
from dsl.protocol import under
from runners.engine.session import NextCall, call_of, first_calls
from runners.participants.base import Call, Reply, Settings
from runners.participants.hf.participant import LocalModel

TASK = "devrun_items"
TASK_FILE = """\
task: {task}
dataset_path: json
dataset_kwargs:
  data_files:
    test: {items}
test_split: test
output_type: multiple_choice
doc_to_text: prompt
doc_to_choice: choices
doc_to_target: gold
target_delimiter: " "
metric_list:
  - metric: acc
  - metric: acc_norm
"""


@dataclass(frozen=True)
class Chosen:
    """Of one item the log-likelihood of each choice, and the places of those taken by its sum and
    by its sum per character.
    """

    sums: tuple[float, ...]
    acc: int
    acc_norm: int


def items(script: Path) -> list[NextCall]:
    """The call for each item, its choices concatenated."""
    loaded = load(script)
    if loaded.experiment is None:
        sys.exit(f"{script} has errors: devrun check {script}")
    experiment = under(loaded.experiment, Protocol.BANK)
    if not experiment.design.protocol.of_items:
        sys.exit(f"{script} has no bank that can be asked by a protocol")
    here = (METHOD, Method.CONCATENATED.value)
    cell = next(one for one in cells(experiment) if here in one.levels)
    return list(first_calls(Expander(experiment).trial(cell, draw=1)))


def chosen(options: Sequence[str], sums: Sequence[float]) -> Chosen:
    """The highest of each; the first of several that are as high, as in the harness."""
    by_length = [one / len(option) for option, one in zip(options, sums, strict=True)]
    acc, acc_norm = sums.index(max(sums)), by_length.index(max(by_length))
    return Chosen(tuple(sums), acc, acc_norm)


def ours(model: str, calls: Sequence[Call]) -> list[Chosen]:
    """Through the participant, all items at once."""
    local = LocalModel(model, Settings(0.0, params=(("dtype", "float32"), ("device", "cpu"))))

    async def every() -> list[Reply]:
        try:
            return list(await asyncio.gather(*(local.ask(one) for one in calls)))
        finally:
            await local.aclose()

    rows = [json.loads(one.raw)["likelihoods"]["options"] for one in asyncio.run(every())]
    return [
        chosen(call.options, [one["sum"] for one in row])
        for call, row in zip(calls, rows, strict=True)
    ]


def theirs(python: str, model: str, calls: Sequence[Call], folder: Path) -> list[Chosen]:
    """Through the harness's own command, from the samples that it logs."""
    lines = [
        json.dumps(
            {
                "number": number,
                "prompt": one.messages[-1].text.removesuffix(" "),
                "choices": list(one.options),
                "gold": 0,
            },
            ensure_ascii=False,
        )
        for number, one in enumerate(calls)
    ]
    (folder / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "items.yaml").write_text(
        TASK_FILE.format(task=TASK, items=json.dumps(str(folder / "items.jsonl"))), encoding="utf-8"
    )
    arguments = f"pretrained={Path(model).resolve()},dtype=float32"
    command = [
        *(python, "-m", "lm_eval", "--model", "hf", "--model_args", arguments, "--device", "cpu"),
        *("--tasks", TASK, "--include_path", str(folder), "--batch_size", "16"),
        *("--output_path", str(folder / "out"), "--log_samples"),
    ]
    home = {"HF_HOME": str(folder / "home"), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    subprocess.run(command, check=True, env={**os.environ, **home}, stdout=sys.stderr)
    (samples,) = (folder / "out").rglob(f"samples_{TASK}_*.jsonl")
    rows = [json.loads(line) for line in samples.read_text(encoding="utf-8").splitlines()]
    rows.sort(key=lambda row: int(row["doc"]["number"]))
    return [
        chosen(row["doc"]["choices"], [float(one[0]) for one in row["filtered_resps"]])
        for row in rows
    ]


def compare(mine: Sequence[Chosen], other: Sequence[Chosen]) -> bool:
    """Prints how far both agree; whether every choice is the same."""
    pairs = [*zip(mine, other, strict=True)]
    apart = max(abs(a - b) for one, two in pairs for a, b in zip(one.sums, two.sums, strict=True))
    print(f"{len(pairs)} items; log-likelihoods of choices differ by at most {apart:.2g}")
    for name in ("acc", "acc_norm"):
        same = sum(getattr(one, name) == getattr(two, name) for one, two in pairs)
        print(f"{name}: the same choice in {same} of {len(pairs)}")
    return all((one.acc, one.acc_norm) == (two.acc, two.acc_norm) for one, two in pairs)


def main() -> None:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("script", type=Path, help="a script with a bank")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--model", help="the folder of a base model")
    which.add_argument("--tiny", action="store_true", help="a tiny model of random weights")
    parser.add_argument("--begins", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--lm-eval", metavar="PYTHON", required=True, help="its environment")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder, model = Path(scratch), given.model
        if given.tiny:
            from tests.tiny_models import tiny

            made = tiny(
                folder / "tiny", kind="llama", chat=False, words=True, begins=given.begins,
                reach=2048,
            )  # fmt: skip
            model = str(made)
        calls = [call_of(step, weighs=True) for step in items(given.script)]
        same = compare(ours(model, calls), theirs(given.lm_eval, model, calls, folder))
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
