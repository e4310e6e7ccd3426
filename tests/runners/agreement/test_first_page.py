"""What `devrun agree` prints first: the figures to report in a sentence, and ranges of kappas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from coders.packets.shape import CoderKind
from renderers.coding_methods import coding_methods
from renderers.tables.agreement import render_agreement
from runners.agreement.agreement import study_agreement
from runners.agreement.coding_facts import coding_facts
from runners.agreement.collecting import NothingCoded
from runners.agreement.document import study_document
from runners.agreement.page import first_sections, sections, title
from runners.agreement.results import StudyAgreement
from runners.agreement.rows import RatedMeasure
from runners.agreement.to_report import agreement_sentence
from runners.cli.commands.coding.agree import short_methods
from runners.cli.sentences import sentences
from runners.store.store import Store
from runners.studies.study import FinishedTrial, opened_study
from tests.here import here
from tests.renderers.test_coding_methods import FACTS
from tests.runners.agreement.coded_studies import SHELF, UNLIKE_GATES, CodedStudy, at_hand, ran
from tests.runners.agreement.test_agreement import Careless
from tests.shell import EXPERIMENTS, Shell

MODELS = ("-m", "sim/random", "-m", "sim/child")
CODERS = ("Anna", "Ben", "Cem")


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run of one script whose trials have two control questions, and one of three scripts."""
    two_controls = here(tmp_path_factory.mktemp("controls"))
    three = here(tmp_path_factory.mktemp("three"))
    for name in ("bench", "stool"):
        other = SHELF.replace("The shelf", f"The {name}").replace("runs 10", "runs 11")
        (three.folder / f"{name}.dev").write_text(other, encoding="utf-8")
    (three.folder / "shelf.dev").write_text(SHELF, encoding="utf-8")
    three.run_once("shelf.dev", "bench.dev", "stool.dev", *MODELS)
    return {
        "controls": ran(two_controls, *MODELS, text=UNLIKE_GATES),
        "three": three.folder / "devrun.sqlite",
    }


@pytest.fixture
def controls(stores: dict[str, Path], tmp_path: Path) -> Iterator[CodedStudy]:
    """One script with two control questions, coded by two."""
    study = at_hand(stores["controls"], tmp_path / "controls")
    with study.store:
        for name in ("Anna", "Ben"):
            study.coded(name, Careless(name, 0.05))
        yield study


def agreed(study: CodedStudy, replicates: int = 100, *, as_paper: bool = False) -> StudyAgreement:
    return study_agreement(study.store, study.reopened(), replicates=replicates, as_paper=as_paper)


def page_of(found: StudyAgreement, width: int) -> list[str]:
    return render_agreement(title(found), first_sections(found), width=width).splitlines()


def whole_page(found: StudyAgreement, width: int) -> list[str]:
    return render_agreement(title(found), sections(found), width=width).splitlines()


def two(value: float | None) -> str:
    assert value is not None
    return f"{value:.2f}"


def test_control_questions_are_reported_one_by_one_and_by_transcript_under_their_own_names(
    controls: CodedStudy,
) -> None:
    found = agreed(controls)
    single, whole = (
        part.agreement.coefficient("cohen_kappa") for part in (found.controls, found.gate)
    )
    assert (single.n_items, whole.n_items) == (80, 40)
    assert two(single.value) != two(whole.value)
    ends = single.ci95
    assert ends is not None
    sentence = agreement_sentence(found)
    assert (
        f" and of control questions {two(single.value)} [{two(ends[0])}, "
        f"{two(ends[1])}] (n = 80 marks)"
    ) in sentence
    assert sentence.startswith(
        "Before adjudication, Krippendorff's ordinal alpha within cells of the LRS (1 to 5) was "
    )
    assert sentence.endswith("; brackets: 95% bootstrap intervals.")
    assert "transcripts passed or failed: agreement" in "\n".join(whole_page(found, 100))
    (line,) = (row for row in page_of(found, 100) if row.startswith("control questions"))
    assert line.split()[4] == two(single.value)
    assert line.endswith("80 marks")


def test_one_script_and_two_coders_fit_one_screen(controls: CodedStudy) -> None:
    found = agreed(controls)
    page = page_of(found, 100)
    assert page[2] == "To report"
    assert len(page) <= 36
    assert len(page_of(found, 80)) <= 38
    assert max(map(len, page)) <= 100
    assert max(map(len, page_of(found, 80))) <= 80
    assert " ".join(page[-2:]).endswith(
        "Kappas (Cohen's of each pair, Fleiss', weighted) and all other tables: --all."
    )
    assert "were passed by one coder and failed by another on their control questions" in " ".join(
        page
    )
    assert "Not calibrated against gold: Anna and Ben." in page


@pytest.mark.parametrize("runs", ["5", "11"])
def test_one_script_two_models_and_three_coders_fit_one_screen(
    shell: Shell, tmp_path: Path, runs: str
) -> None:
    """Five draws are too few for most figures, so that reasons stand in their place."""
    script = (EXPERIMENTS / "sally_anne.dev").read_text(encoding="utf-8")
    study = at_hand(ran(shell, *MODELS, "--runs", runs, text=script), tmp_path / "trio")
    with study.store:
        for name in CODERS:
            study.coded(name, Careless(name, 0.2))
        found = agreed(study)
    for width in (80, 120):
        page = page_of(found, width)
        assert len(page) <= 40
        assert max(map(len, page)) <= width
        assert " judgement pairs); kappas are means over 3 coder pairs" in " ".join(page)
        assert "The 3 questions of 16 with the lowest agreement" in page
    there = here(tmp_path / "trio")
    for command, width in product(("score", "compare"), (80, 120)):
        page = there.run(command, more={"COLUMNS": str(width)}).stdout.splitlines()
        assert len(page) <= 40, (command, width)
        assert max(map(len, page)) <= width


def test_kappas_have_their_range_over_experiments(stores: dict[str, Path], tmp_path: Path) -> None:
    """The values of single experiments are those that each experiment has on the whole page."""
    study = at_hand(stores["three"], tmp_path / "three")
    with study.store:
        for name in ("Anna", "Ben", "Cem"):
            study.coded(name, Careless(name, 0.05))
        found = agreed(study, 0)
    values = [one.marks.agreement.coefficient("cohen_kappa").value for one in found.experiments]
    (marks,) = (
        one
        for one in found.kappa_ranges
        if (one.measure, one.kappa, one.coders) == (RatedMeasure.MARKS, "cohen_kappa", ())
    )
    assert list(marks.values) == pytest.approx(values)
    ends = (min(marks.values), max(marks.values))
    assert marks.ends == ends
    pairs = {one.coders for one in found.kappa_ranges if one.kappa == "cohen_kappa"}
    assert pairs == {(), ("Anna", "Ben"), ("Anna", "Cem"), ("Ben", "Cem")}
    page = whole_page(found, 120)
    at = next(place for place, row in enumerate(page) if row.startswith("Cohen's, mean over pairs"))
    assert f"{two(ends[0])} to {two(ends[1])}" in page[at + 1]
    assert any(row.endswith(" pairs") for row in page)
    assert "kappas are means over 3 coder pairs" in " ".join(page)
    document = study_document(found)["kappa_ranges"]
    assert isinstance(document, list)
    assert document[0]["experiments"] == 3


def test_what_is_missing_is_said_with_its_reason(shell: Shell, tmp_path: Path) -> None:
    """Six draws have twenty-four trials, enough for a figure, and too few draws for an interval."""
    study = at_hand(ran(shell, *MODELS, "--runs", "6"), tmp_path / "few")
    with study.store:
        for name in ("Anna", "Ben"):
            study.coded(name, Careless(name, 0.05))
        found = agreed(study)
    sentence = agreement_sentence(found)
    assert "Cohen's kappa of test questions was" in sentence
    assert "without interval (n = 48 marks)" in sentence
    assert "Not computed: " in sentence
    page = "\n".join(page_of(found, 100))
    reason = ") only 6 items or draws to resample, fewer than 10\n"
    assert page[page.index("Each question") :].count(reason) == 1


def test_the_report_has_the_kappas_of_this_page(stores: dict[str, Path], tmp_path: Path) -> None:
    """Of control questions, which is another figure than of transcripts passed or failed."""
    study = at_hand(stores["controls"], tmp_path / "page")
    with study.store:
        for name in ("Anna", "Ben"):
            study.coded(name, Careless(name, 0.2))
    there = here(tmp_path / "page")
    found = json.loads(there.run("agree", "--json").stdout)
    tests, controls, passed = (
        f"{one['coefficients']['cohen_kappa']['value']:.2f}"
        for one in (found, found["control_questions"], found["gate"])
    )
    assert controls != passed
    there.run("report", "-o", "page.html")
    page = (tmp_path / "page" / "page.html").read_text(encoding="utf-8")
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert f"kappa of test questions {tests} and of control questions {controls} " in words
    assert f"Single control questions Cohen’s kappa {controls} " in words
    assert f"Transcripts passed or failed Cohen’s kappa {passed} " in words


def test_of_one_coder_there_is_no_agreement(stores: dict[str, Path], tmp_path: Path) -> None:
    study = at_hand(stores["controls"], tmp_path / "alone")
    with study.store:
        study.coded("Anna", Careless("Anna", 0.1))
        sentence = agreement_sentence(agreed(study))
    assert sentence.startswith("Not computed: ")
    assert sentence.endswith(" (fewer than two coders rated anything).")


def test_who_is_in_no_figure_and_who_was_calibrated_is_said(controls: CodedStudy) -> None:
    """Anna failed the first form and passed the second, in a packet of her own; Ben took none."""
    gate = {"marks": 96, "gates_wrong": 0}
    packet = controls.add_packets("Anna")
    first = ("gate", {"form": "gate A", "right": 80, "passed": False, **gate})
    second = ("gate", {"form": "gate B", "right": 95, "passed": True, **gate})
    controls.add_codes(packet, [first, second])
    controls.coded("Ben", Careless("Ben", 0.4), kind=CoderKind.AUTHOR)
    found = agreed(controls, 0)
    assert found.calibrated == {"Anna": [False, True], "Ben (blind)": []}
    facts = coding_facts(controls.store, found)
    assert facts["calibrated"] == {"first": 0, "later": 1, "failed": 0, "none": 1}
    page = page_of(found, 100)
    assert "Not calibrated against gold: Ben (blind)." in page
    assert "Failed a form of the calibration: Anna; see --all." in page
    assert "Ben (author): not counted here; --all compares them with these coders." in page


def test_no_question_is_named_as_the_lowest_where_none_has_a_figure(
    stores: dict[str, Path], tmp_path: Path
) -> None:
    study = at_hand(stores["three"], tmp_path / "few")
    with study.store:
        for name in ("Anna", "Ben"):
            study.coded(name, Careless(name, 0.1), trials=study.told[::6])
        page = page_of(agreed(study, 0), 100)
    assert not any("lowest agreement" in line for line in page)
    assert any(line.startswith("No figure for any of ") for line in page), page


def test_who_failed_every_form_is_named_and_not_waited_for(
    stores: dict[str, Path], tmp_path: Path
) -> None:
    study = at_hand(stores["controls"], tmp_path / "failed")
    with study.store:
        result = {"right": 40, "marks": 96, "gates_wrong": 9, "passed": False}
        forms = [("gate", {"form": f"gate {form}", **result}) for form in "AB"]
        study.add_codes(study.add_packets("Cem"), forms)
        with pytest.raises(NothingCoded, match="collected yet: Cem failed the calibration"):
            agreed(study, 0)
        for name in ("Anna", "Ben"):
            study.coded(name, Careless(name, 0.1))
        found = agreed(study, 0)
        facts = coding_facts(study.store, found)
    assert (facts["failed_calibration"], facts["unlocked"]) == (["Cem"], [])
    page = page_of(found, 100)
    assert "Failed the calibration and coded nothing of the study: Cem." in page
    assert not any("handed in" in line for line in page)
    assert " 0 passed at once, 1 excluded, 2 took none. " in short_methods(facts, "")


def test_ten_trials_of_an_experiment_are_enough_for_a_range(
    stores: dict[str, Path], tmp_path: Path
) -> None:
    """And too few for a figure of that experiment alone."""
    study = at_hand(stores["three"], tmp_path / "ten")
    every: dict[str, list[FinishedTrial]] = {}
    for told in study.told:
        every.setdefault(told.transcript.trial.experiment, []).append(told)
    shelf, bench, stool = every.values()
    with study.store:
        for name in ("Anna", "Ben"):
            study.coded(name, Careless(name, 0.2), trials=[*shelf[:12], *bench[:12], *stool[:4]])
        found = agreed(study, 0)
    (final,) = (
        one
        for one in found.kappa_ranges
        if (one.measure, one.kappa) == (RatedMeasure.FINAL, "fleiss_kappa")
    )
    assert (len(final.values), final.experiments) == (2, 3)
    page = whole_page(found, 120)
    assert any(row.count("(2 of 3)") for row in page if row.startswith("  range over"))
    assert "Range: lowest and highest of the experiments with 10 items or more." in page


def test_trials_that_only_others_coded_are_not_counted(
    stores: dict[str, Path], tmp_path: Path
) -> None:
    """An author coded all trials, blind coders a few."""
    study = at_hand(stores["controls"], tmp_path / "counted")
    with study.store:
        study.coded("Zoe", Careless("Zoe", 0.1), kind=CoderKind.AUTHOR)
        found = agreed(study, 0)
        assert (found.standing, found.pooled) == (0, ())
        facts = coding_facts(study.store, found)
        said = " ".join(sentences("coding_methods", coding=facts, agreement="AGREEMENT."))
        assert said.startswith(
            "SIMULATED, not data. No blind coder coded any of 40 trials. Also coded, not "
            "counted: 1 author, not blind."
        )
        for name in ("Anna", "Ben"):
            study.coded(name, Careless(name, 0.1), trials=study.told[:25])
        found = agreed(study, 0)
        assert (found.standing, found.coded, found.double) == (25, 25, 25)
        assert agreed(study, 0, as_paper=True).standing == 40


FULL = dict(
    FACTS,
    simulated=True,
    coded=58,
    pooled=3,
    authors=2,
    judges=2,
    views=["content", "rubric"],
    calibrated={"first": 1, "later": 1, "failed": 1, "none": 1},
    settled_by=(("discussion", 13), ("third", 2), ("median", 428)),
    imported=("Cem",),
    untrained=("Ben",),
    failed_calibration=("Eli",),
    free_order=("Anna", "Ben"),
    overridden=None,
    guessed=None,
    guess_chance=None,
    repeated=None,
)


def test_the_method_section_has_at_most_150_words(stores: dict[str, Path], tmp_path: Path) -> None:
    """However much is known; and coders are waited for only before anything is adjudicated."""
    study = at_hand(stores["three"], tmp_path / "words")
    with study.store:
        for name in ("Anna", "Ben", "Cem"):
            study.coded(name, Careless(name, 0.05))
        study.coded("Zoe", Careless("Zoe", 0.1), kind=CoderKind.AUTHOR)
        agreement = agreement_sentence(agreed(study))
    said = short_methods(FULL, agreement)
    assert len(said.split()) <= 150
    assert said == (
        "SIMULATED, not data. 3 coders coded 60 of 60 trials (58 distinct, 48 "
        "double-coded). Also coded, not counted: 2 authors, not blind; 2 models. Packets showed "
        "whole transcripts or single replies without model or draw, and accepted answers. "
        "Free order: 2 coders. Imported codes: 1 coder. Gold calibration: 1 passed at once, 1 "
        f"later, 1 failed, 1 excluded, 1 took none. Not trained: 1 coder. {agreement} "
        "Disagreements resolved: 13 by discussion, 2 by third person, 428 by median."
    )
    facts = dict(FULL, settled_by=(), unlocked=("Ada",), imported=())
    said = short_methods(facts, agreement)
    assert len(said.split()) <= 150
    assert said.startswith("SIMULATED, not data. 3 blind coders coded 60 of 60 trials ")
    assert said.endswith("No disagreement was adjudicated. Not handed in: 1 coder.")


@pytest.mark.parametrize(
    "facts",
    [
        dict(zip(("free_order", "imported", "settled_by", "authors", "judges"), each, strict=True))
        for each in product(
            ((), ("Anna", "Ben", "Cem")),
            ((), ("Anna", "Ben", "Cem")),
            ((), (("majority", 1204), ("third", 12), ("median", 428))),
            (0, 2),
            (0, 3),
        )
    ],
    ids=str,
)
def test_every_kind_of_coding_fits_150_words(
    facts: dict[str, object], sentences_of_agreement: tuple[str, str]
) -> None:
    """Free order, masked or keyed packets, adjudication, authors, judges, marks and ratings."""
    free, imported, settled, authors, judges = facts.values()
    for rated, agreement in enumerate(sentences_of_agreement):
        for as_paper, asked in product((False, True), ((), ("lab/one was asked without `seed`",))):
            # Coders are waited for only before anything is adjudicated.
            unlocked = () if settled else ("Ada", "Ben")
            more = {
                "rated": bool(rated),
                "as_paper": as_paper,
                "unlocked": unlocked,
                "asked": asked,
            }
            coding = {**FULL, **facts, **more, "desk": not imported}
            said = " ".join(sentences("coding_methods", coding=coding, agreement=agreement))
            assert len(said.split()) <= 150, said
            assert f" {'rated' if rated else 'coded'} 60 of 60 trials" in said
            assert ("Free order: 3 coders." in said) == bool(free)
            assert ("Imported codes: 3 coders" in said) == bool(imported)
            assert ("12 by third person" in said) == bool(settled)
            assert ("No disagreement was adjudicated." in said) == (not settled)
            assert ("2 authors, not blind" in said) == bool(authors)
            assert ("3 models" in said) == bool(judges)
            assert ("not counted" in said) == bool(judges or (authors and not as_paper))
            assert "devrun" not in said


@pytest.fixture(scope="module")
def sentences_of_agreement(
    stores: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, str]:
    """The sentence on marks of three coders, and that on ratings of three coders."""
    study = at_hand(stores["three"], tmp_path_factory.mktemp("marks") / "three")
    with study.store:
        for name in ("Anna", "Ben", "Cem"):
            study.coded(name, Careless(name, 0.05))
        marks = agreement_sentence(agreed(study))
    shell = here(tmp_path_factory.mktemp("ratings"))
    (shell.folder / "shelf.dev").write_text(SHELF, encoding="utf-8")
    shell.run_once("shelf.dev", *MODELS, "--protocol", "paper")
    with Store.open(f"sqlite:///{shell.folder / 'devrun.sqlite'}", reading=True) as store:
        trials = [one.key for one in opened_study(store).finished(store)]
    rows = [f"{key[:20]},{name},{len(key + name) % 6}" for key in trials for name in CODERS]
    (shell.folder / "r.csv").write_text("\n".join(["item,coder,lrs", *rows]), encoding="utf-8")
    shell.run("collect", "r.csv", "--csv")
    said = shell.json("agree", "--methods")["methods"]
    assert said.startswith("SIMULATED, not data. 3 coders rated ")
    assert shell.run("agree", "--methods", "--all").stdout.count("control question") == 0
    with Store.open(f"sqlite:///{shell.folder / 'devrun.sqlite'}", reading=True) as store:
        ratings = agreement_sentence(study_agreement(store, opened_study(store), replicates=100))
    assert ratings in said
    return marks, ratings


def test_who_could_choose_what_to_code_next_is_counted(
    stores: dict[str, Path], tmp_path: Path
) -> None:
    study = at_hand(stores["controls"], tmp_path / "free")
    with study.store:
        study.coded("Anna", Careless("Anna", 0.1), fixed_order=True)
        assert coding_facts(study.store, agreed(study, 0))["free_order"] == []
        study.coded("Ben", Careless("Ben", 0.1))
        facts = coding_facts(study.store, agreed(study, 0))
    assert facts["free_order"] == ["Ben"]
    said = " ".join(sentences("coding_methods", coding=facts, agreement="AGREEMENT."))
    assert "Free order: 1 coder. " in said
    assert " Ben could choose what to code next." in coding_methods(facts)


def test_where_there_is_room_it_says_what_coders_overrode_guessed_and_repeated() -> None:
    facts = dict(
        FULL,
        overridden={"n": 8, "of": 58},
        guessed={"n": 4, "of": 6},
        guess_chance=0.5,
        repeated={"n": 341, "of": 384},
    )
    said = short_methods(facts, "AGREEMENT.")
    assert (
        "Not trained: 1 coder. Computed LRS overridden: 8 of 58. Models guessed right: 4 of "
        "6 (chance 50%). Hidden duplicates coded alike: 341 of 384 marks. AGREEMENT." in said
    )
    room = 150 - len(said.split())
    said = short_methods(facts, "word " * (room + 1) + "end.")
    assert "Hidden duplicates" not in said
    assert "Models guessed right" in said


def test_nothing_is_said_that_is_not_known() -> None:
    facts = dict(
        FULL, blind_coders=2, authors=0, judges=0, views=[], desk=False, imported=("Ada",),
        settled_by=(), keyed=False, simulated=False, pooled=2, untrained=(), failed_calibration=(),
        free_order=(),
    )  # fmt: skip
    said = " ".join(sentences("coding_methods", coding=facts, agreement="AGREEMENT."))
    assert said == (
        "2 coders coded 60 of 60 trials (58 distinct, 48 double-coded). Imported "
        "codes: 1 coder; what they knew is not recorded. AGREEMENT. No disagreement was "
        "adjudicated."
    )
