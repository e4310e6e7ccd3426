"""What a reply says about answering: that it cannot be told, that there is no preference, that a
machine does not answer such questions; and what a person should know beside the mark.

Read from the words of a clause or of a whole reply, by closed lists of turns of phrase.
"As an AI I cannot know" is a refusal and not the answer "I cannot tell", which says that the scene
does not settle the question (docs/matcher.md).
"""

from __future__ import annotations

import re

from coders.matching.text.vocabulary import listed, phrases
from dsl.patterns import any_found, lazy_pattern

_KNOW = r"(?:tell|told|say|said|know|known|determine|determined|decide|decided|conclude|concluded)"
_ADVERB = r"(?:really |simply |just |possibly |yet |be |definitively |be definitively |for sure )*"
_SUBJECT = r"(?:^|\b(?:i|we|one|you|it|this|that|which|information|evidence|there|or) )"

CANNOT_TELL = lazy_pattern(
    rf"{_SUBJECT}{_ADVERB}(?:can|could) not {_ADVERB}{_KNOW}\b"
    rf"|\b(?:not|im)(?: be)? ?possible to {_ADVERB}{_KNOW}\b"
    r"|(?:^|\b(?:is|i have|we have) )(?:no|not any) (?:way|means) (?:of|to|for me to|for us to)"
    r" (?:know|knowing|tell|telling|say|saying|find|finding)\b"
    r"|\b(?:not|nt) (?:have )?(?:enough|sufficient) (?:\w+ )?(?:information|evidence|data)\b"
    r"|\binsufficient (?:information|evidence|data)\b"
    r"|\b(?:is|remains|stays) (?:unknown|undetermined|undecided|unclear)\b"
    r"|\bnot (?:settle|decide|determine) (?:it|this|that|the question)\b"
    r"|\bthere is no telling\b"
    r"|^(?:undetermined|unknown)$",
    needs="can not|could not|not settle|not decide|not determine|possible to"
    "|way|means|enough|sufficient|unknown|undetermined|undecided|unclear"
    "|no telling",
)
_IDEA = r"(?:idea|clue|notion|inkling|concept)"
_NONE = r"(?:nobody|no ?one|none of us|none)"
_TALE = r"(?:story|text|passage|scenario|description|question|narrator)"
_GIVEN = r"(?:said|stated|told|mentioned|specified|given|revealed|explained|described|clear|known)"
DO_NOT_KNOW = (
    lazy_pattern(
        rf"\b(?:i|we) {_ADVERB}(?:do|would) not {_ADVERB}know\b"
        r"|^(?:do not|dunno) ?(?:know|ask me)?$",
        needs="know|dunno|do not",
    ),
    # The faintest idea, of whoever answers.
    lazy_pattern(
        rf"^(?:sorry |well )?(?:i|we)? ?{_ADVERB}(?:have |had )?(?:absolutely |really |honestly )?"
        rf"(?:no|not an?y?|not the) (?:\w+ )?{_IDEA}\b"
        rf"|\b(?:i|we) (?:do )?(?:not )?have (?:absolutely )?(?:no|not an?y?|any|not the|the)"
        rf" (?:\w+ )?{_IDEA}\b|^not the (?:faintest|foggiest|slightest|remotest)\b",
        needs="idea|clue|notion|inkling|concept|faintest|foggiest|slightest|remotest",
    ),
    # Nobody knows, who knows, anyone's guess.
    lazy_pattern(
        rf"\b{_NONE} (?:really |actually )?(?:knows?|can (?:really |possibly )?{_KNOW})\b",
        needs="nobody|no one|noone|none",
    ),
    lazy_pattern(
        r"^(?:well |but )?who (?:knows|can (?:say|tell|know)|is to say|could (?:say|tell|know))\b"
        r"|\b(?:any(?:one|body)|any one) 's guess\b|\bguess is as good as mine\b"
        r"|^(?:that |it |this )?beats me\b|^search me\b|\bi am (?:clueless|stumped|at a loss)\b",
        needs="who |guess|beats|search|clueless|stumped|at a loss",
    ),
    # Nothing is known or said of it.
    lazy_pattern(
        r"\b(?:i|we) (?:know|am told|are told|learn|hear|have heard|can say) nothing\b"
        rf"|\bnothing (?:is|was|has been) {_GIVEN}\b|\b{_TALE} (?:tells? us|says?|reveals?|states?"
        r"|mentions?) nothing\b",
        needs="nothing",
    ),
    lazy_pattern(
        rf"\b{_TALE} (?:does|did) not (?:actually |really |ever )?(?:say|state|tell|mention|specify"
        r"|reveal|explain|make (?:it|that|this) clear)\b"
        rf"|^(?:it|that|this) (?:is|was) (?:not|never) (?:actually |really |explicitly )?{_GIVEN}\b"
        r"|\bwe (?:are|were) (?:not|never) told\b",
        needs="does not|did not|is not|was not|is never|was never|not told|never told",
    ),
)
NO_PREFERENCE = lazy_pattern(
    r"\bno (?:particular |strong |real )?preference\b"
    r"|\b(?:i|they|visitors|we) do not (?:have|hold) (?:a|any) (?:particular |strong |real )?prefer"
    r"|\b(?:i|they|visitors|we) do not prefer either\b"
    r"|\b(?:it )?makes no difference\b",
    needs="prefer|difference",
)
STANCE_WORDS = listed(
    "no impossible insufficient unknown undetermined undecided unclear makes know knows knew idea"
    " clue notion inkling concept faintest foggiest slightest remotest who guess beats"
    " search clueless stumped loss nothing not nobody"
)
"""Words without one of which none of these three is found; to look for them is quicker."""
MACHINE = lazy_pattern(
    r"\b(?:as|being) an? (?:ai\b|(?:large )?language model|artificial|chatbot|assistant)"
    r"|\bi am (?:just |only )?an? (?:ai\b|(?:large )?language model|artificial|chatbot|assistant)",
    needs=" ai|language model|artificial|chatbot|assistant",
)
_UNABLE = (
    r"\b(?:can not|am unable|am not able|unable to|do not have|do not possess|have no|do not"
    r" experience|not capable|did not think|must decline|do not form)\b"
)
REFUSES = lazy_pattern(
    r"\bsorry\W{1,3}(?:but )?(?:as [^.!?\n]{1,60}\W{1,3})?i (?:can not|am unable|am not able)\b"
    r"|\bi (?:can not|am unable to|am not able to|will not) (?:assist|help|answer|comply|engage"
    r"|provide)\b"
    r"|\bi do not have (?:personal |any personal |access|the ability|feelings|opinions|beliefs"
    r"|thoughts)"
    r"|\bi (?:would|had) (?:rather|prefer) not (?:to )?(?:answer|say|comment|choose|take part)\b"
    r"|\bi (?:must |have to |respectfully )?decline\b"
    r"|^no comment\b|\bi (?:refuse|do not (?:wish|want)|would not (?:like|wish)) to (?:answer|say"
    r"|comment)\b",
    needs="i can not|i am |i will not|i do not|i would|i had|i must|i have to|i respectfully"
    "|i decline|no comment|i refuse",
)
_HOW = (
    r"(?:entirely |completely |quite |really |fully |totally |absolutely |altogether |wholly "
    r"|perfectly |very |so |too |that |all that |100 ?% )?"
)
UNSURE = (
    lazy_pattern(
        r"\bi am (?:not (?:sure|certain|confident)|unsure|uncertain)\b"
        r"|\bcan not be (?:sure|certain)\b"
        rf"|\bnot {_HOW}(?:sure|certain|confident|positive|clear)\b"
        # Short of certain.
        r"|\b(?:fairly|pretty|reasonably|almost|nearly|mostly|somewhat|moderately|\d ?%)"
        r" (?:sure|certain|confident|convinced)\b",
        needs="sure|certain|confident|positive|clear|convinced",
    ),
    lazy_pattern(
        r"\b(?:hard|difficult|tricky|not easy) to (?:say|tell|know|be|decide|choose)\b"
        r"|(?:^|[.!?\n] ?)who (?:knows|can say)\b|\bi guess\b|\bdo not think so\b",
        needs="hard to|difficult to|tricky to|easy to|who |i guess|think so",
    ),
    lazy_pattern(
        r"\b(?:may|might|could)(?: be)? or (?:may |might |could )?not\b"
        r"|\bcould (?:also )?(?:be|look|go) (?:in |at |on )?(?:either|any|both)\b"
        r"|\bi (?:may|might|could) (?:\w+ )?(?:be|have) (?:\w+ )?"
        r"(?:wrong|mistaken|misread|missed)\b",
        needs="may|might|could",
    ),
    lazy_pattern(
        r"(?<![\d=>] )(?<!\d)\d{1,2} ?(?:%|per ?cent)(?! [<>])|\bfifty[- ]fifty\b",
        needs="%|cent|fifty",
    ),
    lazy_pattern(
        r"\bi (?:would |will |do )?(?:bet|wager|suspect|fancy|gamble|doubt)\b"
        r"|\bmy (?:money|hunch|gut|instinct|instincts|bet)\b|\b(?:best|safe|safest|safer) bet\b"
        r"|\b(?:tempted|torn|toss-up|toss up)\b|\bon the fence\b"
        r"|\b(?:toss|flip|tossed|flipped) (?:of )?a coin\b|\bcoin (?:toss|flip)\b"
        r"|\b(?:some|slight|room for|open to|still in|a little) doubt\b|\bdoubtful\b"
        r"|(?<!no )(?<!any )\bdoubts\b|\bdebatable\b",
        needs="bet|wager|suspect|fancy|gamble|doubt|money|hunch|gut|instinct|tempted|torn|toss|fence"
        "|coin|debatable",
    ),
    lazy_pattern(
        r"\bas far as (?:i|one|we|you|anyone) (?:can|could|know|knows)\b|\b(?:as|so) long as\b"
        r"|\bfor all i know\b|\bto the best of my\b"
        # Taking the edge off what was said.
        r"|\bnot swear\b|\bhold me to\b|\bquote me\b|\bcorrect me\b|\bopen to correction\b"
        r"|\bif i (?:am not mistaken|counted|count|remember|recall|read|follow|understand"
        r"|understood)\b|\bif (?:my )?memory\b",
        needs="as far|long as|for all|best of|swear|hold me|quote me|correct me|correction|if i"
        "|memory",
    ),
    lazy_pattern(
        r"\b(?:a|my|only|just|mere|pure|mostly) (?:\w+ )?"
        r"(?:hunch|guess|guesswork|speculation|conjecture|intuition|assumption)\b",
        needs="hunch|guess|speculation|conjecture|intuition|assumption",
    ),
    lazy_pattern(
        r"\b(?:caveat|caveats|proviso|barring|it (?:all )?depends|depending|theoretically)\b"
        r"|\bin (?:principle|theory|a sense|a way)\b"
        r"|\bin (?:some|one|other|certain|many) (?:ways?|senses?|respects?)\b"
        r"|\b(?:things|else) (?:being )?equal\b"
        r"|\b(?:sort|kind) of (?:yes|no)\b|\bto (?:some|a certain) (?:extent|degree)\b"
        r"|\bthen again\b|\bunless\b|\bin which case\b"
        r"|\b(?:other|another|others|either|both|any|all) (?:\w+ ){0,4}(?:possible|plausible)\b",
        needs="caveat|proviso|barring|depend|theor|principle|sense|way|respect|equal|sort of"
        "|kind of|extent|degree|then again|unless|which case|possible|plausible",
    ),
)
INEXACT = (
    r"\bgive or take\b|\bor so\b|\bplus or minus\b|\bat (?:most|least)\b|\bthereabouts?\b"
    r"|\bor (?:more|fewer|less)\b|\b(?:minimum|maximum|minimal|maximal)\b|\bup to\b"
    r"|\bmore or less\b|\bclose to (?:it|that)\b"
)
"""Turns of phrase that leave a number open."""

EVEN = lazy_pattern(
    r"\b(?:could|might|may|can) (?:just |every bit )?(?:as well|as easily|equally(?: well)?) be\b"
    r"|\b(?:just|every bit|quite|equally) as (?:likely|possible|plausible|probable)\b"
    r"|\bequally (?:likely|possible|plausible|probable)\b"
    r"|\b(?:hard|difficult|impossible|not) (?:to )?(?:decide|choose|say|tell) between\b"
    r"|\bdepend(?:s|ing) on how\b|\btorn between\b",
    needs="as well|as easily|equally|just as|every bit as|quite as|between|depend",
)
"""One answer is called as good as another: `it could just as well be the box`."""

FORCED = (
    r"\bif (?:i|you|we|one) (?:really |absolutely |simply |just |do )?"
    r"(?:must|had to|have to|were to|were|need|needed|am)\b"
    r"|\b(?:if|when|were i) (?:i am |i were |i was |i )?"
    r"(?:forced|pressed|pushed|asked|made to|compelled|required|obliged)\b"
    r"|\b(?:were|should) i (?:to|have to)\b|\bgun to my head\b|\bhad i to\b|\bif it came to\b"
)
# Authors of the papers of shipped scripts whose names are neither words nor first names.
_AUTHORS = (
    "gopnik|wimmer|perner|hamlin|schulz|baillargeon|gergely|csibra|woodward|kosoy|ullman|wynn"
    "|warneken|tomasello|piaget|zelazo|wellman|flavell|trabasso|markman|wachtel|spelke"
)
RECOGNISED = lazy_pattern(
    r"\b(?:false[- ]belief|sally[- ]anne|smarties|blicket|unexpected[- ](?:contents|transfer)"
    r"|maxi|conservation|a[- ]not[- ]b|card[- ]sort(?:ing)?|appearance[- ]reality|fast[- ]mapping"
    r"|transitive[- ]inference)"
    r" (?:task|test|experiment|paradigm|story|problem|detector)"
    r"|\btheory[- ]of[- ]mind\b|\bbaron-cohen|\bclassic (?:\w+ )?(?:test|task|experiment|puzzle)"
    rf"|\b(?:{_AUTHORS}|m(?:ü|ue|u)ller-lyer)\b",
    needs="belief|sally|smarties|blicket|unexpected|maxi|conservation|card|appearance|mapping|not b"
    f"|not-b|transitive|theory|baron-cohen|classic|ller-lyer|{_AUTHORS}",
)
IRONY = (
    r"\bmy (?:foot|eye|hat)\b|(?:^|[.!?:\n] ?)(?:yeah|ya),? right\b"
    r"|\bpigs (?:can|might|may|will) fly\b"
    r"|\bwhen (?:hell|pigs) (?:freezes|fly)\b|(?:^|[.!?\n] ?)(?:as if|very funny|haha|ha ha)\b"
    r"|^oh,? sure,|\bi am the (?:queen|king|pope|emperor)\b"
)
"""Turns of phrase with which one says the contrary; there are many more."""
LINK = lazy_pattern(r"https?:|\bwww\.|\b\w+\.(?:com|org|net)\b", needs="http|www.|.com|.org|.net")

_CORRECTIONS = phrases(
    "wait, actually no, scratch that, correct myself, correction, let me reconsider,"
    " second thought, second thoughts, made a mistake, my mistake, hold on, i mean, i meant,"
    " i was wrong, i misspoke"
)
_FIRST = frozenset(seq[0] for seq in _CORRECTIONS)
_TAKES_BACK = frozenset({"no", "nope", "sorry", "oops", "actually", "correction"})
_BEFORE_NO = frozenset({"or", "oh", "ah", "um", "hm", "hmm"})
_ENDS = frozenset({".", "!", ";", "\n", "…"})
_PAUSES = ([","], ["."], ["!"], [":"])


def unsure(text: str) -> bool:
    """Whether a reply says that it is not sure."""
    return any_found(UNSURE, text)


_IRONIC_WORDS = listed("foot eye hat yeah ya pigs hell as funny haha ha oh queen king pope emperor")


def ironic(text: str, words: list[str]) -> bool:
    """Whether a reply, as text and in words, may say the contrary of what it means."""
    return not _IRONIC_WORDS.isdisjoint(words) and re.search(IRONY, text) is not None


def refuses(text: str) -> bool:
    """Whether a plain text declines to answer, or pleads that a machine cannot."""
    if REFUSES.search(text):
        return True
    return MACHINE.search(text) is not None and re.search(_UNABLE, text) is not None


def last_correction(words: list[str]) -> int:
    """The place of the last sign of self-correction in a token list; -1 without one."""
    spoken = [(w, place) for place, w in enumerate(words) if w[0].isalnum()]
    for at in range(len(spoken) - 1, -1, -1):
        if spoken[at][0] not in _FIRST:
            continue
        following = tuple(w for w, _ in spoken[at : at + 3])
        if any(following[: len(seq)] == seq for seq in _CORRECTIONS):
            return spoken[at][1]
    return -1


def bare_correction(words: list[str]) -> int:
    """The place of the last `No,` or `Sorry,` that opens a sentence after another one; -1 without
    one. It takes something back only if another answer follows.
    """
    for at in range(len(words) - 1, 1, -1):
        if words[at] not in _TAKES_BACK or words[at + 1 : at + 2] not in _PAUSES:
            continue
        first = at - 1 if words[at - 1] in _BEFORE_NO else at
        if words[at - 1] == "," and words[at - 2] in _BEFORE_NO:
            first = at - 2
        if first > 0 and words[first - 1] in _ENDS:
            return at
    return -1
