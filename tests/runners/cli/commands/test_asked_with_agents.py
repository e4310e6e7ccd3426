"""Agents on the command line: whom they may be asked, what they are called, and other ratings."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.here import Here, here

SCRIPT = """\
experiment Views

waves reading from articles.csv

questionnaire opinions
    rate 1 to 5
    items from questions.csv
    people from ratings.csv

design
    runs 1
    wording original

procedure
    profile: Name: Ada. Mood: calm.
    say: {text}
    do opinions
"""
RATINGS = "wave,item,rater,rating\n" + "".join(
    f"{wave},{item},{rater},{1 + wave}\n"
    for wave in (0, 1)
    for item in ("a", "b")
    for rater in "xy"
)


@pytest.fixture
def shell(tmp_path: Path) -> Here:
    (tmp_path / "views.dev").write_text(SCRIPT)
    (tmp_path / "articles.csv").write_text("wave,text\n1,Dogs bark at night. They wake us.\n")
    (tmp_path / "questions.csv").write_text("item,words\na,Dogs are loud.\nb,Dogs are kind.\n")
    (tmp_path / "ratings.csv").write_text(RATINGS)
    return here(tmp_path)


def test_each_model_is_asked_with_each_agent_and_one_that_is_told_is_called_so(shell: Here) -> None:
    asked = ("views.dev", "-m", "sim/oracle", "--agent", "react", "--agent", "coggpt?forget=0.5")
    made = shell.run(*asked)
    assert "10 calls made" in made.stderr
    assert "sim/oracle?agent=react (sees feedback)" in made.stdout
    assert "sim/oracle?agent=coggpt&forget=0.5" in made.stdout
    found = json.loads(shell.run("transcript", "--json").stdout)
    by_model = {one["model"].partition("agent=")[2]: one for one in found["trials"]}
    plain, remembering = by_model["react (sees feedback)"], by_model["coggpt&forget=0.5"]
    assert [wave["profile"] for wave in plain["waves"]] == ["Name: Ada. Mood: calm."] * 2
    noted, forgotten, kept = (
        {one["text"] for one in remembering["waves"][1][each]}
        for each in ("noted", "forgotten", "remembered")
    )
    assert noted == forgotten | kept == {"Dogs bark at night.", "They wake us."}
    assert len(kept) == 1
    sent = [one["agent"] for one in remembering["conversation"] if "agent" in one]
    assert {one["text"] for one in sent[-1]["recalled"]} == kept
    assert "You remember:" in sent[-1]["prompt"]
    read = shell.run("transcript", "-m", "sim/oracle?agent=coggpt&forget=0.5").stdout
    assert f"recalled: {kept.pop()} (score" in read
    assert f"forgot: {forgotten.pop()} (score" in read
    for agent in ("coggpt", "coggpt?forget=0.5"):
        one = json.loads(shell.run("transcript", "--agent", agent, "--json").stdout)["trials"]
        assert [each["model"] for each in one] == ["sim/oracle?agent=coggpt&forget=0.5"]
    unknown = shell.run("transcript", "--agent", "cot", code=5).stderr
    assert "the agent cot took no part in study" in unknown
    shell.run("export", "-o", "tables")
    assert (
        "sim/oracle?agent=react (sees feedback)" in (shell.folder / "tables/README.md").read_text()
    )
    # What an agent was told belongs to it: with other ratings it cannot be read again.
    (shell.folder / "ratings.csv").write_text(RATINGS.replace(",1\n", ",5\n"))
    told = ("score", "views.dev", "-m", "sim/oracle?agent=react")
    refused = shell.run(*told, code=5).stderr
    assert "was told people's ratings that differ" in refused
    shell.run("score", "views.dev", "-m", "sim/oracle?agent=coggpt&forget=0.5")
    shell.run("views.dev", "-m", "sim/oracle?agent=react")
    again = shell.run(*told)
    assert "after people's ratings had changed: its earlier replies are left out" in again.stderr
    assert "sim/oracle?agent=react (sees feedback)" in again.stdout
    (study,) = json.loads(shell.run("studies", "--json").stdout)
    assert len(study["models"]) == len(set(study["models"]))
    listed = shell.run("studies").stdout.splitlines()[2].split(", sim/")
    assert len(listed) == len(set(listed)) == len(study["models"]) + 1


def test_what_waves_carry_is_handed_on_by_agents_too(shell: Here) -> None:
    carrying = SCRIPT.replace("articles.csv", "articles.csv\n    carry view: Nothing yet.")
    carrying = carrying.replace("    say:", "    say: You noted: {view}\n    say:")
    carrying += "    record view\n        ask: What do you think now?\n"
    (shell.folder / "views.dev").write_text(carrying)
    assert "6 calls made" in shell.run("views.dev", "-m", "sim/oracle?agent=react").stderr
    (trial,) = json.loads(shell.run("transcript", "--json").stdout)["trials"]
    said = [one for one in trial["conversation"] if "agent" in one]
    prompts = [one["agent"]["prompt"] for one in said]
    assert "You noted: Nothing yet." in prompts[0]
    assert "Nothing yet" not in prompts[3]
    assert f"You noted: {said[2]['text']}" in prompts[3]
    assert said[2]["carried"] == said[2]["text"]
    assert f"handed on: {said[2]['text'][:20]}" in shell.run("transcript").stdout
    shell.run("export", "-o", "tables")
    (table,) = (shell.folder / "tables/data").glob("*questions_data.csv")
    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [one["carried"] for one in rows if one["question"] == "view"][:1] == [said[2]["text"]]
    planned = json.loads(shell.run("plan", "views.dev", "-m", "sim/oracle", "--json").stdout)
    # Three prompts of the second wave have what the first hands on, of 200 tokens.
    assert planned["input_tokens"] > 600
    assert "Answer: your answer in your own words" in prompts[2]


def test_a_plan_says_once_how_many_calls_an_agent_makes(shell: Here) -> None:
    models = ("-m", "sim/oracle", "-m", "sim/silent")
    agents = ("--agent", "plain", "--agent", "coggpt?tries=1", "--agent", "coggpt")
    planned = shell.run("plan", "views.dev", *models, *agents).stdout
    assert planned.count("  plain: 4 calls, each a message of its own") == 1
    assert planned.count("  coggpt?tries=1: 6 calls, each a message of its own") == 1
    assert planned.count("  coggpt: 6 to 10 calls, each a message of its own") == 1


def test_a_run_has_its_measures_and_a_protocol_that_asks_nothing_is_refused(shell: Here) -> None:
    found = json.loads(shell.run("views.dev", "-m", "sim/oracle", "--json").stdout)
    assert [one["versions"] for one in found["script_measures"]][:2] == ["wave 0", "wave 1"]
    played = " ".join(shell.run("check", "--players", "views.dev").stdout.split())
    assert "sees the key wave 0 opinions opinions change" in played
    for protocol in ("paper", "paper-by-prompt"):
        refused = shell.run("views.dev", "--protocol", protocol, code=1).stderr
        assert "it asks no test question" in refused


def test_without_waves_an_agent_is_refused(shell: Here) -> None:
    refused = shell.run("blicket", "-m", "sim/oracle?agent=coggpt", code=2).stderr
    assert "has no waves" in refused
    assert "leave the agent out" in refused
    assert "`cogpt`" in shell.run("views.dev", "--agent", "cogpt", code=2).stderr


def test_a_plan_counts_the_calls_of_each_agent_and_prices_it(shell: Here) -> None:
    (shell.folder / "prices.toml").write_text(
        '"openai/x" = { input = 1, output = 2, date = 2026-01-01, source = "here" }\n'
    )
    named = ("plan", "views.dev", "-m", "openai/x", "--agent", "cot", "--agent", "coggpt")
    found = json.loads(shell.run(*named, "--json").stdout)
    assert [one["calls"] for one in found["agents"]] == [4, 6]
    assert (found["calls"], found["fewest_calls"], found["most_calls"]) == (10, 10, 14)
    costs = {one["model"]: one["cost_usd"] for one in found["costs"]}
    assert costs["openai/x?agent=coggpt"] > costs["openai/x?agent=cot"] > 0
    compares = ("plan", "views.dev", "-m", "openai/x?agent=coggpt&recall=embeddings")
    found = json.loads(shell.run(*compares, "--json").stdout)
    assert (found["fewest_calls"], found["most_calls"]) == (6, 11)
    (agent,) = found["agents"]
    assert agent["embedding_calls"] == 1
    assert agent["embedding_tokens"] > 0
    costs = {one["model"]: one["cost_usd"] for one in found["costs"]}
    assert costs["openai/text-embedding-3-small"] is None
    assert "coggpt: 6 to 10 calls" in shell.run(*named).stdout
