"""What another participant replied to the items of a bank, put before each of them.

A donor is words in a file and a condition of four levels: nothing is put before an item, or the
whole reply, its reasons without the answer, or the answer alone. So plans, scores, comparisons and
hashes need to know nothing of donors. Its name is that of the condition, and its words are words of
the procedure: another donor, or a reply with one letter changed, is another procedure.

In all four levels the choices have the order in which the donor saw them: the letters in its reply
mean what they meant to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl import faults as kinds
from dsl import tree
from dsl.diagnostic import Fault, Span
from dsl.files.bank_items import DataFile, FileItem
from dsl.files.data_rows import DataRow, literal
from dsl.projections import hashed
from dsl.record import record
from dsl.tree.banks import ANSWER, NO_DONOR, REASONS, WHOLE, Donor
from dsl.words import LABELS, folded

COLUMNS = ("item", "donor", "choices", "reply", "reasons", "answer", "sha256")
"""Those of the file, which `devrun donor write` makes."""

_WORDS = {
    WHOLE: "Somebody else was asked the next question, with the same choices. They wrote:\n\n{}",
    REASONS: "Somebody else was asked the next question, with the same choices. "
    "These are their reasons:\n\n{}",
    ANSWER: "Somebody else was asked the next question, with the same choices. "
    "Their answer was:\n\n{}",
}
NO_REASONS = "(They gave no reasons.)"
NO_ANSWER = "(They gave no answer.)"
_REMEDY = "write the file again with `devrun donor write`"


@record
class _DonorWords:
    """A reply of the donor: `choices` in the order shown to it."""

    choices: tuple[str, ...]
    words: Mapping[str, str]
    answer: str


class BankDonor:
    """The replies of one donor by item, and what is wrong with the file."""

    def __init__(self, file: DataFile, span: Span) -> None:
        self.file, self.span = file, span
        self.faults: list[Fault] = []
        self.name = ""
        self._replies: dict[str, _DonorWords] = {}
        missing = [one for one in COLUMNS if one not in file.rows.columns]
        if missing:
            self._broken(span, f"`{file.path}` has no column `{missing[0]}`")
            return
        for row in file.rows.rows:
            if not self._read(row):
                return

    def _read(self, row: DataRow) -> bool:
        """Whether a row could be read; it is added then."""
        span = self.file.span(row)
        cells = {name: row.cells.get(name) for name in COLUMNS}
        choices = cells.pop("choices")
        texts = {name: one for name, one in cells.items() if isinstance(one, str)}
        if len(texts) < len(cells) or not isinstance(choices, tuple) or not texts["item"].strip():
            self._broken(span, "this row is not a donor's reply")
        elif hashed(texts["reply"].encode()).hex() != texts["sha256"]:
            self._broken(span, f"the reply to `{texts['item']}` is not the one that was stored")
        elif texts["answer"] and texts["answer"] not in choices:
            self._broken(span, f"the answer to `{texts['item']}` is none of its choices")
        elif self.name and texts["donor"] != self.name:
            self._broken(span, f"the donors `{self.name}` and `{texts['donor']}` are in one file")
        else:
            self.name = texts["donor"]
            answer = texts["answer"]
            words = {
                WHOLE: texts["reply"],
                REASONS: texts["reasons"] or NO_REASONS,
                ANSWER: f"{LABELS[choices.index(answer)]}) {answer}" if answer else NO_ANSWER,
            }
            self._replies[folded(texts["item"])] = _DonorWords(choices, words, answer)
        return not self.faults

    def _broken(self, span: Span, what: str) -> None:
        self.faults.append(kinds.data_files.DonorBroken(span=span, what=what, instead=_REMEDY))

    def check(self, items: list[FileItem]) -> None:
        """Reports the items to which the donor replied not at all, or with other choices."""
        for what, odd in (
            ("the donor has no reply to", [i for i in items if self._reply(i) is None]),
            ("the donor saw different choices for", [i for i in items if self._differs(i)]),
        ):
            if odd:
                names = ", ".join(f"`{one.name}`" for one in odd[:3])
                more = f" and {len(odd) - 3} more" if len(odd) > 3 else ""
                self._broken(self.span, f"{what} {names}{more}")

    def _reply(self, item: FileItem) -> _DonorWords | None:
        return self._replies.get(folded(item.name))

    def _differs(self, item: FileItem) -> bool:
        reply = self._reply(item)
        return reply is not None and sorted(reply.choices) != sorted(item.choices)

    def choices(self, item: FileItem) -> tuple[str, ...]:
        """The choices of an item in the order that the donor saw."""
        return self._replies[folded(item.name)].choices

    def fields(self, item: FileItem) -> Iterator[tree.QuestionItem]:
        """What is said before an item, by level."""
        span, reply = item.span, self._replies[folded(item.name)]
        for level, words in reply.words.items():
            line = literal(_WORDS[level].format(words), span)
            said = tree.SayNode(tree.Prose((line,), span), span)
            yield tree.QuestionWhen(False, tree.Name(level, span), (said,), None, span)

    def made(self, items: list[FileItem]) -> Donor:
        """The donor with its answers to these items."""
        return Donor(
            self.name,
            tuple((item.name, self._replies[folded(item.name)].answer) for item in items),
            self.span,
        )


def donor_factor(donor: Donor) -> tree.FactorNode:
    """The condition of a donor: its levels are what is put before each item."""
    levels = tuple(
        tree.LevelNode(tree.Name(level, donor.span), (), donor.span)
        for level in (NO_DONOR, WHOLE, REASONS, ANSWER)
    )
    name = tree.Name(donor.condition, donor.span)
    return tree.FactorNode(tree.FactorKind.CONDITIONS, name, levels, None, donor.span)
