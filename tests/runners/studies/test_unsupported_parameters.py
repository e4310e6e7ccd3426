"""Every report says who was asked otherwise than it was wished for."""

from __future__ import annotations

import json

import pytest

from runners.participants.double import Double
from runners.store.records import ParticipantRecord
from runners.studies.unsupported_parameters import asked_without, left_out, omissions
from tests.shell import Shell

SCRIPT = """experiment Snow

design
    runs 1
    wording original

procedure
    test colour
        ask: Which colour is snow?
        answer: white
        wrong: black
        scored by likelihood
"""
TOLD = (
    "openai/any answered questions that are scored by likelihood in text, since it does not "
    "report likelihoods"
)


def kept(name: str, **identity: str) -> ParticipantRecord:
    return ParticipantRecord(f"key of {name} {identity}", name, False, json.dumps(identity))


@pytest.mark.parametrize(
    ("names", "sentences"),
    [
        ((), ()),
        (
            ("temperature",),
            ("openai/any was asked without `temperature`, which it does not support",),
        ),
        (
            ("temperature", "seed", "likelihood"),
            (
                "openai/any was asked without `temperature` and `seed`, which it does not support",
                "openai/any answered questions that are scored by likelihood in text, since it "
                "does not report likelihoods",
            ),
        ),
    ],
)
def test_what_was_left_out_is_a_sentence(
    names: tuple[str, ...], sentences: tuple[str, ...]
) -> None:
    assert asked_without("openai/any", names) == sentences


def test_it_is_read_from_who_somebody_is() -> None:
    cold = kept("openai/any", left_out="temperature,seed")
    warm = kept("openai/any")
    assert left_out(cold) == ("temperature", "seed")
    assert left_out(warm) == ()
    assert omissions((cold, warm, cold)) == (
        "openai/any was asked without `temperature` and `seed`, which it does not support",
    )
    assert omissions((cold,), {cold.key: "openai/any #1a2b3c"}) == (
        "openai/any #1a2b3c was asked without `temperature` and `seed`, which it does not support",
    )


def test_every_report_that_lists_participants_says_it(shell: Shell) -> None:
    (shell.folder / "snow.dev").write_text(SCRIPT, encoding="utf-8")
    with Double(then="White.") as double:
        ask = ("snow.dev", "-m", "openai/any", "--allow-unsupported")
        shell.run(*ask, more=double.environment)
    assert f"    {TOLD}\n" in shell.run("studies").stdout
    [study] = shell.json("studies")
    assert study["left_out"] == [{"model": "openai/any", "left_out": ["likelihood"]}]
    assert TOLD in shell.run("replay").stderr.splitlines()
    assert TOLD in " ".join(shell.run("score").stdout.split())
    assert shell.json("score")["notes"] == [TOLD]
