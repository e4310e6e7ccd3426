"""Frozen trials: any change of what a script expands to must be meant.

If these fail and the change is meant, raise EXPANSION_VERSION in `dsl/expansion.py`, so that no
stored reply is taken for an answer to other words, and freeze them again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from test_expand import sally_anne
from test_identity import ONE

from dsl.expand import Expander
from dsl.expansion import EXPANSION_VERSION
from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash, trial_key
from dsl.projections import digest
from dsl.trial import Cell


def trials_digest(one: Experiment, wording: str, levels: tuple[tuple[str, str], ...] = ()) -> str:
    """The digest of the first twelve trials of a cell, every word and key in them."""
    expander = Expander(one)
    found = [plain(expander.trial(Cell(levels, wording), draw=n + 1)) for n in range(12)]
    for trial in found:
        # What a script calls its only condition is for readers, and changes no trial.
        del trial["cell"]["name"]
        assert trial.pop("protocol") == "battery"
        assert trial.pop("path") == []
        _drop_own(trial)
    return digest("devrun:golden:1", said(found))


def _drop_own(value: Any) -> None:
    """Removes `own` of questions, which only says how figures are divided, and what is empty unless
    words depend on replies, or a questionnaire is given.
    """
    if isinstance(value, dict):
        value.pop("own", None)
        assert not value.pop("outcomes", None)
        assert not value.pop("again", None)
        assert not value.pop("reversed", None)
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        _drop_own(one)


def plain(value: Any) -> Any:
    """A value as dictionaries, lists and text, as `dataclasses.asdict` gives dataclasses."""
    if hasattr(value, "__match_args__"):
        return {name: plain(getattr(value, name)) for name in value.__match_args__}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def said(value: object) -> object:
    """What is there, without the fields that are empty: one more of these changes no trial."""
    if isinstance(value, dict):
        return {name: told for name, one in value.items() if (told := said(one)) not in _EMPTY}
    return [said(one) for one in value] if isinstance(value, list | tuple) else value


_EMPTY: tuple[object, ...] = (None, "", [])


def test_the_expansion_version_is_the_one_these_trials_belong_to() -> None:
    """They are of scripts without choices in loops, which version 2 left as version 1 had them, and
    without pools of more than a hundred words, which alone version 3 changed.
    """
    assert EXPANSION_VERSION == 3


def test_the_first_draws_are_frozen() -> None:
    expander = Expander(sally_anne())
    drawn = [
        " ".join([word for _, word in trial.words] + [level for _, level in trial.balance])
        for trial in (expander.trial(Cell((), "permuted"), draw=n + 1) for n in range(4))
    ]
    assert drawn == DRAWN


def test_trials_are_frozen_to_the_last_letter() -> None:
    given = (("need", "given"),)
    assert [
        trials_digest(sally_anne(), "permuted"),
        trials_digest(sally_anne(), "original"),
        trials_digest(ONE, "permuted", given),
    ] == TRIALS


def test_trials_do_not_hang_on_the_hash_seed_of_the_process() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_golden_trials import ONE, TRIALS, trials_digest\n"
        "assert trials_digest(ONE, 'permuted', (('need', 'given'),)) == TRIALS[2]"
    )
    for seed in ("0", "4711"):
        subprocess.run(
            [sys.executable, "-c", program, str(Path(__file__).parent)],
            check=True, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip


def test_identities_are_frozen() -> None:
    procedure = procedure_hash(ONE)
    key = trial_key(procedure, Cell((("need", "given"),), "permuted"), 1, 1, 1, "sim/child")
    assert [procedure, rubric_hash(ONE), key] == IDENTITIES


DRAWN = [
    "Rose shell chest drawer turned 1 end first",
    "Tariq acorn tin jar turned 0 start first",
    "Rose acorn chest tin turned 1 start first",
    "Tariq shell drawer jar turned 0 end first",
]
TRIALS = [
    "49b2f6049fc48820d417a332897b824298777567a2abe8f6e50afb142f7f6e2d",
    "55c20db92fafae625bbafc25c5c8b92f3a53dd9aef3b8fdc81aee52ae5b39c7b",
    "689d7708392e25e69710b069f7626c3acbd7358a4591c0f859bb09526c1e2ba1",
]
IDENTITIES = [
    "e299e3906b2f3c2a235151423abddeb103a65d202e3848ae43eec9b286154003",
    "2eaf73068e1e2ab4daf87b6933444c1c0122d08534926ffdd2e5dc41b960c50f",
    "db8784cd5b9f76873c0e25bddd9e5da7138aaeb23ab3f690c48c28ccab839124",
]
