"""What `?` shows: the rubric for the current question, as lines of plain text.

The same on the screen and with plain lines. Guidance and examples come from a script and are not
trusted: whoever shows these lines escapes hidden characters first.
"""

from __future__ import annotations

from coders.desk.keys import AND, FLAGS
from coders.desk.rubric import LRS_WORDS, MARK_TABLE
from coders.packets.shape import Item, PacketQuestion

_CHOOSING = (
    "what the reply says, not what would be right",
    f"{AND.key} before an answer: the reply gives this answer and the next one too",
    "h hedged: prefers one answer and leaves another open (`probably`, `could be`)",
    "i incomplete: not all the parts asked for",
    "f false detail: also says something false about the scene",
    "u unclear: muddled but with one reading, or said after correcting itself",
    "m hallucination: answers with a person or thing not in the scene",
    "p irrelevant: does not address the question",
    "e recognised: names the study that the story comes from",
    'a refusal, also "as an AI I cannot know", is not "cannot be told"',
)


def guide_lines(
    item: Item | None, asked: PacketQuestion | None, *, content: bool
) -> tuple[str, ...]:
    """Guidance of the question, then of the item, then the table of marks and what an LRS means.

    Lines that begin with two blanks belong to the line above them.
    """
    lines = [*(_of_question(asked) if asked is not None else ())]
    if item is not None and item.guide:
        lines.append("Examples of whole transcripts:")
        lines.extend(f"  LRS {lrs}: {words}" for lrs, words in item.guide)
    if content and (asked is None or asked.candidates):
        return (*lines, "What to choose (flags first):", *(f"  {told}" for told in _CHOOSING))
    signs = {key.value: key.key for key in FLAGS}
    lines.append("Marks (the flag's letter first, then the mark):")
    for row in MARK_TABLE:
        mark = {"half": "half right", "any": "any mark"}.get(row.mark, row.mark)
        flag = f", {signs[row.flag]} {row.flag}" if row.flag else ""
        lines.append(f"  {mark}{flag}: {row.reply}")
    lines.append("  a control question is passed or failed, never half")
    if not content:
        lines.append("LRS:")
        lines.extend(f"  {lrs}: {words}" for lrs, words in enumerate(LRS_WORDS))
    return tuple(lines)


def _of_question(asked: PacketQuestion) -> tuple[str, ...]:
    lines: list[str] = []
    if asked.guidance:
        lines.append("Notes on this question:")
        lines.extend(f"  {note}" for note in asked.guidance)
    if asked.examples:
        lines.append("Examples:")
        lines.extend(f"  {mark}: {words}" for mark, words in asked.examples)
    if asked.accepted:
        lines.append("Accepted answers:")
        lines.extend(f"  {answer}" for answer in asked.accepted)
    if asked.lures:
        lines.append("Wrong answers to expect:")
        lines.extend(f"  {answer}" for answer in asked.lures)
    return tuple(lines)
