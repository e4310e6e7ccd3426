"""A model that has read the original finds its words likelier; a resumed probe computes no more."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dsl.expand import Expander, cells
from dsl.loading import check_text
from renderers.word_probes import stories
from tests.renderers.test_word_probes import DOLLS
from tests.shell import Shell
from tests.tiny_models import tiny

QUIET = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
PROBE = ("probe", "dolls.dev", "-m", "hf/./read", "--draws", "6")


def trained(folder: Path, text: str, *, steps: int = 40) -> None:
    """A tiny model that has read one text over and over."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    torch.set_num_threads(1)
    tiny(folder, kind="gpt2", chat=False)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder).train()
    row = tokenizer(tokenizer.bos_token + text, return_tensors="pt").input_ids
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        model(row, labels=row).loss.backward()
        optimizer.step()
    model.eval().save_pretrained(folder)


def original() -> str:
    experiment = check_text(DOLLS, "dolls.dev").experiment
    assert experiment is not None
    made = Expander(experiment)
    return stories(made.trial(cells(experiment)[0], draw=1))[0]


def stored(shell: Shell) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(shell.folder / "devrun.sqlite")) as store:
        return store.execute("select call, at, sample from calls order by call").fetchall()


def test_a_model_that_has_read_the_story_expects_its_words(shell: Shell) -> None:
    (shell.folder / "dolls.dev").write_text(DOLLS, encoding="utf-8")
    trained(shell.folder / "read", original())
    (row,) = shell.json(*PROBE, more=QUIET)["rows"]
    assert row["original_bits"] < row["permuted_bits"]
    assert row["difference"] == pytest.approx(row["permuted_bits"] - row["original_bits"])
    assert (row["n_draws"], row["more_likely"]) == (12, 1)
    assert (row["n_words"], row["rank_uncorrected"]) == (3, 1)
    assert row["rank"] > 0.7
    assert row["first"] >= row["first_chance"]
    assert row["first_chance"] == pytest.approx(1 / 3)
    assert row["rank_ci95"] is None

    before = stored(shell)
    assert {sample for *_, sample in before} == {0}
    printed = shell.run(*PROBE, more=QUIET).stdout
    assert "(33%)" in printed
    assert stored(shell) == before
    assert "is intact" in shell.run("store", "check").stdout


def test_the_original_counts_half_where_both_are_as_likely(shell: Shell) -> None:
    """Without permuted words the two stories of a draw are one text."""
    text = DOLLS.replace(": Runa, Milo (he), Anne", "").replace(": Edda, Nils (he)", "")
    text = text.replace(": chest, urn", "").replace(": cover, cap", "")
    text = text.replace("    together box, lid\n", "")
    (shell.folder / "dolls.dev").write_text(text, encoding="utf-8")
    tiny(shell.folder / "read")
    (row,) = shell.json(*PROBE, more=QUIET)["rows"]
    assert (row["difference"], row["more_likely"]) == (0, 0.5)
    assert (row["n_words"], row["first"], row["rank"]) == (0, None, None)


def test_only_models_that_report_likelihoods_are_probed(shell: Shell) -> None:
    (shell.folder / "dolls.dev").write_text(DOLLS, encoding="utf-8")
    for model in ("sim/child", "openai/any"):
        done = shell.run(
            "probe", "dolls.dev", "-m", model, code=2, more={"OPENAI_API_KEY": "sk-none"}
        )
        assert f"{model} does not report likelihoods, so it cannot be probed" in done.stderr
    assert not list(shell.folder.glob("*.sqlite"))


def test_a_text_beyond_the_model_s_context_is_named_and_the_rest_is_measured(shell: Shell) -> None:
    (shell.folder / "dolls.dev").write_text(DOLLS, encoding="utf-8")
    tiny(shell.folder / "read", reach=20)
    done = shell.run(*PROBE, "--json", code=None, more=QUIET)
    assert done.returncode == 3
    assert json.loads(done.stdout)["rows"] == []
    assert "not measured: hf/read reads at most 20 tokens" in done.stderr
