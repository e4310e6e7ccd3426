"""The words of gold: slots filled in as a script fills them, right answers, what a reply says.

Gold is written in the words of a script, `{basket}`, so that one text serves every draw. Braces
work as in a script (articles, plurals, possessives, pronouns); `{key}`, `{Key}` and `{letter}` are
the right answer of the question at hand. `{{` and `}}` are braces, since replies come with some.

Coders in content view see the question, the reply and the candidates alone. What a gold reply says
follows from its code wherever only one thing can be meant; where a wrong reply could have said one
of several things, the file has to say which. Asking the experts for it everywhere would be a second
coding of every reply.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from coders.marks import Flag
from coders.packets.gold_tables import Code
from coders.packets.shape import SHORT_WORDS, ContentWord
from dsl.expanding.filling import Filler
from dsl.experiment import Experiment, Grammar, Let, Pronoun, Quantity, Template, Use, UseKind, Word
from dsl.kept_replies import names_kept
from dsl.spelling import nearest
from dsl.trial import Question, Session, Trial
from dsl.words import PRONOUN_CASES, capital, folded, plural
from renderers.prompt import LETTERS

_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_ARTICLE = re.compile(r"(an?)\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(['’])s$")
_THE = re.compile(r"^(The|An?) (?=\S)")


class StrangeWord(ValueError):
    """Braces with a name in them that the script does not have; says which there are."""


@dataclass(frozen=True, slots=True)
class GoldWords:
    """The words of names in braces in one session of a trial. `plurals` are the names of slots by
    the plural of the original word, which is how a script writes it: `{birds}`.
    """

    names: Mapping[str, Word]
    lets: Mapping[str, Let]
    filler: Filler
    plurals: Mapping[str, str] = field(default_factory=dict)

    def fill(self, text: str, question: Question | None = None) -> str:
        """The text with every name in braces filled in. Raises StrangeWord."""
        return _BRACES.sub(lambda found: self._one(found, question), text)

    def _one(self, found: re.Match[str], question: Question | None) -> str:
        if found.group(1) is None:
            return found.group()[0]
        inside = " ".join(found.group(1).split())
        template = self._template(inside)
        if template is not None:
            return self.filler.text(template)
        if question is not None and inside in {"key", "Key", "letter"}:
            told = letter_of(question) if inside == "letter" else key_of(question)
            if told is not None:
                return capital(told) if inside == "Key" else _THE.sub(_small, told)
        known = [*self.names, *self.plurals, *self.lets, "key", "letter"]
        close = nearest(inside, known)
        hint = f"did you mean `{{{close}}}`?" if close else "write {{ for a literal brace"
        raise StrangeWord(f"there is no `{{{inside}}}` here; {hint}")

    def _template(self, inside: str) -> Template | None:
        said, _, of = inside.partition("/")
        if said.casefold() in PRONOUN_CASES and of in self.names:
            return (Pronoun(said.casefold(), UseKind.SLOT, of, said[:1].isupper()),)
        use = self._use(inside)
        if use is None and (article := _ARTICLE.match(inside)):
            use = self._use(inside[article.end() :])
            if use is not None and use.grammar is Grammar.PLURAL:
                use = None
            if use is not None:
                use = Use(use.kind, use.name, use.grammar, True, article.group(1)[0].isupper())
        return None if use is None else (use,)

    def _use(self, text: str) -> Use | None:
        grammar, apostrophe = Grammar.BARE, "'"
        if found := _POSSESSIVE.search(text):
            grammar, apostrophe, text = (
                Grammar.POSSESSIVE,
                found.group(1),
                text[: found.start()],
            )
        for name in (text, text[:1].lower() + text[1:]):
            for kind, known in ((UseKind.LET, self.lets), (UseKind.SLOT, self.names)):
                if name in known:
                    return Use(kind, name, grammar, False, name != text, apostrophe)
            # As in a script, where `{birds'}` is none.
            if name in self.plurals and grammar is Grammar.BARE:
                slot = self.plurals[name]
                return Use(UseKind.SLOT, slot, Grammar.PLURAL, False, name != text)
        return None


def _small(found: re.Match[str]) -> str:
    return found.group().lower()


def words_of(
    experiment: Experiment, trial: Trial, session: Session, names: Mapping[str, Word]
) -> GoldWords:
    """The words of one session; `names` are those of the draw."""
    lets = {let.name: let for let in experiment.lets}
    levels = dict((*trial.cell.levels, *session.levels, *trial.balance))
    plurals = {plural(slot.original): slot.name for slot in reversed(experiment.slots)}
    return GoldWords(names, lets, Filler(names, lets, levels), plurals)


def keys_of(question: Question) -> tuple[str, ...]:
    """The phrases that make a right answer, as the script has them; empty where none is keyed."""
    found: list[str] = []
    for clause in question.key.answer:
        if clause.quantity is Quantity.ALL:
            found.extend(phrase.text for phrase in clause.phrases)
        elif clause.quantity is Quantity.ANY and clause.phrases:
            found.append(clause.phrases[0].text)
    return tuple(found)


def key_of(question: Question) -> str | None:
    """A right answer in words; None where none is keyed."""
    keys = keys_of(question)
    return " and ".join(keys) if keys else None


def letter_of(question: Question) -> str | None:
    """The letter of the right choice; None where there are no choices."""
    keys = keys_of(question)
    places = [at for at, option in enumerate(question.options) if keys and option == keys[0]]
    return LETTERS[places[0]] if places else None


_YES_NO = {"yes": "no", "no": "yes"}


class Unsaid(ValueError):
    """It does not follow from the code what the reply says; says what to write."""


def said_of(question: Question, code: Code, reply: str, given: tuple[str, ...]) -> tuple[str, ...]:
    """What the reply says: candidates as the script has them, or values of ContentWord.

    `given` is what the file says of it, with its words filled in. Raises Unsaid.
    """
    things = question.answers
    if given:
        return tuple(_known(one, things) for one in given)
    if code.mark in {"right", "half"}:
        if names_kept(question.key) and not keys_of(question):
            raise Unsaid(
                "the right answer here is an earlier answer; write what the reply says: "
                'said = ["..."]'
            )
        return keys_of(question)
    if not reply.strip() or Flag.IRRELEVANT in code.flags:
        return (ContentWord.NO_ANSWER.value,)
    if Flag.REFUSAL in code.flags:
        return (ContentWord.REFUSES.value,)
    if Flag.HALLUCINATION in code.flags:
        return (ContentWord.OTHER.value,)
    wrong = [phrase.text for phrase in question.key.wrong]
    if not wrong:
        wrong = [_YES_NO[key] for key in keys_of(question) if key in _YES_NO]
    if len(wrong) == 1:
        return (wrong[0],)
    example = things[0] if things else "..."
    raise Unsaid(
        "`wrong` does not determine what the reply says; write it: "
        f'said = ["{example}"], or one of {", ".join(SHORT_WORDS)}'
    )


def says_half(question: Question, said: tuple[str, ...]) -> bool:
    """Whether what is said is one of the script's own half answers."""
    return any(one == phrase.text for one in said for phrase in question.key.half)


def _known(words: str, things: tuple[str, ...]) -> str:
    if _bare(words) in SHORT_WORDS and f"i {_bare(words)}" not in map(_bare, things):
        return SHORT_WORDS[_bare(words)].value
    for thing in things:
        if _bare(thing) in {_bare(words), f"i {_bare(words)}"}:
            return thing
    raise Unsaid(
        f"`{words}` is not an answer here; write one of {', '.join((*things, *SHORT_WORDS))}"
    )


def _bare(words: str) -> str:
    return folded(words).removeprefix("the ")
