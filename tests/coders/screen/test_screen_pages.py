"""What stands on the pages and panels, in words."""

from __future__ import annotations

from coders.desk.pages import item_page, page_of
from coders.desk.paragraphs import Paragraph
from coders.desk.state import GateResult, ItemCodes, Judgement
from coders.desk.steps import PhaseProgress, Step, StepKind
from coders.packets.shape import Item, Line, LineKind, Phase, View
from coders.screen.page import footer_lines, screen_page
from coders.screen.panels import Pressed, in_columns, one_row, panel_of
from coders.screen.reading import excerpt
from coders.screen.status import status_line
from dsl.record import replace
from tests.coders.screen.packets import gold_of, packet_of, said, trial

PACKET = packet_of((trial(1),))


def texts(page: tuple[Paragraph, ...]) -> list[str]:
    return [f"{words.label}: {words.text}" if words.label else words.text for words in page]


def judged(question: int, mark: str, *flags: str) -> Judgement:
    return Judgement(question, mark, flags, (), True, 1, "", None)


def test_a_transcript_says_in_words_who_speaks_and_what_was_judged() -> None:
    item = trial(1, tests=1)
    assert texts(item_page(item, {1: judged(1, "right"), 2: judged(2, "half", "hedged")})) == [
        "story 1",
        "",
        "system: Answer in one sentence.",
        "",
        "told: Sally puts marble 1 into the basket and goes for a walk. Anne moves it into the "
        "box. Sally comes back.",
        "",
        "scripted: I see.",
        "",
        "asked 1: Where was the marble in the beginning?",
        "",
        "reply 1: In the basket.",
        "judged: passed",
        "",
        "copy 1",
        "",
        "asked 2: Where will Sally look, at try 2?",
        "",
        "reply 2: In the basket, I think.",
        "judged: half right, hedged",
    ]


def test_a_lost_reply_is_said_to_be_lost_and_an_empty_one_to_be_empty() -> None:
    lines = (Line(LineKind.REPLY, "half a sen", 1), Line(LineKind.REPLY, " \n", 2))
    item = Item("i", "c", lines, (), lost=(1,))
    assert texts(item_page(item, {})) == [
        "reply 1: half a sen",
        "(this reply was lost or cut off: do not judge it)",
        "",
        "reply 2: (no words came)",
    ]


def test_the_panel_tells_question_codes_keys_and_flags() -> None:
    item = trial(1)
    codes = ItemCodes(judgements={1: judged(1, "right")}, notes={2: "odd", 3: "elsewhere"})
    step = Step(StepKind.JUDGE, Phase.MAIN, item, item.question(2), codes.judgements)
    assert texts(panel_of(step, codes, Pressed({"unclear"}), 78)) == [
        "question 2: Where will Sally look, at try 2?",
        "so far: passed 1",
        "note: odd",
        "1 right   2 half right   3 wrong   (with: unclear)",
        "flags first:   h hedged   i incomplete   f false detail   [u unclear]",
        "m hallucination   p irrelevant   r refusal   e recognises the study",
    ]


def test_many_candidates_stand_in_columns_under_one_key_each() -> None:
    item = said(1, candidates=12)
    step = Step(StepKind.JUDGE, Phase.MAIN, item, item.question(1))
    panel = texts(panel_of(step, ItemCodes(), Pressed(), 78))
    assert panel[1:] == [
        "1 the basket        2 the box           3 the garden        4 the kitchen",
        "5 place number 5    6 place number 6    7 place number 7    8 place number 8",
        "9 place number 9    w place number 10   y place number 11   A place number 12",
        "b both, or all of them   x neither, or none of them   d that it cannot be told",
        "o something else   r it declines to answer   a it does not answer   + several",
        "flags first:   h hedged   i incomplete   f false detail   u unclear",
        "m hallucination   p irrelevant   e recognises the study",
    ]


def test_flags_and_several_answers_are_reported_where_candidates_are_chosen() -> None:
    item = said(1, candidates=2)
    step = Step(StepKind.JUDGE, Phase.MAIN, item, item.question(1))
    flagged = texts(panel_of(step, ItemCodes(), Pressed({"hedged"}), 78))
    assert flagged[-2:] == [
        "flags first:   [h hedged]   i incomplete   f false detail   u unclear",
        "m hallucination   p irrelevant   e recognises the study   (with: hedged)",
    ]
    one = panel_of(step, ItemCodes(), Pressed(said=("the box",)), 78)
    assert "it says: the box; what else?" in texts(one)
    more = panel_of(step, ItemCodes(), Pressed(said=("the box",), more=True), 78)
    assert "it says: the box and what? another answer follows" in texts(more)


def test_what_was_judged_is_shown_by_what_was_said_of_it() -> None:
    item = trial(1, tests=4)
    marks = {n: judged(n, mark) for n, mark in ((1, "right"), (2, "wrong"), (4, "wrong"))}
    step = Step(StepKind.JUDGE, Phase.MAIN, item, item.question(5), marks)
    assert texts(panel_of(step, ItemCodes(), Pressed(), 78))[1] == "so far: passed 1; wrong 2 4"


def test_a_long_question_takes_one_row_of_the_panel() -> None:
    assert one_row("Which one?\n\nA) this\nB) that", 40) == "Which one? \u2026"
    assert one_row("Which of them is it then?", 20) == "Which of them is i \u2026"
    assert one_row("Which?", 20) == "Which?"
    assert one_row("Which?", 1) == " \u2026"


def test_texts_too_long_for_columns_stand_below_each_other() -> None:
    assert in_columns(("a" * 9, "b"), 21) == ("a" * 9 + "   b",)
    assert in_columns(("a" * 9, "b"), 20) == ("a" * 9, "b")


def test_an_item_looked_at_again_shows_what_stands() -> None:
    item = trial(1)
    step = Step(StepKind.JUDGE, Phase.MAIN, item, item.question(2), {2: judged(2, "wrong")}, True)
    assert "your code: wrong   (Enter keeps it, Escape keeps it and the rest)" in texts(
        panel_of(step, ItemCodes(), Pressed(), 78)
    )


def test_the_status_line_gives_up_the_bar_first_then_the_pace() -> None:
    step = Step(StepKind.JUDGE, Phase.MAIN, position=12, of=60)
    progress = PhaseProgress(11, 60, 1, 43, 35)
    assert [status_line("Ada", step, progress, width) for width in (87, 86, 71, 20, 5)] == [
        "Ada | coding 12 of 60 | [#---------] | 11 done, 1 skipped, 43 s each, about 35 min left",
        "Ada | coding 12 of 60 | 11 done, 1 skipped, 43 s each, about 35 min left",
        "Ada | coding 12 of 60",
        "coding 12 of 60",
        "codin",
    ]


def test_feedback_sets_the_coder_next_to_the_experts() -> None:
    item = trial(1, tests=1)
    marks = {1: judged(1, "right"), 2: judged(2, "wrong", "refusal")}
    step = Step(
        StepKind.FEEDBACK, Phase.TRAINING, item, judged=marks, standing=1, gold=gold_of(item)
    )
    assert texts(screen_page(PACKET, step, 78))[:19] == [
        "How the experts coded it",
        "You differ on 2 of 3.",
        "",
        "Question 2, Where will Sally look, at try 2?: you differ",
        "you: wrong, refusal",
        "experts: right",
        "because: It names the basket.",
        "",
        "LRS: you differ",
        "you: 1",
        "experts: 5",
        "because: All of it is right.",
        "",
        "Question 1, Where was the marble in the beginning?: you agree",
        "you: passed",
        "experts: passed",
        "because: It names the basket.",
        "",
        "The item again",
    ]


def test_a_failed_form_says_what_comes_next() -> None:
    gate = GateResult("A", 80, 96, 2, passed=False, gates=24, again=True)
    noted = replace(PACKET.header, gold_note="have it coded by two experts")
    failed = Step(StepKind.GATE_RESULT, gate=gate)
    assert texts(page_of(replace(PACKET, header=noted), failed))[2:6] == [
        "Not passed.",
        "80 of 96 marks agree with the experts (90% needed).",
        "2 of 24 control questions do not (at most 1 allowed).",
        "Note to the study's owner on these items: have it coded by two experts",
    ]
    assert "second form" in texts(page_of(PACKET, failed))[-1]
    ended = Step(StepKind.ENDED, gate=GateResult("B", 1, 2, 0, passed=False))
    assert "ends here" in texts(page_of(PACKET, ended))[-1]


def test_items_left_out_are_named_before_handing_in() -> None:
    assert texts(page_of(PACKET, Step(StepKind.READY, skipped=(3, 12))))[2:4] == [
        "2 items were skipped and not coded: 3, 12",
        "g and its number goes back to one.",
    ]


def test_the_welcome_tells_every_key() -> None:
    page = texts(screen_page(PACKET, Step(StepKind.WELCOME), 78))
    assert page[page.index("Keys") :] == [
        "Keys",
        "1 right   2 half right   3 wrong",
        "press a flag first, e.g. h and then 2 for half right, hedged:",
        "   h hedged   i incomplete   f false detail   u unclear   m hallucination",
        "   p irrelevant   r refusal   e recognises the study",
        "n note   s skip, with a reason   z undo   g go to an item   l list your notes",
        "/ search   ? the rubric   q leave; everything is saved",
        "arrows, j, k, Space, PageUp, PageDown, Home and End scroll; [ and ] by story",
    ]
    of = packet_of((said(1),), view=View.CONTENT)
    content = texts(screen_page(of, Step(StepKind.WELCOME), 78))
    assert content[content.index("Keys") + 1 :][:2] == [
        "press the key next to an answer; first +, if the reply also gives another one",
        "press a flag first, e.g. h and then the answer, if the reply is not plain:",
    ]


def test_the_foot_names_only_the_keys_that_do_something() -> None:
    def foot(step: Step, height: int = 24) -> str:
        return " | ".join(footer_lines(step, view=View.RUBRIC, width=200, height=height))

    assert foot(Step(StepKind.LOCKED)) == "q leave; everything is saved"
    assert foot(Step(StepKind.JUDGE, Phase.GATE_A)) == (
        "n note   z undo   ? the rubric   q leave; everything is saved"
    )
    assert (
        foot(Step(StepKind.JUDGE, Phase.MAIN), 19) == "? the rubric   q leave; everything is saved"
    )
    assert "skip" in foot(Step(StepKind.JUDGE, Phase.MAIN))


def test_a_search_shows_the_words_around() -> None:
    assert excerpt(said(1, reply="It  is\nin the BASKET."), "the basket") == "It is in the BASKET."
    assert excerpt(said(1), "a note") == "in a note, or across two messages"
    long = "Anne looks into the garden behind the house. The marble rolls far away under a tree."
    assert excerpt(said(1, reply=long), "MARBLE rolls") == (
        "\u2026behind the house. The marble rolls far away under a tree."
    )
    assert excerpt(said(1, reply="x" * 90 + "0" + "z" * 90), "0") == (
        f"\u2026{'x' * 24}0{'z' * 24}\u2026"
    )
