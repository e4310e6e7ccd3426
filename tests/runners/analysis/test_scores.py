"""A study is scored by those who coded it: blind coders, and nobody else unless asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from coders.packets.shape import CoderKind, ContentWord, PacketUnusable, View
from renderers.rows.scores import CellScore, StudyScores
from runners.analysis.scores import NoSuchCoder, RaterSelection, study_scores
from runners.analysis.verdicts import flags_of
from runners.studies.study import FinishedTrial, opened_study
from tests.runners.analysis.scoring_rooms import (
    HAT,
    Entry,
    Seen,
    coded,
    honest,
    store_of,
    study,
)
from tests.shell import Shell


def scores_of(
    shell: Shell, whose: RaterSelection | None = None, *, paths: Sequence[Path] = ()
) -> StudyScores:
    with store_of(shell) as store:
        return study_scores(store, opened_study(store, paths=paths), whose or RaterSelection())


def cell_of(scores: StudyScores, condition: str) -> CellScore:
    (found,) = [cell for cell in scores.cells if cell.condition == condition]
    return found


def strict_on(draw: int, *, control: bool = False) -> object:
    """A coder who marks everything of one draw wrong: its tests, or its control."""

    def rule(seen: Seen) -> Entry:
        if seen.trial.draw == draw and seen.is_control is control:
            return "wrong", ()
        return honest(seen)

    return rule


def test_where_nobody_has_coded_the_matcher_is_scored_and_called_provisional(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    found = scores_of(shell)
    assert (found.role, found.provisional, found.coders) == (
        "matcher (provisional)",
        True,
        ("matcher",),
    )
    assert [(cell.condition, cell.lrs.mean, cell.lrs.n) for cell in found.cells] == [
        ("unseen", 5, 6),
        ("seen", 5, 6),
    ]
    (contrast,) = found.contrasts
    assert (contrast.n, contrast.passed, contrast.chance) == (6, 6, Fraction(1, 16))
    assert found.simulated


def test_blind_coders_are_averaged_and_each_has_a_mean(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "A", honest)
    coded(shell, "B", strict_on(1))  # type: ignore[arg-type]
    found = scores_of(shell)
    assert (found.role, found.coders, found.notes) == ("blind", ("A", "B"), ())
    unseen = cell_of(found, "unseen")
    assert unseen.lrs.draws == {1: 3, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5}
    assert [(one.coder, one.lrs.mean) for one in unseen.coders] == [
        ("A", 5),
        ("B", Fraction(26, 6)),
    ]
    (contrast,) = found.contrasts
    assert (contrast.n, contrast.passed, contrast.split) == (5, 5, 1)


def test_authors_count_only_as_the_paper_had_it_and_judges_never(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "A", honest)
    coded(shell, "Ann", strict_on(1), kind=CoderKind.AUTHOR)  # type: ignore[arg-type]
    coded(shell, "judge x", strict_on(2), kind=CoderKind.AUTOMATIC)  # type: ignore[arg-type]
    alone, pooled = scores_of(shell), scores_of(shell, RaterSelection(as_paper=True))
    assert cell_of(alone, "seen").lrs.mean == 5
    assert (pooled.role, pooled.coders) == ("blind+author", ("A", "Ann"))
    assert cell_of(pooled, "seen").lrs.mean == Fraction(28, 6)
    kinds = [(one.coder, one.kind, one.counted) for one in pooled.coder_means]
    assert kinds == [
        ("A", "blind", True),
        ("Ann", "author", True),
        ("judge x", "automatic", False),
    ]


def test_one_coder_can_be_asked_for_alone(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "A", honest)
    coded(shell, "judge x", strict_on(2), kind=CoderKind.AUTOMATIC)  # type: ignore[arg-type]
    judge = scores_of(shell, RaterSelection(coder="judge x"))
    assert (judge.role, judge.coders) == ("judge x", ("judge x",))
    assert cell_of(judge, "seen").lrs.mean == Fraction(26, 6)
    matcher = scores_of(shell, RaterSelection(coder="matcher"))
    assert (matcher.role, matcher.provisional) == ("matcher (provisional)", True)
    with pytest.raises(NoSuchCoder) as refused:
        scores_of(shell, RaterSelection(coder="C"))
    assert refused.value.help == "choose among: A, judge x, matcher"


def test_a_judge_is_hidden_until_the_people_have_handed_in(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "2")
    coded(shell, "A", honest, lock=False)
    coded(shell, "judge x", honest, kind=CoderKind.AUTOMATIC)
    found = scores_of(shell)
    assert [one.coder for one in found.coder_means] == ["A"]
    assert found.notes == ("not handed in yet: A; these scores may change",)


def test_trials_without_human_codes_are_counted_and_in_no_figure(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "A", honest, trials=lambda told: told.row.sitting.draw <= 2)
    found = scores_of(shell)
    seen = cell_of(found, "seen")
    assert (seen.trials, seen.scored, seen.uncoded, seen.lrs.n) == (6, 2, 4, 2)
    assert found.notes == ("8 of 12 finished trials have no valid codes and are left out",)
    statuses = {(row.draw <= 2, row.status) for row in found.trials}
    assert statuses == {(True, "scored"), (False, "uncoded")}


def test_a_disputed_gate_waits_for_adjudication_which_then_counts_at_once(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "A", honest)
    coded(shell, "B", strict_on(1, control=True))  # type: ignore[arg-type]
    before = scores_of(shell)
    seen = cell_of(before, "seen")
    assert (seen.disputed, seen.lrs.n, seen.lrs.draws[1]) == (1, 6, Fraction(5, 2))
    assert (seen.undisputed.n, seen.undisputed.mean) == (5, 5)
    assert (seen.disputed_failed.draws[1], seen.disputed_passed.draws[1]) == (0, 5)
    assert before.notes == (
        "2 trials disputed: coders disagree on a control question that can change the LRS; the "
        "mean of their LRS counts until `devrun adjudicate` resolves it (without such trials the "
        "mean could be below every coder's own). Mean LRS 4.58; without these trials 5.00, with "
        "their controls failed 4.17, passed 5.00",
    )
    # The adjudicator rules on the gate alone, and says that it was failed.
    coded(
        shell,
        "adjudicator",
        lambda told: ("wrong", ()) if told.is_control else None,
        kind=CoderKind.ADJUDICATOR,
        trials=lambda told: told.row.sitting.draw == 1,
    )
    after = scores_of(shell)
    assert cell_of(after, "seen").lrs.draws == {1: 0, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5}
    assert (after.role, after.coders, after.notes) == ("blind", ("A", "B"), ())


def test_adjudicated_marks_count_where_they_are_asked_for(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")
    coded(shell, "A", honest)
    coded(shell, "B", strict_on(1))  # type: ignore[arg-type]
    coded(
        shell,
        "adjudicator",
        lambda told: None if told.is_control else ("half", ("hedged",)),
        kind=CoderKind.ADJUDICATOR,
        trials=lambda told: told.row.sitting.draw == 1,
    )
    assert cell_of(scores_of(shell), "seen").lrs.draws[1] == 3
    found = scores_of(shell, RaterSelection(adjudicated=True))
    assert found.role == "adjudicated"
    seen = cell_of(found, "seen")
    assert seen.lrs.draws[1] == 3
    assert (seen.strict.draws[1], seen.lenient.draws[1]) == (1, 5)


def test_the_means_before_and_after_adjudication_are_next_to_either(shell: Shell) -> None:
    """What was settled about a control counts in both, what was settled about marks in one."""
    study(shell, "-m", "sim/oracle", "-m", "sim/lure")
    coded(shell, "A", honest)
    coded(shell, "B", strict_on(1))  # type: ignore[arg-type]
    assert all(cell.before == cell.after == cell.lrs for cell in scores_of(shell).cells)
    coded(
        shell,
        "adjudicator",
        lambda told: ("wrong", ()) if told.is_control else ("right", ()),
        kind=CoderKind.ADJUDICATOR,
        trials=lambda told: told.row.sitting.draw in (1, 2),
    )
    coded(
        shell,
        "adjudicator",
        lambda told: None if told.is_control else ("half", ("hedged",)),
        kind=CoderKind.ADJUDICATOR,
        trials=lambda told: told.row.sitting.draw == 3,
        day=3,
    )
    first, settled = (
        scores_of(shell).cells,
        scores_of(shell, RaterSelection(adjudicated=True)).cells,
    )
    assert [one.before for one in first] == [one.lrs for one in first]
    assert [one.after for one in settled] == [one.lrs for one in settled]
    assert [one.after for one in first] == [one.lrs for one in settled]
    assert [one.before for one in settled] == [one.lrs for one in first]
    seen = next(one for one in first if one.condition == "seen" and "oracle" in one.model)
    assert seen.before.draws == {1: 0, 2: 0, 3: 5, 4: 5, 5: 5, 6: 5}
    assert seen.after.draws == {1: 0, 2: 0, 3: 3, 4: 5, 5: 5, 6: 5}
    assert {one.settled for one in (*first, *settled)} == {3}
    alone = scores_of(shell, RaterSelection(coder="A")).cells
    assert {one.settled for one in alone} == {0}


def test_what_was_said_is_scored_by_the_key_as_it_stands_now(shell: Shell) -> None:
    """In content view a mended key rescores what coders coded before it was mended."""
    path = study(shell, "-m", "sim/lure")

    def said(seen: Seen) -> Entry:
        key = seen.question.key
        named = [*key.answer[0].phrases, *key.wrong]
        there = [phrase.text for phrase in named if phrase.text in seen.reply.casefold()]
        return tuple(there) or (ContentWord.OTHER,), ()

    coded(shell, "A", said, view=View.CONTENT)
    unmended = scores_of(shell)
    assert {(one.status, one.lrs) for one in unmended.trials} == {("scored", 1)}
    mended = HAT.replace("answer: {key}\n            wrong: {lure}", "answer: {lure}")
    assert mended != HAT
    path.write_text(mended, encoding="utf-8")
    found = scores_of(shell, paths=[path])
    assert {(one.status, one.lrs) for one in found.trials} == {("scored", 5)}
    assert found.mended == ("The hat",)
    assert found.notes == ()


def test_marks_that_coders_gave_stand_whatever_was_mended_and_a_note_says_so(shell: Shell) -> None:
    """In rubric view a coder gives a mark, and no key made it."""
    path = study(shell, "-m", "sim/lure")
    coded(shell, "A", honest)
    before = scores_of(shell)
    assert before.notes == ()
    mended = HAT.replace("answer: {key}\n            wrong: {lure}", "answer: {lure}")
    path.write_text(mended, encoding="utf-8")
    found = scores_of(shell, paths=[path])
    assert [one.lrs for one in found.trials] == [one.lrs for one in before.trials]
    assert found.notes == (
        "the answers of The hat were corrected, but coders' marks are unchanged: code again, or "
        "use --coder matcher to score with the corrected answers",
    )
    matched = scores_of(shell, RaterSelection(coder="matcher"), paths=[path])
    assert {one.lrs for one in matched.trials} == {5}
    assert matched.notes == ()


def test_what_was_said_in_neutral_words_is_put_back_before_it_is_scored(shell: Shell) -> None:
    """A coder of such a packet says PLACE 1, whatever place 1 is in that draw."""
    study(shell, "-m", "sim/oracle")

    def said(seen: Seen) -> Entry:
        words, reply = dict(seen.trial.words), seen.reply.casefold()
        there = [f"PLACE {n}" for n, slot in ((1, "box"), (2, "bag")) if words[slot] in reply]
        return tuple(there), ()

    coded(shell, "A", said, view=View.CONTENT, settings='{"neutral_words": true}')
    found = scores_of(shell)
    assert {(one.status, one.lrs) for one in found.trials} == {("scored", 5)}


def test_lrs_that_coders_gave_are_next_to_the_rule_s(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle")

    def own(told: FinishedTrial) -> tuple[int, bool] | None:
        draw = told.row.sitting.draw
        return (4, False) if draw == 1 else (3, True) if draw == 2 else (5, False)

    coded(shell, "A", honest, lrs=own)
    seen = cell_of(scores_of(shell), "seen")
    assert seen.lrs.mean == 5
    assert (seen.overrides.given, seen.overrides.changed) == (5, 1)
    assert seen.overrides.difference == Fraction(-1, 5)
    assert (seen.first.n, seen.first.given, seen.first.rule) == (1, 3, 5)


def test_a_later_packet_of_a_coder_counts_question_by_question(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "2")
    coded(shell, "A", lambda seen: ("wrong", ()) if not seen.is_control else honest(seen))
    coded(shell, "A", lambda seen: None if seen.is_control else honest(seen), day=3)
    assert {row.lrs for row in scores_of(shell).trials} == {5}


def test_a_question_not_coded_yet_leaves_its_trial_undecided(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "1")
    coded(
        shell,
        "A",
        lambda seen: None if seen.question.form == "think" else honest(seen),
        lock=False,
    )
    found = scores_of(shell)
    assert {(row.status, row.reason) for row in found.trials} == {
        ("undecided", "1 reply needs a human")
    }
    assert found.notes[0] == "2 of 2 finished trials are not completely coded yet and are left out"


def test_an_empty_reply_needs_no_coder_to_be_no_answer(shell: Shell) -> None:
    study(shell, "-m", "sim/silent", "--runs", "1")
    coded(shell, "A", lambda seen: ("right", ()) if seen.is_control else None)
    assert {(row.status, row.lrs) for row in scores_of(shell).trials} == {("no_answer", 0)}


def test_codes_about_other_words_do_not_count_and_are_reported(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "1")
    coded(shell, "A", honest, words="f" * 64)
    found = scores_of(shell)
    assert {row.status for row in found.trials} == {"uncoded"}
    assert (
        "codes for 2 trials belong to a text that differs from the store and are not counted"
        in found.notes
    )


def test_samples_of_one_text_are_one_draw(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "2", "--samples", "3")
    found = cell_of(scores_of(shell), "seen")
    assert (found.trials, found.lrs.n, found.n_texts) == (6, 2, 2)


FEW_WORDS = """experiment Two words

people
    Anna: Bella, Clara

conditions place
    here
    there

design
    runs 6
    wording original and permuted
    seed 3

procedure
    say: {Anna} is indoors.
    test where
        ask: Where is {Anna}?
        answer: indoors
        wrong: outdoors
"""


def test_draws_with_the_same_words_are_one_set_and_the_table_says_so(
    shell: Shell,
) -> None:
    """Two names give two sets in six draws."""
    (shell.folder / "few.dev").write_text(FEW_WORDS)
    shell.run("few.dev", "-m", "sim/oracle")
    found = scores_of(shell)
    assert {(one.wording, one.draws, one.n_word_sets) for one in found.cells} == {
        ("original", 6, 1),
        ("permuted", 6, 2),
    }
    assert "sets" in shell.run("score").stdout
    shell.run("few.dev", "-m", "sim/oracle", "--runs", "2", "--store", "two.sqlite")
    assert "sets" not in shell.run("score", "--store", "two.sqlite").stdout


def test_a_flag_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(PacketUnusable) as refused:
        flags_of(["hedged", "odd"])
    assert str(refused.value) == "a judgement has an unknown flag `odd`"
    assert refused.value.help.startswith("flags are hedged, incomplete,")


def test_hidden_duplicates_are_in_no_score(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "2")
    coded(shell, "A", honest)
    coded(shell, "A", lambda seen: ("wrong", ()), twin="another item", day=3)
    assert {row.lrs for row in scores_of(shell).trials} == {5}


def test_authors_alone_give_no_score_and_it_is_said_how_they_would(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "1")
    coded(shell, "Ann", honest, kind=CoderKind.AUTHOR)
    found = scores_of(shell)
    assert (found.role, found.coders, {row.lrs for row in found.trials}) == ("blind", (), {None})
    assert found.notes == (
        "2 of 2 finished trials have no valid codes and are left out",
        "authors are not blind; their codes count with --as-paper",
    )
    assert {row.lrs for row in scores_of(shell, RaterSelection(as_paper=True)).trials} == {5}


def test_coders_who_share_a_contrast_out_pass_it_as_often_as_one_who_codes_all(
    shell: Shell,
) -> None:
    """By the rule that a coder needs both sides, draws that were failed would count alone."""
    study(shell, "-m", "sim/child?p=0.8")
    coded(shell, "A", honest)
    (whole,) = scores_of(shell).contrasts
    assert whole.n == 6
    assert 0 < whole.passed < 6

    def side(name: str, *draws: int) -> Callable[[FinishedTrial], bool]:
        def wanted(told: FinishedTrial) -> bool:
            trial = told.transcript.trial
            return trial.cell.condition == name or trial.draw in draws

        return wanted

    (shell.folder / "devrun.sqlite").unlink()
    study(shell, "-m", "sim/child?p=0.8")
    # The first draw has a coder of both sides, who alone is asked there.
    coded(shell, "B", honest, trials=side("unseen", 1))
    coded(shell, "C", honest, trials=side("seen"), day=3)
    (shared,) = scores_of(shell).contrasts
    assert (shared.n, shared.passed, shared.split, shared.undecided) == (6, whole.passed, 0, 0)


def test_a_contrast_of_which_a_side_was_left_out_is_not_shown(shell: Shell) -> None:
    study(shell, "-m", "sim/oracle", "--runs", "2")
    with store_of(shell) as store:
        found = study_scores(store, opened_study(store, only=["seen"]), RaterSelection())
    assert (len(found.trials), found.contrasts) == (2, ())
