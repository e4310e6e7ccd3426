"""One coded study, exported once for all tests that only read what came of it."""

from __future__ import annotations

import pytest

from tests.runners.export.given_away import GivenAway, given_away


@pytest.fixture(scope="session")
def given(tmp_path_factory: pytest.TempPathFactory) -> GivenAway:
    return given_away(tmp_path_factory.mktemp("given"))
