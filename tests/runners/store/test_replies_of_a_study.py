"""Who answered a study's calls, summed by the database."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from runners.store.records import ModelReplies
from runners.store.store import Store
from tests.shell import Shell


@pytest.mark.both_databases
def test_replies_are_summed_by_participant_cell_and_returned_name(
    shell: Shell, store_url: str
) -> None:
    where = ("--store", store_url)
    ran = shell.json("smarties", "-m", "sim/lure", "-m", "sim/child", "--runs", "1", *where)
    with Store.open(store_url) as store:
        calls = list(store.calls_of(ran["study"]))
        names = {one.key: one.name for one in store.participants_of(ran["study"])}
        found = store.model_replies(ran["study"])
        starts = store.starts_of(ran["study"])
        assert store.judges_of(ran["study"]) == ()
        with store._engine.begin() as connection:
            renamed = "UPDATE calls SET model_returned = NULL WHERE call = :call"
            connection.execute(text(renamed), {"call": calls[0].key})
        mixed = store.model_replies(ran["study"])
    assert [(names[one.participant], one.wording, one.returned) for one in found] == [
        (name, wording, name)
        for name in sorted({"sim/lure", "sim/child"}, key=lambda name: keys(names)[name])
        for wording in ("original", "permuted")
    ]
    for one in found:
        mine = [
            call
            for call in calls
            if (call.sitting.participant, call.sitting.wording) == (one.participant, one.wording)
        ]
        assert one.levels == mine[0].sitting.levels
        assert one.replies == one.uncounted == one.tries == len(mine)
        assert (one.first, one.last) == (min(c.at for c in mine), max(c.at for c in mine))
        assert (one.input_tokens, one.output_tokens) == (0, 0)
    first = calls[0].sitting.participant, calls[0].sitting.wording
    for one in found:
        mine = [other for other in mixed if (other.participant, other.wording) == cell(one)]
        counts = [(other.returned, other.replies) for other in mine]
        name = names[one.participant]
        assert counts == (
            [(None, 1), (name, one.replies - 1)] if cell(one) == first else [(name, one.replies)]
        )
    assert [one.tool_version for one in starts] == [calls[0].tool_version]


def cell(one: ModelReplies) -> tuple[str, str]:
    """Whose replies these are, and in which wording."""
    return one.participant, one.wording


def keys(names: dict[str, str]) -> dict[str, str]:
    """The key of each participant by its name."""
    return {name: key for key, name in names.items()}
