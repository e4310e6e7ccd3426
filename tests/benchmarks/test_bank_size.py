"""The made store of the benchmark of large banks is read as that of a run would be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.here import here

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_made_store_is_scored_with_every_reply_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    from benchmarks.bank_size import filled

    _, store, _ = filled(tmp_path, items=40, samples=3, models=2)
    document = json.loads(here(tmp_path).run("score", "--store", str(store), "--json").stdout)
    rows = {
        row["model"]: row
        for row in document["measures"]
        if row["measure"] == "accuracy" and row["level"] == "cell"
    }
    assert {name: (row["n_items"], row["n_replies"]) for name, row in rows.items()} == {
        "maker/model-0": (40, 120), "maker/model-1": (40, 120),
    }  # fmt: skip
    assert 0.25 < rows["maker/model-0"]["mean"] < 0.65 < rows["maker/model-1"]["mean"] < 1
