"""A model without likelihoods is reported before the first call; asked in words it is another."""

from __future__ import annotations

from runners.participants.double import Double
from tests.runners.analysis.weighing_rooms import ITEMS
from tests.shell import Shell

LACKS = (
    "openai/any does not report likelihoods, and `colour` in items.dev is scored by "
    "likelihood (and 2 more)"
)
HELP = (
    "ask a local model (-m hf/REPOSITORY or -m hf/FOLDER), or add --allow-unsupported to "
    "ask this one for a text answer; this is recorded"
)


def script(shell: Shell) -> None:
    (shell.folder / "items.dev").write_text(ITEMS, encoding="utf-8")


def test_a_model_that_tells_no_likelihoods_is_refused_before_the_first_call(shell: Shell) -> None:
    script(shell)
    with Double(then="White") as double:
        done = shell.run("items.dev", "-m", "openai/any", code=2, more=double.environment)
    assert done.stderr.splitlines()[-2:] == [f"devrun: {LACKS}", f"help: {HELP}"]
    assert double.requests == ()
    assert not list(shell.folder.glob("*.sqlite"))


def test_plan_says_so_too_and_counts_all_the_same(shell: Shell) -> None:
    script(shell)
    with Double(then="White") as double:
        found = shell.json("plan", "items.dev", "-m", "openai/any", more=double.environment)
        told = shell.run("plan", "items.dev", "-m", "openai/any", more=double.environment).stdout
    assert found["calls"] == 3
    assert found["unmet"] == [{"model": "openai/any", "message": LACKS, "help": HELP}]
    assert f"this cannot be run yet: {LACKS}" in " ".join(told.split())
    assert "60 tokens to a reply, none to one scored by likelihood)" in told
    assert "with reasons" not in told
    assert shell.json("plan", "items.dev", "-m", "sim/oracle")["unmet"] == []


def test_it_is_asked_in_words_where_that_is_allowed_and_noted(shell: Shell) -> None:
    script(shell)
    ask = ("items.dev", "-m", "openai/any", "--allow-unsupported")
    with Double(then="White") as double:
        done = shell.run(*ask, more=double.environment)
        assert len(double.requests) == 3
        assert shell.json(*ask, more=double.environment)["calls"]["made"] == 0
    assert (
        "openai/any is asked for a text answer where a question is scored by likelihood, as "
        "it reports no likelihoods"
    ) in " ".join(done.stderr.split())
    noted = "openai/any answered questions that are scored by likelihood in text"
    assert noted in shell.json("score")["notes"][-1]
    assert "is intact: 1 study" in shell.run("store", "check").stdout


def test_a_run_prints_that_scores_by_likelihood_are_not_provisional(shell: Shell) -> None:
    script(shell)
    line = (
        "answers scored by likelihood need no coder; in `devrun score`, scores from such "
        "answers alone are not provisional"
    )
    assert line in " ".join(shell.run("items.dev", "-m", "sim/oracle").stdout.split())
    assert line in " ".join(shell.run("replay").stdout.split())
    (shell.folder / "items.dev").write_text(ITEMS.replace("by likelihood", "by match"), "utf-8")
    printed = shell.run("items.dev", "-m", "sim/oracle").stdout
    assert "answers scored by likelihood" not in " ".join(printed.split())


def test_a_question_in_words_needs_nothing(shell: Shell) -> None:
    (shell.folder / "items.dev").write_text(ITEMS.replace("by likelihood", "by match"), "utf-8")
    with Double(then="White") as double:
        shell.run("items.dev", "-m", "openai/any", more=double.environment)
    assert len(double.requests) == 3


def test_show_says_what_is_weighed_and_changes_no_word(shell: Shell) -> None:
    """The words sent are those of the same question answered in words."""
    script(shell)
    weighed = shell.json("show", "items.dev")
    assert "scored by likelihood: It barks | It rings; right: It rings" in (
        shell.run("show", "items.dev").stdout
    )
    (shell.folder / "items.dev").write_text(ITEMS.replace("by likelihood", "by match"), "utf-8")
    worded = shell.json("show", "items.dev")
    asked = [turn for turn in weighed[0]["turns"] if turn["role"] == "user"]
    assert [turn["weighed"] for turn in asked] == [
        ["White", "As black as a chimney", "Red"],
        ["It barks", "It rings"],
        ["Yes: perhaps", 'No, "never"'],
    ]
    assert [{**turn, "weighed": []} for turn in asked] == [
        turn for turn in worded[0]["turns"] if turn["role"] == "user"
    ]
