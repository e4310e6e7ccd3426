"""The protocol of Kosoy et al. (2023) from an empty folder: what a lab types, and what it gets."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.shell import Shell

CODERS = ("Ada", "Ben", "Cy")
CONDITIONS = {
    "Perception": 4,
    "Theory of Mind": 6,
    "Social and Moral Understanding": 3,
    "Causal Reasoning": 8,
}
"""How many conditions Tables 3 to 6 have."""


def ratings(trials: list[dict[str, object]], dice: Random) -> dict[tuple[str, str], int]:
    """What each simulated coder gives each run: the same as the others in four of five."""
    found = {}
    for trial in trials:
        agreed = dice.randrange(6)
        for coder in CODERS:
            other = dice.randrange(6) if dice.random() < 0.2 else agreed
            found[str(trial["trial"]), coder] = other
    return found


def table(rows: dict[tuple[str, str], int]) -> str:
    """The same as a table `item,coder,lrs`."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("item", "coder", "lrs"))
    writer.writerows((trial[:20], coder, lrs) for (trial, coder), lrs in rows.items())
    return text.getvalue()


def test_the_paper_is_replicated_in_five_commands(shell: Shell, dice: Random) -> None:
    commands = 0

    def devrun(*arguments: str) -> str:
        nonlocal commands
        commands += 1
        return shell.run(*arguments, more={"COLUMNS": "120"}).stdout

    devrun("experiments", "--protocol", "paper", "-m", "sim/child")
    before = shell.json("score", "--by", "trial")
    commands += 1
    assert before["protocol"] == "paper"
    assert before["provisional"] is True
    trials = before["trials"]
    assert len(trials) == 210
    given = ratings(trials, dice)
    (shell.folder / "ratings.csv").write_text(table(given))
    collected = devrun("collect", "ratings.csv", "--csv")
    scores = devrun("score")
    agreement = devrun("agree", "--all")
    assert commands <= 6
    assert re.findall(r"^ratings\.csv, (\w+): 212 new lines$", collected, re.M) == list(CODERS)
    sentence = re.sub(r" \d\.\d\d \[\d\.\d\d, \d\.\d\d\]", "", " ".join(agreement.split()))
    assert (
        "Cohen's kappa of the ratings (0 to 5) was (n = 630 rating pairs), Fleiss' kappa (n = 210 "
        "ratings) and Cohen's quadratic kappa (n = 630 rating pairs)"
    ) in sentence

    # Tables 3 to 6: a table for each domain, a row for each condition, with LaMDA.
    assert "rated by 3 blind coders: Ada, Ben and Cy" in scores
    for domain, conditions in CONDITIONS.items():
        _, _, after = scores.partition(f"LRS scores for {domain}, permuted, sim/child: SIMULATED\n")
        lines = after.partition("\n\n")[0].splitlines()
        assert lines[0].split() == [
            "author", "experiment", "age", "condition", "n", "LRS", "95%", "LaMDA"
        ]  # fmt: skip
        figures = re.findall(r" 10 +(\d\.\d\d) +(\d\.\d\d) to (\d\.\d\d) +(\d\.\d\d)", after)
        assert len(figures) >= conditions
        for lrs, low, high, _ in figures[:conditions]:
            assert float(low) <= float(lrs) <= float(high)

    # The mean of record is the mean over coders, and then over the ten runs.
    found = shell.json("report")
    document = found["score"]
    assert document["provisional"] is False
    by_cell = defaultdict(list)
    for trial in trials:
        mean = Fraction(sum(given[str(trial["trial"]), coder] for coder in CODERS), len(CODERS))
        by_cell[trial["experiment"], trial["condition"]].append(mean)
    rows = document["paper_table"]
    assert len(rows) == 21
    for row in rows:
        runs = by_cell[row["experiment"], row["condition"]]
        assert len(runs) == row["n_runs"] == 10
        assert row["lrs_mean"] == pytest.approx(float(sum(runs) / 10))
        assert row["reference"]["who"] == "LaMDA"

    # Kappas: of each pair, Fleiss' and weighted, over all experiments and in each of them.
    for kappa in (
        "Cohen's, Ada and Ben", "Cohen's, Ada and Cy", "Cohen's, Ben and Cy",
        "Cohen's, mean over pairs", "Fleiss'", "Cohen's, quadratic weights, mean over pairs",
    ):  # fmt: skip
        (line,) = re.findall(
            rf"^{re.escape(kappa)} +(\d\.\d\d) +\d\.\d\d to \d\.\d\d +\d+ +\d\.\d\d to \d\.\d\d",
            agreement,
            re.MULTILINE,
        )
        assert 0.4 < float(line) < 1
    assert re.search(r"^Sally-Anne +10 +0\.\d\d +\S+ to ", agreement, re.MULTILINE)
    assert "With fewer than 20 ratings" in agreement
    _by_hand(found["agree"], given)

    # What the method says is of ratings, and nothing is said of marks that nobody gave.
    method = " ".join(agreement.partition("\nMethod\n")[2].split())
    assert "runs of one text are items of their own" in method
    assert "at least 10 common items" in method
    assert "Intervals: jackknife" in method
    assert "identical transcripts" not in method
    variance = shell.json("compare", "--kind", "variance")["variance"]
    assert {one["measure"] for one in variance} == {"lrs"}
    devrun("report", "-o", "report.html")
    page = (shell.folder / "report.html").read_text(encoding="utf-8")
    assert "Fleiss’ kappa" in page
    assert "gave 0 if a control question was failed" in page
    assert "The scripts declare no contrast" not in page
    assert "Each test question of a trial was marked" not in page
    assert "has a control question that affects the LRS" not in page


def _by_hand(document: dict[str, Any], given: dict[tuple[str, str], int]) -> None:
    """Cohen's kappa of Ada and Ben from its definition."""
    pairs = [(lrs, given[trial, "Ben"]) for (trial, coder), lrs in given.items() if coder == "Ada"]
    n = len(pairs)
    observed = sum(one == other for one, other in pairs) / n
    expected = (
        sum(
            sum(one == lrs for one, _ in pairs) * sum(other == lrs for _, other in pairs)
            for lrs in range(6)
        )
        / n**2
    )
    pair = next(one for one in document["pairs"] if one["coders"] == ["Ada", "Ben"])
    kappa = (observed - expected) / (1 - expected)
    assert pair["coefficients"]["cohen_kappa"]["value"] == pytest.approx(kappa)


@pytest.mark.parametrize("protocol", ["paper", "paper-by-prompt"])
def test_coders_rate_at_the_desk_and_nothing_else_is_asked(shell: Shell, protocol: str) -> None:
    shell.run("number", "--protocol", protocol, "-m", "sim/child")
    shell.run("packets", "--coder", "Ada", "--coder", "Ben")
    prompts = 2 if protocol == "paper-by-prompt" else 1
    for coder, digits in (("Ada", "45"), ("Ben", "24")):
        typed = ["", *(digits[at % 2] for at in range(10 * prompts)), "hand in", "yes"]
        done = shell.run("code", f"packets/{coder}.packet.jsonl", "--plain", typed="\n".join(typed))
        assert "control question: if it is failed, the LRS is 0" in done.stdout
        assert "model do you think" not in done.stdout
    collected = shell.run("collect", "packets").stdout
    assert "Ada (blind): 10 of 10 items coded, handed in" in collected
    document = shell.json("score")
    (row,) = document["paper_table"]
    # Whole runs get 4 and 5, and 2 and 4, by turns; two prompts get both, and a run their mean.
    assert row["lrs_mean"] == pytest.approx(3.75)
    means = {one["coder"]: one["lrs_mean"] for one in document["coder_means"]}
    assert means == {"Ada": 4.5, "Ben": 3.0}
    if protocol == "paper-by-prompt":
        assert {trial["lrs"] for trial in document["trials"]} == {3.75}
    agreement = shell.json("agree", "--bootstrap", "0")
    assert agreement["coefficients"]["percent_agreement"]["n_items"] == 10 * prompts


def test_a_rated_study_refuses_marks(shell: Shell) -> None:
    shell.run("sally_anne", "--protocol", "paper", "-m", "sim/child", "--runs", "2")
    trial = shell.json("score")["trials"][0]["trial"]
    for name, text, message in (
        (
            "marks",
            f"item,coder,question,mark\n{trial},Ada,1,right\n",
            "coders of this study give ratings",
        ),
        ("no", f"item,lrs\n{trial},5\n", "the coder of the table is missing"),
        ("empty", "\n", "the table is empty"),
        ("seven", f"item,coder,lrs\n{trial},Ada,7\n", "an LRS is a whole number from 0 to 5"),
        ("alike", f"item,coder,lrs\n{trial},Ada,3\n{trial},ADA,3\n", "differ only in capitals"),
        ("whose", "item,coder,lrs\nabcdefabcdef,Ada,3\n", "has no trial abcdefabcdef"),
    ):
        (shell.folder / f"{name}.csv").write_text(text)
        refused = shell.run("collect", f"{name}.csv", "--csv", code=None)
        assert message in refused.stderr
    for option in (("--view", "content"), ("--gold", "starter"), ("--keyed",)):
        refused = shell.run("packets", "--coder", "Ada", *option, code=None)
        assert "coders of this study give ratings" in refused.stderr
    # A fault of one coder keeps out the ratings of all.
    (shell.folder / "two.csv").write_text(f"item,coder,lrs\n{trial},Ada,3\n{trial},Ben,9\n")
    shell.run("collect", "two.csv", "--csv", code=None)
    assert shell.json("score")["provisional"] is True
    (shell.folder / "one.csv").write_text(f"item,lrs\n{trial},3\n")
    shell.run("collect", "one.csv", "--csv", "--coder", "Ada")
    refused = shell.run("adjudicate", "--coder", "Eve", "--method", "third", code=None)
    assert "gave ratings, which are not adjudicated" in refused.stderr


SHARED = """experiment Shared

conditions place
    table
    floor

versions story
    seen
        own
    hidden
        own

design
    wording original
    scoring accuracy

procedure
    say by story
        seen: A cup is here.
        hidden: A cup is under the cloth.
    when hidden
        say by place
            table: It is on the table.
            floor: It is on the floor.
    separately
        test here
            ask: Is there a cup?
            answer: yes
"""


def test_conditions_are_compared_on_their_ratings_also_where_they_share_questions(
    shell: Shell,
) -> None:
    (shell.folder / "shared.dev").write_text(SHARED)
    shell.run("shared.dev", "--protocol", "paper", "-m", "sim/child")
    trials = shell.json("score")["trials"]
    given = {
        (str(one["trial"]), "Ada"): 4 if one["condition"] == "table" else one["draw"] % 3
        for one in trials
    }
    (shell.folder / "ratings.csv").write_text(table(given))
    shell.run("collect", "ratings.csv", "--csv")
    printed = shell.run("compare", more={"COLUMNS": "120"}).stdout
    # 4 against 1, 2, 0, 1, 2, 0, 1, 2, 0, 1. Runs of one text are repeats, which do not pair.
    assert re.search(
        r"table 4\.00, floor 1\.00 +\(10, 10\) +\+3\.00 +\d\.\d\d to \d\.\d\d", printed
    )


def test_two_protocols_are_two_studies(shell: Shell) -> None:
    studies = set()
    for protocol in ("battery", "paper", "paper-by-prompt"):
        shell.run("sally_anne", "--protocol", protocol, "-m", "sim/child", "--runs", "2")
        document = shell.json("score")
        assert document["protocol"] == protocol
        studies.add(document["study"])
    assert len(studies) == 3


def test_ratings_of_a_model_are_imported_and_are_in_no_figure_of_people(shell: Shell) -> None:
    shell.run("number", "--protocol", "paper", "-m", "sim/child")
    trials = [str(one["trial"]) for one in shell.json("score")["trials"]]
    people = {(trial, coder): at % 6 for at, trial in enumerate(trials) for coder in CODERS}
    (shell.folder / "people.csv").write_text(table(people))
    shell.run("collect", "people.csv", "--csv")
    before = shell.json("score")
    model = {(trial, "rater"): 5 for trial in trials}
    (shell.folder / "model.csv").write_text(table(model))
    shell.run("collect", "model.csv", "--csv", "--kind", "automatic")
    after = shell.json("score")
    assert [one["lrs_mean"] for one in after["cells"]] == [
        one["lrs_mean"] for one in before["cells"]
    ]
    assert re.search(r"^rater +automatic +no +10 +5\.00$", shell.run("score").stdout, re.MULTILINE)
    agreement = shell.json("agree")
    assert (agreement["pooled"], len(agreement["judges"])) == (list(CODERS), 1)
    page = shell.run("agree", "--all").stdout
    assert "rater: a model" in page
    assert re.search(r"^rater and Ada +10 ", page, re.MULTILINE)

    shell.run("packets", "--coder", "Dee")
    refused = shell.run("code", "packets/Dee.packet.jsonl", "--judge", "sim/random", code=None)
    assert refused.returncode != 0
    assert "--csv --kind automatic" in refused.stderr


def test_the_method_section_speaks_of_ratings(shell: Shell) -> None:
    shell.run("number", "--protocol", "paper", "-m", "sim/child")
    shell.run("packets", "--coder", "Ada", "--coder", "Ben")
    for name in ("Ada", "Ben"):
        given = [str(at % 6) for at in range(10)]
        shell.run(
            "code", f"packets/{name}.packet.jsonl", "--plain",
            typed="\n".join(["", *given, "hand in", "yes", ""]),
        )  # fmt: skip
    shell.run("collect", "packets")
    said = shell.run("agree", "--methods").stdout
    assert "Packets showed whole transcripts without model or draw." in said
    assert "kappa of the ratings (0 to 5) was" in said
    whole = shell.run("agree", "--methods", "--all").stdout
    assert "Agreement on ratings before adjudication was" in whole
    for word in ("marks", "control questions", "examples for coders"):
        assert word not in whole


def test_runs_of_one_prompt_are_samples_and_not_sets_of_words(shell: Shell) -> None:
    shell.run("number", "--protocol", "paper", "-m", "sim/child")
    document = shell.json("compare", "--kind", "variance")
    (lrs,) = (one for one in document["variance"] if one["measure"] == "lrs")
    components = {one["source"]: one for one in lrs["components"]}
    assert components["words"]["reason"] == "one level"
    assert components["sample"]["sd"] is not None
    assert {one["n_word_sets"] for one in shell.json("score")["cells"]} == {1}
