"""Statements under another name, as other languages and other people call them, or misspelt.

One table of words for each kind of block, and a few frames of English sentences. Both give the line
as it is written here, so that the message can show it; a guess that gives no readable line is not
made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dsl.heads import Head, Place, Tail
from dsl.keywords import heads_in
from dsl.patterns import lazy_pattern
from dsl.record import record
from dsl.spelling import few_slips

_WORDS: dict[Place, dict[str, str]] = {
    Place.TOP: {
        "experiment": "title study paradigm name task",
        "people": "characters character persons person agents agent actors names participants "
        "protagonists individuals children",
        "things": "objects object items item toys thing",
        "places": "locations location containers rooms place",
        "words": "nonwords pseudowords novel_words new_words nonce_words",
        "phrases": "sentences sentence expressions expression",
        "numbers": "quantities amounts",
        "colours": "hues",
        "versions": "factor factors variants variant version within within_subjects twins",
        "conditions": "between between_subjects groups group arms treatments",
        "counterbalance": "balance counterbalancing counterbalanced balanced",
        "procedure": "session script method trial trials story steps main body",
        "paper": "source citation cite publication article",
        "reference": "baseline benchmark human_data",
        "let": "define set variable var def",
        "design": "settings setting parameters config configuration options",
        "coding guide": "coding_manual coding_scheme rubric guide coding scoring_guide codebook",
        "table": "stimuli rows list data",
        "routine": "block function subroutine macro procedure_called",
        "include": "import use load",
        "note": "comment remark",
        "bank": "item_bank items_from",
        "questionnaire": "survey inventory scale",
        "measures": "measure scores outcome_measures",
        "framing": "frame prompt",
    },
    Place.DESIGN: {
        "runs": "repetitions repetition repeats repeat trials n run draws participants subjects "
        "sample_size",
        "samples": "sample resamples",
        "seed": "random_seed",
        "wording": "wordings words version versions phrasing",
        "permute": "permutation permutations shuffle randomize randomise",
        "scoring": "score scores scored measure metric",
        "different": "distinct unequal not_equal",
        "together": "paired pair linked",
        "compare": "comparison comparisons contrast_between",
        "framing": "frame prompt",
    },
    Place.STEPS: {
        "say": "tell text story narrate read message speak print write context vignette scenario",
        "instructions": "system system_prompt instruct",
        "participant": "assistant model response reply child",
        "profile": "persona role",
        "when": "if in_case_of only_if where",
        "unless": "if_not",
        "otherwise": "else or_else elif",
        "test": "question item probe test_question trial",
        "control": "check comprehension_check control_question attention_check comprehension "
        "memory_check",
        "practice": "warm-up warmup training familiarisation familiarization",
        "record": "ask_unscored open_question debrief",
        "in any order": "in_random_order in_shuffled_order random_order randomly shuffled shuffle "
        "randomize randomise any_order",
        "in rotated order": "rotated rotated_order",
        "in order": "sequentially one_after_the_other",
        "repeat": "loop times",
        "train": "train_until repeat_until until teach criterion",
        "for each": "foreach for_every for_all each for",
        "listen": "wait pause answer_freely get_reply wait_for_reply",
        "do": "call run perform",
        "separately": "in_separate_conversations independently separate in_parallel",
        "show": "picture image display",
    },
    Place.QUESTION: {
        "ask": "question prompt text query questions",
        "answer": "correct correct_answer correct_answers key right_answer right solution expected "
        "target gold answer_key right_answers",
        "wrong": "incorrect wrong_answer wrong_answers lures lure distractors distractor foils "
        "foil false incorrect_answers",
        "choices": "options option alternatives response_options answer_options responses "
        "multiple_choice candidates",
        "rate": "scale likert rating",
        "labels": "anchors scale_labels",
        "half": "partial partly_right half_right partial_credit partially_right",
        "example": "e.g. examples sample",
        "coders": "for_coders coding coder raters scoring_notes to_coders",
        "worth": "weight points weighs",
        "guards": "gates gate_for gate gates_test",
        "scored by": "scoring judged_by coded_by",
        "keep reply as": "save_reply_as keep_as remember_as store_as",
        "when": "if in_case_of only_if",
        "unless": "if_not",
        "otherwise": "else or_else",
        "say": "tell story context",
        "note": "comment remark",
        "then": "feedback follow_up if_answered after_that afterwards next",
    },
    Place.FRAMING: {
        "before": "prefix preamble",
        "after": "suffix",
        "system": "persona system_prompt role instructions profile",
        "answer line": "answer_in_line answer_on_line reply_line",
        "erases": "lacks without removes",
        "baseline": "compared_with against control",
    },
    Place.QUESTIONNAIRE: {
        "rate": "scale likert rating",
        "item": "statement question",
        "subscale": "factor sub-scale",
        "needs": "requires at_least",
        "then": "feedback after_that after_this",
    },
    Place.MEASURES: {
        "pass": "criterion success passed passes",
        "total": "sum add count",
    },
    Place.BANK: {
        "question from": "questions_from text_from stem_from question_in question_column",
        "choices from": "options_from choices_form choices_in candidates_from",
        "answer from": "key_from correct_from correct_answer_from answers_from solution_from",
        "group from": "category_from topic_from group_by",
        "donor from": "donor reasons_from replies_from donor_form donors_from",
        "rename": "call name alias label map",
        "sample": "samples subsample sample_of draw pick select subset",
        "allow": "keep accept tolerate ignore permit",
        "stage": "stages level phase period",
    },
    Place.EXPLORATION: {
        "ask": "first question prompt",
        "next": "again then_ask ask_again later afterwards",
        "then": "feedback outcome result response after_that after_this",
    },
    Place.MACHINE: {
        "offers": "things blocks objects options inputs",
        "outcomes": "results effects outcome",
        "needs": "requires works_with activated_by",
        "rules": "hypotheses rule",
        "show": "evidence trials demonstrations",
        "when": "if",
        "otherwise": "else",
    },
}  # fmt: skip
"""For each statement of a block other words for it; `_` is a space in them."""

_NOTES = ("//", "%", "--", "/*", "<!--", ";", "'", "REM ", '"""')

_WHOM = r"(?: (?:to )?(?:the |each )?(?:participants?|child(?:ren)?|subjects?|models?|them))"
_THEN = r"(?:(?:then|now|next,?|please) )"
_TELL = rf"(?:tell|say|read)(?: this| aloud| out|{_WHOM})"
_KEYS = r"(?:answer|reply|response|key)s?"
_FRAMES: dict[Place, tuple[tuple[str, str], ...]] = {
    Place.STEPS: (
        (rf"{_THEN}+(?:{_TELL}|tell|say|read)[:,]? (?P<x>.+)", "say: {x}"),
        (rf"{_TELL}+[:,]? (?P<x>.+)", "say: {x}"),
        (
            r"(?:in|ask|present|put|all|each|the order|the questions?)\b[^{}]{0,40}"
            r"\brandom(?:ly|ised|ized)?\b[^{}]{0,20}",
            "in any order",
        ),
        (
            r"(?:in|ask|each|all|every|every one)\b[^{}]{0,40}"
            r"\b(?:separate(?:ly)?|(?:new|fresh|own) conversations?)\b[^{}]{0,20}",
            "separately",
        ),
        (r"(?:then )?(?:wait|pause|listen)\b.*", "listen"),
        (
            r"(?:the )?(?:participant|child|model|subject)s? (?:answer|repl|respond)\w*\b.*",
            "listen",
        ),
    ),
    Place.QUESTION: (
        (rf"{_THEN}*ask{_WHOM}?[:,]? (?P<x>.+)", "ask: {x}"),
        (r"(?:the )?(?:test )?question (?:is|reads|asked is)[:,]? (?P<x>.+)", "ask: {x}"),
        (
            rf"(?:the )?(?:(?:right|correct|expected) )*{_KEYS}"
            r"(?: is| are| should be)?[:,]? (?P<x>.+)",
            "answer: {x}",
        ),
        (rf"(?:the )?(?:wrong|incorrect) {_KEYS}(?: is| are)?[:,]? (?P<x>.+)", "wrong: {x}"),
    ),
    Place.DESIGN: (
        (r"(?P<n>\w+) (?:runs|times|repetitions|repeats|draws|trials)\b.*", "runs {n}"),
        (r"(?:repeat|run)(?: \w+)? (?P<n>\w+) times\b.*", "runs {n}"),
    ),
}
"""Sentences about a statement, and the line that says the same."""

_MOST_WORDS = 4
"""A name of more words is hardly one."""

_LONG_NAMES = {"reference": 16}

_SENTENCE_END = lazy_pattern(r"\.(?=[”\"’')]*$)")


@record
class Meant:
    """What a line was meant to be: how much of it is another word for `head`, and the whole line.

    `framed`: the line is a sentence about the statement, so all of it is to be replaced.
    """

    head: str
    end: int
    line: str
    framed: bool = False


def meant(words: str, place: Place) -> Meant | None:
    """The statement of this block that a line was meant to be, by other words for it."""
    if words.startswith(_NOTES):
        sign = next(sign for sign in _NOTES if words.startswith(sign))
        return Meant("#", len(sign.strip()), f"# {words[len(sign.strip()) :].strip()}")
    head, end = _longest(words, place)
    if head is not None:
        rest = words[end:]
        line = head.word + rest
        if fits(head, rest):
            return Meant(head.word, end, line)
    return None


def framed(words: str, place: Place) -> Meant | None:
    """The statement of this block that an English sentence describes."""
    for frame, line in _FRAMES.get(_like(place), ()):
        found = re.fullmatch(frame, words, re.IGNORECASE)
        if found is None:
            continue
        parts = found.groupdict()
        if "n" in parts:
            from dsl.explaining.numbers import in_figures

            figure = in_figures(parts["n"])
            if figure is None:
                continue
            parts["n"] = figure
        made = line.format(**parts)
        if made.startswith(("answer", "wrong")):
            made = _SENTENCE_END.sub("", made)
        return Meant(made.partition(":")[0], len(words), made, framed=True)
    return None


def fits(head: Head, rest: str) -> bool:
    """Whether what follows a statement's first word has the shape that the statement wants."""
    rest = rest.rstrip()
    before, colon, after = rest.partition(":")
    name = before.strip()
    if head.colon and colon:
        begun = any(name.startswith(choice.split()[0]) for choice in head.choices)
        most = _LONG_NAMES.get(head.word, _MOST_WORDS)
        named = head.tail in (Tail.NAME, Tail.MAYBE_NAME) and len(name.split()) <= most
        return not name or begun or named
    if head.colon:
        return head.by and re.match(r"(?:.*[ \t])?by[ \t]", before) is not None
    if re.search(r"[.!?]$", rest) or (head.tail is Tail.NOTHING and name):
        return False
    return not (colon and after.strip() and len(before.split()) > 1)


def _like(place: Place) -> Place:
    """The block whose statements are the same, as far as other words for them go."""
    return Place.STEPS if place is Place.TRAINING else place


def _longest(words: str, place: Place) -> tuple[Head | None, int]:
    """The statement that the longest of the other words at the start of a line means."""
    known = {head.word: head for head in heads_in(place)}
    lower = words.lower()
    best: tuple[Head | None, int] = (None, 0)
    for word, others in _WORDS.get(_like(place), {}).items():
        for other in others.split():
            said = other.replace("_", " ")
            end = len(said)
            if end <= best[1] or not lower.startswith(said) or word not in known:
                continue
            if end == len(lower) or not (lower[end].isalnum() or lower[end] in "-_'"):
                best = (known[word], end)
    return best


def is_nearly(words: str, heads: tuple[Head, ...]) -> bool:
    """Whether a line begins with one of these statements, perhaps misspelt, and looks like one."""
    found = nearest_head(words, heads)
    return found is not None and fits(found[0], words[found[1] :])


def nearest_head(words: str, heads: tuple[Head, ...]) -> tuple[Head, int] | None:
    """The statement that words begin with, or nearly so, and where its spelling in them ends."""
    before = re.sub(r"(?<=\w)[-_](?=\w)", " ", words.partition(":")[0][:80])
    starts = [m.end() for m in re.finditer(r"\S+", before)][:5]
    best: tuple[float, bool, bool, Head, int] | None = None
    for head in _as_written(words, heads):
        count = len(head.word.split())
        for end in starts[max(0, count - 2) : count + 1]:
            distance = few_slips(before[:end], head.word)
            if distance is None:
                continue
            # Of words that are equally near, the one with the same letters, then the one that fits
            # what follows it.
            swapped = sorted(before[:end]) == sorted(head.word)
            found = (distance / len(head.word), not swapped, not fits(head, words[end:]))
            if best is None or found < best[:3]:
                best = (*found, head, end)
    return None if best is None else best[3:]


def _as_written(words: str, heads: tuple[Head, ...]) -> Iterator[Head]:
    """The statements without those that one letter and a colon tell from another: ask and asks."""
    for head, twin in _with_twins(heads):
        if twin is None or head.colon in (twin.colon, ":" in words or " by " in words):
            yield head


@cache
def _with_twins(heads: tuple[Head, ...]) -> tuple[tuple[Head, Head | None], ...]:
    """Each statement with the one that is a letter longer or shorter."""
    words = {head.word: head for head in reversed(heads)}
    return tuple((one, words.get(f"{one.word}s") or words.get(one.word[:-1])) for one in heads)
