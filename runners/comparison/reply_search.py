"""What is looked for in the replies of many trials: whether the story is recognised, and what may
give away its source.

Nothing here knows scripts or scores, so that another process can search with a store and little
else in memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from coders.recognition import NamedWords, has_citation, has_link, recognises
from dsl.record import record
from runners.store.call_queries import ReplySums
from runners.store.store import Store
from runners.store.text_column import TextColumn

SAID = {True: 1, None: 2, False: 4}
"""What the replies of a trial say of recognition, together: a bit for each that some reply says."""


@record
class GroupSearch:
    """What is looked for in the replies of a group of trials: the `places` where it is asked
    whether the story is recognised, and the number of the `words` of the original, None where these
    were sent.
    """

    places: frozenset[str]
    words: int | None


@record
class ReplyFinds:
    """What was found in the replies of trials, by their numbers: the bits of what they `said` of
    recognition (`SAID`), and how many `replies` there are, 0 where these must be read alone. Those
    in `sourced` have a link or a citation, those in `named` a word of the original.
    """

    said: bytearray
    replies: array[int]
    sourced: Sequence[int]
    named: Sequence[tuple[int, str]]


@record
class ReplySearch:
    """A search in the replies of the trials with these `keys`, each of one of the `groups`."""

    study: str
    keys: TextColumn
    group: array[int]
    groups: Sequence[GroupSearch]
    words: Sequence[NamedWords]

    def found(self, store: Store, sums: ReplySums | None = None) -> ReplyFinds:
        """What is found in the stored replies of whole trials, which are all added to `sums`."""
        where = {key: at for at, key in enumerate(self.keys)}
        every = frozenset[str]().union(*(one.places for one in self.groups))
        said, replies = bytearray(len(where)), array("i", [0]) * len(where)
        sourced, named = list[int](), list[tuple[int, str]]()
        for some in store.replies_by_trial(self.study, every, sums):
            # Where these differ stores were merged, a run broke off, or calls of an earlier edition
            # are there.
            read = [
                (where[one.trial], one)
                for one in some
                if one.trial in where and one.size == one.count
            ]
            texts = [(at, one.texts) for at, one in read]
            sourced.extend(_sourced(texts))
            named.extend(self._named(texts))
            for at, one in read:
                replies[at] = one.count
                here = self.groups[self.group[at]].places
                for place, text in one.told:
                    if place in here:
                        said[at] |= SAID[recognises(text)]
        return ReplyFinds(said, replies, sourced, named)

    def _named(self, texts: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Every word of the original in these texts, each of one trial, with the trial's number."""
        by_words: dict[int, list[tuple[int, str]]] = {}
        for at, text in texts:
            if (words := self.groups[self.group[at]].words) is not None:
                by_words.setdefault(words, []).append((at, text))
        for words, some in by_words.items():
            for number, word in self.words[words].each([text for _, text in some]):
                yield some[number][0], word


def _sourced(texts: Sequence[tuple[int, str]]) -> Iterator[int]:
    """The numbers of the trials whose text has a link or a citation."""
    together = "\n".join(text for _, text in texts)
    for found in (has_link, has_citation):
        if found(together, at_most=None):
            yield from (at for at, text in texts if found(text, at_most=None))
