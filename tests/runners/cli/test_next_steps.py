"""After a run people are told what comes next: for real models that is coding."""

from __future__ import annotations

from runners.cli.talk import Weighed, next_steps


def test_replies_of_a_real_model_are_handed_to_coders() -> None:
    steps = next_steps(["a b.dev"], ["openai/m"], ["a b.dev"], simulated_only=False)
    assert steps == [
        "devrun show 'a b.dev'   the words that were sent, cell by cell",
        "devrun packets --coder NAME --coder NAME   blind packets for two coders",
        "devrun 'a b.dev' -m openai/m --json   "
        "the same table for a program; nothing is asked again",
    ]


def test_a_simulated_run_leads_to_a_real_model() -> None:
    steps = next_steps(["a.dev"], [], ["a.dev"], simulated_only=True)
    assert steps == [
        "devrun show a.dev   the words that were sent, cell by cell",
        "devrun a.dev -m openai/NAME   ask a real model (OPENAI_API_KEY must be set)",
        "devrun a.dev --json   the same table for a program; nothing is asked again",
    ]


def test_what_was_weighed_is_looked_at_and_not_handed_to_coders() -> None:
    def heads(*, simulated_only: bool, weighed: Weighed) -> list[str]:
        found = next_steps(["a.dev"], [], ["a.dev"], simulated_only=simulated_only, weighed=weighed)
        return [step.split("   ")[0] for step in found]

    ends = ("devrun show a.dev", "devrun a.dev --json")
    assert heads(simulated_only=False, weighed=Weighed.ALL) == [
        ends[0], "devrun score --likelihoods", ends[1],
    ]  # fmt: skip
    assert heads(simulated_only=False, weighed=Weighed.SOME) == [
        ends[0],
        "devrun score --likelihoods",
        "devrun packets --coder NAME --coder NAME",
        ends[1],
    ]
    assert heads(simulated_only=True, weighed=Weighed.ALL) == [
        ends[0], "devrun a.dev -m hf/REPOSITORY", ends[1],
    ]  # fmt: skip
