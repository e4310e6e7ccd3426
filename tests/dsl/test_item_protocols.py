"""Protocols of items: what is sent for an item, by which method, and which scripts they fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.expand import Expander, cells
from dsl.experiment import Experiment, Layout, Order, Protocol, Scorer
from dsl.identity import procedure_hash, rubric_hash
from dsl.likelihoods import weighed
from dsl.loading import load
from dsl.protocol import ITEM_PROTOCOLS, asked_in, refused, under, unfit
from dsl.trial import Fork, ScriptedTurn, Trial, turns
from renderers.prompt import system_text, user_text
from tests.expanded import experiment_in

SCRIPT = """\
experiment Small bank
bank items from items.json
    question from text
    choices from options
    answer from key, counted from 0
design
    runs 4
    scoring accuracy
procedure
    separately
        do items
"""
ITEMS = [
    {"id": "ball", "text": "Is {it} a ball?", "options": ["{options}", "no"], "key": 1},
    {"id": "cup", "text": "Which is a cup?\nSay one.", "options": ["x", "y", "z"], "key": 0},
]
OF_ITEMS = [one for one in Protocol if one.of_items]


def bank(folder: Path, script: str = SCRIPT) -> Experiment:
    (folder / "items.json").write_text(json.dumps(ITEMS), encoding="utf-8")
    (folder / "bank.dev").write_text(script, encoding="utf-8")
    return experiment_in(load(folder / "bank.dev"))


def trial(experiment: Experiment, method: str, draw: int = 1) -> Trial:
    (cell,) = [one for one in cells(experiment) if ("method", method) in one.levels]
    return Expander(experiment).trial(cell, draw=draw)


def texts(one: Trial) -> list[str]:
    """What is sent for each item."""
    return [user_text(turn) for turn in turns(one.sessions[0].nodes)]


def test_the_code_of_coglm_shows_four_answers_and_all_choices_on_one_line(tmp_path: Path) -> None:
    asked = under(bank(tmp_path), Protocol.COGLM_CODE)
    assert (asked.design.runs, asked.design.samples) == (1, 1)
    written = trial(asked, "written")
    (session,) = written.sessions
    assert system_text(session).endswith(r"The answer is \boxed{LETTER}")
    shown = [node for node in session.nodes if isinstance(node, ScriptedTurn)]
    assert [one.reply for one in shown] == [rf"The answer is \boxed{{{one}}}" for one in "ADCB"]
    assert user_text(shown[0]) == (
        "Question: Which river flows through Egypt?\n"
        "Options: A. the Nile B. the Danube C. the Amazon D. the Rhine"
    )
    assert isinstance(session.nodes[-1], Fork)
    assert texts(written) == [
        "Question: Is {it} a ball?\nOptions: A. {options} B. no",
        "Question: Which is a cup?\nSay one.\nOptions: A. x B. y C. z",
    ]
    assert texts(trial(asked, "concatenated")) == [
        "Is {it} a ball?\nThe answer is: ",
        "Which is a cup?\nSay one.\nThe answer is: ",
    ]
    assert texts(trial(asked, "letters")) == [
        "Is {it} a ball?\nChoose one of these options.\nOptions: A. {options} B. no\n"
        "The answer is: ",
        "Which is a cup?\nSay one.\nChoose one of these options.\nOptions: A. x B. y C. z\n"
        "The answer is: ",
    ]


def test_the_paper_of_coglm_asks_for_an_explanation_and_shows_nothing_before(
    tmp_path: Path,
) -> None:
    asked = under(bank(tmp_path), Protocol.COGLM_PAPER)
    code = under(bank(tmp_path), Protocol.COGLM_CODE)
    written = trial(asked, "written")
    (session,) = written.sessions
    assert system_text(session) == (
        "Each message is a question with options. Explain in a few sentences which option is "
        "right. Then give one answer, on a last line of its own: The answer is option LETTER"
    )
    assert [type(node) for node in session.nodes] == [Fork]
    assert texts(written) == texts(trial(code, "written"))
    for method in ("concatenated", "letters"):
        assert texts(trial(asked, method)) == texts(trial(code, method))


def test_the_protocol_of_banks_rotates_choices_and_writes_as_devrun_does(tmp_path: Path) -> None:
    script = bank(tmp_path)
    asked = under(script, Protocol.BANK)
    assert asked.design.runs == 4
    written = trial(asked, "written")
    assert system_text(written.sessions[0]) == ""
    plain = [turn.question for turn in turns(written.sessions[0].nodes)]
    assert [(one.order, one.layout) for one in plain if one] == [(Order.ROTATED, None)] * 2
    assert texts(written)[0].startswith("Is {it} a ball?\n\nA) ")
    assert texts(trial(asked, "concatenated"))[0] == "Is {it} a ball?\n\nAnswer: "
    assert texts(trial(asked, "letters"))[0] == f"{texts(written)[0]}\n\nAnswer: "
    first = [turns(trial(asked, "written", draw).sessions[0].nodes)[1] for draw in (1, 2, 3)]
    assert {turn.question.options[0] for turn in first if turn.question} == {"x", "y", "z"}


@pytest.mark.parametrize("protocol", OF_ITEMS)
def test_a_base_model_is_asked_by_likelihood_and_all_others_write(
    tmp_path: Path, protocol: Protocol
) -> None:
    asked = under(bank(tmp_path), protocol)
    for base, methods in ((False, ["written"]), (True, ["concatenated", "letters"])):
        found = asked_in(asked, cells(asked), base=base)
        assert [dict(cell.levels)["method"] for cell in found] == methods
        for cell in found:
            for _, _, question in Expander(asked).trial(cell, draw=1).asked():
                scorer = Scorer.LIKELIHOOD if base else Scorer.MATCH
                assert question.key.scorer is scorer
                assert weighed(question) == (question.options if base else ())


FRAMING = """\
framing first day
    system: It is your first day.
    before: Here is a question.
    after: Take your time.
"""
REASONS = """\
framing reasons
    after: Give reasons, then your answer on a last line that begins with "Answer:".
    answer line: Answer:
"""


@pytest.mark.parametrize("protocol", OF_ITEMS)
def test_a_framing_stands_around_the_item_and_before_the_words_that_a_model_goes_on_with(
    tmp_path: Path, protocol: Protocol
) -> None:
    asked = under(bank(tmp_path, SCRIPT + FRAMING), protocol)
    way = ITEM_PROTOCOLS[protocol]
    for method in ("written", "concatenated", "letters"):
        plain, framed = (
            next(
                Expander(asked).trial(cell, draw=1)
                for cell in cells(asked)
                if {("method", method), ("framing", level)} <= set(cell.levels)
            )
            for level in ("none", "first day")
        )
        cue = {"concatenated": way.concatenated.cue, "letters": way.letters.cue}.get(method, "")
        assert texts(framed) == [
            f"Here is a question.\n\n{text.removesuffix(cue)}\n\nTake your time.{cue}"
            for text in texts(plain)
        ]
        own = way.system if method == "written" else ""
        assert system_text(plain.sessions[0]) == own
        assert system_text(framed.sessions[0]) == "\n\n".join(
            filter(None, (own, "It is your first day."))
        )
        shown = [
            [n for n in t.sessions[0].nodes if isinstance(n, ScriptedTurn)] for t in (plain, framed)
        ]
        assert shown[0] == shown[1]


def test_who_is_to_give_reasons_writes_and_a_protocol_says_only_once_how_to_answer(
    tmp_path: Path,
) -> None:
    script = bank(tmp_path, SCRIPT + FRAMING + REASONS)
    asked = under(script, Protocol.BANK)
    assert refused(asked, Protocol.BANK) is None
    found = [dict(one.levels) for one in asked_in(asked, cells(asked), base=True)]
    assert {one["framing"] for one in found} == {"none", "first day"}
    written = [dict(one.levels) for one in asked_in(asked, cells(asked), base=False)]
    assert [one["framing"] for one in written] == ["none", "first day", "reasons"]
    for protocol in (Protocol.COGLM_CODE, Protocol.COGLM_PAPER):
        assert (refused(under(script, protocol), protocol) or ("",))[0] == (
            "has the framing `reasons`, which says how to answer, as the protocol does"
        )
        assert refused(under(bank(tmp_path, SCRIPT + FRAMING), protocol), protocol) is None


def test_each_protocol_is_a_procedure_of_its_own_and_battery_changes_nothing(
    tmp_path: Path,
) -> None:
    script = bank(tmp_path)
    assert under(script, Protocol.BATTERY) == script
    ways = [script, *(under(script, one) for one in OF_ITEMS)]
    assert len({procedure_hash(one) for one in ways}) == len(ways)
    assert len({rubric_hash(one) for one in ways}) == 1


def test_choices_in_a_fixed_order_stay_in_it(tmp_path: Path) -> None:
    script = bank(tmp_path)
    fork = script.steps[0]
    asked = under(
        bank(tmp_path, SCRIPT.replace("from options\n", "from options, fixed\n")), Protocol.BANK
    )
    orders = {question.order for _, _, question in trial(asked, "written").asked()}
    assert orders == {Order.FIXED}
    assert fork == script.steps[0]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("    separately\n", "    in order\n"), "asks items of its bank in one conversation"),
        (("    choices from options\n    answer from key, counted from 0", "    answer from key"),
         "has an item without choices: `ball`"),
        (("design\n", "conditions method\n    a\n    b\n\ndesign\n"),
         "has a factor called `method`"),
    ],
)  # fmt: skip
def test_scripts_that_a_protocol_cannot_ask_are_left_as_they_are(
    tmp_path: Path, change: tuple[str, str], why: str
) -> None:
    assert change[0] in SCRIPT
    script = bank(tmp_path, SCRIPT.replace(*change))
    assert (unfit(script) or ("",))[0] == why
    assert under(script, Protocol.BANK) == script


def test_a_script_without_a_bank_is_unfit() -> None:
    script = experiment_in(load(Path(__file__).parents[2] / "experiments" / "number.dev"))
    assert (unfit(script) or ("",))[0] == "has no bank"


def test_a_layout_says_what_is_left_without_the_question() -> None:
    way = ITEM_PROTOCOLS[Protocol.BANK]
    assert (way.letters.bare, way.letters.lettered, way.letters.weighed) == ("Answer: ", True, True)
    assert (way.concatenated.lettered, Layout("{question}").weighed) == (False, False)
    assert way.letters.words("{lines}?", ("a", "b")) == "{lines}?\n\nA) a\nB) b"
