"""Agreement on a study: what is compared with what, what is apart, and when nothing is said."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from coders.packets.shape import CoderKind, ContentWord, Phase, View
from dsl.record import replace
from dsl.trial import Question
from renderers.tables.agreement import render_agreement
from runners.agreement.agreement import study_agreement
from runners.agreement.collecting import NothingCoded
from runners.agreement.document import study_document
from runners.agreement.measure_page import LINES
from runners.agreement.measures import Reliability
from runners.agreement.page import sections, title
from runners.agreement.results import StudyAgreement
from runners.store.records import PacketItem
from runners.studies.study import FinishedTrial
from tests.here import here
from tests.runners.agreement.coded_studies import (
    SHELF,
    Act,
    CodedStudy,
    at_hand,
    judged,
    lot,
    mark_act,
    ran,
)
from tests.shell import Shell


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One run with two participants, one with two samples of every text."""
    found = {}
    for name, options in (
        ("two", ("-m", "sim/random", "-m", "sim/child")),
        ("samples", ("-m", "sim/oracle", "--samples", "2")),
    ):
        found[name] = ran(here(tmp_path_factory.mktemp(name)), *options)
    return found


@pytest.fixture
def study(stores: dict[str, Path], tmp_path: Path) -> Iterator[CodedStudy]:
    """Two conditions, ten draws, two participants: forty trials of three questions."""
    found = at_hand(stores["two"], tmp_path / "study")
    with found.store:
        yield found


def agreement(study: CodedStudy, **options: object) -> StudyAgreement:
    options.setdefault("replicates", 0)
    return study_agreement(study.store, study.reopened(), **options)  # type: ignore[arg-type]


def truth(told: FinishedTrial, question: Question) -> str:
    """What every coder nearly always says; controls are nearly always passed."""
    drawn = lot(told.key, question.name)
    if question.kind == "control":
        return "right" if drawn < 0.9 else "wrong"
    return "right" if drawn < 0.5 else "half" if drawn < 0.7 else "wrong"


class Careless:
    """Says another thing in a share of the questions."""

    def __init__(self, name: str, share: float) -> None:
        self.name, self.share = name, share

    def __call__(self, told: FinishedTrial, question: Question) -> str:
        mark = truth(told, question)
        if lot(self.name, told.key, question.name) >= self.share:
            return mark
        return {"right": "wrong", "wrong": "right", "half": "right"}[mark]


def kappa(pairs: list[tuple[str, str]]) -> Fraction:
    """Cohen's kappa from its definition."""
    n = len(pairs)
    seen = Fraction(sum(one == other for one, other in pairs), n)
    left, right = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum((Fraction(left[c] * right[c], n * n) for c in left), Fraction(0))
    return (seen - chance) / (1 - chance)


def value(part: Reliability, name: str) -> float | None:
    return part.agreement.coefficient(name).value


def marks(study: CodedStudy, coders: tuple[Careless, Careless], name: str) -> list[tuple[str, str]]:
    """Both coders' marks of one question, trial by trial."""
    return [
        (coders[0](told, question), coders[1](told, question))
        for told in study.told
        for question in judged(told).values()
        if question.name == name
    ]


def test_each_question_the_gate_and_the_marks_are_compared_apart(study: CodedStudy) -> None:
    coders = Careless("A", 0.1), Careless("B", 0.1)
    for one in coders:
        study.coded(one.name, one)
    found = agreement(study)
    by_question = {name: marks(study, coders, name) for name in ("before", "now", "next")}
    assert [(one.question, one.kind, one.coded) for one in found.questions] == [
        ("before", "control", "marks"),
        ("now", "test", "marks"),
        ("next", "test", "marks"),
    ]
    for one in found.questions:
        pairs = by_question[one.question]
        same = Fraction(sum(left == right for left, right in pairs), len(pairs))
        assert one.part.agreement.pairable == len(pairs) == 40
        assert value(one.part, "percent_agreement") == pytest.approx(float(same))
        assert value(one.part, "cohen_kappa") == pytest.approx(float(kappa(pairs)))
    together = by_question["now"] + by_question["next"]
    assert found.marks.agreement.items == 80
    assert value(found.marks, "cohen_kappa") == pytest.approx(float(kappa(together)))
    # One control question stands before each trial, so the gate is that question.
    gate = by_question["before"]
    assert value(found.gate, "cohen_kappa") == pytest.approx(float(kappa(gate)))
    passed = [pair for pair in gate if "right" in pair]
    both = sum(pair == ("right", "right") for pair in passed)
    specific = {one.label: one.specific.value for one in found.gate.agreement.categories}
    assert specific["passed"] == pytest.approx(2 * both / (2 * both + len(passed) - both))
    assert found.disputed == sum(left != right for left, right in gate) > 0


def test_a_line_of_the_page_is_the_figure_at_the_place_of_its_name(study: CodedStudy) -> None:
    for name in "AB":
        study.coded(name, Careless(name, 0.1))
    found = agreement(study)
    page = render_agreement(title(found), sections(found), width=100)
    for line in LINES:
        at: object = study_document(found)
        for key in line.name.split("."):
            assert isinstance(at, dict)
            at = at[key]
        assert line.json(found) == at
        assert f"\n{line.heading} " in page


def test_only_trials_that_both_coders_scored_are_in_the_lrs(study: CodedStudy) -> None:
    """A failed gate is a 0 that raises agreement: it is in the final LRS and not in the rule's."""
    coders = Careless("A", 0.1), Careless("B", 0.1)
    for one in coders:
        study.coded(one.name, one)
    found = agreement(study)
    lrs = [tuple(by_hand(one, told) for one in coders) for told in study.told]
    scored = [pair for pair in lrs if 0 not in pair]
    assert found.rule.agreement.pairable == len(scored) < 40
    assert value(found.rule, "percent_agreement") == pytest.approx(
        sum(left == right for left, right in scored) / len(scored)
    )
    assert found.final.agreement.pairable == 40
    told = kappa([(str(left), str(right)) for left, right in lrs])
    assert value(found.final, "cohen_kappa") == pytest.approx(float(told))
    assert found.three_steps.agreement.labels == ("0/1", "2/3", "4/5")


def by_hand(coder: Careless, told: FinishedTrial) -> int:
    """The LRS of a trial with one gate and two tests of equal worth."""
    said = {question.name: coder(told, question) for question in judged(told).values()}
    if said["before"] == "wrong":
        return 0
    worth = {"right": 2, "half": 1, "wrong": 0}
    quarters = worth[said["now"]] + worth[said["next"]]
    return 1 + quarters


def test_who_reads_nothing_but_knows_the_cell_agrees_pooled_and_not_within(
    study: CodedStudy,
) -> None:
    """Every trial of `moved` is nearly all right and of `left` nearly all wrong, by lot."""

    def by_cell(name: str) -> object:
        def opinion(told: FinishedTrial, question: Question) -> str:
            if question.kind == "control":
                return "right"
            usual = "right" if told.transcript.trial.cell.condition == "moved" else "wrong"
            other = "wrong" if usual == "right" else "right"
            return usual if lot("cell", name, told.key, question.name) < 0.85 else other

        return opinion

    for name in "ABCDEF":
        study.coded(name, by_cell(name))  # type: ignore[arg-type]
    found = agreement(study).rule.agreement
    within = {one.name: one.value for one in found.within_cell}
    baseline = {one.name: one.value for one in found.baseline_cell_only}
    pooled = found.coefficient("krippendorff_alpha_ordinal").value
    assert pooled is not None
    assert pooled > 0.5
    assert within["krippendorff_alpha_ordinal"] == pytest.approx(0, abs=0.1)
    assert baseline["krippendorff_alpha_ordinal"] == pytest.approx(pooled, abs=0.05)


def test_words_that_are_the_same_count_once(stores: dict[str, Path], tmp_path: Path) -> None:
    """Two samples of one text with one reply are coded once and are one piece of evidence."""
    study = at_hand(stores["samples"], tmp_path / "study")
    with study.store:
        first = {
            (t.transcript.trial.cell, t.transcript.trial.draw): t.key for t in reversed(study.told)
        }
        alike = {t.key: first[t.transcript.trial.cell, t.transcript.trial.draw] for t in study.told}
        for name in ("A", "B"):
            study.coded(name, Careless(name, 0.1), alike=alike)
        found = agreement(study)
        assert len(study.told) == 40
        assert (found.standing, found.coded, found.double) == (40, 20, 20)
        assert found.marks.agreement.items == 40
        assert found.final.agreement.pairable == 20


def test_authors_and_models_are_compared_apart_unless_authors_are_asked_for(
    study: CodedStudy,
) -> None:
    study.coded("A", Careless("A", 0.1))
    study.coded("B", Careless("B", 0.1))
    study.coded("Z", Careless("Z", 0.4), kind=CoderKind.AUTHOR)
    study.coded("judge sim/x", Careless("J", 0.3), kind=CoderKind.AUTOMATIC)
    study.coded("adjudicated", Careless("D", 0.9), kind=CoderKind.ADJUDICATOR)
    found = agreement(study)
    assert found.pooled == found.marks.agreement.coders == ("A", "B")
    assert [one.coder for one in found.reports] == ["A", "B", "Z", "judge sim/x"]
    assert found.authors is not None
    assert found.authors.coders == ("Z",)
    assert {one.coders for one in found.authors.marks.agreement.pairs} == {
        ("Z", "A"),
        ("Z", "B"),
        ("A", "B"),
    }
    (judge,) = found.judges
    assert judge.coders == ("judge sim/x",)
    assert {one.model: one.n for one in judge.shifts} == {"sim/child": 20, "sim/random": 20}
    pooled = agreement(study, as_paper=True)
    assert pooled.pooled == ("A", "B", "Z")
    assert pooled.authors is None
    assert [one.coder for one in pooled.people] == ["A", "B", "Z"]


def test_a_model_is_hidden_until_the_people_have_handed_in(study: CodedStudy) -> None:
    study.coded("A", Careless("A", 0.1))
    study.coded("B", Careless("B", 0.1), lock=False)
    study.coded("judge sim/x", Careless("J", 0.3), kind=CoderKind.AUTOMATIC)
    found = agreement(study)
    assert found.judges == ()
    assert found.hidden == ("judge sim/x",)
    page = render_agreement(title(found), sections(found))
    assert "B has not handed in yet: these figures may change." in page
    assert "judge sim/x: hidden until all people have handed in the same trials." in page


def test_under_twenty_common_items_and_near_constant_codes_there_is_a_reason_and_no_figure(
    study: CodedStudy,
) -> None:
    few = study.told[:19]
    study.coded("A", Careless("A", 0.1), trials=few)
    study.coded("B", Careless("B", 0.1), trials=few)
    found = agreement(study)
    document = study_document(found)
    final = document["lrs_with_zeros"]
    assert isinstance(final, dict)
    assert {
        (one["value"], one["reason"])
        for name, one in final["coefficients"].items()
        if name.startswith("cohen")
    } == {(None, "19 common items, fewer than 20")}
    study.coded("C", lambda told, question: "right")
    study.coded("D", lambda told, question: "right")
    narrowed = agreement(study)
    gate = [one for one in narrowed.gate.agreement.pairs if one.coders == ("C", "D")]
    named = {one.name: one for one in gate[0].coefficients}
    assert named["percent_agreement"].value == 1.0
    assert (named["cohen_kappa"].value, named["cohen_kappa"].reason) == (
        None,
        "nearly constant: 100% of the ratings are `passed`",
    )


def test_the_same_mark_twice_says_how_a_coder_agrees_with_himself(study: CodedStudy) -> None:
    packet = study.add_packets("A", twins=24)
    steady = study.marks(packet, Careless("A", 0))
    (changed, *_) = [one for one in packet.items if one.twin]
    acts: list[Act] = [
        mark_act(changed.item, 2, "half" if data["mark"] != "half" else "wrong")
        if data["item"] == changed.item and data["question"] == 2
        else (kind, data)
        for kind, data in steady
    ]
    study.add_codes(packet, acts)
    (one,) = agreement(study).people
    assert one.again_marks is not None
    assert one.again_lrs is not None
    assert one.again_marks.pairable == 24 * 3
    assert one.again_marks.coefficient("percent_agreement").value == pytest.approx(71 / 72)
    assert one.again_lrs.pairable == 24


def test_silent_gold_is_counted_where_it_stood_and_is_in_no_other_figure(
    study: CodedStudy,
) -> None:
    """Three of four marks are as the experts agreed; the items among them are compared as ever."""
    study.coded("B", Careless("B", 0.1))
    plain = study.add_packets("A")
    silent = [
        PacketItem(f"g{number}", 2 * number, Phase.SILENT, "", "", ()) for number in range(1, 5)
    ]
    gold = {one.item: [[2, "right", [], []]] for one in silent}
    packet = replace(
        plain,
        packet="p901",
        items=(*(replace(one, item=f"g-{one.item}") for one in plain.items), *silent),
        settings=json.dumps({"gold": gold}),
    )
    study.store.add_packets([packet])
    acts = study.marks(replace(packet, items=packet.items[:40]), Careless("A", 0.1))
    acts += [mark_act(one.item, 2, "right" if one.item != "g3" else "half") for one in silent]
    study.add_codes(packet, acts)
    found = agreement(study)
    alone = next(one for one in found.people if one.coder == "A")
    (block,) = alone.blocks
    assert (block.first, block.last, block.compared) == (1, 40, 40)
    assert (block.gold, block.gold_right) == (4, 3)
    assert found.final.agreement.pairable == 40


def test_coders_who_share_the_items_out_are_compared_pair_by_pair(study: CodedStudy) -> None:
    """Each trial is coded by two of three, so that no trial has all three."""
    for place, name in enumerate("ABC"):
        mine = [told for n, told in enumerate(study.told) if n % 3 != place]
        study.coded(name, Careless(name, 0.1), trials=mine)
    found = agreement(study)
    assert (found.coded, found.double) == (40, 40)
    assert {one.coders: one.n for one in found.marks.agreement.pairs} == {
        ("A", "B"): 2 * 13,
        ("A", "C"): 2 * 13,
        ("B", "C"): 2 * 14,
    }
    assert found.marks.agreement.missing == 80
    line = found.linear.agreement.coefficient("icc_2_1")
    assert (line.value, line.reason) == (None, "no item was rated by all 3 coders")


def test_what_coders_guess_is_held_against_chance(study: CodedStudy) -> None:
    """A names the model right three times of four ventured, and has no idea once."""
    packet = study.add_packets("A")
    by_key = {one.key: one for one in study.told}
    acts = study.marks(packet, Careless("A", 0))
    asked = [item for item in packet.items if model(by_key, item.behind[0].trial) == "sim/child"]
    for number, item in enumerate(asked[:5]):
        guess = ("sim/child", "sim/child", "sim/child", "sim/random", "no idea")[number]
        acts.append(("masking", {"item": item.item, "model": guess, "wording": "permuted"}))
    study.add_codes(packet, acts)
    (one,) = agreement(study).people
    assert one.model is not None
    assert one.wording is not None
    arms = {arm.arm: (arm.right, arm.wrong, arm.no_idea, arm.index) for arm in one.model.arms}
    assert arms["sim/child"] == (3, 1, 1, pytest.approx((3 - 1) / 5))
    assert (one.model.right, one.model.guesses, one.model.chance) == (3, 4, 0.5)
    assert (one.wording.right, one.wording.guesses) == (5, 5)


def model(by_key: dict[str, FinishedTrial], trial: str) -> str:
    return by_key[trial].participant.name


def test_an_lrs_that_was_given_counts_at_the_end_and_one_given_first_next_to_the_rule(
    study: CodedStudy,
) -> None:
    coder = Careless("A", 0)
    packet = study.add_packets("A")
    acts = study.marks(packet, coder)
    by_key = {one.key: one for one in study.told}
    rule = {item.item: by_hand(coder, by_key[item.behind[0].trial]) for item in packet.items}
    scored = [item for item in packet.items if 1 < rule[item.item] < 5][:4]
    for number, item in enumerate(scored):
        lrs = rule[item.item]
        first = {"item": item.item, "lrs": lrs + (number == 0), "proposed": None, "first": True}
        given = {"item": item.item, "lrs": lrs + (number == 1), "proposed": lrs, "first": False}
        acts += [("lrs", {**first, "reason": ""}), ("lrs", {**given, "reason": "clear"})]
    study.add_codes(packet, acts)
    study.coded("B", coder)
    found = agreement(study)
    assert value(found.rule, "percent_agreement") == 1.0
    assert value(found.final, "percent_agreement") == pytest.approx(39 / 40)
    first_given = found.people[0].first
    assert (first_given.n, first_given.same) == (4, 3)
    assert first_given.difference == Fraction(1, 4)
    assert (found.reports[0].overridden, found.reports[0].rated) == (1, 4)


def test_in_content_view_what_was_said_is_compared_in_the_script_own_words(
    study: CodedStudy,
) -> None:
    """Draws have other words for the same place, and a lure is another condition's key."""
    for name in ("A", "B"):
        packet = study.add_packets(name, view=View.CONTENT)
        study.add_codes(packet, said(study, packet.items, name))
    found = agreement(study)
    assert {one.coded for one in found.questions} == {"contents"}
    now = next(one for one in found.questions if one.question == "now")
    assert set(now.part.agreement.labels) == {
        *(word.value for word in ContentWord),
        "shelf",
        "table",
    }
    pairs = [tuple(places(name, told, "now") for name in ("A", "B")) for told in study.told]
    assert now.part.agreement.pairable == 40
    assert value(now.part, "cohen_kappa") == pytest.approx(float(kappa(pairs)))  # type: ignore[arg-type]
    # The key makes `table` right where it moved and wrong where it was left.
    keyed = [
        tuple(place == ("table" if moved(told) else "shelf") for place in pair)
        for told, pair in zip(study.told, pairs, strict=True)
    ]
    agreed = next(one for one in found.experiments if one.name == "The shelf")
    assert agreed.marks.agreement.items == 80
    assert sum(left == right for left, right in keyed) == sum(a == b for a, b in pairs)


def places(name: str, told: FinishedTrial, question: str) -> str:
    """What a coder says was said: a place in the script's own words."""
    shared = "shelf" if lot(told.key, question) < 0.5 else "table"
    other = "table" if shared == "shelf" else "shelf"
    return shared if lot(name, told.key, question) >= 0.15 else other


def moved(told: FinishedTrial) -> bool:
    return told.transcript.trial.cell.condition == "moved"


def said(study: CodedStudy, items: object, name: str) -> list[Act]:
    by_key = {one.key: one for one in study.told}
    acts: list[Act] = []
    for item in items:  # type: ignore[attr-defined]
        told = by_key[item.behind[0].trial]
        ((number, session, place),) = item.behind[0].places
        question = judged(told)[session, place]
        words = dict(told.transcript.trial.words)
        spoken = f"The {words[places(name, told, question.name)]}"
        data = {"item": item.item, "question": number, "said": [spoken], "plain": True}
        acts.append(("said", {**data, "flags": []}))
    return acts


def test_the_page_fits_eighty_columns_says_simulated_and_shows_no_escape(
    study: CodedStudy,
) -> None:
    for name in ("Anna-Katharina von und zu Unterwiesenthal", "\x1b[31mB\x1b]52;c;QQ==\x07"):
        study.coded(name, Careless(name, 0.15), twins=20)
    study.coded("Z", Careless("Z", 0.4), kind=CoderKind.AUTHOR)
    study.coded("judge sim/x", Careless("J", 0.3), kind=CoderKind.AUTOMATIC)
    found = agreement(study, replicates=50)
    page = render_agreement(title(found), sections(found), width=80)
    assert page.startswith(f"Agreement on study {found.study}: SIMULATED, not data\n")
    assert max(map(len, page.splitlines())) <= 80
    assert "\x1b" not in page
    assert "\x07" not in page
    headings = [one.heading for one in sections(found)]
    assert headings == [
        "To report",
        "Coding",
        "Kappas",
        "Each question of The shelf",
        "Control questions",
        "LRS of trials scored by both coders of a pair (1 to 5)",
        "Final LRS, including zeros (0 to 5)",
        "Linear score: 1 + 4 x proportion correct, 0 if the trial scores 0",
        "By participant",
        "Each category",
        "Authors, who are not blind",
        "judge sim/x: a model",
        "Each coder",
        "Intra-coder agreement",
        "Method",
    ]
    assert all(heading in page for heading in headings)


def test_seeds_make_intervals_the_same_again(study: CodedStudy) -> None:
    for name in ("A", "B"):
        study.coded(name, Careless(name, 0.15))
    once, again, other = (
        study_document(agreement(study, replicates=200, seed=seed)) for seed in (3, 3, 4)
    )
    assert once == again
    assert once["coefficients"] != other["coefficients"]


def test_codes_of_other_words_are_in_no_figure(study: CodedStudy) -> None:
    study.coded("A", Careless("A", 0.1))
    packet = study.add_packets("B")
    moved_on = tuple(
        replace(item, behind=tuple(replace(one, transcript="0" * 64) for one in item.behind))
        for item in packet.items[:5]
    )
    other = replace(
        packet,
        packet="p900",
        coder="C",
        items=tuple(replace(i, item=f"c{i.item}") for i in moved_on),
    )
    study.store.add_packets([other])
    study.add_codes(packet, study.marks(packet, Careless("B", 0.1)))
    study.add_codes(other, study.marks(other, Careless("C", 0.1)))
    found = agreement(study)
    assert found.stale == 5
    assert [pair.n for pair in found.marks.agreement.pairs if "C" in pair.coders] in ([], [0, 0])


def test_where_nobody_has_coded_the_next_step_is_named(study: CodedStudy, shell: Shell) -> None:
    with pytest.raises(NothingCoded) as nothing:
        agreement(study)
    assert nothing.value.message == (
        f"study {study.opened.study.id} has not been coded: it has no packets yet"
    )
    study.add_packets("A")
    with pytest.raises(NothingCoded) as nothing:
        agreement(study)
    assert nothing.value.packed
    store = f"sqlite:///{study.folder / 'devrun.sqlite'}"
    done = shell.run("agree", "--store", store, code=1)
    assert (done.stdout, done.stderr.splitlines()[0]) == (
        "",
        f"devrun: no coded item of study {study.opened.study.id} has been collected yet",
    )


def test_a_model_of_which_nothing_is_coded_or_finished_is_no_bug(
    study: CodedStudy, shell: Shell
) -> None:
    """The trials of another model are coded."""
    (child,) = [one.key for one in study.opened.study.participants if one.name == "sim/child"]
    mine = [told for told in study.told if told.row.sitting.participant != child]
    for name in ("A", "B"):
        study.coded(name, Careless(name, 0.15), trials=mine)
    study.store.close()
    path = study.folder / "devrun.sqlite"
    words = ("-m", "sim/child", "--store", f"sqlite:///{path}")
    done = shell.run("agree", *words, code=1)
    assert done.stderr.startswith("devrun: no coded item of study ")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM calls WHERE participant = ?", (child,))
        connection.execute("DELETE FROM transcripts WHERE trial IN (SELECT trial FROM study_trials "
                           "WHERE participant = ?)", (child,))  # fmt: skip
    for command in ("report", "score", "agree"):
        assert "bug" not in shell.run(command, *words, code=1).stderr


def test_replies_that_are_gone_from_the_store_leave_the_others_to_compare(
    study: CodedStudy, shell: Shell
) -> None:
    for name in ("A", "B"):
        study.coded(name, Careless(name, 0.15), view=View.RUBRIC, twins=20)
    study.store.close()
    path = study.folder / "devrun.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM calls WHERE draw = 3")
    store = f"sqlite:///{path}"
    assert shell.json("agree", "--store", store, "--bootstrap", "0")["items"] > 0


def test_paths_models_and_levels_narrow_what_is_compared(study: CodedStudy, shell: Shell) -> None:
    for name in ("A", "B"):
        study.coded(name, Careless(name, 0.15))
    (shell.folder / "shelf.dev").write_text(SHELF, encoding="utf-8")
    store = f"sqlite:///{study.folder / 'devrun.sqlite'}"
    found = shell.json(
        "agree", "shelf.dev", "-m", "sim/child", "--only", "moved", "--bootstrap", "0",
        "--store", store,
    )  # fmt: skip
    assert (found["items"], found["missing"]) == (20, 0)
    assert [one["model"] for one in found["by_model"]] == ["sim/child"]
    assert found["coders"] == found["pooled"] == ["A", "B"]


def test_every_figure_states_what_it_rests_on_and_how_it_was_made(study: CodedStudy) -> None:
    for name in ("A", "B"):
        study.coded(name, Careless(name, 0.15), twins=20)
    document = study_document(agreement(study, replicates=20))

    def figures(found: object) -> Iterator[dict[str, object]]:
        if isinstance(found, dict):
            if "value" in found and "n_items" in found:
                yield found
            for one in found.values():
                yield from figures(one)
        elif isinstance(found, list):
            for one in found:
                yield from figures(one)

    told = list(figures(document))
    assert len(told) > 300
    for one in told:
        assert isinstance(one["n_items"], int)
        assert (one["value"] is None) == (one["reason"] is not None)
        assert one["value"] != 1.0 or one["n_items"] >= 20  # type: ignore[operator]


def test_the_order_of_packets_changes_nothing(stores: dict[str, Path], tmp_path: Path) -> None:
    found = []
    for number, order in enumerate(product(("A", "B"), repeat=2)):
        if len(set(order)) < 2:
            continue
        study = at_hand(stores["two"], tmp_path / str(number))
        with study.store:
            for name in order:
                study.coded(name, Careless(name, 0.15))
            found.append(agreement(study).marks.agreement.coefficient("cohen_kappa").value)
    assert found[0] == pytest.approx(found[1])


@pytest.mark.parametrize("view", [View.RUBRIC, View.CONTENT])
def test_agreement_is_the_same_where_what_came_of_logs_is_not_kept(
    stores: dict[str, Path], tmp_path: Path, view: View
) -> None:
    """As in a store that was merged, or coded before that was kept: the lines are read."""
    documents = []
    for folds in (True, False):
        study = at_hand(stores["two"], tmp_path / str(folds))
        study.folds = folds
        with study.store:
            for name in ("A", "B"):
                packet = study.add_packets(name, view=view, twins=12)
                rubric = view is View.RUBRIC
                coder = Careless(name, 0.1)
                acts = study.marks(packet, coder) if rubric else said(study, packet.items, name)
                study.add_codes(packet, acts)
            documents.append(study_document(agreement(study, replicates=50)))
    assert documents[0] == documents[1]
    assert documents[0]["trials"]["double_coded"] == 40  # type: ignore[index]
