"""Whose marks count is asked for in the same words everywhere."""

from __future__ import annotations

import pytest

from runners.analysis.codings import RaterSelection
from runners.cli.errors import Stop
from runners.cli.options import chosen_raters
from tests.shell import Shell


@pytest.mark.parametrize("command", ["score", "report", "compare", "export"])
@pytest.mark.parametrize("more", ["--as-paper", "--adjudicated"])
def test_one_coder_alone_and_several_are_not_asked_for_at_once(
    shell: Shell, command: str, more: str
) -> None:
    done = shell.run(command, "--coder", "Ann", more, code=2)
    assert done.stderr == (
        "devrun: --coder selects one coder; --as-paper and --adjudicated need "
        "several\nhelp: leave one of them out\n"
    )
    assert list(shell.folder.iterdir()) == []


def test_what_is_asked_for_is_what_counts() -> None:
    assert chosen_raters(None, as_paper=True, adjudicated=True) == RaterSelection(True, True, None)
    assert chosen_raters("Ann", as_paper=False, adjudicated=False) == RaterSelection(
        False, False, "Ann"
    )
    with pytest.raises(Stop):
        chosen_raters("", as_paper=True, adjudicated=False)
