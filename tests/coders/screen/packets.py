"""Packets made by hand: small ones of both views, with or without training and gates."""

from __future__ import annotations

from fractions import Fraction

from coders.packets.shape import (
    CoderKind,
    Gold,
    GoldMark,
    Header,
    Item,
    Line,
    LineKind,
    Packet,
    PacketQuestion,
    View,
)

HOSTILE = (
    "[red]x[/oops] [@click=app.quit]y[/] [bold]z[/bold] \x1b[31mred\x1b[0m \x1b]0;title\x07 "
    "\x1b]52;c;aGFja2Vk\x1b\\ \x1b]8;;http://example.org\x1b\\link\x1b]8;;\x1b\\ \x9b2J \x90q\x9c "
    "\u202eabc\u202c \u2066def\u2069 \u200b \ufeff \x08\x08\x08 \r over \x7f \x0e\x0f \ud800 "
    "\u2028line\u2029 \x85 {slot} {{ jinja }} \\x1b"
)
"""What a participant might send to a coder's terminal."""


def header(view: View, items: int, *, lrs_first: Fraction, masking: Fraction) -> Header:
    return Header(
        packet="p1",
        batch="b1",
        coder="Ada",
        kind=CoderKind.BLIND,
        view=view,
        keyed=False,
        codebook_version="c1",
        tool_version="0.0",
        made="2026-01-01T00:00:00Z",
        items=items,
        blind_to=("model", "wording", "run"),
        not_blind_to=("condition",),
        statement="You are blind to model, wording and run. You are not blind to condition.",
        lrs_first_share=lrs_first,
        masking_share=masking,
    )


def trial(number: int, *, reply: str = "In the basket, I think.", tests: int = 2) -> Item:
    """A trial of one control and `tests` tests."""
    lines = [
        Line(LineKind.STORY, "story 1"),
        Line(LineKind.SYSTEM, "Answer in one sentence."),
        Line(LineKind.TOLD, f"Sally puts marble {number} into the basket and goes for a walk. "
             "Anne moves it into the box. Sally comes back."),
        Line(LineKind.SCRIPTED, "I see."),
        Line(LineKind.TOLD, "Where was the marble in the beginning?", 1),
        Line(LineKind.REPLY, "In the basket.", 1),
    ]  # fmt: skip
    asked = [
        PacketQuestion(1, "control", "Where was the marble in the beginning?",
              guidance=("Any word for the basket passes.",)),
    ]  # fmt: skip
    for question in range(2, tests + 2):
        lines.append(Line(LineKind.COPY, f"copy {question - 1}"))
        lines.append(Line(LineKind.TOLD, f"Where will Sally look, at try {question}?", question))
        lines.append(Line(LineKind.REPLY, reply, question))
        asked.append(
            PacketQuestion(question, "test", f"Where will Sally look, at try {question}?",
                  guidance=("Code the place that is said, not the reason.",),
                  examples=(("right", "In the basket."), ("half", "Basket or box.")))
        )  # fmt: skip
    return Item(
        id=f"item-{number}",
        content=f"content-{number}",
        lines=tuple(lines),
        questions=tuple(asked),
        guide=((5, "Every answer names the basket."), (1, "Every answer names the box.")),
    )


def said(number: int, *, reply: str = "It is in the basket.", candidates: int = 3) -> Item:
    """One reply in content view; a free question if there are no candidates."""
    places = ("the basket", "the box", "the garden", "the kitchen")
    named = tuple(
        places[n] if n < len(places) else f"place number {n + 1}" for n in range(candidates)
    )
    return Item(
        id=f"reply-{number}",
        content=f"reply-content-{number}",
        lines=(
            Line(LineKind.TOLD, f"Where will Sally look for marble {number}?", 1),
            Line(LineKind.REPLY, reply, 1),
        ),
        questions=(
            PacketQuestion(1, "test", f"Where will Sally look for marble {number}?",
                  guidance=("Code what is said.",), candidates=named),
        ),
        card=("Anne", "Sally", "the basket", "the box"),
    )  # fmt: skip


def packet_of(
    main: tuple[Item, ...],
    *,
    view: View = View.RUBRIC,
    training: tuple[Item, ...] = (),
    gate_a: tuple[Item, ...] = (),
    gate_b: tuple[Item, ...] = (),
    lrs_first: Fraction = Fraction(0),
    masking: Fraction = Fraction(0),
    models: tuple[str, ...] = ("alpha/one", "beta/two"),
    stories: dict[str, tuple[Line, ...]] | None = None,
) -> Packet:
    """A packet; every item of training and gates has gold codes, all of them right."""
    golden = (*training, *gate_a, *gate_b)
    return Packet(
        header=header(view, len(main), lrs_first=lrs_first, masking=masking),
        training=training,
        gate_a=gate_a,
        gate_b=gate_b,
        main=main,
        gold={item.id: gold_of(item) for item in golden},
        stories=stories or {},
        models=models,
        checksum="0" * 64,
        where="Ada.packet.jsonl",
    )


def gold_of(item: Item) -> Gold:
    """Everything is right, and the LRS is 5."""
    marks = tuple(
        GoldMark(asked.number, "right", said=asked.candidates[:1], reason="It names the basket.")
        for asked in item.questions
    )
    in_content_view = bool(item.questions[0].candidates)
    return Gold(item.id, marks, None if in_content_view else 5, "All of it is right.")
