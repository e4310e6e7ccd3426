"""A bank on the screen: every group that somebody was asked has its line."""

from __future__ import annotations

import pytest

from renderers.tables.banks.groups import BankTable
from tests.renderers.figures.test_ability_figures import rows


@pytest.mark.parametrize("group", ["shape", "number"])
@pytest.mark.parametrize("who", ["lab/one", "lab/two"])
def test_a_group_that_one_participant_was_not_asked_yet_stays(group: str, who: str) -> None:
    every = rows("lab/one", "lab/two")
    lines = BankTable([row for row in every if (row.model, row.group) != (who, group)]).lines(100)
    whole = BankTable(every).lines(100)
    assert [line.split()[0] for line in lines] == [line.split()[0] for line in whole]
    (line,) = (line for line in lines if line.split()[0] == group)
    assert " - " in line
