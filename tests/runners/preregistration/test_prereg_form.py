"""The form of a preregistration: its block and back, its questions, its made parts."""

from __future__ import annotations

import re

import pytest
from forms import CUP, NOTHING_SEEN, answered, block, source, under_protocol, whole_form
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.experiment import Protocol
from renderers.rows.comparisons import ComparisonKind
from runners.comparison.families import DeclaredComparison
from runners.preregistration.autofill import Sizes, refreshed
from runners.preregistration.form import block_of, form, made_sections, partings, renewed, unwritten
from runners.preregistration.plan import FormUnusable, PlanBlock, PlannedComparison, SeenOf
from runners.preregistration.plan_toml import written
from runners.preregistration.sealing import ready
from tests.property import examples

HOSTILE = st.text(
    st.sampled_from('ab "\\`|<>![]#*_\n\r\t\0\x1b\x7f\x85\u2028\u202e\U000e0041😀-'), max_size=30
)
EVERYTHING = (
    "hypotheses", "primary contrast", "alpha", "score of record", "gate_failed", "procedure",
    "rubric", "pools", "wording", "runs", "samples", "seed", "parameters", "system text",
    "max tokens", "not requested again", "technical", "blind coder", "trained", "gate",
    "rubric view", "masked", "coded by two or more", "hidden duplicates", "adjudicates",
    "threshold", "is below the threshold", "chance lrs", "95% t interval", "sign-flip",
    "sensitivity", "half marks", "familiar-words", "children 85%", "existing data",
    "no replies to these scripts",
    "between which dates are data collected", "80% power", "direction",
)  # fmt: skip


@pytest.fixture(scope="module")
def made() -> PlanBlock:
    return block([source(), source("The hat", "hat.dev")], ("sim/child?p=0.6", "sim/oracle"))


def test_every_field_of_a_preregistration_is_in_the_form(made: PlanBlock) -> None:
    text = form(made).casefold().replace("\n", " ")
    wanted = [one for one in EVERYTHING if one != "primary contrast"]
    assert [one for one in wanted if one.casefold() not in text] == []
    for script in made.scripts:
        assert min(text.count(script.procedure), text.count(script.rubric)) >= 2


def test_the_block_comes_back_out_of_the_form_as_it_was(made: PlanBlock) -> None:
    told = replace(
        made,
        compare=(
            PlannedComparison(
                ComparisonKind.CONDITIONS, "primary", "The cup", "", "moved", "left", "more"
            ),
            PlannedComparison(
                ComparisonKind.MODELS, "models", first="sim/oracle", second="sim/child?p=0.6"
            ),
            PlannedComparison(ComparisonKind.GUESSING, "chance"),
        ),
        seen=replace(NOTHING_SEEN, codes=3, replies=(SeenOf("The cup", "m", False, 2, "2026"),)),
    )
    assert block_of(form(told), "form.md") == told
    assert block_of(form(told).replace("\n", "\r\n"), "form.md") == told
    assert told.declared == (
        DeclaredComparison(
            "primary",
            ComparisonKind.CONDITIONS,
            "The cup",
            "",
            "moved",
            "left",
            "more",
            "preregistration",
        ),
        DeclaredComparison(
            "models",
            ComparisonKind.MODELS,
            first="sim/oracle",
            second="sim/child?p=0.6",
            source="preregistration",
        ),
        DeclaredComparison("chance", ComparisonKind.GUESSING, source="preregistration"),
    )


@examples(60)
@given(HOSTILE.filter(bool))
def test_no_name_breaks_the_block_or_leaves_its_part(words: str) -> None:
    made = block()
    (script,) = made.scripts
    odd = replace(
        made,
        scripts=(replace(script, title=words, file=words, system=(words,)),),
        models=(replace(made.models[0], name=words, identity={"model": words}),),
        seen=replace(NOTHING_SEEN, store=words, replies=(SeenOf(words, words, True, 1, words),)),
    )
    text = form(odd)
    assert block_of(text, "form.md") == odd
    assert partings(text, odd, "form.md") == ()
    assert renewed(text, odd, "form.md") == text
    assert not {"\x1b", "\0", "\u202e", "\x85", "\u2028"} & set(text)


def test_questions_are_listed_with_their_lines_and_headings() -> None:
    text = (
        "# A\n\n[to be written: one]\n\n## B ##\nso, [To be\nwritten: two] and [to be  written]\n"
    )
    assert [(one.line, one.heading, one.asked) for one in unwritten(text)] == [
        (3, "A", "[to be written: one]"),
        (6, "B", "[To be written: two]"),
        (7, "B", "[to be written]"),
    ]
    long = "[to be written: a question\nover two lines]\n"
    assert [one.asked for one in unwritten(long)] == ["[to be written: a question over two lines]"]
    assert unwritten(whole_form()) == ()
    assert len(unwritten(form(block()))) == 13
    odd = replace(block().scripts[0], title="[to be written] or not", system=("[to be written]",))
    assert len(unwritten(form(replace(block(), scripts=(odd,))))) == 13


def test_a_figure_in_the_text_that_the_block_does_not_have_is_found(made: PlanBlock) -> None:
    text = form(made)
    assert partings(text, made, "form.md") == ()
    edited = text.replace(
        "Data collection ends when every cell has its runs (6)", "Data collection ends at (60)"
    )
    (found,) = partings(edited, made, "form.md")
    number = next(n for n, line in enumerate(edited.split("\n"), 1) if "ends at (60)" in line)
    assert (found.part, found.line) == ("stopping", number)
    assert found.stands.startswith("Data collection ends at (60)")
    assert found.made.startswith("Data collection ends when every cell has its runs (6)")
    gone = text.replace("<!-- made from the block: size -->\n", "")
    assert [(one.part, one.line) for one in partings(gone, made, "form.md")] == [("size", 0)]


def test_a_change_of_the_block_is_carried_into_the_text_and_prose_stays(made: PlanBlock) -> None:
    text = answered(form(made)).replace("As it was said.", "We did it so.", 1)
    edited = text.replace("runs = 6", "runs = 20").replace("blind_coders = 2", "blind_coders = 3")
    fresh = block_of(edited, "form.md")
    assert {one.part for one in partings(edited, fresh, "form.md")} == {
        "blinding and coding",
        "scripts",
        "size",
        "stopping",
    }
    whole = renewed(edited, fresh, "form.md")
    assert partings(whole, fresh, "form.md") == ()
    assert "We did it so." in whole
    assert "Data collection ends when every cell has its runs (20)" in whole
    assert "3 blind coders, independently" in whole
    assert renewed(whole, fresh, "form.md") == whole


def test_what_is_simulated_says_so() -> None:
    assert "SIMULATED, not data" in made_sections(block())["banner"]


def test_runs_and_wordings_of_the_command_line_stand_in_place_of_the_script_s() -> None:
    (one,) = block(sizes=Sizes(20, 2, 9, ("original",), ("left",))).scripts
    assert (one.runs, one.samples, one.seed, one.wordings, one.only, one.cells) == (
        20, 2, 9, ("original",), ("left",), 1,
    )  # fmt: skip
    (own,) = block().scripts
    assert (own.runs, own.samples, own.seed, own.wordings, own.only, own.cells) == (
        6, 1, 3, ("permuted",), (), 2,
    )  # fmt: skip
    assert (own.guessing, own.spread) == ((3.0, 3.0), (1.4142, 2.0))


@pytest.mark.parametrize(
    ("was", "becomes", "message", "help"),
    [
        (
            "runs = 6", "runs = 0",
            "`runs` in [[script]] 1 of form.md is 0", "write a whole number from 1",
        ),
        (
            "runs = 6", "runns = 6",
            "[[script]] 1 of form.md has an unknown setting `runns`",
            "did you mean `runs`?",
        ),
        (
            "runs = 6\n", "",
            "[[script]] 1 of form.md has no `runs`", "write runs = a whole number from 1",
        ),
        (
            "runs = 6", 'runs = 6\n"x` - at `$.script[0].y" = 1',
            "[[script]] 1 of form.md has an unknown setting `x` - at `$.script[0].y`",
            "leave it out",
        ),
        (
            "format = 1", 'format = 1\n"` - at `$.x" = 1',
            "the block of form.md has an unknown setting `` - at `$.x`",
            "leave it out",
        ),
        (
            "identity = {", "identity = { a = 3,",
            "`a` in [identity] of form.md is 3", 'write a = "..."',
        ),
        (
            "spread = [", "spread = [4.0, 3.0] #",
            "`spread` in [[script]] 1 of form.md is [4.0, 3.0]",
            "write two numbers from 0 to 5, the lower first; or []",
        ),
        (
            "alpha = 0.05", "alpha = nan",
            "`alpha` in [analysis] of form.md is NaN", "write a number from 0 to 1",
        ),
        (
            "[seen]", "[seen.reply]\n[seen]",
            "`reply` in [seen] of form.md is {}", "write tables: [[seen.reply]]",
        ),
        (
            "[coding]", "[coding.more]\n[[coding]]",
            "is not TOML", "a line that devrun wrote",
        ),
        (
            "runs = 6", "runs = 6\nrunns = 8",
            "[[script]] 1 of form.md has an unknown setting `runns`",
            "did you mean `runs`?",
        ),
        (
            'view = "rubric"', 'view = "rubrik"',
            '`view` in [coding] of form.md is "rubrik"', "write one of rubric, content",
        ),
        (
            "gold = true", 'gold = "yes"',
            '`gold` in [coding] of form.md is "yes"',
            "write true or false, without quotation marks",
        ),
        (
            "overlap_percent = 100.0", "overlap_percent = 130",
            "`overlap_percent` in [coding] of form.md is 130", "write a number from 0 to 100",
        ),
        (
            "[analysis]", "[[analysis]]",
            "`analysis` in the block of form.md is", "write a table: [analysis]",
        ),
        ("format = 1", "format = 2", "the block in form.md has format 2", "read it with the"),
        ("```toml devrun", "```toml", "form.md has no settings block", "a devrun preregistration"),
    ],
)  # fmt: skip
def test_a_slip_in_the_block_is_named_with_what_to_write(
    was: str, becomes: str, message: str, help: str
) -> None:
    text = form(block()).replace(was, becomes)
    with pytest.raises(FormUnusable) as caught:
        block_of(text, "form.md")
    assert (message in caught.value.message, help in caught.value.help) == (True, True)


def test_a_block_that_is_no_toml_is_reported_with_its_line() -> None:
    text = form(block()).replace("samples = 1", "samples = one")
    line = next(n for n, one in enumerate(text.split("\n"), 1) if one == "samples = one")
    with pytest.raises(
        FormUnusable, match=rf"the block in form.md is not TOML: .*\(at line {line}, column 11\)"
    ):
        block_of(text, "form.md")


@pytest.mark.parametrize("deep", ["[" * 5_000, "{ a = " * 3_000])
def test_brackets_nested_too_deeply_are_a_slip_and_no_fault_of_devrun(deep: str) -> None:
    text = form(block()).replace("samples = 1", f"samples = {deep}")
    with pytest.raises(FormUnusable, match=r"the block in form\.md has brackets nested too deeply"):
        block_of(text, "form.md")


def test_a_number_of_thousands_of_digits_is_a_slip_and_no_fault_of_devrun() -> None:
    text = form(block()).replace("samples = 1", f"samples = {'1' * 5_000}")
    with pytest.raises(
        FormUnusable, match=r"the block in form\.md has a number too large to be read"
    ):
        block_of(text, "form.md")


@pytest.mark.parametrize(
    ("compare", "message", "help"),
    [
        (
            PlannedComparison(ComparisonKind.CONDITIONS, "p", "The cup", "", "moved", "lefft"),
            "level `lefft`",
            "`left`",
        ),
        (
            PlannedComparison(
                ComparisonKind.CONDITIONS, "p", "The cup", "", "moved", "left", on="own stories"
            ),
            "measure `own stories`",
            "no measure of this plan",
        ),
        (
            PlannedComparison(ComparisonKind.MODELS, "p", first="sim/child", second="sim/chil"),
            "model `sim/chil`",
            "`sim/child`",
        ),
        (
            PlannedComparison(ComparisonKind.GUESSING, "p", "The hat"),
            "experiment `The hat`",
            "available: The cup",
        ),
    ],
)
def test_a_declared_comparison_names_what_there_is(
    compare: PlannedComparison, message: str, help: str
) -> None:
    with pytest.raises(FormUnusable) as caught:
        refreshed(replace(block(), compare=(compare,)), [source()])
    assert (message in caught.value.message, help in caught.value.help) == (True, True)


STORIES = CUP.replace(
    "design\n",
    "versions story\n    one\n    two\n\ndesign\n    compare moved with left, on own stories\n",
)


def test_a_comparison_on_own_stories_is_in_the_form() -> None:
    own = source(text=STORIES)
    text = whole_form(block([own]))
    (declared,) = block_of(text, "form.md").compare
    assert (declared.first, declared.second, declared.on) == ("moved", "left", "own stories")
    assert "- primary: moved with left, The cup, on own stories" in text
    assert refreshed(block([own]), [own]).compare == (declared,)


def test_a_measure_has_no_bounds_in_lrs_points() -> None:
    own = source(text=STORIES)
    text = form(block([own])).replace(
        '\non = "own stories"', '\non = "own stories"\nequivalent_within = 0.5'
    )
    with pytest.raises(FormUnusable, match="bounds of equivalence cannot be on `own stories`"):
        block_of(text, "form.md")


def test_an_example_of_a_declaration_holds_once_its_signs_are_taken_away(made: PlanBlock) -> None:
    for planned, kind in ((made, ComparisonKind.MODELS), (block(), ComparisonKind.GUESSING)):
        head, _, rest = form(planned).partition("then --renew this file):\n")
        lines = rest.split("\n")
        end = next(at for at, line in enumerate(lines) if not line.startswith("# "))
        taken = [line.removeprefix("# ") for line in lines[:end]]
        (told,) = block_of("\n".join([head, *taken, *lines[end:]]), "form.md").compare
        assert (told.kind, told.family) == (kind, "primary")
        assert {told.first, told.second} <= {"", *(one.name for one in planned.models)}
        assert planned.compare == ()


def test_where_there_are_no_conditions_it_is_said_what_is_there_in_their_place() -> None:
    plain = CUP.replace("conditions end", "versions end")
    told = PlannedComparison(ComparisonKind.CONDITIONS, "primary", "The cup", "", "moved", "left")
    planned = replace(block([source(text=plain)]), compare=(told,))
    with pytest.raises(FormUnusable) as found:
        refreshed(planned, [source(text=plain)])
    assert "names the level `moved`" in found.value.message
    assert found.value.help.startswith("`The cup` has no conditions to compare; to test versions")


def test_the_block_is_written_once_and_reads_as_toml() -> None:
    import tomllib

    found = tomllib.loads(written(block()))
    assert found["script"][0]["title"] == "The cup"
    assert found["model"][0]["identity"]["model"] == "child"
    assert form(block()).count("runs = 6") == 1


@pytest.mark.parametrize(
    ("was", "becomes", "message", "help"),
    [
        (
            "Data collection ends when every cell has its runs (6)",
            "Data collection ends when we like it",
            "the section `stopping` says `Data collection ends when we like it",
            "the block is binding",
        ),
        ("runs = 6", "runs = 8", "the section `scripts` says", "the block is binding"),
        ("runs = 6", "runs = 8", "the section `stopping` says", "the block is binding"),
        ("cells = 2", "cells = 4", "the block in plan.md was edited", "update them"),
        (
            "<!-- made from the block: size -->\n",
            "",
            "plan.md has no section `size`",
            "<!-- made from the block: size -->",
        ),
        (
            "<!-- made from the block: size -->",
            "<!-- made from the block: sizes -->",
            "`sizes` is not a section of devrun",
            "delete the line",
        ),
        (
            'title = "The cup"',
            'title = "A cup"',
            "the script `A cup` of the block is not among the scripts given",
            "remove it from the block",
        ),
        (
            "Everybody said so.",
            "[to be written: who?]",
            "1 question in plan.md is not answered yet\n  line ",
            "replace the brackets",
        ),
    ],
)
def test_what_does_not_hold_together_is_not_sealed(
    was: str, becomes: str, message: str, help: str
) -> None:
    text = whole_form().replace("As it was said.", "Everybody said so.", 1)
    assert was in text
    assert ready(text, "plan.md", sources=[source()], seen=NOTHING_SEEN) == block()
    with pytest.raises(FormUnusable) as caught:
        ready(text.replace(was, becomes), "plan.md", sources=[source()], seen=NOTHING_SEEN)
    assert (message in caught.value.message, help in caught.value.help) == (True, True)


def test_contrasts_of_a_script_stand_in_the_form() -> None:
    contrast = "    runs 6\n    contrast follows it\n        now across moved, left\n"
    made = block([source(text=CUP.replace("    runs 6\n", contrast))])
    assert made.scripts[0].contrasts == ("follows it",)
    assert (
        "Contrasts of The cup: follows it; the proportion of draws"
        in made_sections(made)["inference"]
    )


def test_where_every_reply_is_weighed_nobody_is_planned_to_code() -> None:
    weighed = CUP.replace(
        "        test now\n", "        test now\n            scored by likelihood\n"
    )
    half = block([source(text=weighed)])
    assert (half.coding.blind_coders, half.analysis.score_of_record) == (2, "blind")
    all_of_it = weighed.replace(
        "        test next\n", "        test next\n            scored by likelihood\n"
    )
    made = block([source(text=all_of_it)])
    assert (made.coding.blind_coders, made.analysis.score_of_record) == (0, "likelihood")
    assert made_sections(made)["blinding and coding"].startswith("Nobody codes: ")


@pytest.mark.parametrize("parameters", ["[1]", "3", "no json"])
def test_odd_parameters_of_a_stranger_are_shown_and_break_nothing(parameters: str) -> None:
    made = block()
    odd = replace(made.models[0], identity={"parameters": parameters})
    assert "`parameters " in made_sections(replace(made, models=(odd,)))["participants"]


def test_a_form_for_the_paper_s_protocol_says_how_runs_are_rated() -> None:
    plan = block([under_protocol(Protocol.PAPER)])
    assert (plan.protocol, plan.scripts[0].runs, plan.coding.view) == ("paper", 10, "rating")
    text = form(plan)
    assert block_of(text, "form.md") == plan
    assert "gives" not in made_sections(plan)["blinding and coding"]
    for words in (
        "give each run one rating from 0 to 5 by Table 1",
        "n counts runs of one prompt",
        "mean of the ratings of blind coders: over coders within a run, then over the runs",
        "there is no gold for ratings",
    ):
        assert words in text
    for words in ("half right 1/2", "sign-flip", "counterbalanced", "adjudication, separately"):
        assert words not in text.replace("before or after adjudication", "")
    by_prompt = form(block([under_protocol(Protocol.PAPER_BY_PROMPT)]))
    assert "each prompt of equal weight" in by_prompt


def test_a_form_says_how_precise_own_stories_will_be() -> None:
    plan = block()
    assert plan.scripts[0].own_questions == 0
    told = made_sections(replace(plan, scripts=(replace(plan.scripts[0], own_questions=1),)))
    assert "own stories: the margin of error with 6 runs will be about ±" in told["size"]
    assert "own stories" not in made_sections(plan)["size"]


def test_a_form_without_a_protocol_is_one_of_the_battery_s_own(made: PlanBlock) -> None:
    older = re.sub(r"\n(protocol|own_questions) = [^\n]*", "", form(made))
    assert "protocol =" not in older
    assert block_of(older, "form.md").protocol == "battery"


@pytest.mark.parametrize(
    ("was", "becomes", "message", "help"),
    [
        ('protocol = "paper"', 'protocol = "battery"',
         '`view` in [coding] of form.md is "rating", and the protocol is battery',
         'write view = "rubric", or change `protocol`'),
        ('protocol = "paper"', 'protocol = "papr"',
         '`protocol` in the block of form.md is "papr"',
         "write one of battery, paper, paper-by-prompt, bank, coglm-code, coglm-paper"),
        ("gold = false", "gold = true",
         "`gold` in the block of form.md is for marks, and coders under the protocol paper give "
         "ratings from 0 to 5", "write gold = false"),
        ('score_of_record = "blind"', 'score_of_record = "adjudicated"',
         "`score_of_record` in the block of form.md is for marks, and coders under the protocol "
         "paper give ratings from 0 to 5", 'write score_of_record = "blind" or "blind+author"'),
    ],
)  # fmt: skip
def test_what_a_protocol_of_ratings_does_not_have_is_refused(
    was: str, becomes: str, message: str, help: str
) -> None:
    text = form(block([under_protocol(Protocol.PAPER)]))
    assert was in text
    with pytest.raises(FormUnusable) as refused:
        block_of(text.replace(was, becomes), "form.md")
    assert (refused.value.message, refused.value.help) == (message, help)
