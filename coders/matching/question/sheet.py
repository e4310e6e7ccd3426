"""What the matcher knows of a question before it reads any reply.

The sheet lists every answer a reply could give (keys, lures, half answers, options), in all the
wordings that count as it, and says what the question turns on: its verb, whether it asks what
somebody thinks, whether it asks about the past. It is computed once a question. All the matcher's
knowledge of the story is here: it never sees the story itself.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, permutations

from coders.matching.question.candidates import (
    NEITHER,
    Candidate,
    CandidateRole,
    Sort,
    Stems,
    number_of,
    parts_of_list,
    sort_of_stems,
    stems_of,
)
from coders.matching.question.wordings import (
    VERBS,
    inflected,
    last_sentence,
    reduced,
    shown_as,
    spell_out_persons,
    spelt,
    tells_nothing,
    yes_or_no,
)
from coders.matching.text.plain_text import is_word, plain, stem, tokens
from coders.matching.text.vocabulary import (
    ARTICLES,
    ATTITUDES,
    AUXILIARIES,
    BE,
    FILLERS,
    FUNCTION,
    IRREGULAR,
    NEGATORS,
    NUMBERS,
    PAST,
    PRESENT,
    STRIKING,
    SYNONYMS,
    listed,
)
from dsl.experiment import Quantity, Scorer
from dsl.record import record, replace
from dsl.scales import points
from dsl.tree import QuestionKind
from dsl.trial import Phrase, Question
from dsl.words import folded


@record
class AnswerSheet:
    """A question, ready to read replies to it."""

    candidates: tuple[Candidate, ...]
    variants: dict[str, tuple[tuple[Stems, int], ...]]
    """First stem -> (all stems, candidate), longest first."""
    telling: dict[str, frozenset[int]]
    """Stem -> the candidates that have it, for stems that tell some candidates apart."""
    words: frozenset[str]
    """Stems of all words of the question."""
    pairs: frozenset[tuple[str, str]]
    """Neighbouring stems in the question, articles left out."""
    main: tuple[str, ...]
    """Stems of the content words of the question's last sentence."""
    verbs: frozenset[str]
    """Stems of verbs with which a reply may take up the question's own."""
    letters: int
    numeric: bool
    yes_no: bool
    attitude: bool
    opinion: bool
    item: bool
    """Whether the choice is all that counts: it is the item of a bank."""
    past: bool
    first: bool
    copular: bool
    around: frozenset[str]
    asks_which: bool
    """Whether it asks what, which, where, who, how or why, so that yes and no answer nothing."""
    either: dict[int, frozenset[int]]
    """Half answers that name several with `or` -> what they name."""
    knowing: bool
    """Whether it asks if somebody else knows something."""
    surprise: bool
    """Whether it asks which of several things is the surprising one."""
    also: tuple[tuple[Sort, int], ...]
    """Sorts that some accepted form of a candidate is, beside the sort of its own words."""
    shown: tuple[int | None, ...]
    """For each option, in the order shown, its candidate; options in the same words have one."""
    spelt: tuple[tuple[int, tuple[str, ...]], ...]
    """For each option and its accepted forms the candidate, and the words without articles."""
    tolerant: bool
    """Whether a number is right that differs from the key by little."""

    def of_sort(self, sort: Sort) -> Candidate | None:
        """The candidate of a sort that has at most one, by its own words or by an accepted form."""
        own = next((c for c in self.candidates if c.sort is sort), None)
        if own is not None:
            return own
        return next((self.candidates[at] for other, at in self.also if other is sort), None)

    def is_of(self, answer: int, sort: Sort) -> bool:
        """Whether the candidate at a place can be said by words of this sort."""
        return answer >= 0 and (self.candidates[answer].sort is sort or (sort, answer) in self.also)

    def of_number(self, number: int | str) -> Candidate | None:
        """The candidate that is this number, which may be in figures with a decimal point, or that
        it counts as.
        """
        own = next((c for c in self.candidates if c.number == number), None)
        near = (c for c in self.candidates if c.phrase and c.phrase.is_number(str(number)))
        return own or next(near, None)

    def of_option(self, place: int) -> Candidate | None:
        """The candidate that stands at this place among the options."""
        index = self.shown[place] if 0 <= place < len(self.shown) else None
        return None if index is None else self.candidates[index]


_STANCES = (Sort.CANNOT_TELL, Sort.NO_PREFERENCE, Sort.NEITHER)


@lru_cache(maxsize=4096)
def sheet(question: Question) -> AnswerSheet:
    """The sheet of a question, with whatever earlier reply its key looks at put in."""
    return _SheetBuilder(question).build()


class _SheetBuilder:
    """Gathers candidates; a text that comes twice keeps the role it had first."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.candidates: list[Candidate] = []
        self.wordings: list[list[Stems]] = []
        self.texts: list[list[str]] = []
        self.known: set[Stems] = set()
        self.numeric = question.key.scorer is Scorer.NUMBER or question.rating is not None
        self.inflected = inflected(question.options)

    def build(self) -> AnswerSheet:
        key = self.question.key
        # What is right in one alternative may be barred in another: keys come first.
        for role in (CandidateRole.KEY, CandidateRole.BANNED):
            for clause in key.clauses:
                if (clause.quantity is Quantity.NONE) is (role is CandidateRole.BANNED):
                    for phrase in clause.phrases:
                        self.add(phrase, role)
        for phrase in key.wrong:
            self.add(phrase, CandidateRole.LURE)
        for option in self.question.options:
            self.add(
                Phrase(option, (option, *yes_or_no(option, self.question))), CandidateRole.OTHER
            )
        for phrase in key.half:
            self.add(phrase, CandidateRole.HALF)
        if self.question.rating is not None:
            for point in points(self.question.rating, self.question.labels):
                self.add(Phrase(point[0], point), CandidateRole.OTHER)
        spell_out_persons(self.wordings)
        self.known.update(*self.wordings)
        sorts = {candidate.sort for candidate in self.candidates}
        for sort, other in ((Sort.YES, Sort.NO), (Sort.NO, Sort.YES)):
            if sort in sorts and other not in sorts:
                self.add(Phrase(other.value, (other.value,)), CandidateRole.OTHER)
        return self.sheet()

    def add(self, phrase: Phrase, role: CandidateRole) -> None:
        wordings = []
        for text in (phrase.text, *phrase.accepted):
            stems = stems_of(text)
            if stems and stems not in wordings:
                wordings.append(stems)
        if not wordings:
            return
        option = self.option_of(phrase.text, wordings)
        # Only choices can be the same in other words.
        may_be_known = self.question.options or wordings[0] in self.known
        for known in self.candidates if may_be_known else ():
            if known.option is not None and phrase.text in self.inflected:
                # "The cat ran" and "The cats run" are two choices, and not one.
                same = folded(phrase.text) in map(folded, self.texts[known.index])
            else:
                same = wordings[0] in self.wordings[known.index]
            if same or (option is not None and known.option == option):
                self.halve(known, wordings[0], role)
                merged = self.wordings[known.index]
                merged.extend(w for w in wordings if w not in merged)
                self.known.update(wordings)
                self.texts[known.index].extend(phrase.accepted)
                return
        sort = next((s for s in map(sort_of_stems, wordings) if s is not Sort.PHRASE), Sort.PHRASE)
        number = None
        if (self.numeric and role is not CandidateRole.HALF) or (
            self.numeric and len(wordings[0]) == 1
        ):
            number = next((n for n in map(number_of, wordings) if n is not None), None)
            if number is not None:
                sort = Sort.NUMBER
        parts: tuple[str, ...] = ()
        plain_text = plain(phrase.text)
        if sort is Sort.PHRASE and option is None and role is not CandidateRole.HALF:
            parts = parts_of_list(plain_text)
        if sort is Sort.PHRASE and option is not None and tells_nothing(plain_text):
            sort = Sort.CANNOT_TELL
        if any(sort_of_stems(w) is Sort.NEITHER for w in wordings):
            wordings.extend(w for w in NEITHER if w not in wordings)
        index = len(self.candidates)
        near = phrase if phrase.within is not None else None
        if near is not None:
            sort = Sort.NUMBER
        self.candidates.append(Candidate(index, phrase.text, role, sort, option, number, near))
        if parts and len(parts) <= 3:
            for order in permutations(parts):
                for joined in ((*order[:-1], "and", order[-1]), order):
                    if joined not in wordings:
                        wordings.append(joined)
        self.wordings.append(wordings)
        self.known.update(wordings)
        self.texts.append([phrase.text, *phrase.accepted])

    def halve(self, known: Candidate, stems: Stems, role: CandidateRole) -> None:
        """Make a lure or an option that the script calls half right a half answer."""
        if role is not CandidateRole.HALF or known.role not in (
            CandidateRole.LURE,
            CandidateRole.OTHER,
        ):
            return
        if self.wordings[known.index][0] == stems or known.option is not None:
            self.candidates[known.index] = replace(known, role=CandidateRole.HALF)

    def option_of(self, text: str, wordings: list[Stems]) -> int | None:
        for place, option in enumerate(self.question.options):
            if stems_of(option) in wordings and (option not in self.inflected or option == text):
                return place
        return None

    def sheet(self) -> AnswerSheet:
        raw = tokens(plain(self.question.text))
        last = last_sentence(raw)
        words = [stem(t) for t in raw if is_word(t) and t not in ARTICLES]
        main = tuple(
            dict.fromkeys(
                stem(t)
                for t in last
                if is_word(t)
                and t not in _ASKING
                and (t not in _EMPTY or (stem(t) in VERBS and t not in FUNCTION))
            )
        )
        found = {stem(t) for t in raw if stem(t) in VERBS and t not in FUNCTION}
        # "Which place is it in?" asks for no deed,
        found -= {stem(noun) for ask, noun in pairwise(raw) if ask in ("which", "what")} - _DEEDS
        # and "On the left or on the right?" does not ask who left.
        found -= {w[0] for told in self.wordings for w in told if len(w) == 1}
        verbs = frozenset(v for s in found for v in VERBS[s]) | found
        verbs = verbs - {"be", stem("have"), stem("like"), "do"}
        equates = any(t in BE for t in last)
        if not found - _SLIGHT and not equates:
            # A verb that is on no list: any word of the question may be the one taken up.
            verbs = verbs | frozenset(main)
        attitude = any(stem(t) in _ATTITUDES for t in last)
        present = any(t in PRESENT for t in last)
        past = any(t in PAST for t in last) or (
            not present and any(t in IRREGULAR or t.endswith("ed") for t in last if is_word(t))
        )
        shown = shown_as(self.question.options, self.texts, self.wordings)
        return AnswerSheet(
            candidates=tuple(self.candidates),
            variants=self.variants(frozenset(words)),
            telling=self.telling(frozenset(words)),
            words=frozenset(words),
            pairs=frozenset(pairwise(words)),
            main=main,
            verbs=verbs,
            letters=len(self.question.options),
            numeric=self.numeric,
            yes_no=any(c.sort in (Sort.YES, Sort.NO) for c in self.candidates),
            attitude=attitude,
            opinion="you" in last and attitude,
            item=self.question.kind is QuestionKind.ITEM,
            past=past and not (present and "was" not in last and "did" not in last),
            first="first" in raw,
            copular=not found - _SLIGHT and equates,
            around=frozenset(
                word for c in self.candidates for w in self.wordings[c.index] for word in w
            )
            | frozenset(words),
            asks_which=bool(_ASKING.intersection(last[:3])),
            either=self.either(),
            knowing=bool(_KNOWING.intersection(last))
            and not {"you", "what", "which", "where"}.intersection(last[:2]),
            surprise=any(stem(t) in STRIKING_STEMS for t in last)
            and not (self.numeric or any(c.sort in (Sort.YES, Sort.NO) for c in self.candidates)),
            also=tuple(
                (sort, candidate.index)
                for candidate, wordings in zip(self.candidates, self.wordings, strict=True)
                for sort in dict.fromkeys(map(sort_of_stems, wordings))
                if sort in _STANCES and sort is not candidate.sort
            ),
            shown=shown,
            spelt=spelt(shown, self.texts),
            tolerant=any(one.phrase for one in self.candidates),
        )

    def variants(self, question: frozenset[str]) -> dict[str, tuple[tuple[Stems, int], ...]]:
        by_first: dict[str, list[tuple[Stems, int]]] = {}
        taken: dict[Stems, set[int]] = {}
        for candidate, wordings in zip(self.candidates, self.wordings, strict=True):
            for stems in (*wordings, *reduced(wordings, question)):
                taken.setdefault(stems, set()).add(candidate.index)
        for stems, owners in taken.items():
            # Words that two answers share tell neither, unless one of them is written so.
            exact = {i for i in owners if stems in self.wordings[i]}
            owner = exact if len(exact) == 1 else owners
            if len(owner) == 1:
                by_first.setdefault(stems[0], []).append((stems, next(iter(owner))))
        return {
            first: tuple(sorted(found, key=lambda each: -len(each[0])))
            for first, found in by_first.items()
        }

    def either(self) -> dict[int, frozenset[int]]:
        """The half answers such as `one or two`, with the candidates they leave open."""
        found = {}
        for half in self.candidates:
            told = self.wordings[half.index][0] if half.role is CandidateRole.HALF else ()
            if "or" in told:
                place = told.index("or")
                names = [self.named_in(part) for part in (told[:place], told[place + 1 :])]
                found[half.index] = frozenset(n for n in names if n is not None)
        return found

    def named_in(self, stems: Stems) -> int | None:
        """The candidate that these stems name, or else the number they are, below 0."""
        for candidate in self.candidates:
            if candidate.role is not CandidateRole.HALF and stems in self.wordings[candidate.index]:
                return candidate.index
        number = number_of(stems) if self.numeric else None
        known = next((c.index for c in self.candidates if c.number == number), None)
        return known if known is not None or number is None else -1 - number

    def telling(self, question: frozenset[str]) -> dict[str, frozenset[int]]:
        """Single words that some candidates of several words have and others have not."""
        owners: dict[str, set[int]] = {}
        for candidate, wordings in zip(self.candidates, self.wordings, strict=True):
            half = candidate.role is CandidateRole.HALF and candidate.option is None
            if candidate.sort not in (Sort.PHRASE, Sort.NUMBER) or half:
                continue
            choice = candidate.option is not None
            for stems in wordings:
                content = [
                    s
                    for s in stems
                    if s not in question
                    and s not in _TELLS_NOTHING
                    and (s not in _EMPTY or s in NUMBERS or (choice and s in _WAYS))
                ]
                # A long sentence has no word of its own, but takes it from the others.
                short = len(stems) > 1 and len(content) <= 3
                for word in content:
                    owners.setdefault(word, set()).add(candidate.index if short else -1)
        everyone = sum(1 for w in self.wordings if len(w[0]) > 1)
        return {
            word: frozenset(who)
            for word, who in owners.items()
            if -1 not in who and (len(who) < everyone or everyone == 1)
        }


_EMPTY = FUNCTION | FILLERS
_TELLS_NOTHING = (
    frozenset(map(stem, AUXILIARIES | NEGATORS))
    | NEGATORS
    | frozenset(
        map(stem, listed("sorry please picture image photo video scene text passage story"))
    )
)
"""Words, as stems, that say nothing of the one choice that has them."""
_WAYS = listed("straight up")
"""Words that add nothing elsewhere, and tell choices apart: to go straight, to go up."""
_ASKING = listed("what which where who whom whose how why when")


STRIKING_STEMS = frozenset(map(stem, STRIKING))
_KNOWING = listed("know knows knew known aware unaware realise realize informed")
_DEEDS = frozenset(map(stem, PRESENT | PAST))
_SLIGHT = frozenset(map(stem, SYNONYMS["think"])) | {"do", stem("have")}
_ATTITUDES = frozenset(stem(word) for word in ATTITUDES)
