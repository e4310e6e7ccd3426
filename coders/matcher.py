"""Sort a reply by its key: right, half, wrong, or needs a human.

Rules, and no model: what the matcher decides can be read, repeated and argued with, costs nothing
and is the same next year. Its first rule is that a verdict is never wrong; where the words leave a
doubt, a person decides. It reads a reply in clauses, finds the candidate answers of the question in
them, and asks which is asserted where the reply concludes (docs/matcher.md has the rules, the
limits, and the figures on replies that were marked by a person beforehand).

It knows the question and its key and not the story: it cannot see that a reason beside a right
answer is false.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from coders.marks import Flag, Verdict, needs_human, unkeyed, wrong
from coders.matching.clauses.clauses import ClauseKind, ReplyClause, clauses
from coders.matching.clauses.mentions import letter_contradicted, letter_in_doubt, mentions
from coders.matching.clauses.readings import readings
from coders.matching.clauses.several import Reading
from coders.matching.clauses.yes_no import in_reasons, yes_no_readings
from coders.matching.doubts.doubts import (
    Doubts,
    calls_even,
    left_open,
    named_after,
    own_choices,
    picks,
    wonders,
)
from coders.matching.doubts.hedging import hedging
from coders.matching.doubts.stances import (
    FORCED,
    INEXACT,
    LINK,
    RECOGNISED,
    bare_correction,
    ironic,
    last_correction,
    refuses,
    unsure,
)
from coders.matching.question.sheet import AnswerSheet, sheet
from coders.matching.text.answer_lines import (
    answer_part,
    stated_number,
    without_names,
    without_sums,
)
from coders.matching.text.plain_text import is_word, labels_apart, plain, tokens
from coders.matching.text.small_talk import (
    OPENING,
    may_answer_first,
    without_opening,
    without_talk,
)
from coders.matching.text.wrapping import (
    after_echo,
    asks,
    breaks_off_thinking,
    parts_by_question,
    with_letters,
    without_cut_end,
    without_listing,
    without_own_ends,
    without_question,
    without_reasoning,
)
from coders.matching.verdicts.declining import declined, empty_handed, silent
from coders.matching.verdicts.exact import exact
from coders.matching.verdicts.parts import judge_parts, several_parts
from coders.matching.verdicts.verdicts import conclude, single
from coders.matching.verdicts.weighing import chosen
from dsl.kept_replies import KeptReplies, is_keyed, with_kept
from dsl.likelihoods import weighed
from dsl.record import replace
from dsl.scales import shared_name
from dsl.tree import QuestionKind
from dsl.trial import Question
from dsl.words import without_thousands

if TYPE_CHECKING:
    from coders.matching.statements.listed import Listing

LONGEST = 20_000
"""Characters; a longer reply is left to a person, which also bounds the work."""

MOST_CLAUSES = 1_200
MOST_MENTIONS = 24
"""In one reply, and in one clause: what is beyond them is no answer anybody would read."""


def match(reply: str, question: Question, *, kept: KeptReplies | None = None) -> Verdict:
    """The verdict on `reply`, by the key of `question`: on the lines of the answer
    where a framing asks for them (`answer_part`), else as a whole.

    `kept` are the phrases matched in earlier replies by name, for a key that looks at them. Never
    raises, whatever the reply holds.
    """
    if not is_keyed(question.key):
        return unkeyed(matched_phrase(reply, question))
    filled = with_kept(question, kept)
    if filled is None:
        return needs_human("the earlier answer that it depends on was not kept")
    question = filled
    found = chosen(reply, question)
    verdict = asserted(reply, question) if found is None else found
    if question.kind is QuestionKind.EVEN:
        from coders.even import as_choice

        verdict = as_choice(verdict, question)
    if found is not None:
        return verdict
    if verdict.decided and verdict.mark and LINK.search(reply[:LONGEST].casefold()):
        return needs_human("it gives a link")
    if verdict.mark and RECOGNISED.search(plain(reply[:LONGEST])):
        return replace(verdict, flags=(*verdict.flags, Flag.RECOGNISED))
    return verdict


def asserted(reply: str, question: Question) -> Verdict:
    """What a reply says, by the candidates of its question. Where nothing is keyed, a reply that is
    decided is wrong, and `matched` is all that counts.
    """
    on_sheet, part = sheet(question), answer_part(reply, question.answer_line)
    if question.rating is not None:
        # Numbers in a statement that is said again are no ratings of it.
        rest = without_question(part, question.text.rstrip(" .!?"))
        part = rest if re.search(r"\w", rest) else part
    if on_sheet.tolerant:
        part = stated_number(_before_next_question(part))
    if on_sheet.letters < 2 or len(part) > LONGEST:
        return _verdict(part, on_sheet, question)
    return _of_choices(part, on_sheet, question)


@lru_cache(maxsize=4096)
def matched_phrase(reply: str, question: Question) -> str | None:
    """What a reply says, for a question whose answer is kept: the script text of the key, lure or
    option it asserts; without any of these the words of a short reply; None where it is not plain.
    """
    if reply in weighed(question):
        return reply
    if sheet(question).candidates:
        return asserted(reply, question).matched
    reply = answer_part(reply, question.answer_line)
    text = plain(reply[:LONGEST])
    words = [w for w in tokens(text) if is_word(w)]
    if not 0 < len(words) <= 6 or refuses(text):
        return None
    while words and words[0] in ("a", "an", "the", "some", "in", "it", "is", "there", "are"):
        words = words[1:]
    return " ".join(words) or None


def kept_phrase(matched: str | None, question: Question) -> str | None:
    """What is kept of a reply that `matched` this; None where it names several answers at once, so
    that there is no one phrase to look at later.
    """
    texts = {candidate.text for candidate in sheet(question).candidates}
    if matched is None or matched in texts:
        return matched
    named = matched.split(", ")
    return None if len(named) > 1 and texts.issuperset(named) else matched


NO_ANSWER = "no answer was recognised"


def _before_next_question(reply: str) -> str:
    """What a reply says before it goes on with another question, if it says anything before."""
    first, *_ = parts_by_question(without_reasoning(reply))
    return first if re.search(r"\w", first) else reply


def _of_choices(reply: str, on_sheet: AnswerSheet, question: Question) -> Verdict:
    """The verdict on a reply to a question with choices: on what it says before it goes on with
    another question. If it begins with the question, or leads up to it, its answer is read.
    """
    said = with_letters(without_reasoning(reply), question.options)
    if breaks_off_thinking(said):
        return needs_human("it breaks off in its reasoning")
    first, *others = parts_by_question(without_cut_end(said), question.options)
    opened = re.search(r"\w", first) is not None
    verdict = _of_part(first, on_sheet, question) if opened else None
    if not others:
        return _of_part(first, on_sheet, question) if verdict is None else verdict
    again = [
        _of_part(part, on_sheet, question)
        for number, part in enumerate(others)
        if asks(part, question.text) or (not question.text and not opened and number == 0)
    ]
    if verdict is None or verdict.reason == NO_ANSWER:
        verdict = (
            again.pop(0) if again else verdict or needs_human("it goes on with other questions")
        )
    if any(one.decided and one.matched != verdict.matched for one in again) and verdict.decided:
        return needs_human("it answers the question once more, and otherwise")
    return verdict


def _of_part(reply: str, on_sheet: AnswerSheet, question: Question) -> Verdict:
    """The verdict on a reply without what only repeats its question and choices."""
    said = without_question(without_listing(reply, question.options), question.text)
    if said is not reply and not re.search(r"\w", said):
        return needs_human("it only repeats the question")
    if "?" in said or "!" in said:
        said = without_own_ends(said, question.options)
    walk = _walk(said, on_sheet)
    if walk is None:
        return _without_lists(said, on_sheet, question)
    verdict = needs_human(NO_ANSWER)
    if any(map(is_word, walk.around)):
        around = re.sub("@(.)", r"(\1)", " ".join(walk.around))
        verdict = _without_lists(around, on_sheet, question)
    right = walk.left if walk.right is None else walk.right
    if right is not None and verdict.reason == NO_ANSWER:
        return single(on_sheet, on_sheet.candidates[right], question, hedged=False, unclear=False)
    differs = walk.right is not None and verdict.matched != on_sheet.candidates[walk.right].text
    if verdict.decided and differs:
        return needs_human("it calls one choice right and states another")
    return verdict


def _walk(said: str, on_sheet: AnswerSheet) -> Listing | None:
    """The list in which a reply goes through the choices; most replies are too short for one."""
    if sum(map(said.count, "\n.;")) < 2:
        return None
    from coders.matching.statements.listed import walked
    from coders.matching.statements.told import plainly

    return walked(on_sheet, plainly(said, on_sheet.letters)[1])


def _without_lists(said: str, on_sheet: AnswerSheet, question: Question) -> Verdict:
    """The verdict on a reply that goes through no choices."""
    echoed = after_echo(said)
    said = said if echoed is None else echoed
    said = without_names(without_sums(said, question.options), question.options)
    verdict = _verdict(said, on_sheet, question)
    if several_parts(question) or on_sheet.surprise or on_sheet.numeric:
        return verdict
    from coders.matching.statements.settling import settled

    return settled(verdict, said, on_sheet, question)


def _verdict(reply: str, on_sheet: AnswerSheet, question: Question) -> Verdict:
    """The verdict on a reply. A "Right." that opens it is talk, and where `right` is an answer and
    the rest is none, it is the answer.
    """
    verdict = _read(reply, on_sheet, question, frozenset())
    if verdict.decided or not may_answer_first(plain(reply.strip()[:LONGEST])):
        return verdict
    opening = frozenset(m.candidate for m in mentions(on_sheet, [OPENING])) - {None}
    return _read(reply, on_sheet, question, opening) if opening else verdict


def _read(
    reply: str, on_sheet: AnswerSheet, question: Question, opening: frozenset[int | None]
) -> Verdict:
    """The verdict on a reply; `opening` is the answer that its first word is taken for, if any."""
    reply = reply.strip()
    if len(reply) > LONGEST:
        return needs_human("it is very long")
    spoken = without_thousands(plain(reply)) if on_sheet.tolerant else plain(reply)
    whole = labels_apart(spoken, on_sheet.letters)
    words = tokens(whole)
    said_nothing = silent(reply, words)
    if said_nothing is not None:
        return said_nothing
    if question.rating is not None and shared_name(question.rating, question.labels):
        return needs_human("one name is that of two points of the scale")
    doubt = letter_in_doubt(reply, question)
    if doubt is not None:
        return needs_human(doubt)
    verdict = exact(on_sheet, words, question)
    if verdict is not None:
        return verdict
    opened = spoken if opening else without_opening(spoken)
    text = labels_apart(without_talk(opened), on_sheet.letters)
    if text != whole:
        words = tokens(text)
        verdict = exact(on_sheet, words, question)
        if verdict is not None:
            return verdict
    if not any(map(is_word, words)) and not any(w[0] == "@" for w in words):
        return needs_human("it answers nothing")
    if not on_sheet.yes_no and on_sheet.asks_which and _bare_yes_no(words):
        return wrong(None, "it says yes or no where that is no answer", Flag.IRRELEVANT)
    found = mentions(on_sheet, words)
    if on_sheet.letters > 1 and letter_contradicted(on_sheet, words, found):
        return needs_human("its letter and its words name different choices")
    parts = clauses(words, found, recalls=on_sheet.opinion and on_sheet.past)
    if len(parts) > MOST_CLAUSES or any(len(c.mentions) > MOST_MENTIONS for c in parts):
        return needs_human("it goes on and on")
    if ironic(text, words):
        return needs_human("it may be meant the other way round")
    if calls_even(on_sheet, text) and (
        on_sheet.item or len({m.candidate for m in found} - {None}) > 1
    ):
        return needs_human("it calls one answer as good as another")
    supposed = any(c.mentions for c in parts if c.kind is ClauseKind.SUPPOSED)
    if supposed and re.search(FORCED, text):
        return needs_human("it answers only if it must")
    read = readings(on_sheet, words, parts)
    if on_sheet.yes_no:
        read = sorted([*read, *yes_no_readings(on_sheet, parts)], key=lambda r: r.place)
    asides, doubtful = hedging(
        on_sheet, words, parts, frozenset(r.place for r in read if r.rank >= 2)
    )
    read = [replace(r, hedged=True) if r.place in asides else r for r in read]
    firm = [r for r in read if r.rank >= 2]
    named = any(m.candidate is not None for m in found)
    refusing = refuses(text)
    refused = declined(on_sheet, text, firm, named=named, refusing=refusing)
    if refused is not None:
        return refused
    if refusing:
        firm = [r for r in firm if not empty_handed(on_sheet, r)]
    doubts = Doubts(
        unsure=unsure(text),
        inexact=on_sheet.numeric and re.search(INEXACT, text) is not None,
        adrift=doubtful,
        picks=picks(parts),
        left_open=left_open(on_sheet, parts, asides),
        chosen=own_choices(parts),
        wondered=wonders(on_sheet, parts),
        in_reasons=in_reasons(on_sheet, parts),
        parts=parts,
    )
    corrected = max(last_correction(words), _taken_back(on_sheet, words, parts, firm))
    if opening and named_after(parts, 0) - opening:
        return needs_human("its first word may be the answer, and another is named after it")
    if several_parts(question):
        if corrected >= 0 and any(r.place <= corrected for r in firm):
            return needs_human("it corrects itself among several parts")
        return judge_parts(on_sheet, firm, parts, question, doubts)
    after = [r for r in firm if r.place > corrected]
    dropped = [r for r in firm if r.place <= corrected]
    if corrected >= 0 and dropped and not after:
        return needs_human("it takes back what it said")
    unclear = corrected >= 0 and any(
        set(r.answers) - {a for other in after for a in other.answers} for r in dropped
    )
    return conclude(on_sheet, after, question, doubts, unclear=unclear)


def _taken_back(
    on_sheet: AnswerSheet, words: list[str], parts: list[ReplyClause], firm: list[Reading]
) -> int:
    """The place of a bare `No,` or `Sorry,` that takes back an answer: another one is named after
    it. -1 without one; to a question for yes or no, "no" is an answer.
    """
    at = -1 if on_sheet.yes_no else bare_correction(words)
    before = {a for r in firm if r.place < at for a in r.answers}
    after = {m.candidate for c in parts if c.start > at for m in c.mentions}
    return at if before and after - before - {None} else -1


def _bare_yes_no(words: list[str]) -> bool:
    """Whether yes or no is all that a reply says."""
    spoken = [w for w in words if is_word(w) or w[0] == "@"]
    return len(spoken) == 1 and spoken[0] in ("yes", "no", "yeah", "yep", "nope")
