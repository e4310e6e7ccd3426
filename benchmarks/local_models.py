"""Tokens a second written and options a second weighed, here and in lm-evaluation-harness.

    python benchmarks/local_models.py --model Qwen/Qwen3-4B --lm-eval /path/to/env/bin/python
    python benchmarks/local_models.py --tiny --lm-eval /path/to/env/bin/python

The harness goes into an environment of its own (`python -m venv env; env/bin/pip install lm-eval
accelerate` with the same torch and transformers). Both get the same model, type of numbers, device,
batch and texts, one after the other, each in a process of its own that loads and warms up before
the clock starts. The texts are stories with two questions each, as forks of one trial are; both go
on with the text greedily, up to a blank line, and both weigh four answers to each question.
`--tiny` makes a model of 20 million random weights on the spot, to try the script without a GPU:
what it prints says little about larger models. Without `--lm-eval` only our side is run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = ("In the basket.", "In the box.", "Under the bed, where it was.", "Nobody can know.")
WARM_UP = 4


@dataclass(frozen=True)
class Work:
    """What both sides do. `prompts` end where an answer begins."""

    model: str
    dtype: str
    device: str
    batch: int
    tokens: int
    prompts: tuple[str, ...]
    options: tuple[str, ...] = OPTIONS


@dataclass(frozen=True)
class Done:
    """Seconds for each part, tokens written, and what was said and chosen."""

    writing_s: float
    tokens: int
    weighing_s: float
    said: list[str]
    chosen: list[int]


def prompts(stories: int) -> tuple[str, ...]:
    """Two questions on each of so many stories."""
    found = []
    names = ("Sally", "Anne", "Mary", "John", "Ben", "Lucy", "Tom", "Nina")
    things = ("marble", "coin", "shell", "key", "ring")
    for number in range(stories):
        name, other = names[number % 8], names[(number + 1 + number // 8) % 8]
        thing = things[number % 5]
        story = (
            f"This is story {number}. {name} has a {thing}. {name} puts the {thing} into the "
            f"basket, covers it with a cloth, and goes out to play in the garden. While {name} is "
            f"away, {other} comes in and looks around. {other} takes the {thing} out of the basket "
            f"and puts it into the box beside the window. Then {other} leaves, too, and closes the "
            f"door. After a while {name} comes back and wants to have the {thing}."
        )
        found += [
            f"{story}\n\nWhere will {name} look for the {thing} first?\n\n",
            f"{story}\n\nWhere is the {thing} now?\n\n",
        ]
    return tuple(found)


def ours(work: Work) -> Done:
    """Through the participant, as a run asks it."""
    sys.path.insert(0, str(ROOT))
    from runners.participants.base import Call, Message, Reply, Role, Settings
    from runners.participants.hf.participant import LocalModel

    params = {
        "dtype": work.dtype,
        "device": work.device,
        "batch": work.batch,
        "template": "completion",
        "likelihood": "sum",
    }
    model = LocalModel(work.model, Settings(0.0, work.tokens, tuple(params.items())))

    def call(prompt: str, options: tuple[str, ...] = ()) -> Call:
        return Call("key", (Message(Role.USER, prompt.removesuffix("\n\n")),), options=options)

    async def every(calls: list[Call]) -> tuple[float, list[Reply]]:
        begun = time.perf_counter()
        replies = await asyncio.gather(*(model.ask(one) for one in calls))
        return time.perf_counter() - begun, list(replies)

    async def main() -> Done:
        await every([call(f"Once. {prompt}", work.options) for prompt in work.prompts[:WARM_UP]])
        await every([call(f"Once. {prompt}") for prompt in work.prompts[:WARM_UP]])
        weighing_s, weighed = await every([call(one, work.options) for one in work.prompts])
        writing_s, written = await every([call(one) for one in work.prompts])
        await model.aclose()
        return Done(
            writing_s,
            sum(reply.output_tokens or 0 for reply in written),
            weighing_s,
            [reply.text for reply in written],
            [work.options.index(reply.text) if reply.text else -1 for reply in weighed],
        )

    return asyncio.run(main())


def theirs(work: Work) -> Done:
    """Through the harness's own class for models of transformers."""
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM

    model = HFLM(pretrained=work.model, dtype=work.dtype, device=work.device, batch_size=work.batch)

    def write(texts: tuple[str, ...]) -> list[str]:
        how = {"until": ["\n\n"], "max_gen_toks": work.tokens, "do_sample": False}
        asked = [
            Instance("generate_until", {}, (text, how), number) for number, text in enumerate(texts)
        ]
        return list(model.generate_until(asked, disable_tqdm=True))

    def weigh(texts: tuple[str, ...]) -> list[int]:
        asked = [
            Instance("loglikelihood", {}, (text, option), number)
            for number, text in enumerate(texts)
            for option in work.options
        ]
        sums = [found for found, _ in model.loglikelihood(asked, disable_tqdm=True)]
        rows = [
            sums[start : start + len(work.options)]
            for start in range(0, len(sums), len(work.options))
        ]
        return [row.index(max(row)) for row in rows]

    warm = tuple(f"Once. {text}" for text in work.prompts[:WARM_UP])
    weigh(warm)
    write(warm)
    begun = time.perf_counter()
    chosen = weigh(work.prompts)
    weighing_s = time.perf_counter() - begun
    begun = time.perf_counter()
    said = write(work.prompts)
    writing_s = time.perf_counter() - begun
    tokens = sum(len(model.tokenizer.encode(text, add_special_tokens=False)) for text in said)
    return Done(writing_s, tokens, weighing_s, said, chosen)


def made(folder: Path) -> Path:
    """A model of 20 million random weights."""
    sys.path.insert(0, str(ROOT))
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    from tests.tiny_models import tokenizer

    size = tokenizer(folder, chat=False)
    torch.manual_seed(1)
    shape = LlamaConfig(
        vocab_size=size,
        hidden_size=512,
        intermediate_size=1408,
        num_hidden_layers=6,
        num_attention_heads=8,
        num_key_value_heads=8,
        max_position_embeddings=2048,
        initializer_range=0.08,
        bos_token_id=0,
        eos_token_id=1,
    )
    LlamaForCausalLM(shape).save_pretrained(folder)
    return folder


def in_a_process(python: str, side: str, work: Work) -> Done:
    """One side's figures; what it says on stderr goes through."""
    done = subprocess.run(
        [python, str(Path(__file__).resolve()), "--side", side],
        input=json.dumps(asdict(work)),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return Done(**json.loads(done.stdout.splitlines()[-1]))


def compare(work: Work, harness: str | None) -> None:
    """Runs the sides and prints the table."""
    device = work.device if work.device != "cpu" else "cpu (not yet run on a GPU)"
    print(f"{work.model}, {work.dtype}, {device}, batch {work.batch}: {len(work.prompts)} prompts")
    mine = in_a_process(sys.executable, "ours", work)
    sides = {"devrun hf/": mine}
    if harness is not None:
        sides["lm-evaluation-harness"] = in_a_process(harness, "theirs", work)
    print(f"{'':<24}{'tokens/s':>10}{'options/s':>12}")
    options = len(work.prompts) * len(work.options)
    for name, side in sides.items():
        written, weighed = side.tokens / side.writing_s, options / side.weighing_s
        print(f"{name:<24}{written:>10.1f}{weighed:>12.1f}")
    for other in list(sides.values())[1:]:
        writing = mine.tokens / mine.writing_s / (other.tokens / other.writing_s)
        print(f"{'ratio':<24}{writing:>10.2f}{other.weighing_s / mine.weighing_s:>12.2f}")
        chosen = sum(a == b for a, b in zip(mine.chosen, other.chosen, strict=True))
        said = sum(a.strip() == b.strip() for a, b in zip(mine.said, other.said, strict=True))
        print(
            f"same option: {chosen} of {len(mine.chosen)}; same words: {said} of {len(mine.said)}"
        )


def main() -> None:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--model", help="a repository, or a folder written with ./ or /")
    which.add_argument("--tiny", action="store_true", help="20 million random weights")
    parser.add_argument("--lm-eval", metavar="PYTHON", help="the harness's environment")
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--device", default="cpu", help="cuda on a GPU")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--tokens", type=int, default=48, help="of a reply, at most")
    parser.add_argument("--stories", type=int, default=32)
    parser.add_argument("--side", choices=("ours", "theirs"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.side:
        read = json.loads(sys.stdin.read())
        work = Work(
            **{**read, "prompts": tuple(read["prompts"]), "options": tuple(read["options"])}
        )
        print(json.dumps(asdict((ours if given.side == "ours" else theirs)(work))))
        return
    with tempfile.TemporaryDirectory() as scratch:
        model = str(made(Path(scratch) / "tiny")) if given.tiny else given.model
        if model is None:
            parser.error("give --model or --tiny")
        compare(
            Work(
                model, given.dtype, given.device, given.batch, given.tokens, prompts(given.stories)
            ),
            given.lm_eval,
        )


if __name__ == "__main__":
    main()
