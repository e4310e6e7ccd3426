"""Who is a coder of a study: those who judged something of it, and not who was given a packet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coders.packets.shape import CoderKind, Phase
from dsl.record import replace
from dsl.trial import Question
from renderers.coding_methods import coding_methods
from renderers.fields.scores import score_document
from renderers.tables.agreement import render_agreement
from runners.agreement.agreement import study_agreement
from runners.agreement.coding_facts import coding_facts, distinct
from runners.agreement.document import study_document
from runners.agreement.page import sections, title
from runners.agreement.results import StudyAgreement
from runners.analysis.scores import RaterSelection, study_scores
from runners.store.records import PacketItem, PacketRecord
from runners.studies.study import FinishedTrial
from tests.runners.agreement.coded_studies import CodedStudy, at_hand, mark_act, ran
from tests.shell import Shell


@pytest.fixture
def study(shell: Shell) -> Iterator[CodedStudy]:
    """Two coders have coded everything and differ about the control question; a third is in
    training, a fourth has begun nothing.
    """
    found = at_hand(ran(shell, "-m", "sim/oracle", "--runs", "5"), Path(shell.folder) / "study")
    with found.store:
        found.coded("Cy", lambda told, question: "right")
        whole = found.coded(
            "Dee", lambda told, question: "wrong" if question.name == "before" else "right"
        )
        training = with_training(whole)
        found.store.add_packets([training])
        found.add_codes(training, [mark_act("t1", 1, "right")], lock=False)
        found.add_packets("Ben")
        yield found


def coding_sentences(found: StudyAgreement) -> tuple[str, ...]:
    """What the page says of how far the coding is."""
    (coding,) = (one for one in sections(found) if one.heading == "Coding")
    return coding.sentences


def with_training(like: PacketRecord) -> PacketRecord:
    """A packet of Ada's of the same trials, with an item to learn by before them."""
    items = [replace(one, item=f"a{one.item}", position=one.position + 1) for one in like.items]
    first = PacketItem("t1", 1, Phase.TRAINING, "gold", "", ())
    return replace(like, packet="p900", coder="Ada", items=(first, *items))


def test_who_is_in_training_or_has_begun_nothing_is_not_called_a_coder(study: CodedStudy) -> None:
    found = study_agreement(study.store, study.reopened())
    assert found.pooled == ("Cy", "Dee")
    opening = coding_sentences(found)
    assert opening[0] == "Blind coders: Cy and Dee."
    assert (
        "10 distinct transcripts (10 trials) were passed by one coder and failed by another on "
        "their control questions (`devrun score` counts every trial in which a disputed control "
        "question can change the LRS): `devrun adjudicate` resolves these first when all have "
        "handed in."
    ) in opening
    assert "Ada and Ben have not handed in yet: these figures may change." in opening


def test_what_an_adjudicator_settled_is_not_called_open(study: CodedStudy) -> None:
    """The count of disputed gates is the one that the scores have, and nobody waits for Eve."""
    scores = study_scores(study.store, study.reopened(), RaterSelection())
    found = study_agreement(study.store, study.reopened())
    disputed = sum(row.status == "disputed" for row in scores.trials)
    assert (found.disputed_trials, found.disputed_open) == (disputed, 10)
    some, rest = study.told[:4], study.told[4:]
    study.coded("Eve", right, kind=CoderKind.ADJUDICATOR, trials=some, lock=False)
    opening = " ".join(coding_sentences(study_agreement(study.store, study.reopened())))
    assert "can change the LRS): 6 transcripts not adjudicated yet" in opening
    study.coded("median", right, kind=CoderKind.ADJUDICATOR, trials=rest, lock=False)
    after = study_agreement(study.store, study.reopened())
    opening = " ".join(coding_sentences(after))
    assert "10 distinct transcripts (10 trials) were passed by one coder and failed" in opening
    assert "on their control questions: adjudicated." in opening
    assert "Eve" not in opening
    scores = study_scores(study.store, study.reopened(), RaterSelection(adjudicated=True))
    assert not [note for note in scores.notes if "Eve" in note or "median" in note]


def right(told: FinishedTrial, question: Question) -> str:
    return "right"


def test_the_method_section_counts_who_coded_and_names_who_is_waited_for(study: CodedStudy) -> None:
    found = study_agreement(study.store, study.reopened())
    paragraph = coding_methods(coding_facts(study.store, found))
    assert "were coded by at least two of 2 blind coders" in paragraph
    assert "Not handed in yet: Ada and Ben." in paragraph


def test_a_coder_without_training_is_named_where_others_were_trained(study: CodedStudy) -> None:
    """Ada finishes her training and codes; Cy and Dee have none."""
    ada = study.store.packet("p900")
    assert ada is not None
    facts = coding_facts(study.store, study_agreement(study.store, study.reopened()))
    assert facts["untrained"] == []
    main = [item.item for item in ada.items if item.phase == Phase.MAIN]
    study.add_codes(ada, [mark_act("t1", 1, "right"), mark_act(main[0], 1, "right")], lock=False)
    found = study_agreement(study.store, study.reopened())
    facts = coding_facts(study.store, found)
    assert facts["untrained"] == ["Cy", "Dee"]
    assert "Cy and Dee coded without training." in coding_methods(facts)


def test_notes_and_guesses_of_the_aim_reach_the_page_and_the_document(study: CodedStudy) -> None:
    guess = ("hypothesis", {"text": "memory\x1b[2J of <b>shelves</b>"})
    note = ("note", {"item": "t1", "question": 1, "note": "which <i>box</i>?"})
    ada = study.store.packet("p900")
    assert ada is not None
    study.add_codes(ada, [mark_act("t1", 1, "right"), note, guess], lock=False)
    found = study_agreement(study.store, study.reopened())
    (told,) = [one for one in study_document(found)["packets"] if one["coder"] == "Ada"]
    assert told["notes"] == [{"item": "t1", "question": 1, "note": "which <i>box</i>?"}]
    assert told["aim_guess"] == "memory\x1b[2J of <b>shelves</b>"
    page = render_agreement(title(found), sections(found))
    assert "Ada, item t1, question 1: which <i>box</i>?" in page
    assert "Ada: memory\u241b[2J of <b>shelves</b>" in page
    scores = study_scores(study.store, study.reopened(), RaterSelection())
    document = score_document(scores)
    made = document["trials"]  # each is made when it is asked for
    assert made[1:3][0] == list(made)[1] == made[1]
    (guess_told,) = document["aim_guesses"]
    assert guess_told == {
        "coder": "Ada", "kind": "blind", "counted": True,
        "guess": "memory\x1b[2J of <b>shelves</b>",
    }  # fmt: skip
    assert "what 1 coder took the study to be about: see `devrun agree --all`" in scores.notes


def test_scores_wait_for_the_same_people_as_adjudication(study: CodedStudy) -> None:
    notes = study_scores(study.store, study.reopened(), RaterSelection()).notes
    assert "not handed in yet: Ada, Ben; these scores may change" in notes


def test_a_statement_of_several_packets_is_said_once() -> None:
    assert distinct(["a", "b", "a", ""]) == ["a", "b"]
