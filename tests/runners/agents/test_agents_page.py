"""The agent on the page about agents is one, and the page names all that come with devrun."""

from __future__ import annotations

import re
from pathlib import Path

from runners.agents.agent import agent_of_text
from runners.agents.named import shipped_agents
from runners.agents.settings import SETTINGS
from runners.agents.templates import OF_A_QUESTION, OF_A_WAVE

PAGE = (Path(__file__).parents[3] / "docs" / "agents.md").read_text("utf-8")


def test_the_page_holds_an_agent_and_names_every_agent_setting_and_name() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert agent_of_text(shown, "page.toml", "page.toml").remembers
    words = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert {*shipped_agents(), *SETTINGS, *OF_A_WAVE, *OF_A_QUESTION} <= words
