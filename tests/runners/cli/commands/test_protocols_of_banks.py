"""`--protocol` for banks: what is shown, planned and run, and what a base model's items come to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coders.matcher import match
from dsl.expand import Expander, cells
from dsl.experiment import Protocol
from dsl.loading import load
from dsl.protocol import under
from dsl.record import replace
from runners.analysis.likelihoods import likelihoods
from runners.participants.base import Call, Finish, Reply
from runners.participants.double import Double
from runners.store.store import Store
from runners.studies.study import opened_study
from tests.here import Here, here
from tests.runners.analysis.weighing_rooms import Weighing, weigh

SCRIPT = """\
experiment Small bank
bank items from items.json
    question from text
    choices from options
    answer from key, counted from 0
    group from ability
design
    scoring calibrated accuracy
procedure
    separately
        do items
"""
SIZES = {"constancy": 6, "planning": 7}


def written(folder: Path) -> Here:
    """A folder with a bank of two abilities, of two and of four choices; the second is right,
    in the first item of each the first."""
    items = [
        {
            "id": f"{ability} {number}",
            "text": f"Which word is {ability} {number}?",
            "options": [f"{ability} word {at}" for at in range(choices)],
            "key": int(number > 0),
            "ability": ability,
        }
        for (ability, size), choices in zip(SIZES.items(), (2, 4), strict=True)
        for number in range(size)
    ]
    (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    (folder / "bank.dev").write_text(SCRIPT, encoding="utf-8")
    return here(folder)


class Base(Weighing):
    """A base model: of concatenated choices the second is likeliest by every number, and of letters
    always A."""

    continues_text = True

    async def ask(self, call: Call) -> Reply:
        self.calls.append(call)
        rows = [
            {
                "text": option,
                "letter": call.letters[at] if call.letters else None,
                "tokens": 3,
                "characters": len(option),
                "sum": -abs(at - 1.0),
                "per_token": -abs(at - 1.0) / 3,
                "per_character": -abs(at - 1.0) / len(option),
                "against_bare_prompt": -abs(at - 1.0),
                "letter_sum": -1.0 - at if call.letters else None,
                "whole_tokens": 9,
                "per_token_of_whole": -abs(at - 1.0) / 9,
            }
            for at, option in enumerate(call.options)
        ]
        body = {"likelihoods": {"reading": call.reading, "prompt_tokens": 9, "options": rows}}
        text = call.options[0 if call.letters else 1]
        return Reply(text, Finish.STOP, raw=json.dumps(body))


def weighed(folder: Path) -> tuple[Here, Base]:
    """A study of a base model under the protocol of CogLM's code."""
    shell, model = written(folder), Base()
    loaded = load(folder / "bank.dev")
    assert loaded.experiment is not None
    asked = replace(loaded, experiment=under(loaded.experiment, Protocol.COGLM_CODE))
    with Store.open(str(folder / "devrun.sqlite")) as store:
        weigh(store, asked, model)
    return shell, model


PAGE = """\
Small bank, test/weighing: calibrated accuracy by method
                            concatenated                   letters
group            n  chance      by whole            95%  by letter            95%
─────────────────────────────────────────────────────────────────────────────────
constancy        6     50%          0.67  -0.34 to 1.00      -0.67  -1.00 to 0.34
planning         7     25%          0.81   0.22 to 1.00      -0.14  -0.33 to 0.44
mean of groups  13     38%          0.74   0.24 to 1.00      -0.40  -0.67 to 0.10
all items       13     37%          0.74   0.28 to 1.00      -0.38  -0.64 to 0.11

Small bank, test/weighing, concatenated: calibrated accuracy by reading
group            n  chance   sum  token  character  bare  whole
───────────────────────────────────────────────────────────────
constancy        6     50%  0.67   0.67       0.67  0.67   0.67
planning         7     25%  0.81   0.81       0.81  0.81   0.81
mean of groups  13     38%  0.74   0.74       0.74  0.74   0.74
all items       13     37%  0.74   0.74       0.74  0.74   0.74

Small bank, test/weighing, letters: calibrated accuracy by reading
group            n  chance  letter   sum  token  character  bare  whole
───────────────────────────────────────────────────────────────────────
constancy        6     50%   -0.67  0.67   0.67       0.67  0.67   0.67
planning         7     25%   -0.14  0.81   0.81       0.81  0.81   0.81
mean of groups  13     38%   -0.40  0.74   0.74       0.74  0.74   0.74
all items       13     37%   -0.38  0.74   0.74       0.74  0.74   0.74
"""


def test_every_message_is_shown_with_demonstrations_as_turns(tmp_path: Path) -> None:
    shell = written(tmp_path)
    (shown,) = shell.json("show", "bank.dev", "--protocol", "coglm-code", "--only", "written")
    turns = [(one["role"], one["text"]) for one in shown["turns"]]
    assert [role for role, _ in turns[:9]] == ["system", *["user", "assistant"] * 4]
    assert [text for role, text in turns if role == "assistant" and text is not None] == [
        rf"The answer is \boxed{{{letter}}}" for letter in "ADCB"
    ]
    assert turns[9] == (
        "user",
        "Question: Which word is constancy 0?\nOptions: A. constancy word 0 B. constancy word 1",
    )
    asked = shell.json("show", "bank.dev", "--protocol", "bank", "--only", "concatenated")[0]
    (first, *_) = [one for one in asked["turns"] if one["role"] == "user"]
    assert first["text"] == "Which word is constancy 0?\n\nAnswer: "
    told = shell.run("show", "bank.dev", "--protocol", "coglm-code", "--only", "concatenated")
    assert "text that a base model continues:" in told.stdout
    assert "mean per token of the whole text with each" in told.stdout


def test_a_base_model_has_no_cell_under_a_framing_that_asks_for_reasons(tmp_path: Path) -> None:
    shell = written(tmp_path)
    shown = shell.json("show", "bank.dev", "--protocol", "bank", "--framing", "reasons first")
    assert [one["levels"] for one in shown] == [
        {"framing": framing, "method": method}
        for framing, method in (
            ("none", "written"), ("none", "concatenated"), ("none", "letters"),
            ("reasons first", "written"),
        )
    ]  # fmt: skip
    (tmp_path / "poor.dev").write_text("framing poor\n    system: You never went to school.\n")
    told = shell.run(
        "show", "bank.dev", "--protocol", "bank", "--framing", "poor.dev", "--only", "poor"
    ).stdout
    assert told.count("start of the text that a base model continues:\n    You never went") == 2
    assert told.count("system prompt:\n    You never went") == 1


def test_who_writes_is_asked_once_and_nothing_by_likelihood(tmp_path: Path) -> None:
    shell = written(tmp_path)
    done = shell.run("bank.dev", "--protocol", "coglm-code", "-m", "sim/oracle")
    assert "1 trial: 1 completed; 13 calls made" in done.stderr
    scores = shell.json("score")
    assert (scores["protocol"], scores["planned"]) == ("coglm-code", 1)
    assert {one["condition"] for one in scores["trials"]} == {"written"}
    again = shell.run("bank.dev", "--protocol", "coglm-paper", "-m", "sim/oracle")
    assert "13 calls made" in again.stderr
    assert len(shell.json("studies")) == 2


def test_a_plan_counts_what_is_asked(tmp_path: Path) -> None:
    shell = written(tmp_path)
    told = shell.run("plan", "bank.dev", "--protocol", "coglm-paper", "-m", "sim/oracle").stdout
    assert (
        "items asked by method written; 1 run of each cell in original wording, by protocol "
        "coglm-paper."
    ) in told
    assert "1 cell x 1 run = 1 trial" in told
    assert shell.json("plan", "bank.dev", "--protocol", "bank")["trials"] == 10


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sally_anne", "--protocol", "bank"), "has no bank"),
        (("bank.dev", "--protocol", "coglm-code", "-m", "sim/oracle", "--only", "letters"),
         "nothing is asked of sim/oracle: it writes its answers, and --only leaves nothing that"),
        (("bank.dev", "--protocol", "coglm-code", "--framing", "reasons first", "-m", "sim/oracle"),
         "cannot be asked by --protocol coglm-code: it has the framing `reasons first`, which"),
        (("bank.dev", "--protocol", "coglm", "-m", "sim/oracle"), "coglm"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    refused = written(tmp_path).run(*arguments, code=None)
    assert refused.returncode in (1, 2)
    assert said in refused.stderr
    assert not list(tmp_path.glob("*.sqlite"))


def test_a_base_model_is_asked_twice_and_both_methods_are_side_by_side(tmp_path: Path) -> None:
    shell, model = weighed(tmp_path)
    by_letter = [call for call in model.calls if call.letters]
    assert len(model.calls) == 26
    assert {(one.reading, one.bare, one.continues) for one in by_letter} == {
        ("letter", "The answer is: ", True)
    }
    found: Any = shell.json("score", "--likelihoods")
    groups = {
        cell["condition"]: [
            (one["level"], one["group"], one["n_items"], one["n"], one["calibrated"])
            for one in cell["groups"]
        ]
        for cell in found["cells"]
    }
    assert groups == {
        "concatenated": [
            ("group", "constancy", 6, 6, pytest.approx(2 / 3)),
            ("group", "planning", 7, 7, pytest.approx(17 / 21)),
            ("macro", None, 13, 13, pytest.approx(31 / 42)),
            ("cell", None, 13, 13, pytest.approx((4 + 17 / 3) / 13)),
        ],
        "letters": [
            ("group", "constancy", 6, 6, pytest.approx(-2 / 3)),
            ("group", "planning", 7, 7, pytest.approx(-1 / 7)),
            ("macro", None, 13, 13, pytest.approx(-17 / 42)),
            ("cell", None, 13, 13, pytest.approx(-5 / 13)),
        ],
    }
    whole = [
        (one["n_items"], one["mean"])
        for one in shell.json("score")["measures"]
        if (one["level"], one["measure"]) == ("experiment", "accuracy")
    ]
    assert whole == [(13, pytest.approx(11 / 13))]  # that of concatenated choices
    page = shell.run("score", "--likelihoods").stdout
    assert PAGE in page
    assert page.count("concatenated") == 2
    assert "is intact" in shell.run("store", "check").stdout


def test_replies_without_a_whole_string_stay_readable(tmp_path: Path) -> None:
    class Older(Base):
        async def ask(self, call: Call) -> Reply:
            reply = await super().ask(call)
            body = json.loads(reply.raw)
            for one in body["likelihoods"]["options"]:
                del one["per_token_of_whole"], one["whole_tokens"]
            body["likelihoods"]["reading"] = "sum"
            return replace(reply, raw=json.dumps(body))

    written(tmp_path)
    loaded = load(tmp_path / "bank.dev")
    assert loaded.experiment is not None
    asked = replace(loaded, experiment=under(loaded.experiment, Protocol.BANK))
    with Store.open(str(tmp_path / "devrun.sqlite")) as store:
        weigh(store, asked, Older())
        found = likelihoods(store, opened_study(store))
    shares = {one.reading: one.n for one in found.cells[0].shares}
    assert shares["whole"] == 0
    assert shares["sum"] > 0


def test_a_chat_model_is_sent_the_demonstrations_and_its_boxed_letter_is_read(
    tmp_path: Path,
) -> None:
    shell = written(tmp_path)
    run = ("bank.dev", "-m", "openai/any", "--protocol")
    with Double(then=r"The answer is \boxed{B}") as double:
        done = shell.run(*run, "coglm-code", more=double.environment)
        again = shell.run(*run, "coglm-code", "--temperature", "1", more=double.environment)
    assert "--protocol coglm-code asks at temperature 0 (--temperature changes that)" in done.stderr
    assert "temperature 0" not in again.stderr
    first = double.requests[0].json
    assert [one["role"] for one in first["messages"]] == [
        "system", *["user", "assistant"] * 4, "user",
    ]  # fmt: skip
    assert [one.json["temperature"] for one in double.requests] == [0.0] * 13 + [1.0] * 13
    scores = {
        (one["group"], one["measure"]): (one["n_items"], one["mean"])
        for one in shell.json("score")["measures"]
        if one["level"] == "group"
    }
    assert scores["constancy", "accuracy"] == (6, pytest.approx(5 / 6))
    assert scores["planning", "accuracy"] == (7, pytest.approx(6 / 7))


@pytest.mark.parametrize(
    ("said", "mark"),
    [
        ("Option A is wrong, as it is old. C and D are too.\n\nThe answer is option B.", 1),
        ("**The answer is option B**", 1),
        ("The answer is option B: planning word 1", 1),
        (r"Answer: The answer is: \boxed{B}", 1),
        (r"\(\boxed{\text{B}}\)", 1),
        ("The answer is option C", 0),
        (r"The answer is \boxed{LETTER}", None),
    ],
)
def test_answers_in_the_words_of_the_protocols_are_read(
    tmp_path: Path, said: str, mark: int | None
) -> None:
    written(tmp_path)
    loaded = load(tmp_path / "bank.dev")
    assert loaded.experiment is not None
    asked = under(loaded.experiment, Protocol.COGLM_PAPER)
    trial = Expander(asked).trial(cells(asked)[0], draw=1)
    question = next(one for *_, one in trial.asked() if one.name == "planning 1")
    assert match(said, question).mark == mark
