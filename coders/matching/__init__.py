"""The parts of the matcher, a room each.

`text`: the words of a reply. `question`: what is known of a question beforehand. `clauses`: what
the clauses of a reply say. `doubts`: what speaks against it. `statements`: which choice a reply
states outright. `verdicts`: the mark. `coders.matcher` puts them together.
"""
