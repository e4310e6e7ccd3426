"""What tests of batches share: a script in which words depend on replies, and who answers it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from batch_double import Answer, answered_file

from runners.participants.double import KEY
from runners.participants.double.formats import Request
from runners.store.records import CallRecord
from runners.store.store import Store
from tests.here import Here, here
from tests.steered_scripts import SNACKS_HEAD

SCRIPT = (
    SNACKS_HEAD.format(runs=2)
    + """\
        test take
            ask: {Ida} likes the {cookie}, not the {carrot}. Which one does {Ida} take?
            choices rotated:
                the {carrot}
                the {cookie}
            answer: the {cookie}
            wrong: the {carrot}
            then
                right: Well done.
                unclear, ask again at most 1 time: Please name one of the two.
                otherwise: That is not the one.
        when take was wrong
            record why
                ask: Why do you think so?
        control story
            ask: Who was the story about?
            answer: {Ida}
"""
)
KEYS = {"OPENAI_API_KEY": KEY, "ANTHROPIC_API_KEY": KEY, "GEMINI_API_KEY": KEY}
MODELS = ("openai/gpt-9", "openai/responses/gpt-9", "anthropic/claude-9", "google/gemini-9")


def said(request: Request) -> str:
    """The same words for the same conversation: right, wrong or unclear."""
    told = request.messages
    draw = random.Random(json.dumps(told))
    asked = told[-1][1]
    if "Which one" in asked or "name one" in asked:
        words = [word.strip(".,?") for word in told[0][1].split()]
        return draw.choice(["I do not know.", f"The {words[3]}.", f"The {words[6]}."])
    return "Since she likes it."


def desk(folder: Path, script: str = SCRIPT, more: Mapping[str, str] = KEYS) -> Here:
    """A folder with the script, in which commands are run with these variables."""
    shell = here(folder)
    (folder / "snacks.dev").write_text(script, encoding="utf-8")
    return Here(shell.folder, {**shell.environment, **more}, plain=True)


def by_files(shell: Here, *models: str, answer: Answer = said, rounds: int = 9) -> int:
    """Ask everything by files; gives how many rounds it took."""
    asked = [word for model in models for word in ("-m", model)]
    for number in range(rounds):
        made = shell.run("batch", "out", "snacks.dev", *asked, "--to", "calls")
        if not made.stdout.strip() or "nothing to ask" in made.stdout:
            return number
        answer_files(shell.folder / "calls", answer)
        shell.run("batch", "in", "calls")
    raise AssertionError("it does not end")


def answer_files(folder: Path, answer: Answer = said) -> list[dict[str, Any]]:
    """Answer every file of requests once, the lines shuffled over all; gives the lines."""
    lines: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.requests.jsonl")):
        lines += answered_file(path.read_bytes(), answer)
        path.rename(path.with_suffix(".sent"))
    random.Random(1).shuffle(lines)
    written = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "results.jsonl").write_text(written, encoding="utf-8")
    return lines


def stored(folder: Path) -> dict[str, CallRecord]:
    """Every call in the store of a folder, by key."""
    with Store.open(str(folder / "devrun.sqlite"), reading=True) as store:
        return {one.key: one for one in store.calls_of(store.study().id)}


def record(one: CallRecord) -> Mapping[str, object]:
    """A call without what differs between two ways of asking: times, names, the batch."""
    names = ("sitting", "place", "messages", "text", "finish", "requested", "sent", "outcome",
             "model_returned", "input_tokens", "output_tokens", "reader", "tries")  # fmt: skip
    return {**{name: getattr(one, name) for name in names}, "raw": json.loads(one.raw)}
