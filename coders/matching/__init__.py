"""The parts of the matcher: plain text, words, the sheet of a question, mentions, clauses.

`coders.matcher` is the only door; nothing outside `coders` imports from here.
"""
