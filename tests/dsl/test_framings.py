"""Framings: words around scored questions, and the condition that they make."""

from __future__ import annotations

from pathlib import Path

from dsl.expand import Expander, cells
from dsl.experiment import FRAMING, Experiment, What
from dsl.files.framings import shipped_framings
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import Loaded, check_text, load
from dsl.trial import Trial, Turn, turns
from renderers.prompt import system_text, user_text
from tests.expanded import experiment_in

STORY = """\
experiment Where it is
reference children 85%: somebody

things
    ball: block, drum, kite

places
    basket: drawer, crate
    box: chest, locker

counterbalance side
    swap basket, box

design
    runs 4
    scoring accuracy
"""
STEPS = """\
procedure
    say: {A ball} is in the {basket}, and there is {a box}.
    in order
        record wish
            ask: Do you like the {ball}?
        test where
            ask: Where is the {ball}?
            choices rotated:
                the {basket}
                the {box}
            answer: the {basket}
            then
                unclear, ask again at most 1 times: Please name one of the two.
                otherwise: {nothing}
        control what
            ask: What is in it?
            answer: {ball}
"""
OWN = """\
    framing aloud
        note: To see whether reasons help.
        before: Think of the {ball}.
        after: End with a line that begins with "Answer:".
        system: You think aloud.
        answer line: Answer:
"""


def loaded(*design: str, after: str = "") -> Loaded:
    return check_text("".join((STORY, *design, "\n", STEPS, after)), "where.dev")


def sound(one: Loaded) -> Experiment:
    assert [str(fault) for fault in one.faults] == []
    return experiment_in(one)


def trial(experiment: Experiment, framing: str, *, draw: int = 1, unclear: bool = False) -> Trial:
    expander = Expander(experiment)
    (cell,) = (one for one in cells(experiment) if dict(one.levels)[FRAMING] == framing)
    path = (((0, "/test where"), "unclear"),) if unclear else ()
    return expander.trial(cell, draw=draw, path=path)


def asked(one: Trial) -> dict[str, Turn]:
    return {turn.place: turn for turn in turns(one.sessions[0].nodes)}


def test_the_words_are_around_scored_questions_and_no_others() -> None:
    one = trial(sound(loaded(OWN)), "aloud")
    ball, turned = dict(one.words)["ball"], asked(one)
    where = user_text(turned["/test where"]).split("\n\n")
    assert where[0] == f"Think of the {ball}."
    assert where[-1] == 'End with a line that begins with "Answer:".'
    assert where[-2].startswith("A) ")
    assert user_text(turned["/control what"]).startswith(f"Think of the {ball}.\n\nWhat is in it?")
    assert "Think" not in user_text(turned["/record wish"])
    assert system_text(one.sessions[0]) == "You think aloud."


def test_without_a_framing_nothing_is_added_and_all_framings_share_their_draws() -> None:
    plain = sound(loaded())
    framed = sound(loaded(OWN))
    for draw in range(1, 5):
        (cell,) = cells(plain)
        before = Expander(plain).trial(cell, draw=draw)
        none, aloud = (trial(framed, name, draw=draw) for name in ("none", "aloud"))
        assert none.sessions == before.sessions
        assert none.words == aloud.words == before.words
        assert asked(none)["/test where"].question.options == (  # type: ignore[union-attr]
            asked(aloud)["/test where"].question.options  # type: ignore[union-attr]
        )


def test_a_question_that_is_asked_again_has_the_words_around_it() -> None:
    one = trial(sound(loaded(OWN)), "aloud", unclear=True)
    again = user_text(asked(one)["/test where, again"]).split("\n\n")
    ball = dict(one.words)["ball"]
    assert again == [
        f"Think of the {ball}.",
        "Please name one of the two.",
        'End with a line that begins with "Answer:".',
    ]


def test_framings_are_sent_and_so_make_another_procedure() -> None:
    plain, framed = sound(loaded()), sound(loaded(OWN))
    other = sound(loaded(OWN.replace("Think of", "Look at")))
    assert len({procedure_hash(one) for one in (plain, framed, other)}) == 3
    noted = sound(loaded(OWN.replace("whether reasons", "if reasons")))
    assert procedure_hash(noted) == procedure_hash(framed)
    assert rubric_hash(noted) == rubric_hash(framed)


def test_where_replies_are_read_judges_and_is_sent_only_where_it_steers() -> None:
    steps = STEPS[: STEPS.index("            then")] + STEPS[STEPS.index("        control") :]

    def script(line: str) -> Experiment:
        text = "".join((STORY, OWN.replace("line: Answer:", f"line: {line}"), "\n"))
        return sound(check_text(text + steps, "where.dev"))

    answer, begins = script("Answer:"), script('"Answer:')
    assert procedure_hash(answer) == procedure_hash(begins)
    assert rubric_hash(answer) != rubric_hash(begins)
    steered = [sound(loaded(OWN.replace("line: A", f"line: {sign}A"))) for sign in ("", '"')]
    assert len(set(map(procedure_hash, steered))) == 2


def test_levels_of_framings_are_compared_and_have_no_published_figures() -> None:
    compare = "    compare none with expert, expecting more in expert\n"
    experiment = sound(loaded("    framing expert\n", compare))
    (compared,) = experiment.design.compared
    assert (compared.what, compared.factor) == (What.CONDITIONS, FRAMING)
    assert experiment.framings == ("expert",)
    assert experiment.references[0].guard.needs == ((FRAMING, ("none",)),)


def test_a_framing_of_devrun_is_the_same_in_the_design_at_the_end_and_in_full(
    tmp_path: Path,
) -> None:
    inside = sound(loaded("    framing reasons first\n"))
    at_end = sound(loaded(after="framing reasons first\n"))
    words = shipped_framings()["reasons first"].read_text("utf-8")
    in_full = sound(loaded(after=words))
    script = tmp_path / "where.dev"
    script.write_text(STORY + "\n" + STEPS)
    added = sound(load(script, added=words))
    hashes = {procedure_hash(one) for one in (inside, at_end, in_full, added)}
    assert len(hashes) == 1


def test_a_file_of_the_scripts_folder_goes_before_one_of_devrun(tmp_path: Path) -> None:
    script = tmp_path / "where.dev"
    script.write_text(f"{STORY}    framing expert\n\n{STEPS}")
    ours = load(script)
    assert list(ours.sources) == [str(script), str(tmp_path / "framings" / "expert.dev")]
    (tmp_path / "framings").mkdir()
    (tmp_path / "framings" / "expert.dev").write_text("framing expert\n    system: You know.\n")
    theirs = sound(load(script))
    assert system_text(trial(theirs, "expert").sessions[0]) == "You know."
    assert procedure_hash(theirs) != procedure_hash(sound(ours))


def test_a_framing_file_that_cannot_be_read_is_a_fault_of_its_line(tmp_path: Path) -> None:
    script = tmp_path / "where.dev"
    script.write_text(f"{STORY}    framing expert\n\n{STEPS}")
    (tmp_path / "framings").mkdir()
    (tmp_path / "framings" / "expert.dev").write_bytes("framing expert".encode("utf-16"))
    loaded = load(script)
    line = script.read_text().split("\n").index("    framing expert") + 1
    assert [(one.code, one.span.line, one.message()) for one in loaded.faults] == [
        ("E507", line, "framings/expert.dev is saved as UTF-16; save it again as UTF-8")
    ]


def test_every_framing_of_devrun_can_be_used_and_says_what_it_is_for() -> None:
    for name, path in shipped_framings().items():
        if name == "core knowledge":
            continue  # it names the groups of a bank
        used = sound(loaded(f"    framing {name}\n"))
        if name != "erasures":
            assert path.read_text("utf-8").startswith(f"framing {name}\n    note:")
            assert used.framings == (name,)


def test_the_set_of_erasures_has_the_ten_abilities_each_beside_its_age_alone() -> None:
    used = sound(loaded("    framing erasures\n"))
    assert len(used.framings) == 14
    assert len({one.group for one in used.erasures}) == 10
    for one in used.erasures:
        alone, whole = (
            system_text(trial(used, name).sessions[0]) for name in (one.baseline, one.framing)
        )
        assert alone is not None
        assert whole is not None
        assert whole.startswith(alone.removesuffix("."))
        assert len(whole) > len(alone) + 20


def test_a_framing_names_the_concept_of_each_item_of_a_bank(tmp_path: Path) -> None:
    """Eleven ways to ask, with none; in two of them other words stand around other items."""
    (tmp_path / "items.csv").write_text(
        "question,answer,concept\nIs it one?,yes,boundary\nIs it the same?,yes,Conservation\n"
    )
    script = tmp_path / "core.dev"
    script.write_text(
        "experiment Core\n\nbank core from items.csv\n    question from question\n"
        "    answer from answer, as yes or no\n    group from concept\n\ndesign\n    runs 1\n"
        "    scoring accuracy\n    framing core knowledge\n\nprocedure\n    separately\n"
        "        do core\n"
    )
    experiment = sound(load(script))
    assert len(experiment.framings) == 10
    whole = {name: [user_text(t) for t in turns(trial(experiment, name).sessions[0].nodes)]
             for name in ("none", *experiment.framings)}  # fmt: skip
    assert whole["none"] == ["Is it one?", "Is it the same?"]
    assert len({one for said in whole.values() for one in said}) == 22
    assert [one.partition(", and know")[2] for one in whole["specialist"]] == [
        " all that is known about boundary.\n\nIs it one?",
        " all that is known about Conservation.\n\nIs it the same?",
    ]
    assert "boundary: telling where one thing ends" in whole["concept"][0]
    assert "Conservation: how much there is stays the same" in whole["concept"][1]


def test_what_a_framing_erases_is_not_sent() -> None:
    plain = sound(loaded(OWN))
    aimed = sound(
        loaded(OWN.replace("        note: To see", "        erases toys\n        note: To see"))
    )
    assert procedure_hash(plain) == procedure_hash(aimed)
    assert [(one.framing, one.group) for one in aimed.erasures] == [("aloud", "toys")]


def test_names_that_framings_cannot_have() -> None:
    codes = [
        fault.code
        for words in ("none", "expert\n    framing expert")
        for fault in loaded(f"    framing {words}\n        after: Well.\n").faults
    ]
    assert codes == ["E413", "E411"]
