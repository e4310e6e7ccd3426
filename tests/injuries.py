"""What happens to scripts: slips of the finger, bad pasting, lines lost, files cut in half."""

from __future__ import annotations

from random import Random

PUT_IN = (
    *("", "{", "}", "{{", "}}", ":", "/", ",", "(", ")", "#", "|", "\\", '"', "'", "’", "“"),
    *("\t", " ", "    ", "\n", "\r", "\u00a0", "\u200b", "\u2028", "\ufeff", "\uff1a"),
    *("\x00", "\x1b", "a", "é", "🙂", "by", "say:"),
)
INDENTS = ("", " ", "  ", "   ", "    ", "        ", "\t", "\u00a0", " \t")


def injured(text: str, dice: Random) -> str:
    """The text with one to four injuries."""
    for _ in range(dice.choice((1, 1, 2, 3, 4))):
        text = dice.choice((_letter, _letter, _word, _line, _line, _lines, _cut))(text, dice)
    return text


def _letter(text: str, dice: Random) -> str:
    at = dice.randrange(len(text) + 1)
    before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
    return dice.choice((
        before + after,
        before + here * 2 + after,
        before + after[:1] + here + after[1:],
        before + dice.choice(PUT_IN) + here + after,
        before + dice.choice(PUT_IN) + after,
    ))  # fmt: skip


def _word(text: str, dice: Random) -> str:
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    words = lines[at].split(" ")
    match dice.randrange(3):
        case 0:
            words[dice.randrange(len(words))] = dice.choice(dice.choice(lines).split(" "))
        case 1:
            dice.shuffle(words)
        case _:
            words = [word.replace(dice.choice("aeiou:{}"), "") for word in words]
    lines[at] = " ".join(words)
    return "\n".join(lines)


def _line(text: str, dice: Random) -> str:
    lines = text.split("\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(4):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            lines[at] = dice.choice(INDENTS) + lines[at].strip()
        case 2:
            lines[at] = f"    {lines[at]}"
        case _:
            lines[at] = lines[at].removeprefix("    ")
    return "\n".join(lines)


def _lines(text: str, dice: Random) -> str:
    """Some are lost, or stand in another place as well."""
    lines = text.split("\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    some = lines[at : at + dice.choice((1, 1, 2, 4, 8))]
    if dice.randrange(2):
        lines[other:other] = some
    else:
        del lines[at : at + len(some)]
    return "\n".join(lines)


def _cut(text: str, dice: Random) -> str:
    at = dice.randrange(len(text) + 1)
    lines = text.split("\n")
    return dice.choice((text[:at], text[at:], "\n".join(lines[: dice.randrange(len(lines))])))
