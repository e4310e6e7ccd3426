"""Questions scored by likelihood, from the call to the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from coders.collected import collected_question
from coders.matcher import match
from coders.matching.verdicts.weighing import chosen
from dsl.experiment import Quantity, Scorer
from dsl.likelihoods import weighed
from dsl.record import replace
from dsl.trial import Clause, Phrase
from renderers.fields.likelihoods import likelihoods_document
from renderers.rows.likelihoods import OptionNumbers, WeighedReply, calibrated
from renderers.tables.likelihood import render_likelihoods
from runners.analysis.likelihoods import likelihoods
from runners.engine.transcripts import answers_of
from runners.store.store import Store
from runners.studies.study import opened_study
from tests.runners.analysis.weighing_rooms import ITEMS, Weighing, loaded, weigh
from tests.shell import Shell


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "devrun.sqlite")) as opened:
        yield opened


def document(store: Store) -> Any:
    return likelihoods_document(likelihoods(store, opened_study(store)))


def test_the_options_go_out_beside_messages_that_are_as_ever(store: Store, tmp_path: Path) -> None:
    """What `devrun show` prints, and not which option is right."""
    one = Weighing()
    weigh(store, loaded(tmp_path), one)
    assert sorted((call.options, call.messages[-1].text, call.question) for call in one.calls) == [
        (("It barks", "It rings"), "What does a bell do?", None),
        (
            ("White", "As black as a chimney", "Red"),
            "Which colour is snow?\n\nA) White\nB) As black as a chimney\nC) Red",
            None,
        ),
        (
            ("Yes: perhaps", 'No, "never"'),
            'Is a "cup: the blue one" a cup?\n\nA) Yes: perhaps\nB) No, "never"',
            None,
        ),
    ]


def test_a_question_in_words_and_one_by_likelihood_never_share_a_reply(
    store: Store, tmp_path: Path
) -> None:
    """Nor do two that weigh other answers, though every word sent is the same."""
    weigh(store, loaded(tmp_path), Weighing())
    worded = Weighing()
    weigh(store, loaded(tmp_path, ITEMS.replace("scored by likelihood", "scored by match")), worded)
    assert [call.options for call in worded.calls] == [(), (), ()]
    other = Weighing()
    weigh(store, loaded(tmp_path, ITEMS.replace("wrong: It barks", "wrong: It sings")), other)
    assert [call.options for call in other.calls] == [("It rings", "It sings")]


def test_the_same_run_again_weighs_nothing_and_the_store_is_whole(
    store: Store, tmp_path: Path
) -> None:
    script = loaded(tmp_path)
    weigh(store, script, Weighing())
    again = Weighing()
    assert weigh(store, script, again).calls.replayed == 3
    assert again.calls == []
    assert store.checked().findings == ()


def test_a_store_shows_that_other_options_were_put_in(store: Store, tmp_path: Path) -> None:
    """They are part of what a call's key is made of."""
    weigh(store, loaded(tmp_path), Weighing())
    with store._engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE calls SET requested = replace(requested, 'It barks', 'It burns')"
        )
    assert [(one.kind, one.count) for one in store.checked().findings] == [("call-key", 1)]


def test_every_reply_is_marked_without_a_person(store: Store, tmp_path: Path) -> None:
    """Whatever its words are like: options hold colons, quotation marks, hedges and two names."""
    weigh(store, loaded(tmp_path), Weighing())
    (told,) = opened_study(store).finished(store)
    answers = answers_of(told.transcript)
    marks = {
        text: match(text, turn.question).mark
        for exchange in told.transcript.exchanges
        if (turn := exchange.turn).question is not None
        for text in weighed(turn.question)
    }
    assert marks == {
        "White": 1,
        "As black as a chimney": 0,
        "Red": 0,
        "It barks": 0,
        "It rings": 1,
        "Yes: perhaps": 0,
        'No, "never"': 1,
    }
    assert sorted(answer.text for answer in answers.values()) == ["It barks", 'No, "never"', "Red"]


def test_a_row_holds_every_number_of_an_option(store: Store, tmp_path: Path) -> None:
    weigh(store, loaded(tmp_path), Weighing())
    found = document(store)
    key = found["rows"][0]["trial"]
    row = {
        "trial": key,
        "experiment": "Cups and hats",
        "condition": "",
        "levels": {},
        "wording": "original",
        "model": "test/weighing",
        "simulated": False,
        "draw": 1,
        "sample": 1,
        "version": "",
        "place": "/test sound",
        "question": "sound",
        "kind": "test",
        "group": None,
        "reading": "sum",
        "per_token_of_whole": None,
    }
    assert [one for one in found["rows"] if one["question"] == "sound"] == [
        {
            **row,
            "option": "It barks",
            "letter": None,
            "sum": -4.0,
            "per_token": -2.0,
            "per_character": -0.5,
            "against_bare_prompt": 0.0,
            "letter_sum": None,
            "chosen": True,
            "right": False,
        },
        {
            **row,
            "option": "It rings",
            "letter": None,
            "sum": -4.0,
            "per_token": -2.0,
            "per_character": -1.5,
            "against_bare_prompt": 1.0,
            "letter_sum": None,
            "chosen": False,
            "right": True,
        },
    ]


def test_all_readings_stand_side_by_side(store: Store, tmp_path: Path) -> None:
    """A tie is not right, and a reading without numbers counts only where it has some."""
    weigh(store, loaded(tmp_path), Weighing())
    (cell,) = document(store)["cells"]
    assert (cell["n"], cell["n_texts"], cell["decided_by"]) == (3, 3, {"sum": 3})
    assert cell["chance"] == pytest.approx((1 / 3 + 1 / 2 + 1 / 2) / 3)
    assert cell["readings"] == {
        "letter": {"n": 2, "right": 0.0, "calibrated": -0.75},
        "sum": {"n": 3, "right": 1 / 3, "calibrated": pytest.approx((-0.5 - 1 + 1) / 3)},
        "token": {"n": 3, "right": 1 / 3, "calibrated": pytest.approx((-0.5 - 1 + 1) / 3)},
        "character": {"n": 3, "right": 1 / 3, "calibrated": pytest.approx((1 - 1 - 1) / 3)},
        "bare": {"n": 3, "right": 2 / 3, "calibrated": pytest.approx((-0.5 + 1 + 1) / 3)},
        "whole": {"n": 0, "right": None, "calibrated": None},
    }
    assert cell["groups"] == []


def test_participants_stand_in_the_order_of_the_other_tables(shell: Shell) -> None:
    class Named(Weighing):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def identity(self) -> dict[str, str]:
            return {"provider": "test", "model": self.name}

    with Store.open(str(shell.folder / "devrun.sqlite")) as opened:
        for name in ("test/c", "test/a", "test/b"):
            weigh(opened, loaded(shell.folder), Named(name))
    scored = [cell["model"] for cell in shell.json("score")["cells"]]
    assert [cell["model"] for cell in shell.json("score", "--likelihoods")["cells"]] == scored


def test_a_mended_key_counts_at_once(store: Store, tmp_path: Path) -> None:
    weigh(store, loaded(tmp_path), Weighing())
    mended = tmp_path / "items.dev"
    mended.write_text(ITEMS.replace("answer: White", "answer: Red"), encoding="utf-8")
    found = likelihoods(store, opened_study(store, paths=(mended,)))
    right = [one.option for reply in found.replies for one in reply.options if one.right]
    assert right == ["Red", "It rings", 'No, "never"']


def test_a_reply_in_words_is_counted_and_not_read_as_numbers(store: Store, tmp_path: Path) -> None:
    weigh(store, loaded(tmp_path), Weighing(worded=lambda call: "bell" in call.messages[-1].text))
    found = document(store)
    assert found["in_words"] == 1
    assert {row["question"] for row in found["rows"]} == {"colour", "kind"}


PAGE = """\
Study {study}, questions scored by likelihood
SIMULATED, not data: rows with this label were answered by a program

Cups and hats, test/weighing: SIMULATED
wording               n  texts  chance  letter    sum  token  character  bare
─────────────────────────────────────────────────────────────────────────────
original  correct     3      3     44%      0%    33%    33%        33%   67%
          calibrated              0.00   -0.75  -0.17  -0.17      -0.33  0.50

other tables use the reading: sum (3)
letter: likelihood of the option's letter; sum: of its words; token, character: sum divided by
length; bare: sum minus its value without the question
correct: test questions whose likeliest option is right; ties count as wrong
calibrated: mean of (correct - chance) / (1 - chance); 0 is guessing (Wang et al., 2024, equation 1)
choose the reading before you see these figures (--param likelihood=...) and report the others"""


def test_the_page_for_people(store: Store, tmp_path: Path) -> None:
    weigh(store, loaded(tmp_path), Weighing(simulated=True))
    found = likelihoods(store, opened_study(store))
    assert render_likelihoods(found) == PAGE.format(study=found.study)


def test_the_command_prints_the_page_and_the_document(shell: Shell) -> None:
    with Store.open(str(shell.folder / "devrun.sqlite")) as opened:
        weigh(opened, loaded(shell.folder), Weighing())
        expected = document(opened)
    assert shell.json("score", "--likelihoods") == expected
    assert "likeliest option is right" in shell.run("score", "--likelihoods").stdout
    refused = shell.run("score", "--likelihoods", "--by", "cell", code=2).stderr
    assert "--likelihoods prints a separate table that needs no coder" in refused


def test_a_study_without_likelihoods_says_so(shell: Shell) -> None:
    loaded(shell.folder)
    shell.run("items.dev", "-m", "sim/oracle")
    refused = shell.run("score", "--likelihoods", code=1).stderr
    assert "to a question scored by likelihood is a text answer" in refused
    loaded(shell.folder, ITEMS.replace("scored by likelihood", "scored by match"))
    shell.run("items.dev", "-m", "sim/oracle")
    refused = shell.run("score", "--likelihoods", code=1).stderr
    assert "has a question scored by likelihood" in refused


@pytest.mark.parametrize(
    ("right", "chance", "part"),
    [
        (True, Fraction(1, 4), Fraction(1)),
        (False, Fraction(1, 4), Fraction(-1, 3)),
        (False, Fraction(2, 5), Fraction(-2, 3)),
        (True, Fraction(1), None),
        (False, Fraction(0), None),
    ],
)
def test_calibrated_accuracy_is_nought_for_a_guesser(
    right: bool, chance: Fraction, part: Fraction | None
) -> None:
    """Whatever the number of options: right as often as chance, the parts come to zero."""
    assert calibrated(right, chance) == part
    if part is not None:
        assert chance * 1 + (1 - chance) * (calibrated(False, chance) or 0) == 0


@pytest.mark.parametrize("first", ["[1]", "[" * 100_000], ids=["a list", "nested too deeply"])
def test_a_body_that_is_not_as_it_should_be_holds_no_numbers(
    store: Store, tmp_path: Path, first: str
) -> None:
    """Infinite, missing and wrong values are none; nothing fails."""
    option = OptionNumbers("a", None, -1.0, None, None, None, None, chosen=True, right=True)
    reply = WeighedReply(
        *("E", "", (), "original", "m", False, 1, 1, "k", "/p", "", "q", "test", 1, "sum"),
        (option, replace(option, option="b", sum=None, right=False)),
    )
    assert [reply.right_by(reading) for reading in ("sum", "letter", "bare")] == [None] * 3
    odd = json.dumps({"likelihoods": {"reading": "odd"}})
    bodies = iter([first, '{"likelihoods": 3}', odd])

    class Odd(Weighing):
        async def ask(self, call):  # type: ignore[no-untyped-def]
            return replace(await super().ask(call), raw=next(bodies))

    weigh(store, loaded(tmp_path), Odd())
    assert document(store)["in_words"] == 3


def test_an_answer_has_to_hold_in_one_of_several_ways_and_in_the_rest_of_the_key() -> None:
    a, b, c = (Phrase(one, (one,)) for one in "abc")
    asked = collected_question("Which?", "abc", ["a", "c"])
    assert c in asked.key.phrases
    ways = tuple((Clause(Quantity.ANY, (one,)),) for one in (a, b))
    key = replace(asked.key, scorer=Scorer.LIKELIHOOD, alternatives=ways)
    question = replace(asked, key=key)
    found = [chosen(one, question) for one in "abc"]
    assert [one is not None and one.right for one in found] == [True, False, False]
    free = replace(question, key=replace(key, answer=()))
    found = [chosen(one, free) for one in "abc"]
    assert [one is not None and one.right for one in found] == [True, True, False]
