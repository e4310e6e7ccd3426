"""What a coder reads at each step: transcripts, feedback, results, questions and notes.

One text for the screen and for plain lines, as paragraphs. The words of a packet are not trusted:
whoever paints a paragraph escapes hidden characters first. Who speaks stands beside each speech in
words, and each judged question and its reply carry the question's number where there are several,
so that nothing depends on colour or position alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coders.desk.calibrating import agreement_words, feedback_rows, in_words, same_in_words
from coders.desk.paragraphs import GAP, Paragraph, TextStyle, heading, strong
from coders.desk.state import GateResult, ItemCodes, Judgement
from coders.desk.steps import PhaseProgress, Step, StepKind
from coders.desk.welcome import welcome
from coders.packets.pictures import numbered_pictures
from coders.packets.shape import Item, Line, LineKind, Packet, PacketQuestion, View
from dsl.record import replace
from dsl.words import and_list
from renderers.coder_view import NO_WORDS


def page_of(packet: Packet, step: Step) -> tuple[Paragraph, ...]:
    """The page of a step: for an item its transcript, with what was judged so far."""
    match step.kind:
        case StepKind.WELCOME:
            return tuple(welcome(packet))
        case StepKind.FEEDBACK:
            return tuple(_feedback(step))
        case StepKind.GATE_RESULT | StepKind.ENDED if step.gate is not None:
            return tuple(_gate(step.gate, packet.header.gold_note))
        case StepKind.HYPOTHESIS:
            return _HYPOTHESIS
        case StepKind.READY:
            return tuple(_ready(step, one_way=packet.header.view is View.PEOPLE))
        case StepKind.LOCKED:
            return _LOCKED
        case _:
            return item_page(step.item, step.judged) if step.item is not None else ()


def pace_words(progress: PhaseProgress) -> str:
    """How many are done and how long the rest will take, as far as it is known."""
    if not progress.total:
        return ""
    words = [f"{progress.done} done"]
    if progress.skipped:
        words.append(f"{progress.skipped} skipped")
    if progress.seconds_per_item is not None:
        words.append(f"{progress.seconds_per_item} s each")
    if progress.minutes_left is not None and progress.done < progress.total:
        minutes = f"about {progress.minutes_left}" if progress.minutes_left else "under 1"
        words.append(f"{minutes} min left")
    return ", ".join(words)


# ------------------------------------------------------------------------------- transcripts

_SPEAKERS = {
    LineKind.SYSTEM: "system",
    LineKind.TOLD: "told",
    LineKind.REPLY: "reply",
    LineKind.SCRIPTED: "scripted",
    LineKind.PROFILE: "profile",
    LineKind.READ: "read",
}
_NUMBERED = {LineKind.TOLD: "asked", LineKind.REPLY: "reply"}
_HEADINGS = {LineKind.STORY: "a new conversation", LineKind.COPY: "a copy of the conversation"}
LOST = "(this reply was lost or cut off: do not judge it)"


def item_page(
    item: Item, judged: Mapping[int, Judgement], whole: tuple[Line, ...] = ()
) -> tuple[Paragraph, ...]:
    """The transcript of an item, with what was judged so far under each reply. Where it is a part
    of the `whole`, pictures have the numbers that they have there.
    """
    told = {number: in_words(one, item.question(number)) for number, one in judged.items()}
    several = len(item.questions) != 1
    return tuple(_speeches(item.lines, told, item.lost, numbered=several, whole=whole))


def conversation_page(item: Item, number: int) -> tuple[Paragraph, ...]:
    """The story of one question, without other stories; where questions were asked in copies of
    the conversation, with this question's copy alone.
    """
    story: list[Line] = []
    copy: list[Line] = []
    found = False
    for line in item.lines:
        if found and line.kind in _HEADINGS:
            break
        if line.kind is LineKind.STORY:
            story, copy = [line], []
        elif line.kind is LineKind.COPY:
            copy = [line]
        else:
            (copy or story).append(line)
        found = found or line.question == number
    return item_page(replace(item, lines=(*story, *copy)), {}, item.lines)


def story_begins(item: Item, judged: Mapping[int, Judgement], number: int) -> int | None:
    """The paragraph of an item's page (from 0) at which the story of a question begins; None if
    nothing is shown before it.
    """
    begin = 0
    for at, line in enumerate(item.lines):
        begin = at if line.kind is LineKind.STORY else begin
        if line.question == number:
            if at == begin:
                return None
            break
    return paragraph_of(item, judged, begin)


def story_headings(item: Item, judged: Mapping[int, Judgement]) -> tuple[int, ...]:
    """The paragraphs of an item's page (from 0) at which its stories begin."""
    return tuple(
        paragraph_of(item, judged, at)
        for at, line in enumerate(item.lines)
        if line.kind is LineKind.STORY
    )


def paragraph_of(item: Item, judged: Mapping[int, Judgement], line: int) -> int:
    """The paragraph of an item's page with which a line (both from 0) begins."""
    before = item_page(replace(item, lines=item.lines[:line]), judged)
    return len(before) + bool(before)


def read_on(item: Item, seen: int) -> tuple[Paragraph, ...]:
    """The transcript of an item after so many lines that were read before."""
    rest = replace(item, lines=item.lines[seen:])
    return item_page(rest, {}, item.lines)


def lines_page(lines: tuple[Line, ...]) -> tuple[Paragraph, ...]:
    """A story alone, as it is shown on request in content view."""
    return tuple(_speeches(lines, {}, (), numbered=False))


def _speeches(
    lines: tuple[Line, ...],
    judged: Mapping[int, str],
    lost: tuple[int, ...],
    *,
    numbered: bool,
    whole: tuple[Line, ...] = (),
) -> Iterator[Paragraph]:
    pictures = numbered_pictures(whole or lines)
    for number, line in enumerate(lines):
        if number:
            yield GAP
        if line.kind in _HEADINGS:
            yield heading(line.text if line.text.strip() else _HEADINGS[line.kind])
            continue
        who = _SPEAKERS[line.kind]
        if line.question and line.kind in _NUMBERED:
            who = _NUMBERED[line.kind] + (f" {line.question}" if numbered else "")
        text = line.text if line.text.strip() else NO_WORDS
        yield Paragraph(text, label=who, question=line.question)
        if line.pictures:
            named = and_list([str(pictures[one]) for one in dict.fromkeys(line.pictures)])
            noun = "picture" if len(set(line.pictures)) == 1 else "pictures"
            yield Paragraph(f"({noun} {named}: v to view)", TextStyle.FAINT, "", line.question)
        if line.kind is LineKind.REPLY and line.question in lost:
            yield Paragraph(LOST, TextStyle.FAINT, "", line.question)
        if line.kind is LineKind.REPLY and line.question in judged:
            yield Paragraph(judged[line.question], TextStyle.STRONG, "judged")


# ------------------------------------------------------------------------------- questions


def question_name(item: Item | None, question: PacketQuestion) -> str:
    """What a question is called: `control question 3 in story 2`."""
    if question.is_rated and item is not None and len(item.questions) == 1:
        return "your rating"
    if question.scale:
        return f"statement {question.number}"
    name = "control question" if question.is_control else "question"
    if item is None or len(item.questions) > 1:
        name += f" {question.number}"
    if item is not None and any(one.story > 1 for one in item.questions):
        name += f" in story {question.story}"
    return name


def accepted(question: PacketQuestion) -> Iterator[Paragraph]:
    """What counts as right, where the packet tells."""
    if question.accepted and not question.is_even:
        yield strong(f"counts as right: {' / '.join(question.accepted)}")


def noted(step: Step, codes: ItemCodes) -> Iterator[Paragraph]:
    """The coder's own notes on the item and on the question at hand, and why it was skipped."""
    here = step.question.number if step.question else 0
    # What would change is noted of the whole of a wave, and was read just now.
    on = (here,) if step.question and step.question.scale else (0, here)
    for number, note in sorted(codes.notes.items()):
        if note and number in on:
            yield Paragraph(f"note: {note}", TextStyle.FAINT)
    if codes.skipped:
        yield Paragraph(f"skipped before: {codes.skipped}", TextStyle.FAINT)


def lrs(step: Step) -> Iterator[Paragraph]:
    """The question for the LRS: before any mark, or with the rule's proposal."""
    if step.kind is StepKind.LRS_FIRST:
        yield strong("Before you mark anything: which LRS, 0 to 5, does the whole deserve?")
        return
    why = f" ({step.why})" if step.why else ""
    yield strong(f"The rule's LRS is {step.proposed}{why}.")
    keeps = f"keeps your {step.standing}" if step.standing is not None else "confirms it"
    yield strong(f"Enter {keeps}.")
    if step.proposed == 0:
        yield Paragraph("To change it, undo (z) and change the mark or its flag.")
    else:
        yield Paragraph("Another, 0 to 5, needs a reason.")


WHICH_MODEL = strong("This item is coded. Which model do you think wrote the replies?")
WHICH_WORDING = (
    strong("And which wording of the story was it?"),
    Paragraph("Original: the words of the published study; permuted: other words."),
)


# ------------------------------------------------------------------------------- results


def _feedback(step: Step) -> Iterator[Paragraph]:
    """The coder's codes beside the experts', question by question."""
    if step.item is None or step.gold is None:
        return
    given = step.standing if step.standing is not None else step.proposed
    rows = feedback_rows(step.item, step.judged, step.gold, given)
    yield heading("How the experts coded it")
    yield Paragraph(agreement_words(rows))
    several = len(step.item.questions) > 1
    for row in rows:
        if not row.told_apart:
            continue
        yield GAP
        what = f"Question {row.question}, {row.text}" if row.question and several else row.text
        told = "you agree" if row.agree else "you differ"
        if row.agree and row.yours != row.experts:
            told = "the mark is the same, the flags are not"
        yield strong(f"{what}: {told}")
        yield Paragraph(row.yours, label="you")
        yield Paragraph(row.experts, label="experts")
        if row.reason:
            yield Paragraph(row.reason, label="because")
    same = same_in_words(rows)
    if same:
        yield GAP
        yield Paragraph(f"The same as the experts': {same}" if several else f"You agree: {same}")


def _gate(gate: GateResult, note: str) -> Iterator[Paragraph]:
    """How a calibration form went, and what comes next. `note` is the gold's own."""
    yield heading(f"Calibration, form {gate.form[-1:]}")
    yield GAP
    yield strong("Passed." if gate.passed else "Not passed.")
    yield Paragraph(f"{gate.right} of {gate.marks} marks agree with the experts (90% needed).")
    if gate.gates:
        yield Paragraph(
            f"{gate.gates_wrong} of {gate.gates} control questions do not (at most 1 allowed)."
        )
    if note:
        yield Paragraph(f"Note to the study's owner on these items: {note}", TextStyle.FAINT)
    yield GAP
    if gate.passed:
        yield Paragraph("The items of the study come next, without feedback.")
    elif gate.again:
        yield Paragraph(
            "A second form with other items comes next. First read the rubric again (? opens it), "
            "and think about the training items where you differed."
        )
    else:
        yield Paragraph(
            "The calibration ends here, before any item of the study. Send your log to the study's "
            "owner as it is. Coding is hard to learn in one session: the owner may train you "
            "again."
        )


_HYPOTHESIS = (
    heading("One question about the study"),
    GAP,
    Paragraph(
        "All items are coded. What do you think this study wants to find out, and what do its "
        "authors expect? Your answer shows how blind the coding was; nothing is right or wrong."
    ),
)


def _ready(step: Step, *, one_way: bool) -> Iterator[Paragraph]:
    """What is left before handing in."""
    if one_way:
        yield from (heading("All waves are rated"), GAP)
        yield Paragraph(
            "Until you hand in, z takes back ratings of the last wave. Afterwards nothing can be "
            "changed."
        )
        return
    yield heading("Everything is coded")
    yield GAP
    if step.skipped:
        told = ", ".join(map(str, step.skipped))
        noun = "One item was" if len(step.skipped) == 1 else f"{len(step.skipped)} items were"
        yield strong(f"{noun} skipped and not coded: {told}")
        yield Paragraph("g and its number goes back to one.")
    else:
        yield Paragraph("No item was skipped.")
    yield GAP
    yield Paragraph(
        "Until you hand in you can go back to any item with g and change your codes; the first "
        "ones are kept as well. l lists your notes. Afterwards nothing can be changed."
    )


_LOCKED = (
    heading("Handed in"),
    GAP,
    Paragraph("Thank you. Nothing can be changed any more."),
)
