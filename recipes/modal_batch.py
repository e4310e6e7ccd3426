"""Answers the request files of `devrun batch out` with vLLM on Modal, one GPU a share.

    modal run recipes/modal_batch.py --folder calls --model Qwen/Qwen3-4B --shares 4
    devrun batch in calls

Each function gets its share of the lines and gives back its results, which are written into the
folder as they come. Of a function that ends early, what it has answered comes back. Lines that have
a result in the folder are passed over: to go on, give the same command again.
"""

import json
import subprocess
import tempfile
import uuid
from itertools import pairwise
from pathlib import Path

import modal

app = modal.App("devrun")
image = modal.Image.debian_slim(python_version="3.12").uv_pip_install("vllm>=0.33,<0.40")
weights = modal.Volume.from_name("huggingface", create_if_missing=True)
LONGEST = 4 * 60 * 60  # seconds


@app.function(gpu="L4", image=image, volumes={"/root/.cache/huggingface": weights}, timeout=LONGEST)
def answered(requests: bytes, model: str) -> bytes:
    """The results of these requests, a line each; without those that were not answered in time."""
    with tempfile.TemporaryDirectory() as folder:
        given, results = Path(folder, "requests.jsonl"), Path(folder, "results.jsonl")
        given.write_bytes(requests)
        results.touch()
        command = ["vllm", "run-batch", "--input-file", given, "--output-file", results]
        try:
            ended = subprocess.run([*command, "--model", model], timeout=LONGEST - 300, check=False)
        except subprocess.TimeoutExpired:
            return results.read_bytes()
        found = results.read_bytes()
        if ended.returncode and not found:
            raise RuntimeError(f"vllm run-batch ended with {ended.returncode}; see its log above")
        return found


def unanswered(folder: Path) -> list[bytes]:
    """The lines of the request files that have no result in the folder yet."""
    done = set()
    for line in (line for one in folder.glob("*.results.jsonl") for line in one.open("rb")):
        try:
            done.add(json.loads(line)["custom_id"])
        except ValueError:
            continue  # cut off
    lines = (line for one in sorted(folder.glob("*.requests.jsonl")) for line in one.open("rb"))
    return [line for line in lines if json.loads(line)["custom_id"] not in done]


@app.local_entrypoint()
def main(folder: str, model: str, shares: int = 1) -> None:
    """Sends out what is to be answered in the folder, and writes what comes back."""
    lines = unanswered(Path(folder))
    at = [len(lines) * number // shares for number in range(shares + 1)]
    parts = [b"".join(lines[a:b]) for a, b in pairwise(at) if a < b]
    run = uuid.uuid4().hex[:8]
    asked = [(one, model) for one in parts]
    for number, results in enumerate(answered.starmap(asked, return_exceptions=True)):
        if isinstance(results, bytes):
            Path(folder, f"modal-{run}-{number}.results.jsonl").write_bytes(results)
        else:
            print(f"share {number + 1} of {len(parts)} failed: {results}")
