"""Tokens a second written and options a second weighed: here, by transformers itself, and by
lm-evaluation-harness.

    python benchmarks/local_models.py --model Qwen/Qwen3-4B --lm-eval /path/to/env/bin/python
    python benchmarks/local_models.py --made 4B --device cuda --dtype bfloat16 --temperature 1
    python benchmarks/local_models.py --made tiny

All sides get the same model, type of numbers, device, batch and texts, one after the other, each in
a process of its own that loads and warms up before the clock starts. The texts are stories with two
questions each, as forks of one trial are; all go on with the text up to a blank line, and weigh
four answers to each question. The sides are devrun; `generate` of transformers with batches of the
same size, each of which ends with its longest reply; transformers' continuous batching; and, with
`--lm-eval`, the harness in an environment of its own (`python -m venv env; env/bin/pip install
lm-eval accelerate` with the same torch and transformers), which writes greedily only.

`--made` makes a model of random weights on the spot: `tiny` tries the script without a GPU, and
what it prints says little about larger models; `4B` has the shape of Qwen3-4B. One in a hundred of
its tokens ends a reply, so that with `--temperature 1` replies have unequal lengths, about 100
tokens on average, as those of trained models do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain, islice, product
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
    temperature: float
    prompts: tuple[str, ...]
    options: tuple[str, ...] = OPTIONS


@dataclass(frozen=True)
class Done:
    """Seconds for each part, tokens written, and what was said and chosen."""

    writing_s: float
    tokens: int
    weighing_s: float | None
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
    model = LocalModel(work.model, Settings(work.temperature, work.tokens, tuple(params.items())))

    def call(prompt: str, options: tuple[str, ...] = (), seed: int = 0) -> Call:
        asked = (Message(Role.USER, prompt.removesuffix("\n\n")),)
        return Call("key", asked, seed=seed, options=options)

    async def every(calls: list[Call]) -> tuple[float, list[Reply]]:
        begun = time.perf_counter()
        replies = await asyncio.gather(*(model.ask(one) for one in calls))
        return time.perf_counter() - begun, list(replies)

    async def main() -> Done:
        await every([call(f"Once. {prompt}", work.options) for prompt in work.prompts[:WARM_UP]])
        await every([call(f"Once. {prompt}") for prompt in work.prompts[:WARM_UP]])
        weighing_s, weighed = await every([call(one, work.options) for one in work.prompts])
        writing_s, written = await every(
            [call(one, seed=seed) for seed, one in enumerate(work.prompts)]
        )
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


def library(work: Work, *, continuous: bool) -> Done:
    """Through transformers alone: `generate`, or its continuous batching."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig

    tokenizer = AutoTokenizer.from_pretrained(work.model)
    model = AutoModelForCausalLM.from_pretrained(work.model, dtype=getattr(torch, work.dtype))
    model = model.to(work.device).eval()
    shipped = GenerationConfig.from_pretrained(work.model)
    how = GenerationConfig(
        do_sample=work.temperature > 0,
        temperature=work.temperature or None,
        top_k=0,
        max_new_tokens=work.tokens,
        eos_token_id=shipped.eos_token_id,
        pad_token_id=0,
    )
    ends = shipped.eos_token_id
    ends = set(ends) if isinstance(ends, list) else {ends}

    def in_batches(rows: list[list[int]]) -> list[list[int]]:
        found = []
        for start in range(0, len(rows), work.batch):
            part = rows[start : start + work.batch]
            width = max(map(len, part))
            tokens = [[0] * (width - len(row)) + row for row in part]
            mask = [[0] * (width - len(row)) + [1] * len(row) for row in part]
            written = model.generate(
                input_ids=torch.tensor(tokens, device=model.device),
                attention_mask=torch.tensor(mask, device=model.device),
                generation_config=how,
            )
            found += [row[width:] for row in written.tolist()]
        return found

    def write(texts: tuple[str, ...]) -> list[list[int]]:
        rows = [tokenizer.encode(text) for text in texts]
        if continuous:
            from transformers import ContinuousBatchingConfig

            of_a_batch = ContinuousBatchingConfig(max_requests_per_batch=work.batch)
            replies = model.generate_batch(
                rows, how, continuous_batching_config=of_a_batch, progress_bar=False
            )
            found = [one.generated_tokens for one in replies.values()]
        else:
            with torch.inference_mode():
                found = in_batches(rows)
        cut = [next((at for at, one in enumerate(row) if one in ends), len(row)) for row in found]
        return [row[:end] for row, end in zip(found, cut, strict=True)]

    write(tuple(f"Once. {text}" for text in work.prompts[:WARM_UP]))
    begun = time.perf_counter()
    written = write(work.prompts)
    writing_s = time.perf_counter() - begun
    said = [tokenizer.decode(row).partition("\n\n")[0] for row in written]
    return Done(writing_s, sum(map(len, written)), None, said, [])


SIZES: dict[str, dict[str, int]] = {
    "tiny": {
        "hidden_size": 512,
        "intermediate_size": 1408,
        "num_hidden_layers": 6,
        "num_attention_heads": 8,
        "num_key_value_heads": 8,
        "head_dim": 64,
    },
    "4B": {
        "hidden_size": 2560,
        "intermediate_size": 9728,
        "num_hidden_layers": 36,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "head_dim": 128,
    },
}
"""Shapes of models of random weights, the second that of Qwen3-4B."""
VOCABULARY = {"tiny": 4_000, "4B": 151_936}


def made(folder: Path, size: str, dtype: str, device: str) -> Path:
    """A model of random weights, and a tokenizer whose tokens are up to three letters."""
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    vocabulary = VOCABULARY[size]
    spelled(folder, vocabulary)
    torch.manual_seed(1)
    torch.set_default_dtype(getattr(torch, dtype))
    shape = Qwen3Config(
        **SIZES[size],
        vocab_size=vocabulary,
        max_position_embeddings=4096,
        tie_word_embeddings=True,
        bos_token_id=0,
        eos_token_id=[1, *range(300, vocabulary, 100)],
    )
    with torch.device(device):
        model = Qwen3ForCausalLM(shape)
    model.save_pretrained(folder)
    return folder


def spelled(folder: Path, size: int) -> None:
    """A tokenizer of so many tokens: bytes, then pairs of letters, then threes."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens = ["<|begin|>", "<|end|>", *alphabet]
    letters = [one for one in alphabet if one.isascii()] + ["\u0120"]  # the space
    pairs = list(product(letters, letters))
    threes = (("".join(pair), one) for pair in pairs for one in letters)
    merges = list(islice(chain(pairs, threes), size - len(tokens)))
    tokens += ["".join(merge) for merge in merges]
    spelling = Tokenizer(models.BPE({token: at for at, token in enumerate(tokens)}, merges))
    spelling.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    spelling.decoder = decoders.ByteLevel()
    PreTrainedTokenizerFast(
        tokenizer_object=spelling, bos_token="<|begin|>", eos_token="<|end|>"
    ).save_pretrained(folder)


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


def compare(work: Work, harness: str | None, sides: Sequence[str]) -> None:
    """Runs the sides and prints the table."""
    print(
        f"{work.model}, {work.dtype}, {work.device}, batch {work.batch}, temperature "
        f"{work.temperature:g}: {len(work.prompts)} prompts, at most {work.tokens} tokens"
    )
    print(f"{'':<24}{'tokens':>10}{'tokens/s':>10}{'ratio':>8}{'options/s':>12}{'ratio':>8}")
    mine = None
    for side in sides:
        found = in_a_process(
            harness or sys.executable if side == HARNESS else sys.executable, side, work
        )
        mine = mine or found
        written = found.tokens / found.writing_s
        line = f"{side:<24}{found.tokens:>10}{written:>10.1f}"
        line += f"{mine.tokens / mine.writing_s / written:>8.2f}"
        if found.weighing_s is not None and mine.weighing_s is not None:
            weighed = len(work.prompts) * len(work.options) / found.weighing_s
            line += f"{weighed:>12.1f}{found.weighing_s / mine.weighing_s:>8.2f}"
        print(line, flush=True)
        if found is not mine:
            said = sum(a.strip() == b.strip() for a, b in zip(mine.said, found.said, strict=True))
            chosen = sum(a == b for a, b in zip(mine.chosen, found.chosen, strict=False))
            print(
                f"  same words as devrun: {said} of {len(mine.said)}"
                + (f"; same option: {chosen} of {len(mine.chosen)}" if found.chosen else "")
            )


def main() -> None:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--model", help="a repository, or a folder written with ./ or /")
    which.add_argument("--made", choices=SIZES, help="random weights of this size")
    parser.add_argument("--lm-eval", metavar="PYTHON", help="the harness's environment")
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--device", default="cpu", help="cuda on a GPU")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--tokens", type=int, default=48, help="of a reply, at most")
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--stories", type=int, default=32)
    parser.add_argument("--sides", nargs="+", choices=SIDES, help="only these")
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.side:
        read = json.loads(sys.stdin.read())
        work = Work(
            **{**read, "prompts": tuple(read["prompts"]), "options": tuple(read["options"])}
        )
        print(json.dumps(asdict(SIDES[given.side](work))))
        return
    with tempfile.TemporaryDirectory() as scratch:
        model = given.model
        if given.made:
            model = str(made(Path(scratch) / given.made, given.made, given.dtype, given.device))
        if model is None:
            parser.error("give --model or --made")
        compare(
            Work(
                model,
                given.dtype,
                given.device,
                given.batch,
                given.tokens,
                given.temperature,
                prompts(given.stories),
            ),
            given.lm_eval,
            given.sides or [side for side in SIDES if side != HARNESS or given.lm_eval],
        )


HARNESS = "lm-evaluation-harness"
SIDES: dict[str, Callable[[Work], Done]] = {
    "devrun hf/": ours,
    "generate": partial(library, continuous=False),
    "continuous batching": partial(library, continuous=True),
    HARNESS: theirs,
}

if __name__ == "__main__":
    main()
