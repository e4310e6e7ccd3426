"""After a run people are told what comes next: for real models that is coding."""

from __future__ import annotations

from runners.cli.talk import next_steps


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
