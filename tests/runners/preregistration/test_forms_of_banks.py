"""Forms for the items of a bank: who is asked in which cells, and what of a run is no deviation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from forms import NOTHING_SEEN, answered

from dsl.experiment import Protocol
from dsl.loading import load
from dsl.protocol import under
from runners.participants.base import Participant, Settings
from runners.participants.registry import participant
from runners.preregistration.autofill import FormSource, Sizes, filled
from runners.preregistration.form import block_of, form
from tests.runners.analysis.weighing_rooms import Weighing
from tests.runners.cli.commands.test_protocols_of_banks import written


class Base(Weighing):
    """A base model."""

    continues_text = True


def source(folder: Path, protocol: Protocol) -> FormSource:
    """A bank as a protocol asks it."""
    written(folder)
    loaded = load(folder / "bank.dev")
    assert loaded.experiment is not None
    return FormSource(under(loaded.experiment, protocol), "bank.dev", "")


@pytest.mark.parametrize(
    ("base", "writing", "cells", "trials", "per_model"),
    [
        (0, 2, 1, 2, "1"),
        (1, 0, 2, 2, "2"),
        (1, 2, 3, 4, "1 (base models: 2)"),
    ],
)
def test_each_participant_has_the_trials_of_its_methods(
    tmp_path: Path, base: int, writing: int, cells: int, trials: int, per_model: str
) -> None:
    names = ("sim/oracle", "sim/random")[:writing]
    people: list[Participant] = [participant(name, Settings()) for name in names]
    people += [Base()] * base
    asked = source(tmp_path, Protocol.COGLM_CODE)
    block = filled([asked], people, Sizes(), seen=NOTHING_SEEN)
    assert (block.scripts[0].cells, block.trials) == (cells, trials)
    text = form(block)
    assert re.search(rf"\| 1 \| {re.escape(per_model)} \|", " ".join(text.split()))
    assert ("base = true" in text, "base_cells = 2" in text) == (bool(base), bool(base))
    assert block_of(answered(text), "form.md") == block


def test_a_form_without_base_models_has_no_entries_about_them(tmp_path: Path) -> None:
    people = [participant("sim/oracle", Settings())]
    text = form(filled([source(tmp_path, Protocol.BANK)], people, Sizes(), seen=NOTHING_SEEN))
    assert "base" not in re.sub(r"base models", "", text)


def test_a_run_as_planned_is_no_deviation(tmp_path: Path) -> None:
    shell = written(tmp_path)
    run = ("bank.dev", "--protocol", "coglm-code", "-m", "sim/oracle")
    shell.run("preregister", *run, "-o", "form.md")
    made = tmp_path / "form.md"
    made.write_text(answered(made.read_text(encoding="utf-8")), encoding="utf-8")
    shell.run("preregister", "--seal", "form.md")
    shell.run(*run)
    assert shell.json("preregister", "--check")["deviations"] == []
